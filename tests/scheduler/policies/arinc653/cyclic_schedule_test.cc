#include "xenotime/scheduler/policies/arinc653/cyclic_schedule.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace xenotime::arinc653 {
namespace {

constexpr VcpuId kA = VcpuId(7), kB = VcpuId(8);

Instant Ms(int64_t ms) { return Instant() + Milliseconds(ms); }

// The table of arinc653.md, section 5: 1.0 for 30 ms, 2.0 for 20, of 100.
FrameTable Example() {
  return {.major = Milliseconds(100),
          .entries = {{1, 0, Milliseconds(30)}, {2, 0, Milliseconds(20)}}};
}
CyclicSchedule ExampleAt(Instant now) {
  CyclicSchedule schedule;
  schedule.Set(Example(), now);
  schedule.Resolve(1, 0, kA);
  schedule.Resolve(2, 0, kB);
  return schedule;
}

void ExpectAt(CyclicSchedule& schedule, int64_t ms, VcpuId owner,
              int64_t until_ms) {
  schedule.Advance(Ms(ms));
  EXPECT_EQ(schedule.owner(), owner) << ms;
  EXPECT_EQ(schedule.next_switch(), Ms(until_ms)) << ms;
}

TEST(CyclicScheduleTest, TheExampleOfTheSpecification) {
  CyclicSchedule schedule = ExampleAt(Ms(0));
  ExpectAt(schedule, 0, kA, 30);
  ExpectAt(schedule, 29, kA, 30);
  ExpectAt(schedule, 30, kB, 50);
  ExpectAt(schedule, 50, VcpuId::None(), 100);
  EXPECT_TRUE(schedule.InRemainder());
  ExpectAt(schedule, 100, kA, 130);
}

TEST(CyclicScheduleTest, AMissedDecisionSkipsWhatHasPassed) {
  CyclicSchedule schedule = ExampleAt(Ms(0));
  ExpectAt(schedule, 0, kA, 30);
  ExpectAt(schedule, 55, VcpuId::None(), 100);
  ExpectAt(schedule, 99, VcpuId::None(), 100);
}

TEST(CyclicScheduleTest, MissedMajorFramesKeepThePhase) {
  CyclicSchedule schedule = ExampleAt(Ms(3));
  ExpectAt(schedule, 3, kA, 33);
  ExpectAt(schedule, 3 + 1235, kB, 3 + 1250);
  EXPECT_EQ(schedule.next_major(), Ms(1303));
}

TEST(CyclicScheduleTest, ATableCountsFromTheTimeAtWhichItIsSet) {
  CyclicSchedule schedule = ExampleAt(Ms(0));
  ExpectAt(schedule, 40, kB, 50);
  schedule.Set(Example(), Ms(45));
  ExpectAt(schedule, 50, VcpuId::None(), 75);  // nobody owns the entries yet
  schedule.Resolve(1, 0, kA);
  ExpectAt(schedule, 60, kA, 75);
}

TEST(CyclicScheduleTest, WithoutATableItIsNobodysForTenMillisecondsEach) {
  CyclicSchedule schedule;
  ExpectAt(schedule, 0, VcpuId::None(), 10);
  ExpectAt(schedule, 9, VcpuId::None(), 10);
  ExpectAt(schedule, 10, VcpuId::None(), 20);
  ExpectAt(schedule, 37, VcpuId::None(), 40);
}

TEST(CyclicScheduleTest, OneEntryMayFillTheWholeFrame) {
  CyclicSchedule schedule;
  schedule.Set({.major = Milliseconds(5), .entries = {{1, 0, Milliseconds(5)}}},
               Ms(0));
  schedule.Resolve(1, 0, kA);
  ExpectAt(schedule, 0, kA, 5);
  ExpectAt(schedule, 5, kA, 10);
  ExpectAt(schedule, 12, kA, 15);
}

TEST(CyclicScheduleTest, ANameMayStandInManyEntries) {
  CyclicSchedule schedule;
  schedule.Set({.major = Milliseconds(4),
                .entries = {{1, 0, Milliseconds(1)},
                            {1, 1, Milliseconds(1)},
                            {1, 0, Milliseconds(2)}}},
               Ms(0));
  schedule.Resolve(1, 0, kA);
  schedule.Resolve(1, 1, kB);
  ExpectAt(schedule, 0, kA, 1);
  ExpectAt(schedule, 1, kB, 2);
  ExpectAt(schedule, 2, kA, 4);
  schedule.Resolve(1, 0, VcpuId::None());
  ExpectAt(schedule, 3, VcpuId::None(), 4);
  EXPECT_FALSE(schedule.InRemainder());
}

}  // namespace
}  // namespace xenotime::arinc653
