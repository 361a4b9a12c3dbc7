#include "xenotime/time/system_time.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <optional>

#include "gtest/gtest.h"
#include "xenotime/time/simulated_sampler.h"

namespace xenotime {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;

struct MachineConfig {
  int64_t hz = 2'000'000'000;  // as calibrated
  int64_t drift_ppb = 0;       // of the TSCs against that
  PlatformTimer timer = *Hpet(69'841'279);
  bool constant = true;
  bool nonstop = true;
  int cpus = 2;
};

// CPUs with TSCs and a platform timer; the boot CPU is up.
class Machine {
 public:
  explicit Machine(const MachineConfig& config)
      : counter_(*PlatformCounter::Make({.timer = config.timer}, 0)) {
    for (int i = 0; i < config.cpus; ++i) {
      tscs_.push_back(*VirtualTsc::Make({.frequency = Hertz(config.hz),
                                         .drift_ppb = config.drift_ppb,
                                         .value = kBootTsc,
                                         .constant = config.constant,
                                         .nonstop = config.nonstop},
                                        0));
      samplers_.emplace_back(&now, &counter_, &tscs_.back(),
                             SimulatedSampler::Costs());
    }
    time_.emplace(
        *SystemTime::Boot({Hertz(config.hz), config.constant, config.nonstop},
                          config.timer, kBootTsc, samplers_[0]));
  }

  SystemTime& time() { return *time_; }
  SimulatedSampler& sampler(uint32_t cpu) { return samplers_[cpu]; }
  VirtualTsc& tsc(uint32_t cpu) { return tscs_[cpu]; }
  PlatformCounter& counter() { return counter_; }

  Instant Now(uint32_t cpu) { return time_->Now(cpu, samplers_[cpu]); }
  Instant Platform() { return time_->ReadPlatform(samplers_[0]); }
  // What both CPUs' clocks show at one instant: the first minus the second.
  int64_t Distance() {
    return (time_->cpu(0).Extrapolate(tscs_[0].Read(now)) -
            time_->cpu(1).Extrapolate(tscs_[1].Read(now)))
        .ns();
  }
  // A rendezvous without a write, and the softirq of each CPU.
  void Calibrate() {
    const Instant master = Platform();
    for (uint32_t cpu = 0; cpu < time_->cpus(); ++cpu) {
      const TimeStamp record = RecordAfterRendezvous(
          time_->cpu(cpu), 0, samplers_[cpu].ReadTscOrdered(), master);
      EXPECT_TRUE(time_->Calibrate(cpu, record, samplers_[cpu]).ok());
    }
  }

  static constexpr uint64_t kBootTsc = 77'000'000;
  uint64_t now = 0;

