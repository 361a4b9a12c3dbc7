#include "xenotime/time/tsc_calibration.h"

#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/time/simulated_sampler.h"

namespace xenotime {
namespace {

// Readings as they were recorded.
class Replay : public TimeSampler {
 public:
  Replay(std::vector<uint64_t> tscs, std::vector<uint64_t> counters)
      : tscs_(std::move(tscs)), counters_(std::move(counters)) {}
  uint64_t ReadTscOrdered() override { return tscs_.at(tsc_reads_++); }
  uint64_t ReadCounter() override { return counters_.at(counter_reads_++); }
  size_t counter_reads() const { return counter_reads_; }

 private:
  std::vector<uint64_t> tscs_;
  std::vector<uint64_t> counters_;
  size_t tsc_reads_ = 0;
  size_t counter_reads_ = 0;
};

TEST(ReadPairTest, TakesTheShortestWindowOfAtLeastFour) {
  Replay replay({0, 100, 180, 290, 400}, {1, 2, 3, 4});
  const SamplePair pair = ReadPair(replay);
  EXPECT_EQ(pair.counter, 2u);
  EXPECT_EQ(pair.tsc, 180u);
  EXPECT_EQ(replay.counter_reads(), 4u);
}

TEST(ReadPairTest, GoesOnWhileEachWindowBeatsTheBest) {
  Replay replay({0, 100, 190, 270, 340, 400, 460}, {1, 2, 3, 4, 5, 6});
  const SamplePair pair = ReadPair(replay);
  EXPECT_EQ(pair.counter, 5u);
  EXPECT_EQ(pair.tsc, 400u);
  EXPECT_EQ(replay.counter_reads(), 6u);
}

TEST(ReadPairTest, OfEqualWindowsTakesTheFirst) {
  Replay replay({0, 50, 100, 150, 200}, {1, 2, 3, 4});
  EXPECT_EQ(ReadPair(replay).counter, 1u);
}

TEST(ReadPairTest, LeavesOutAReadThatTheFirmwareInterrupted) {
  Replay replay({0, 100'000, 200'000, 200'090, 300'000}, {1, 2, 3, 4});
  EXPECT_EQ(ReadPair(replay).counter, 3u);
}

// A machine of one CPU at `hz`, with `timer`, that is interrupted at random.
struct Machine {
  Machine(int64_t hz, const PlatformTimer& timer, uint64_t offset = 0)
      : counter(*PlatformCounter::Make({.timer = timer, .offset = offset}, 0)),
        tsc(*VirtualTsc::Make({.frequency = Hertz(hz)}, 0)),
        sampler(&now, &counter, &tsc, {}) {}
  uint64_t now = 0;
  PlatformCounter counter;
  VirtualTsc tsc;
  SimulatedSampler sampler;
};

int64_t ErrorOf(Machine& machine, int64_t hz) {
  const absl::StatusOr<Hertz> measured =
      CalibrateTsc(machine.sampler, machine.counter.timer());
  EXPECT_TRUE(measured.ok()) << measured.status();
  return measured.ok() ? measured->hz() - hz : 0;
}

TEST(CalibrateTscTest, FindsTheFrequencyToAboutATickOfTheTimer) {
  constexpr int64_t kHz = 2'000'000'000;
  Machine hpet(kHz, *Hpet(69'841'279));
  // Two ticks of 70 ns in 50 ms.
  EXPECT_LE(std::abs(ErrorOf(hpet, kHz)), kHz / 50'000'000 * 140);
  Machine pm(kHz, *AcpiPmTimer(24, false));
  EXPECT_LE(std::abs(ErrorOf(pm, kHz)), kHz / 50'000'000 * 560);
}

TEST(CalibrateTscTest, WorksAcrossTheWrapOfTheTimer) {
  constexpr int64_t kHz = 2'400'000'000;
  Machine pm(kHz, *AcpiPmTimer(24, false), /*offset=*/0xffff00);
  EXPECT_LE(std::abs(ErrorOf(pm, kHz)), kHz / 50'000'000 * 560);
}

TEST(CalibrateTscTest, TakesTheOvershootOut) {
  // Four pairs, a poll that comes a third too late, four pairs.
  Replay replay({0, 10, 20, 30, 40, 1010, 1020, 1030, 1040, 1050},
                {0, 0, 0, 0, 600, 600, 600, 600, 600});
  PlatformTimer timer = XenTimer();
  timer.frequency = Hertz(9000);  // target: 450
  // (1020 - 10) * 450 / 600 = 757, times 20.
  EXPECT_EQ(*CalibrateTsc(replay, timer), Hertz(15'140));
}

TEST(CalibrateTscTest, RefusesATimerThatStandsStill) {
  Machine machine(2'000'000'000, *Hpet(69'841'279));
  machine.counter.Stop(0);
  const absl::Status status =
      CalibrateTsc(machine.sampler, machine.counter.timer()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(status.message(), "the hpet timer stands still");
}

TEST(CalibrateTscTest, RefusesATscThatStandsStill) {
  Machine machine(2'000'000'000, *Hpet(69'841'279));
  machine.tsc.Suspend(0);
  EXPECT_EQ(
      CalibrateTsc(machine.sampler, machine.counter.timer()).status().message(),
      "the TSC stands still");
}

TEST(CalibrateTscTest, RefusesATimerThatIsTooNarrow) {
  Machine machine(2'000'000'000, Pit());
  PlatformTimer timer = Pit();
  timer.bits = 15;
  EXPECT_EQ(CalibrateTsc(machine.sampler, timer).status().code(),
            absl::StatusCode::kInvalidArgument);
  timer.frequency = Hertz(0);
  EXPECT_FALSE(CalibrateTsc(machine.sampler, timer).ok());
}

TEST(CalibrateTscProperty, StaysWithinTwoKilohertzAtTwoGigahertz) {
  constexpr uint64_t kSeed = 1410;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 20; ++i) {
    constexpr int64_t kHz = 2'000'000'000;
    Machine machine(kHz, *Hpet(41'666'667), rng.Next() & 0xffffffff);
    machine.now = rng.Below(1'000'000'000);
    EXPECT_LE(std::abs(ErrorOf(machine, kHz)), 2'000);
  }
}

class Gate : public PitGate {
 public:
  Gate(int polls, uint64_t tsc_per_poll)
      : polls_(polls), tsc_per_poll_(tsc_per_poll) {}
  void Load(uint16_t count) override { count_ = count; }
  bool OutputIsHigh() override {
    tsc_ += tsc_per_poll_;
    return polls_-- <= 0;
  }
  uint64_t ReadTscOrdered() override { return tsc_; }
  uint16_t count() const { return count_; }

 private:
  int polls_;
  uint64_t tsc_per_poll_;
  uint64_t tsc_ = 0;
  uint16_t count_ = 0;
};

TEST(CalibrateTscByPitTest, CountsATwentiethOfASecond) {
  Gate gate(/*polls=*/49'999, /*tsc_per_poll=*/2400);
  EXPECT_EQ(*CalibrateTscByPit(gate), Hertz(2'400'000'000));
  EXPECT_EQ(gate.count(), 59'659);
  EXPECT_EQ(gate.count(), (1'193'182 + 10) / 20);
}

TEST(CalibrateTscByPitTest, RefusesAPitThatEndsAtOnceOrNever) {
  Gate at_once(0, 2400);
  EXPECT_EQ(CalibrateTscByPit(at_once).status().message(),
            "the PIT's count ends at once");
  Gate never(2'000'000'000, 1);
  EXPECT_EQ(CalibrateTscByPit(never).status().code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST(CalibrateTscByPitTest, RefusesATscThatStandsStillOrFlies) {
  Gate still(100, 0);
  EXPECT_EQ(CalibrateTscByPit(still).status().message(),
            "the TSC stands still");
  Gate flies(2, uint64_t{1} << 62);
  EXPECT_EQ(CalibrateTscByPit(flies).status().code(),
            absl::StatusCode::kOutOfRange);
}

}  // namespace
}  // namespace xenotime
