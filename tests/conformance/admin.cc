// Weights and caps, at boot and while the machine runs.

#include "gtest/gtest.h"
#include "xenotime/tests/conformance/fixture.h"
#include "xenotime/tests/conformance/words.h"

namespace xenotime::conformance {
namespace {

double Ratio(const Observed& run, uint32_t a, uint32_t b, Instant from,
             Instant to) {
  const double other = static_cast<double>(run.RunNsWithin(b, from, to));
  return static_cast<double>(run.RunNsWithin(a, from, to)) / other;
}

TEST_P(ConformanceTest, HogsShareByWeight) {
  if (!traits().weights) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(1, Seconds(3));
  AddHogs(scenario, 1);
  AddHogs(scenario, 1);
  scenario.domains[0].weight = 512;
  const Observed run = Observe(scenario);
  EXPECT_NEAR(Ratio(run, 0, 1, Instant(), run.end()), 2.0, 0.4);
}

TEST_P(ConformanceTest, AWeightChangeTakesEffect) {
  if (!traits().weights) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(1, Seconds(4));
  AddHogs(scenario, 1);
  AddHogs(scenario, 1);
  scenario.actions = {WeightAt(Seconds(1), 2, 256 * 3)};
  const Observed run = Observe(scenario);
  EXPECT_NEAR(Ratio(run, 1, 0, Instant() + Milliseconds(1500), run.end()), 3.0,
              0.7);
}

TEST_P(ConformanceTest, ACapIsAnUpperLimit) {
  if (!traits().caps) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(2, Seconds(3));
  AddHogs(scenario, 1);
  scenario.domains[0].cap = 40;
  const Observed run = Observe(scenario);
  const int64_t all = (run.end() - Instant()).ns();
  EXPECT_GT(run.RunNs(0), all / 4);
  EXPECT_LT(run.RunNs(0), all / 2);
}

TEST_P(ConformanceTest, ACapChangeTakesEffect) {
  if (!traits().caps) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(1, Seconds(4));
  AddHogs(scenario, 1);
  scenario.actions = {CapAt(Seconds(1), 1, 30), CapAt(Seconds(3), 1, 0)};
  const Observed run = Observe(scenario);
  const auto share = [&](int from_ms, int to_ms) {
    const Duration length = Milliseconds(to_ms - from_ms);
    const int64_t ns = run.RunNsWithin(0, Instant() + Milliseconds(from_ms),
                                       Instant() + Milliseconds(to_ms));
    return static_cast<double>(ns) / static_cast<double>(length.ns());
  };
  EXPECT_GT(share(0, 1000), 0.9);
  EXPECT_NEAR(share(1500, 3000), 0.3, 0.12);
  EXPECT_GT(share(3500, 4000), 0.9);
}

TEST_P(ConformanceTest, ChangingWeightsAllTheTimeLosesNobody) {
  Scenario scenario = Machine(2);
  AddDomain(scenario, {Hog()});
  AddDomain(scenario, {Sleeper(Microseconds(300), Microseconds(500))});
  for (uint32_t i = 0; i < 150; ++i) {
    scenario.actions.push_back(
        WeightAt(Milliseconds(i + 1), i % 2 + 1, 1 + i * 433 % 65535));
  }
  const Observed run = Observe(scenario);
  for (uint32_t v = 0; v < 2; ++v) {
    EXPECT_GT(run.RunNsWithin(v, Late(run, Milliseconds(40)), run.end()), 0);
  }
  EXPECT_EQ(run.report().domains[0].weight, 1 + 148 * 433 % 65535u);
}

TEST_P(ConformanceTest, TheReportTellsWeightAndCapAsLastRequested) {
  Scenario scenario = Machine(1, Milliseconds(50));
  AddHogs(scenario, 1);
  scenario.domains[0].weight = 100;
  scenario.actions = {CapAt(Milliseconds(10), 1, 70),
                      WeightAt(Milliseconds(20), 1, 300)};
  const Observed run = Observe(scenario);
  ASSERT_EQ(run.report().domains.size(), 1u);
  EXPECT_EQ(run.report().domains[0].weight, 300u);
  EXPECT_EQ(run.report().domains[0].cap, 70u);
}

}  // namespace
}  // namespace xenotime::conformance
