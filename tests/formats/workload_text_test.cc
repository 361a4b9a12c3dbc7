#include "xenotime/formats/workload_text.h"

#include <gtest/gtest.h>

#include "xenotime/formats/line_cursor.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

TEST(WorkloadTextTest, WhatIsWrittenInTheShortestFormIsReadBackVerbatim) {
  for (const char* text :
       {"", "run 1", "run 5; sleep 6; wait; wake 3.2; yield; down 0; exit",
        "timer_latency delay=7 wait=spin", "timer_latency delay=7 wait=wfi",
        "signal_latency wait=wfi", "signal_sender target=2.1 gap=9"}) {
    LineCursor line("f", 1, text);
    line.SetSeparators(":;");
    const Workload workload = ParseWorkload(line);
    EXPECT_TRUE(line.ok()) << line.status();
    EXPECT_TRUE(line.AtEnd()) << text;
    EXPECT_EQ(FormatWorkload(workload), text);
  }
}

TEST(WorkloadTextTest, OptionsMayBeLeftOut) {
  LineCursor line("f", 1, "timer_latency");
  EXPECT_EQ(ParseWorkload(line), Workload(TimerLatencyWorkload()));
  LineCursor sender("f", 1, "signal_sender target=1.0");
  EXPECT_EQ(ParseWorkload(sender), Workload(SignalSenderWorkload{1, 0}));
}

TEST(WorkloadTextTest, AVcpuNameOfAFailedLineIsNotLookedAt) {
  LineCursor line("f", 1, "x");
  line.Fail("before");
  ReadVcpuName(line, "nonsense");
  EXPECT_EQ(line.status().message(), "f:1: before");
}

}  // namespace
}  // namespace xenotime
