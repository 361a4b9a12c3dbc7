#include "xenotime/cli/latency.h"

#include <cstdint>
#include <initializer_list>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

Samples Of(std::initializer_list<int64_t> values) {
  Samples samples;
  for (int64_t value : values) samples.Add(value);
  return samples;
}

TEST(LatencyOf, PrefersWhatGuestsMeasured) {
  Report report;
  report.metrics.vcpus.resize(2);
  report.metrics.vcpus[0].wake_to_run = Of({1, 2, 3});
  report.metrics.vcpus[1].guest_samples = Of({10, 30, 20});
  const Latency latency = LatencyOf(report);
  EXPECT_EQ(latency.source, LatencySource::kGuest);
  EXPECT_EQ(latency.summary.count, 3);
  EXPECT_EQ(latency.summary.median, 20);
}

TEST(LatencyOf, FallsBackToTheTraceAndPools) {
  Report report;
  report.metrics.vcpus.resize(2);
  report.metrics.vcpus[0].wake_to_run = Of({5, 1});
  report.metrics.vcpus[1].wake_to_run = Of({3});
  const Latency latency = LatencyOf(report);
  EXPECT_EQ(latency.source, LatencySource::kWakeToRun);
  EXPECT_EQ(latency.summary.count, 3);
  EXPECT_EQ(latency.summary.median, 3);
}

TEST(LatencyOf, EveryVcpuHasItsOwnWarmUp) {
  Report report;
  report.metrics.vcpus.resize(2);
  for (VcpuMetrics& vcpu : report.metrics.vcpus) {
    vcpu.guest_samples.Add(1000);
    for (int i = 0; i < 20; ++i) vcpu.guest_samples.Add(i);
  }
  EXPECT_EQ(LatencyOf(report).summary.max, 1000);
  EXPECT_EQ(LatencyOf(report).summary.warm_max, 19);
}

TEST(LatencyOf, NoWakesAreNoLatency) {
  EXPECT_EQ(LatencyOf(Report()).source, LatencySource::kNone);
}

TEST(CpuUseOf, CountsAllPcpus) {
  Report report;
  report.duration = Nanoseconds(100);
  report.metrics.vcpus.resize(2);
  report.metrics.vcpus[0].run_ns = 30;
  report.metrics.vcpus[1].run_ns = 50;
  report.metrics.pcpu_idle_ns = {60, 60};
  EXPECT_EQ(CpuUseOf(report).used_ns, 80);
  EXPECT_EQ(CpuUseOf(report).available_ns, 200);
}

}  // namespace
}  // namespace xenotime
