#include "xenotime/scheduler/core/trace_event.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(TraceEventTest, IsHalfACacheLine) {
  EXPECT_EQ(sizeof(TraceEvent), 32u);
  EXPECT_FALSE(TraceEvent().vcpu.valid());
}

TEST(TraceEventTest, ReasonsHaveTheGoldenTracesNames) {
  EXPECT_STREQ(SwitchReasonName(SwitchReason::kIdle), "idle");
  EXPECT_STREQ(SwitchReasonName(SwitchReason::kBlocked), "blocked");
  EXPECT_STREQ(SwitchReasonName(SwitchReason::kOffline), "offline");
  EXPECT_STREQ(SwitchReasonName(SwitchReason::kParked), "parked");
  EXPECT_STREQ(SwitchReasonName(SwitchReason::kMigrating), "migrating");
  EXPECT_STREQ(SwitchReasonName(SwitchReason::kYielded), "yielded");
  EXPECT_STREQ(SwitchReasonName(SwitchReason::kSlice), "slice");
  EXPECT_STREQ(SwitchReasonName(SwitchReason::kPreempted), "preempted");
  EXPECT_STREQ(SwitchReasonName(SwitchReason::kEnd), "end");
}

TEST(TraceEventTest, EveryStageHasAName) {
  EXPECT_STREQ(WakeStageName(WakeStage::kInterrupt), "interrupt");
  EXPECT_STREQ(WakeStageName(WakeStage::kGuest), "guest");
  EXPECT_EQ(static_cast<int>(WakeStage::kGuest) + 1, kWakeStages);
}

}  // namespace
}  // namespace xenotime
