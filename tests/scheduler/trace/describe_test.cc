#include "xenotime/scheduler/trace/describe.h"

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/trace/records.h"

namespace xenotime {
namespace {

constexpr VcpuId kA(0);

TEST(DescribeTest, ASwitchNamesBothSidesAndTheReason) {
  const TraceSubjects subjects{.pcpus = 2, .vcpus = {{1, 0}}};
  EXPECT_EQ(
      Describe(SwitchRecord(1200, 1, kA, kIdleVcpu, SwitchReason::kBlocked),
               subjects),
      "1200 p1 switch 1.0 -> idle (blocked)");
}

TEST(DescribeTest, EveryKindShowsWhatItIsAbout) {
  EXPECT_EQ(Describe(Record(1, TraceKind::kWake, kA, 3)),
            "1 p0 wake v0 (migrated)");
  EXPECT_EQ(Describe(Record(1, TraceKind::kMigrate, kA, 0, 2)),
            "1 p0 migrate v0 from p2");
  EXPECT_EQ(Describe(Record(1, TraceKind::kMigrate, kA, 1, 2)),
            "1 p0 migrate v0 from p2 (pulled)");
  EXPECT_EQ(Describe(Record(1, TraceKind::kTickle, kIdleVcpu, 0, 2)),
            "1 p0 tickle to p2");
  EXPECT_EQ(Describe(Record(1, TraceKind::kAffinity, kA, 0, 0xf0, 1)),
            "1 p0 affinity v0 word 1 = 0xf0");
  EXPECT_EQ(
      Describe(Record(1, TraceKind::kSample, kA, 0, static_cast<uint64_t>(-3))),
      "1 p0 sample v0 -3 ns");
  EXPECT_EQ(Describe(Record(1, TraceKind::kStage, kA, 6)),
            "1 p0 stage v0 decided");
  EXPECT_EQ(Describe(Record(1, TraceKind::kNote, kIdleVcpu, 4, 5)),
            "1 p0 note code 4 value 5");
  EXPECT_EQ(Describe(Record(1, TraceKind::kYield, kA)), "1 p0 yield v0");
}

TEST(DescribeTest, DetailsOutOfRangeAreNumbers) {
  EXPECT_EQ(Describe(Record(1, TraceKind::kWake, kA, 200)),
            "1 p0 wake v0 (200)");
  EXPECT_EQ(Describe(Record(1, TraceKind::kStage, kA, 200)),
            "1 p0 stage v0 200");
  EXPECT_EQ(Describe(Record(1, static_cast<TraceKind>(99), kA)), "1 p0 99 v0");
  EXPECT_EQ(Describe(SwitchRecord(1, 0, kA, kA, static_cast<SwitchReason>(9))),
            "1 p0 switch v0 -> v0 (9)");
}

}  // namespace
}  // namespace xenotime
