#include "xenotime/scheduler/trace/interval_recorder.h"

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/trace/records.h"

namespace xenotime {
namespace {

constexpr VcpuId kA(0), kB(1);

std::vector<Interval> Collect(const std::vector<TraceEvent>& events,
                              int64_t end, uint32_t pcpus = 1) {
  IntervalRecorder recorder(pcpus);
  for (const TraceEvent& e : events) recorder.Append(PcpuId(e.pcpu), e);
  return recorder.Finish(Instant(end));
}

Interval Row(uint32_t pcpu, VcpuId vcpu, int64_t start, int64_t end,
             SwitchReason reason) {
  return {PcpuId(pcpu), vcpu, Instant(start), Instant(end), reason};
}

using Rows = std::vector<Interval>;

TEST(IntervalRecorderTest, OpenIntervalsEndWithTheRun) {
  EXPECT_EQ(Collect({SwitchRecord(5, 0, kIdleVcpu, kA)}, 9, 2),
            (Rows{Row(0, kIdleVcpu, 0, 5, SwitchReason::kIdle),
                  Row(1, kIdleVcpu, 0, 9, SwitchReason::kIdle),
                  Row(0, kA, 5, 9, SwitchReason::kEnd)}));
}

TEST(IntervalRecorderTest, OnlyIdleIntervalsOfLengthZeroAreDropped) {
  EXPECT_EQ(Collect({SwitchRecord(0, 0, kIdleVcpu, kA),
                     SwitchRecord(0, 0, kA, kB, SwitchReason::kPreempted),
                     SwitchRecord(3, 0, kB, kIdleVcpu, SwitchReason::kBlocked),
                     SwitchRecord(3, 0, kIdleVcpu, kA)},
                    9),
            (Rows{Row(0, kA, 0, 0, SwitchReason::kPreempted),
                  Row(0, kB, 0, 3, SwitchReason::kBlocked),
                  Row(0, kA, 3, 9, SwitchReason::kEnd)}));
}

TEST(IntervalRecorderTest, EmptyIntervalsOfOneInstantKeepTheirOrder) {
  EXPECT_EQ(Collect({SwitchRecord(2, 0, kIdleVcpu, kB),
                     SwitchRecord(2, 0, kB, kA, SwitchReason::kYielded),
                     SwitchRecord(2, 0, kA, kB, SwitchReason::kSlice)},
                    2),
            (Rows{Row(0, kIdleVcpu, 0, 2, SwitchReason::kIdle),
                  Row(0, kB, 2, 2, SwitchReason::kYielded),
                  Row(0, kA, 2, 2, SwitchReason::kSlice),
                  Row(0, kB, 2, 2, SwitchReason::kEnd)}));
}

TEST(IntervalRecorderTest, OtherRecordsAndUnknownPcpusArePassedOver) {
  EXPECT_EQ(Collect({Record(1, TraceKind::kWake, kA),
                     SwitchRecord(5, 3, kIdleVcpu, kA)},
                    9),
            (Rows{Row(0, kIdleVcpu, 0, 9, SwitchReason::kIdle)}));
}

}  // namespace
}  // namespace xenotime
