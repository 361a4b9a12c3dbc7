#include "xenotime/cli/verdicts.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

VariantResult Result(ExecutorKind executor, std::string scheduler, Vwfi vwfi,
                     std::vector<int64_t> medians) {
  VariantResult result = {{executor, std::move(scheduler), vwfi}, {}, {}};
  for (int64_t median : medians) {
    RepeatResult repeat;
    repeat.latency.source = LatencySource::kGuest;
    repeat.latency.summary.median = median;
    result.repeats.push_back(repeat);
  }
  return result;
}

constexpr ExecutorKind kSim = ExecutorKind::kSim;
constexpr ExecutorKind kThreads = ExecutorKind::kThreads;

TEST(VerdictLines, OrdersVwfiAsAChain) {
  const Comparison comparison = {
      {Result(kSim, "credit", Vwfi::kTrap, {4850}),
       Result(kSim, "credit", Vwfi::kYield, {2000}),
       Result(kSim, "credit", Vwfi::kNative, {1890})},
      false};
  EXPECT_THAT(VerdictLines(comparison, kSim),
              ElementsAre("credit: native < yield < block (trap)"));
  EXPECT_THAT(VerdictLines(comparison, kThreads), IsEmpty());
}

TEST(VerdictLines, SaysWhatCannotBeToldApart) {
  const Comparison comparison = {
      {Result(kThreads, "credit", Vwfi::kTrap, {500, 510, 505}),
       Result(kThreads, "credit", Vwfi::kYield, {100, 130, 90}),
       Result(kThreads, "credit", Vwfi::kNative, {110, 95, 120})},
      false};
  EXPECT_THAT(VerdictLines(comparison, kThreads),
              ElementsAre("credit: (yield, native: not distinguishable) < "
                          "block (trap)"));
}

TEST(VerdictLines, ComparesSchedulersPairwise) {
  const Comparison comparison = {
      {Result(kThreads, "null", Vwfi::kTrap, {100, 100, 100}),
       Result(kThreads, "credit", Vwfi::kTrap, {1220, 1220, 1220})},
      false};
  EXPECT_THAT(VerdictLines(comparison, kThreads),
              ElementsAre("trap: null < credit by 1,120 ns"));
}

TEST(VerdictLines, EqualSchedulersAreNotDistinguishable) {
  const Comparison comparison = {
      {Result(kSim, "null", Vwfi::kTrap, {100, 100}),
       Result(kSim, "credit", Vwfi::kTrap, {100, 100})},
      false};
  EXPECT_THAT(VerdictLines(comparison, kSim),
              ElementsAre("trap: null vs credit: not distinguishable"));
}

TEST(PairVerdicts, NeverMixesExecutors) {
  const Comparison comparison = {{Result(kSim, "null", Vwfi::kTrap, {1}),
                                  Result(kSim, "credit", Vwfi::kTrap, {2}),
                                  Result(kSim, "credit", Vwfi::kNative, {3}),
                                  Result(kThreads, "null", Vwfi::kTrap, {4})},
                                 false};
  const std::vector<PairVerdict> pairs = PairVerdicts(comparison);
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].first->variant.scheduler, "null");
  EXPECT_EQ(pairs[0].second->variant.scheduler, "credit");
  EXPECT_EQ(pairs[0].difference.verdict, Verdict::kLess);
  EXPECT_EQ(pairs[1].first->variant.vwfi, Vwfi::kTrap);
  EXPECT_EQ(pairs[1].second->variant.vwfi, Vwfi::kNative);
}

TEST(PairVerdicts, LeavesOutWhatWasNotMeasured) {
  Comparison comparison = {{Result(kSim, "null", Vwfi::kTrap, {}),
                            Result(kSim, "credit", Vwfi::kTrap, {5})},
                           false};
  EXPECT_THAT(PairVerdicts(comparison), IsEmpty());
}

}  // namespace
}  // namespace xenotime
