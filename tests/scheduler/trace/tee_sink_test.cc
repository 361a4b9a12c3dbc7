#include "xenotime/scheduler/trace/tee_sink.h"

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/trace/records.h"

namespace xenotime {
namespace {

TEST(TeeSinkTest, EverySinkGetsEveryRecordAndNullsAreLeftOut) {
  KeepingSink a, b;
  TeeSink tee({&a, nullptr, &b});
  const TraceEvent event = Record(5, TraceKind::kWake, VcpuId(1));
  tee.Append(PcpuId(3), event);
  for (const KeepingSink* sink : {&a, &b}) {
    ASSERT_EQ(sink->kept.size(), 1u);
    EXPECT_EQ(sink->kept[0].first, PcpuId(3));
    EXPECT_TRUE(SameRecord(sink->kept[0].second, event));
  }
}

}  // namespace
}  // namespace xenotime
