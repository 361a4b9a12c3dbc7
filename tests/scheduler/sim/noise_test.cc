#include "xenotime/scheduler/sim/noise.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

std::vector<int64_t> IpiDraws(const SimModels& models, uint64_t seed,
                              bool use_others) {
  Noise noise(models, seed);
  std::vector<int64_t> draws;
  for (int i = 0; i < 200; ++i) {
    if (use_others) {
      noise.TimerLateness();
      noise.Work(Microseconds(1));
      noise.GuestExit(Microseconds(1));
      noise.SpuriousTickle();
    }
    draws.push_back(noise.Ipi(Microseconds(1)).ns());
  }
  return draws;
}

TEST(NoiseTest, WithoutModelsEverythingIsAsNominal) {
  Noise noise({}, 1);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(noise.Work(Nanoseconds(70)), Nanoseconds(70));
    EXPECT_EQ(noise.Ipi(Nanoseconds(70)), Nanoseconds(70));
    EXPECT_EQ(noise.GuestExit(Nanoseconds(70)), Nanoseconds(70));
    EXPECT_EQ(noise.TimerLateness(), Duration());
    EXPECT_FALSE(noise.SpuriousTickle());
    EXPECT_FALSE(noise.SpuriousWake());
  }
}

TEST(NoiseTest, DrawsBetweenNothingAndTheModelsValue) {
  SimModels models;
  models.latency.ipi = Nanoseconds(3);
  models.latency.timer = Nanoseconds(3);
  models.latency.cost_percent = 50;
  Noise noise(models, 1);
  std::vector<int> ipi(4), timer(4), work(6);
  for (int i = 0; i < 500; ++i) {
    ++ipi.at(static_cast<size_t>(noise.Ipi(Nanoseconds(10)).ns() - 10));
    ++timer.at(static_cast<size_t>(noise.TimerLateness().ns()));
    ++work.at(static_cast<size_t>(noise.Work(Nanoseconds(10)).ns() - 10));
  }
  for (const auto& counts : {ipi, timer, work}) {
    for (int count : counts) EXPECT_GT(count, 50);
  }
}

TEST(NoiseTest, OneSeedGivesOneSequence) {
  SimModels models;
  models.latency.ipi = Microseconds(50);
  EXPECT_EQ(IpiDraws(models, 7, false), IpiDraws(models, 7, false));
  EXPECT_NE(IpiDraws(models, 7, false), IpiDraws(models, 8, false));
}

TEST(NoiseTest, AModelLeavesTheDrawsOfTheOthersAsTheyWere) {
  SimModels models;
  models.latency.ipi = Microseconds(50);
  const auto alone = IpiDraws(models, 7, false);
  models.latency.timer = Microseconds(9);
  models.latency.guest_exit = Microseconds(9);
  models.latency.cost_percent = 30;
  models.faults.spurious_tickle_ppm = 500'000;
  models.faults.stall_ppm = 500'000;
  EXPECT_EQ(IpiDraws(models, 7, true), alone);
}

TEST(NoiseTest, FaultsComeAtTheirRates) {
  SimModels models;
  models.faults.late_ipi_ppm = 250'000;
  models.faults.stall_ppm = 100'000;
  models.faults.spurious_wake_ppm = 1'000'000;
  Noise noise(models, 3);
  int late = 0, stalled = 0;
  for (int i = 0; i < 10'000; ++i) {
    late += noise.Ipi(Duration()) == Microseconds(50) ? 1 : 0;
    stalled += noise.Work(Duration()) == Microseconds(100) ? 1 : 0;
    ASSERT_TRUE(noise.SpuriousWake());
  }
  EXPECT_NEAR(late, 2'500, 220);
  EXPECT_NEAR(stalled, 1'000, 150);
}

TEST(NoiseTest, AVictimIsAnyOfThem) {
  Noise noise({}, 3);
  std::vector<int> hits(5);
  for (int i = 0; i < 1'000; ++i) ++hits.at(noise.Victim(5));
  for (int count : hits) EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace xenotime
