#include "xenotime/time/local_calibration.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

TimeScale ScaleOf(int64_t hz) {
  return TimeScale::FromFrequency(Hertz(hz)).value();
}
CpuTime FromZero() { return {{}, ScaleOf(2'400'000'000)}; }
TimeStamp Record(uint64_t tsc, int64_t local, int64_t master) {
  return {tsc, Instant(local), Instant(master)};
}

struct Case {
  const char* name;
  TimeStamp record;
  uint32_t error_factor;
  uint32_t mul;
  int shift;
  int64_t local;
};
// stime.md, 5.
const Case kCases[] = {
    {"exact", Record(2400000000, 1000000000, 1000000000), 0, 0xd5555555, -1,
     1000000000},
    {"slow 5 us", Record(2400000000, 999995000, 1000000000), 0, 0xd5555555, -1,
     1000000000},
    {"fast 5 us", Record(2400000000, 1000005000, 1000000000), 0xffffac1d,
     0xd5550f6d, -1, 1000005000},
    {"fast 3 s", Record(2400000000, 4000000000, 1000000000), 0x80000000,
     0x6aaaaaaa, -1, 4000000000},
    {"half rate", Record(1200000000, 500000000, 1000000000), 0, 0xd5555555, 0,
     1000000000},
    {"3 s epoch", Record(7200000000, 3000000000, 3000000000), 0, 0xd5555555, -1,
     3000000000},
};

TEST(CalibrateToPlatformTest, HasTheSpecifiedNumbers) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const absl::StatusOr<Calibration> result =
        CalibrateToPlatform(FromZero(), c.record);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_TRUE(result->updated);
    EXPECT_EQ(result->error_factor, c.error_factor);
    EXPECT_EQ(result->time.scale.mul_frac(), c.mul);
    EXPECT_EQ(result->time.scale.shift(), c.shift);
    EXPECT_EQ(result->time.stamp,
              (TimeStamp{c.record.local_tsc, Instant(c.local),
                         c.record.master_stime}));
    EXPECT_EQ(result->warp, Instant(c.local) - c.record.local_stime);
  }
}

TEST(CalibrateToPlatformTest, AFastClockIsRightAgainAfterOneMoreEpoch) {
  const Calibration fast = *CalibrateToPlatform(
      FromZero(), Record(2'400'000'000, 1'000'005'000, 1'000'000'000));
  EXPECT_EQ(fast.time.Extrapolate(4'800'000'000), Instant(1'999'999'999));
}

TEST(CalibrateToPlatformTest, AShortEpochChangesNothing) {
  const CpuTime time = FromZero();
  for (int64_t master :
       {int64_t{400'000'000}, int64_t{499'999'999}, int64_t{0}, int64_t{-5}}) {
    // Not even a slow clock is put forward.
    const absl::StatusOr<Calibration> result =
        CalibrateToPlatform(time, Record(123, master - 50, master));
    ASSERT_TRUE(result.ok());
    EXPECT_FALSE(result->updated);
    EXPECT_EQ(result->time, time);
    EXPECT_EQ(result->warp, Duration());
  }
}

TEST(CalibrateToPlatformTest, AnEpochOfExactlyAHalfCounts) {
  EXPECT_TRUE(CalibrateToPlatform(
                  FromZero(), Record(1'200'000'000, 500'000'000, 500'000'000))
                  ->updated);
}

TEST(CalibrateToPlatformTest, AnEpochOfAnHourFitsAfterHalving) {
  const uint64_t tsc = uint64_t{2'400'000'000} * 3600;
  const Calibration result = *CalibrateToPlatform(
      FromZero(), Record(tsc, 3'600'000'000'000, 3'600'000'000'000));
  EXPECT_EQ(result.time.scale.shift(), -1);
  EXPECT_NEAR(result.time.scale.mul_frac(), 0xd5555555, 4);
}

TEST(CalibrateToPlatformTest, RefusesACounterThatWentBackOrStoodStill) {
  CpuTime time = FromZero();
  time.stamp.local_tsc = 1000;
  const absl::Status back =
      CalibrateToPlatform(time, Record(999, 1'000'000'000, 1'000'000'000))
          .status();
  EXPECT_EQ(back.message(),
            "the TSC went back from 1000 to 999 since the last calibration");
  const absl::Status still =
      CalibrateToPlatform(time, Record(1000, 1'000'000'000, 1'000'000'000))
          .status();
  EXPECT_EQ(still.message(), "the TSC made no tick since the last calibration");
  // One tick, lost in the halving of a long epoch.
  EXPECT_FALSE(CalibrateToPlatform(
                   time, Record(1001, 1'000'000'000'000, 1'000'000'000'000))
                   .ok());
}

TEST(CalibrateToPlatformTest, RefusesARateThatNoScaleExpresses) {
  const absl::Status status =
      CalibrateToPlatform(FromZero(),
                          Record(uint64_t{1} << 62, 500'000'000, 500'000'000))
          .status();
  EXPECT_TRUE(absl::StrContains(status.message(), "shift")) << status;
}

TEST(CalibrateConstantTest, TakesTheRecordAndLeavesTheScale) {
  const TimeStamp record = Record(7, 3'000'000'000, 1'000'000'000);
  const Calibration result = CalibrateConstant(FromZero(), record);
  EXPECT_TRUE(result.updated);
  EXPECT_EQ(result.time, (CpuTime{record, FromZero().scale}));
  EXPECT_EQ(result.error_factor, 0u);
  EXPECT_EQ(result.warp, Duration());
}

// A CPU whose counter ticks at a rate that is not quite what its scale says,
// and wanders; platform time is exact. Time on the CPU never falls.
TEST(CalibrateToPlatformProperty, OneCpusTimeNeverStepsBack) {
  constexpr uint64_t kSeed = 1592;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int run = 0; run < 50; ++run) {
    CpuTime time{{}, ScaleOf(rng.Between(1'000'000'000, 4'000'000'000))};
    uint64_t tsc = 0;
    int64_t real_ns = 0;
    Instant last;
    for (int epoch = 0; epoch < 30; ++epoch) {
      const int64_t hz = rng.Between(1'000'000'000, 4'000'000'000);
      const int64_t length = rng.Between(300'000'000, 2'000'000'000);
      const uint64_t ticks =
          MultiplyShift(static_cast<uint64_t>(length),
                        (static_cast<uint64_t>(hz) << 28) / 1'000'000'000, 28);
      for (uint64_t part = 1; part <= 7; ++part) {
        const Instant now = time.Extrapolate(tsc + ticks * part / 7);
        ASSERT_GE(now, last) << "run " << run << " epoch " << epoch;
        last = now;
      }
      tsc += ticks;
      real_ns += length;
      const TimeStamp record =
          RecordAfterRendezvous(time, 0, tsc, Instant(real_ns));
      time = CalibrateToPlatform(time, record)->time;
      ASSERT_GE(time.Extrapolate(tsc), last);
    }
  }
}

// What the promise rests on: the calibration follows the record at once.
TEST(CalibrateToPlatformTest, AFastClockReadBeforeALateCalibrationStepsBack) {
  const CpuTime time = FromZero();
  const TimeStamp record = Record(2'400'000'000, 1'500'000'000, 1'000'000'000);
  const CpuTime slowed = CalibrateToPlatform(time, record)->time;
  CpuTime before = time;
  before.stamp = record;
  const uint64_t late = record.local_tsc + 240'000;  // 100 us
  EXPECT_LT(slowed.Extrapolate(late),
            before.Extrapolate(late) - Microseconds(30));
}

TEST(CalibrateToPlatformProperty, AConstantErrorIsGoneAfterTwoEpochs) {
  constexpr uint64_t kSeed = 9;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 2000; ++i) {
    const uint64_t hz =
        static_cast<uint64_t>(rng.Between(1'000'000'000, 4'000'000'000));
    const int64_t excess = rng.Between(-1'000'000, 1'000'000);
    const CpuTime time{{}, ScaleOf(static_cast<int64_t>(hz))};
    const CpuTime calibrated =
        CalibrateToPlatform(time,
                            Record(hz, 1'000'000'000 + excess, 1'000'000'000))
            ->time;
    const int64_t error =
        (calibrated.Extrapolate(2 * hz) - Instant(2'000'000'000)).ns();
    // e^2 / EPOCH, and rounding.
    ASSERT_GE(error, -4);
    ASSERT_LE(error, excess * excess / 1'000'000'000 + 4);
  }
}

// stime.md, 7: re-stamping truncates on each CPU independently; the distance of
// two is a random walk of 0.41 * sqrt(n) ns, a mean square of n / 6.
TEST(CalibrateConstantProperty, TwoCpusWalkApartByTruncation) {
  constexpr uint64_t kSeed = 41;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  constexpr int kEpochs = 600;
  constexpr int kRuns = 400;
  int64_t sum_of_squares = 0;
  for (int run = 0; run < kRuns; ++run) {
    CpuTime a{{}, ScaleOf(1'900'000'007)}, b = a;
    uint64_t tsc = 0;
    for (int epoch = 0; epoch < kEpochs; ++epoch) {
      tsc += 1'900'000'000;
      for (CpuTime* cpu : {&a, &b}) {
        const uint64_t sample = tsc + rng.Below(100'000);
        const TimeStamp record =
            RecordAfterRendezvous(*cpu, 0, sample, Instant());
        *cpu = CalibrateConstant(*cpu, record).time;
      }
    }
    const uint64_t later = tsc + 1'000'000;
    const int64_t distance = (a.Extrapolate(later) - b.Extrapolate(later)).ns();
    sum_of_squares += distance * distance;
  }
  const int64_t mean_square = sum_of_squares / kRuns;
  EXPECT_GT(mean_square, kEpochs / 6 * 3 / 4);
  EXPECT_LT(mean_square, kEpochs / 6 * 5 / 4);
}

}  // namespace
}  // namespace xenotime
