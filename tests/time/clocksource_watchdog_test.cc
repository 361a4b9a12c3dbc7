#include "xenotime/time/clocksource_watchdog.h"

#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

using Verdict = ClocksourceWatchdog::Verdict;

// Two clocks; each read of the watchdog takes what `delays` says, in turn.
class Clocks : public WatchdogSampler {
 public:
  Instant ReadSource() override { return source; }
  Instant ReadWatchdog() override {
    const Instant value = watchdog;
    if (!delays.empty()) {
      watchdog += delays.front();
      delays.erase(delays.begin());
    }
    ++reads;
    return value;
  }
  void Advance(Duration d) {
    source += d;
    watchdog += d;
  }
  Instant source = Instant(1'000'000'000);
  Instant watchdog = Instant(5'000'000'000);
  std::vector<Duration> delays;
  int reads = 0;
};

ClocksourceWatchdog Newer(ClocksourceWatchdog::NewerRule rule = {}) {
  return ClocksourceWatchdog::Newer(rule).value();
}

TEST(OldWatchdogTest, ToleratesASixteenthOfASecond) {
  ClocksourceWatchdog watchdog = ClocksourceWatchdog::Old();
  Clocks clocks;
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kRecorded);
  EXPECT_EQ(clocks.reads, 1);
  for (Duration error : {Microseconds(62'500), Microseconds(-62'500)}) {
    clocks.Advance(ClocksourceWatchdog::kInterval);
    clocks.source += error;
    EXPECT_EQ(watchdog.Visit(clocks), Verdict::kWell);
  }
  for (Duration error : {Nanoseconds(62'500'001), Nanoseconds(-62'500'001)}) {
    clocks.Advance(ClocksourceWatchdog::kInterval);
    clocks.source += error;
    EXPECT_EQ(watchdog.Visit(clocks), Verdict::kUnstable);
  }
}

TEST(NewerWatchdogTest, AddsTheMarginsOfBoth) {
  EXPECT_EQ(Newer().threshold(), Microseconds(400));
  EXPECT_EQ(Newer({.max_skew = ClocksourceWatchdog::kLaterMaxSkew}).threshold(),
            Microseconds(500));
  EXPECT_EQ(Newer({.source_margin = Milliseconds(1)}).threshold(),
            Microseconds(1200));
  EXPECT_EQ(Newer({.source_margin = Microseconds(199),
                   .watchdog_margin = Microseconds(300)})
                .threshold(),
            Microseconds(500));
}

TEST(NewerWatchdogTest, JudgesByItsThreshold) {
  ClocksourceWatchdog watchdog = Newer();
  Clocks clocks;
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kRecorded);
  EXPECT_EQ(clocks.reads, 3);
  clocks.Advance(Milliseconds(500));
  clocks.source += Microseconds(400);
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kWell);
  clocks.Advance(Milliseconds(500));
  clocks.source += Nanoseconds(-400'001);
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kUnstable);
}

TEST(NewerWatchdogTest, ReadsAgainIfTheBracketWasLong) {
  ClocksourceWatchdog watchdog = Newer({.cpus = 4});
  Clocks clocks;
  // The first bracket is interrupted, the second is not.
  clocks.delays = {Microseconds(101), Duration(), Duration(), Duration()};
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kRecorded);
  EXPECT_EQ(clocks.reads, 6);
}

TEST(NewerWatchdogTest, GivesUpAfterLog2OfTheCpusPlusOneRetries) {
  for (const auto& [cpus, tries] :
       {std::pair{1u, 2}, {2u, 3}, {4u, 4}, {7u, 4}, {4096u, 14}}) {
    ClocksourceWatchdog watchdog = Newer({.cpus = cpus});
    Clocks clocks;
    for (int i = 0; i < 20; ++i) {
      for (Duration d : {Microseconds(150), Duration(), Duration()}) {
        clocks.delays.push_back(d);
      }
    }
    EXPECT_EQ(watchdog.Visit(clocks), Verdict::kUnstable);
    EXPECT_EQ(clocks.reads, 3 * tries) << cpus;
  }
}

TEST(NewerWatchdogTest, ASlowWatchdogGivesNoVerdict) {
  ClocksourceWatchdog watchdog = Newer({.cpus = 4});
  Clocks clocks;
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kRecorded);
  clocks.Advance(Milliseconds(400));
  clocks.delays = {Microseconds(150), Microseconds(150)};
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kSkipped);
  // The last visit that counts is still the first.
  clocks.source += Microseconds(300);  // what the watchdog's reads took
  clocks.Advance(Milliseconds(500));
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kWell);
}

TEST(WatchdogTest, ALongGapIsNotJudged) {
  ClocksourceWatchdog watchdog = Newer();
  Clocks clocks;
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kRecorded);
  clocks.Advance(Seconds(1) + Nanoseconds(1));
  clocks.source += Seconds(5);
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kRecorded);
}

TEST(WatchdogTest, AResetForgetsTheLastVisit) {
  ClocksourceWatchdog watchdog = Newer();
  Clocks clocks;
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kRecorded);
  watchdog.Reset();
  clocks.source = Instant();  // a TSC after resume
  EXPECT_EQ(watchdog.Visit(clocks), Verdict::kRecorded);
}

TEST(WatchdogTest, NeitherRuleFindsTheSkewOf2009) {
  // 1300 cycles, 0.5 us between two CPUs: only the warp test finds it.
  for (ClocksourceWatchdog watchdog : {ClocksourceWatchdog::Old(), Newer()}) {
    Clocks clocks;
    EXPECT_EQ(watchdog.Visit(clocks), Verdict::kRecorded);
    for (int i = 0; i < 100; ++i) {
      clocks.Advance(Milliseconds(500));
      clocks.source += Nanoseconds(i % 2 == 0 ? 542 : -542);
      EXPECT_EQ(watchdog.Visit(clocks), Verdict::kWell);
    }
  }
}

TEST(NewerWatchdogTest, RefusesRulesThatMakeNoSense) {
  using Rule = ClocksourceWatchdog::NewerRule;
  for (const Rule& rule :
       {Rule{.max_skew = Duration()}, Rule{.source_margin = Nanoseconds(-1)},
        Rule{.watchdog_margin = Nanoseconds(-1)}, Rule{.cpus = 0}}) {
    EXPECT_EQ(ClocksourceWatchdog::Newer(rule).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

TEST(NextWatchdogCpuTest, GoesRoundTheOnlineCpus) {
  const std::vector<bool> online = {true, false, true, true};
  EXPECT_EQ(*NextWatchdogCpu(0, online), 2u);
  EXPECT_EQ(*NextWatchdogCpu(2, online), 3u);
  EXPECT_EQ(*NextWatchdogCpu(3, online), 0u);
  EXPECT_EQ(*NextWatchdogCpu(5, {true}), 0u);
  EXPECT_FALSE(NextWatchdogCpu(0, {false, false}).ok());
  EXPECT_FALSE(NextWatchdogCpu(0, {}).ok());
}

}  // namespace
}  // namespace xenotime
