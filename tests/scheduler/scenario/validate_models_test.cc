#include "xenotime/scheduler/scenario/validate_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/sim/models.h"
#include "xenotime/scheduler/threads/options.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr Duration kNegative = Nanoseconds(-1);

Findings FindingsOf(const SimModels& models) {
  Findings findings;
  ValidateModels(models, PolicyRegistry(), findings);
  return findings;
}

TEST(ValidateModelsTest, TheDefaultsAreFine) {
  EXPECT_THAT(FindingsOf(SimModels()).errors, IsEmpty());
}

TEST(ValidateModelsTest, EveryNegativeCostIsFound) {
  SimModels models;
  models.costs = {
      kNegative, kNegative, kNegative,      kNegative,
      kNegative, kNegative, kNegative,      kNegative,
      kNegative, kNegative, Nanoseconds(0), {{"credit", kNegative, kNegative}}};
  EXPECT_EQ(FindingsOf(models).errors.size(), 13u);
}

TEST(ValidateModelsTest, APollTakesAtLeastANanosecond) {
  SimModels models;
  models.costs.wfi_poll = Duration();
  EXPECT_THAT(FindingsOf(models).errors,
              ElementsAre("costs.wfi_poll_ns: 0 ns is not valid; give at "
                          "least 1 ns"));
}

TEST(ValidateModelsTest, CostsOfAnUnknownSchedulerAreAWarning) {
  SimModels models;
  models.costs.per_scheduler = {{"cfs", Duration(), Duration()}};
  const Findings findings = FindingsOf(models);
  EXPECT_THAT(findings.errors, IsEmpty());
  EXPECT_THAT(
      findings.warnings,
      ElementsAre(HasSubstr("costs.per_scheduler[0].scheduler: unknown")));
}

TEST(ValidateModelsTest, EveryLatencyIsBounded) {
  SimModels models;
  models.latency = {kNegative, kNegative, kNegative, 10'001};
  EXPECT_EQ(FindingsOf(models).errors.size(), 4u);
}

TEST(ValidateModelsTest, EveryFaultIsBounded) {
  SimModels models;
  constexpr uint32_t kTooOften = 1'000'001;
  models.faults = {kTooOften, kTooOften, kTooOften,
                   kNegative, kTooOften, kNegative};
  EXPECT_EQ(FindingsOf(models).errors.size(), 6u);
  models.faults = {1'000'000, 1'000'000, 1'000'000, {}, 1'000'000, {}};
  EXPECT_THAT(FindingsOf(models).errors, IsEmpty());
}

TEST(ValidateModelsTest, TimesOfThreadsAreNotNegative) {
  ThreadsOptions options;
  options.spin = kNegative;
  options.watchdog = kNegative;
  Findings findings;
  ValidateThreads(options, findings);
  EXPECT_THAT(findings.errors, ElementsAre(HasSubstr("threads.spin_ns: -1 ns"),
                                           HasSubstr("threads.watchdog_ns")));
}

}  // namespace
}  // namespace xenotime
