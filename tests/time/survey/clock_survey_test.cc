#include "xenotime/time/survey/clock_survey.h"

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/time/host_cores.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;

// A rate that makes the warp tests short.
constexpr uint64_t kHz = 100'000'000;

// Of one socket; `flags` beside `tsc`.
ClockSurveyOptions Options(std::vector<std::string> flags) {
  ClockSurveyOptions options;
  options.host.count = options.configured =
      static_cast<uint32_t>(AllowedCores().size());
  options.host.vendor = "GenuineIntel";
  options.host.flags = std::move(flags);
  options.host.flags.push_back("tsc");
  options.tsc_hz = kHz;
  return options;
}

TEST(ClockSurveyTest, EveryPairOfCpusIsThereAndTheAffinityComesBack) {
  const std::vector<int> cores = AllowedCores();
  const auto survey = SurveyClocks(Options({"constant_tsc", "nonstop_tsc"}));
  ASSERT_TRUE(survey.ok()) << survey.status();
  EXPECT_EQ(survey->cpus, cores);
  ASSERT_EQ(survey->pairs.size(), cores.size() * (cores.size() - 1) / 2);
  for (const PairSurvey& pair : survey->pairs) {
    EXPECT_LT(pair.first, pair.second);
    EXPECT_GT(pair.line.median_ticks, 0);
  }
  EXPECT_FALSE(survey->partial);
  EXPECT_EQ(AllowedCores(), cores);
}

TEST(ClockSurveyTest, ATscThatStopsInSleepIsWrittenByTheRendezvous) {
  const auto survey = SurveyClocks(Options({"constant_tsc"}));
  ASSERT_TRUE(survey.ok()) << survey.status();
  EXPECT_EQ(survey->quality, (TscFlags{.constant = true}));
  ASSERT_EQ(survey->rendezvous.size(), 2u);
  for (const RendezvousSurvey& entry : survey->rendezvous) {
    EXPECT_EQ(entry.form, RendezvousForm::kMaxStamp);
    EXPECT_EQ(entry.left.has_value(), survey->cpus.size() > 1);
  }
  EXPECT_EQ(survey->rendezvous[0].refused, "");
  EXPECT_THAT(survey->rendezvous[1].refused, HasSubstr("not reliable"));
}

TEST(ClockSurveyTest, ATscWithoutPromisesIsNotWritten) {
  ClockSurveyOptions options = Options({});
  options.cpus = 1;
  const auto survey = SurveyClocks(options);
  ASSERT_TRUE(survey.ok()) << survey.status();
  EXPECT_EQ(survey->quality, TscFlags{});
  EXPECT_EQ(survey->rendezvous[0].form, RendezvousForm::kStd);
  EXPECT_EQ(survey->why_not[0], "no invariant TSC");
}

TEST(ClockSurveyTest, OneCpuHasNoPairsAndNothingToMeet) {
  ClockSurveyOptions options = Options({"constant_tsc", "nonstop_tsc"});
  options.cpus = 1;
  options.host.count = options.configured = 1;
  const auto survey = SurveyClocks(options);
  ASSERT_TRUE(survey.ok()) << survey.status();
  EXPECT_TRUE(survey->pairs.empty());
  EXPECT_TRUE(survey->quality.reliable);
  EXPECT_EQ(survey->rendezvous[1].form, RendezvousForm::kNop);
  EXPECT_FALSE(survey->rendezvous[0].left.has_value());
}

TEST(ClockSurveyTest, CpusThatMayComeLaterForbidTheTscAsPlatformTimer) {
  ClockSurveyOptions options = Options({"constant_tsc", "nonstop_tsc"});
  options.cpus = 1;
  options.configured = options.host.count + 6;
  const auto survey = SurveyClocks(options);
  ASSERT_TRUE(survey.ok()) << survey.status();
  EXPECT_EQ(survey->rendezvous[1].form, RendezvousForm::kStd);
  EXPECT_THAT(survey->rendezvous[1].refused, HasSubstr("possible CPUs"));
}

TEST(ClockSurveyTest, ASurveyThatIsStoppedReturnsWhatItHas) {
  const std::atomic<bool> stop{true};
  ClockSurveyOptions options = Options({"constant_tsc"});
  options.stop = &stop;
  const auto survey = SurveyClocks(options);
  ASSERT_TRUE(survey.ok()) << survey.status();
  EXPECT_TRUE(survey->partial);
  EXPECT_TRUE(survey->pairs.empty());
  EXPECT_FALSE(survey->reads.empty());
  EXPECT_FALSE(survey->rendezvous[0].left.has_value());
}

TEST(ClockSurveyTest, WhatCannotBeSurveyedIsAnError) {
  ClockSurveyOptions options = Options({});
  options.cpus = 2'000;
  EXPECT_TRUE(absl::IsInvalidArgument(SurveyClocks(options).status()));
  options = Options({});
  options.tsc_hz = 0;
  EXPECT_TRUE(absl::IsInvalidArgument(SurveyClocks(options).status()));
  options.host.flags.clear();
  EXPECT_TRUE(absl::IsFailedPrecondition(SurveyClocks(options).status()));
}

}  // namespace
}  // namespace xenotime
