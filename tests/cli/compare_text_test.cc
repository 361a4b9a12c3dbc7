#include "xenotime/cli/compare_text.h"

#include <cstdint>
#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/scenario/default_scenario.h"

namespace xenotime {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

VariantResult Result(ExecutorKind executor, Vwfi vwfi, int64_t median) {
  VariantResult result = {{executor, "credit", vwfi}, {}, {}};
  for (int i = 0; i < 3; ++i) {
    RepeatResult repeat;
    repeat.latency.source = LatencySource::kGuest;
    repeat.latency.summary = {.count = 1'000'000,
                              .min = median - 10,
                              .average = median + 1,
                              .median = median + i,
                              .p90 = median + 20,
                              .p99 = median + 30,
                              .max = 987'654'321,
                              .warm_max = 87'654'321};
    repeat.cpu = {.used_ns = 1, .available_ns = 4};
    repeat.threads.idle_mode = "spin-then-park";
    repeat.threads.host_cores = 2;
    result.repeats.push_back(repeat);
  }
  return result;
}

ComparisonPlan Plan() {
  return {.scenario = DefaultScenario(), .variants = {}, .repeats = 3};
}

void ExpectNarrow(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 110u) << line;
  }
}

TEST(CompareText, HasABlockPerExecutor) {
  const Comparison comparison = {
      {Result(ExecutorKind::kThreads, Vwfi::kTrap, 5000),
       Result(ExecutorKind::kThreads, Vwfi::kNative, 900),
       Result(ExecutorKind::kSim, Vwfi::kTrap, 4850)},
      false};
  const std::string text = CompareText(Plan(), comparison);
  EXPECT_THAT(text,
              AllOf(HasSubstr("irq-remote: 3 interleaved repeats of 1s"),
                    HasSubstr("threads: 2 pCPUs, 2 cores, idle spin-then-park"),
                    HasSubstr("sim: 2 pCPUs"), HasSubstr("987,654,321"),
                    HasSubstr("3,000,000"), HasSubstr("25.0"),
                    HasSubstr("credit: native < block (trap) by 4,100 ns")));
  EXPECT_THAT(text, Not(HasSubstr("PARTIAL")));
  EXPECT_THAT(text, Not(HasSubstr("OVERSUBSCRIBED")));
  ExpectNarrow(text);
}

TEST(CompareText, MarksWhatCannotBeCompared) {
  Comparison comparison = {{Result(ExecutorKind::kThreads, Vwfi::kTrap, 5000)},
                           true};
  comparison.variants[0].repeats[0].threads.oversubscribed = true;
  comparison.variants[0].warnings = {"odd"};
  const std::string text = CompareText(Plan(), comparison);
  EXPECT_THAT(text, AllOf(HasSubstr("PARTIAL"), HasSubstr("OVERSUBSCRIBED"),
                          HasSubstr("warning: odd")));
}

TEST(CompareText, ShowsVariantsWithoutLatencies) {
  const Comparison comparison = {
      {VariantResult{{ExecutorKind::kSim, "credit", Vwfi::kTrap}, {}, {}}},
      true};
  EXPECT_THAT(CompareText(Plan(), comparison),
              HasSubstr("credit     trap    -"));
}

TEST(CompareText, ShowsStages) {
  ComparisonPlan plan = Plan();
  plan.stages = true;
  Comparison comparison = {{Result(ExecutorKind::kThreads, Vwfi::kTrap, 5000)},
                           false};
  for (RepeatResult& repeat : comparison.variants[0].repeats) {
    for (SampleSummary& stage : repeat.stages) {
      stage = {.count = 10, .median = 12'345'678};
    }
    repeat.stage_total = {.count = 10, .median = 98'765'432};
    repeat.threads.stamp_cost_ns = 21;
  }
  const std::string text = CompareText(plan, comparison);
  EXPECT_THAT(text, AllOf(HasSubstr("each stamp costs 21 ns"),
                          HasSubstr("idle_exit"), HasSubstr("98,765,432")));
}

TEST(CompareCsv, HasRawNumbers) {
  const Comparison comparison = {
      {Result(ExecutorKind::kSim, Vwfi::kTrap, 5000)}, false};
  EXPECT_EQ(CompareCsv(comparison),
            "executor,scheduler,vwfi,repeats,partial,latency_source,average_ns,"
            "min_ns,median_ns,spread_ns,p99_ns,max_ns,warm_max_ns,samples,"
            "dropped,cpu_used_ns,cpu_available_ns\n"
            "sim,credit,trap,3,0,guest,5001,4990,5001,2,5030,987654321,"
            "87654321,3000000,0,3,12\n");
}

}  // namespace
}  // namespace xenotime