 private:
  PlatformCounter counter_;
  std::deque<VirtualTsc> tscs_;
  std::deque<SimulatedSampler> samplers_;
  std::optional<SystemTime> time_;
};

TEST(SystemTimeTest, CountsFromTheEntryToTheHypervisor) {
  Machine machine({});
  machine.now = 5 * kSecond;
  EXPECT_NEAR(machine.Now(0).ns(), 5 * kSecond, 10);
  // A tick of the timer and half a read of it.
  EXPECT_NEAR(machine.Platform().ns(), 5 * kSecond, 70 + 700);
}

TEST(SystemTimeTest, ReadsTheTimeOfAnOldValueAndOfNow) {
  Machine machine({});
  machine.now = kSecond;
  EXPECT_EQ(machine.time().At(0, Machine::kBootTsc, machine.sampler(0)),
            Instant(0));
  EXPECT_NEAR(machine.time().At(0, 0, machine.sampler(0)).ns(), kSecond, 10);
}

TEST(SystemTimeTest, RefusesABootThatCannotKeepTime) {
  Machine machine({});
  EXPECT_FALSE(SystemTime::Boot({Hertz(0)}, Pit(), 0, machine.sampler(0)).ok());
  PlatformTimer timer = Pit();
  timer.bits = 64;
  EXPECT_FALSE(
      SystemTime::Boot({Hertz(5'000'000)}, timer, 0, machine.sampler(0)).ok());
}

TEST(SystemTimeTest, AConstantBootCpuKeepsItsOwnTimeAndOthersTakeThePlatforms) {
  for (bool constant : {true, false}) {
    Machine machine({.drift_ppb = 1'000'000, .constant = constant});
    machine.now = kSecond;
    machine.time().RestampBootCpu(machine.sampler(0));
    const TimeStamp& stamp = machine.time().cpu(0).stamp;
    const int64_t ahead = (stamp.local_stime - stamp.master_stime).ns();
    EXPECT_NEAR(ahead, constant ? 1'000'000 : 0, constant ? 1000 : 0);
  }
}

TEST(SystemTimeTest, ANewCpuTakesOverTheDistanceFromPlatformTime) {
  Machine machine({.drift_ppb = 10'000});
  machine.now = 5 * kSecond;
  machine.time().LatchReference(0, machine.sampler(0));
  ASSERT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  // Ticks of the platform timer on both readings.
  EXPECT_NEAR(machine.Distance(), 0, 150);
  EXPECT_EQ(machine.time().cpu(1).scale, machine.time().cpu(0).scale);
}

TEST(SystemTimeTest, WithBarePlatformTimeANewCpuIsDozensOfMicrosecondsOff) {
  Machine machine({.drift_ppb = 10'000});
  machine.now = 5 * kSecond;
  ASSERT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  EXPECT_NEAR(machine.Distance(), 50'000, 1000);  // 10 ppm of 5 s
}

TEST(SystemTimeTest, ACpuWithoutAConstantTscStartsAtPlatformTime) {
  Machine machine({.drift_ppb = 10'000, .constant = false});
  machine.now = 5 * kSecond;
  machine.time().LatchReference(0, machine.sampler(0));
  ASSERT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  const TimeStamp& stamp = machine.time().cpu(1).stamp;
  EXPECT_EQ(stamp.local_stime, stamp.master_stime);
}

TEST(SystemTimeTest, CpusStartInOrderAndMayComeBack) {
  Machine machine({.cpus = 3});
  EXPECT_EQ(machine.time().StartCpu(2, machine.sampler(2)).message(),
            "CPU 2 cannot start before CPU 1");
  EXPECT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  EXPECT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  EXPECT_EQ(machine.time().cpus(), 2u);
}

TEST(SystemTimeTest, ACalibrationOfTheBootCpuSetsTheNext) {
  Machine machine({});
  EXPECT_EQ(machine.time().next_calibration(), Instant::Never());
  machine.now = kSecond;
  machine.Calibrate();
  EXPECT_NEAR(machine.time().next_calibration().ns(), 2 * kSecond, 2000);
}

TEST(SystemTimeTest, PlatformTimeDisciplinesATscThatIsNotConstant) {
  Machine machine({.drift_ppb = 50'000, .constant = false});
  for (int i = 1; i <= 5; ++i) {
    machine.now = static_cast<uint64_t>(i) * kSecond;
    machine.Calibrate();
  }
  EXPECT_NEAR((machine.Now(0) - machine.Platform()).ns(), 0, 1500);
}

TEST(SystemTimeTest, AConstantTscRunsAwayFromPlatformTime) {
  Machine machine({.drift_ppb = 50'000});
  for (int i = 1; i <= 5; ++i) {
    machine.now = static_cast<uint64_t>(i) * kSecond;
    machine.Calibrate();
  }
  EXPECT_NEAR((machine.Now(0) - machine.Platform()).ns(), 250'000, 1500);
}

TEST(SystemTimeTest, ACalibrationThatFailsLeavesTheMapping) {
  Machine machine({.constant = false});
  const CpuTime before = machine.time().cpu(0);
  const TimeStamp record{0, Instant(kSecond), Instant(kSecond)};
  EXPECT_FALSE(machine.time().Calibrate(0, record, machine.sampler(0)).ok());
  EXPECT_EQ(machine.time().cpu(0), before);
}

TEST(SystemTimeTest, AChangeOfFrequencyStartsAnewAtPlatformTime) {
  Machine machine({.drift_ppb = 1'000'000, .constant = false});
  machine.now = kSecond;
  const Instant before = machine.Now(0);
  ASSERT_TRUE(
      machine.tsc(0).ChangeFrequency(machine.now, Hertz(1'000'000'000)).ok());
  ASSERT_TRUE(machine.time()
                  .ChangeFrequency(0, Hertz(1'000'000'000), machine.sampler(0))
                  .ok());
  const Instant after = machine.Now(0);
  EXPECT_LT(after, before);  // local time had run ahead: it steps back
  EXPECT_NEAR(after.ns(), kSecond, 2000);
  EXPECT_NEAR(machine.time().next_calibration().ns(), 2 * kSecond, 3000);
  machine.now = 2 * kSecond;
  EXPECT_NEAR(machine.Now(0).ns(), 2 * kSecond, 1'002'000);
}

TEST(SystemTimeTest, RefusesChangesOfFrequencyThatCannotBe) {
  Machine constant({});
  EXPECT_EQ(constant.time()
                .ChangeFrequency(0, Hertz(1'000'000'000), constant.sampler(0))
                .code(),
            absl::StatusCode::kFailedPrecondition);
  Machine machine({.constant = false});
  for (int64_t hz : {int64_t{0}, int64_t{999'999}, int64_t{1} << 60}) {
    EXPECT_EQ(
        machine.time().ChangeFrequency(0, Hertz(hz), machine.sampler(0)).code(),
        absl::StatusCode::kInvalidArgument);
  }
}

TEST(SystemTimeTest, ACpuThatWakesRestoresItsCounterFromPlatformTime) {
  Machine machine({.nonstop = false});
  machine.time().LatchReference(0, machine.sampler(0));
  ASSERT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  machine.tsc(1).Stop(machine.now);
  machine.now += kSecond / 2;
  machine.tsc(1).Resume(machine.now);
  const auto tsc = machine.time().LeaveDeepIdle(1, machine.sampler(1));
  ASSERT_TRUE(tsc.has_value());
  ASSERT_TRUE(machine.sampler(1).WriteTsc(*tsc).ok());
  // A tick of the timer, its read and the write: kilo-TSCs of skew.
  EXPECT_NEAR(machine.Distance(), 0, 1000);
  EXPECT_NEAR(SkewAt(machine.tsc(0), machine.tsc(1), machine.now), 0, 2000);
  EXPECT_NE(SkewAt(machine.tsc(0), machine.tsc(1), machine.now), 0);
}

TEST(SystemTimeTest, ANonstopCounterNeedsNoRestore) {
  Machine machine({});
  const CpuTime before = machine.time().cpu(0);
  EXPECT_EQ(machine.time().LeaveDeepIdle(0, machine.sampler(0)), std::nullopt);
  EXPECT_EQ(machine.time().cpu(0), before);
}

TEST(SystemTimeTest, StandsStillOverSuspendToRam) {
  Machine machine({.drift_ppb = 10'000});
  machine.now = 3 * kSecond;
  machine.time().LatchReference(0, machine.sampler(0));
  ASSERT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  const Instant before = machine.Now(0);
  machine.time().Suspend(machine.sampler(0));
  EXPECT_EQ(machine.time().next_calibration(), Instant::Never());
  machine.counter().Stop(machine.now);
  for (uint32_t cpu : {0u, 1u}) machine.tsc(cpu).Suspend(machine.now);
  machine.now += 3600 * kSecond;
  machine.counter().Resume(machine.now);
  for (uint32_t cpu : {0u, 1u}) machine.tsc(cpu).ResumeFromSuspend(machine.now);
  machine.time().Resume(machine.sampler(0));
  EXPECT_NEAR((machine.Now(0) - before).ns(), 0, 3000);
  EXPECT_NEAR((machine.time().next_calibration() - before).ns(), kSecond, 3000);
  // The other comes up again, beside it.
  machine.time().LatchReference(0, machine.sampler(0));
  ASSERT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  EXPECT_NEAR(machine.Distance(), 0, 300);
}

TEST(SystemTimeTest, TheOverflowTimerCarriesANarrowCounterOn) {
  Machine machine({.timer = *AcpiPmTimer(24, false)});
  for (int i = 0; i < 100; ++i) {
    machine.now += 2'343'000'000;
    const auto overflow = machine.time().OnOverflowTimer(machine.sampler(0));
    EXPECT_EQ(overflow.recovered_wraps, 0);
    EXPECT_NEAR(overflow.next.ns(), machine.now + 2'343'484'437, 1000);
  }
  EXPECT_NEAR(machine.Platform().ns(), machine.now, 2000);
}

TEST(SystemTimeTest, TheOverflowTimerRecoversWhatALateOneMissed) {
  Machine machine({.timer = *AcpiPmTimer(24, false)});
  machine.now += 20 * kSecond;  // four wraps of 4.687 s
  EXPECT_EQ(machine.time().OnOverflowTimer(machine.sampler(0)).recovered_wraps,
            4);
  EXPECT_NEAR(machine.Platform().ns(), machine.now, 2000);
}

// The sampler of a machine whose platform timer is the TSC.
class TscOnly : public TimeSampler {
 public:
  explicit TscOnly(TimeSampler* sampler) : sampler_(sampler) {}
  uint64_t ReadTscOrdered() override { return sampler_->ReadTscOrdered(); }
  uint64_t ReadCounter() override { return sampler_->ReadTscOrdered(); }

 private:
  TimeSampler* sampler_;
};

TEST(SystemTimeTest, WithTheTscAsThePlatformTimerAllShareOneLine) {
  Machine machine({.hz = 2'394'000'000, .drift_ppb = 10'000});
  machine.now = 3 * kSecond;
  ASSERT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  machine.now = 7 * kSecond;
  EXPECT_NE(machine.Distance(), 0);
  TscOnly sampler(&machine.sampler(0));
  ASSERT_TRUE(
      machine.time()
          .SwitchPlatformTimer(*TscTimer(Hertz(2'394'000'000)), true, sampler)
          .ok());
  EXPECT_EQ(machine.time().cpu(0), machine.time().cpu(1));
  EXPECT_EQ(machine.time().cpu(1).stamp.local_tsc, Machine::kBootTsc);
  for (int i = 0; i < 1000; ++i) {
    machine.now += 123'457;
    ASSERT_EQ(machine.Distance(), 0);
  }
  EXPECT_NEAR((machine.Now(0) - machine.time().ReadPlatform(sampler)).ns(), 0,
              50);
}

TEST(SystemTimeTest, AnotherPlatformTimerGoesOnWhereLocalTimeIs) {
  Machine machine({});
  machine.now = 10 * kSecond;
  const CpuTime before = machine.time().cpu(0);
  ASSERT_TRUE(
      machine.time()
          .SwitchPlatformTimer(*Hpet(69'841'279), false, machine.sampler(0))
          .ok());
  EXPECT_EQ(machine.time().cpu(0), before);
  EXPECT_NEAR((machine.Platform() - machine.Now(0)).ns(), 0, 1500);
  PlatformTimer timer = Pit();
  timer.bits = 0;
  EXPECT_FALSE(machine.time()
                   .SwitchPlatformTimer(timer, false, machine.sampler(0))
                   .ok());
}

// stime.md, 7: with skewed TSCs, time on two CPUs is not ordered.
TEST(SystemTimeTest, AReaderThatMovesToAnotherCpuMaySeeTimeStepBack) {
  Machine machine({});
  machine.time().LatchReference(0, machine.sampler(0));
  ASSERT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  machine.tsc(1).Inject(-1300);
  machine.now += kSecond;
  const Instant here = machine.Now(0);
  EXPECT_LT(machine.Now(1), here);
}

TEST(SystemTimeTest, TscsThatAreNotConstantPartByTheirCalibrationErrors) {
  Machine machine({.drift_ppb = 50'000, .constant = false});
  ASSERT_TRUE(machine.time().StartCpu(1, machine.sampler(1)).ok());
  int64_t largest = 0;
  for (int i = 1; i <= 20; ++i) {
    machine.now += kSecond;
    machine.Calibrate();
    largest = std::max(largest, std::abs(machine.Distance()));
  }
  EXPECT_GT(largest, 100);
  EXPECT_LT(largest, 10'000);
}

TEST(SystemTimeTest, ARendezvousThatWritesTscsLosesItsOwnDuration) {
  constexpr uint64_t kDuration = 10'000;  // from the sample to the write
  Machine machine({.cpus = 1});
  machine.now = kSecond;
  const Instant before = machine.Now(0);
  const uint64_t start = machine.now;
  const uint64_t sample = machine.sampler(0).ReadTscOrdered();
  machine.now = start + kDuration;
  ASSERT_TRUE(machine.tsc(0).Write(machine.now, sample).ok());
  const TimeStamp record =
      RecordAfterRendezvous(machine.time().cpu(0), sample, sample, Instant());
  ASSERT_TRUE(machine.time().Calibrate(0, record, machine.sampler(0)).ok());
  const uint64_t end = machine.now;
  EXPECT_NEAR((machine.Now(0) - before).ns(), end - start - kDuration, 20);
}

}  // namespace
}  // namespace xenotime
