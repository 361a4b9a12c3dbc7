#include "xenotime/proto/convert/report_convert.h"

#include <gtest/gtest.h>

#include "xenotime/proto/report.pb.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

Report Sample() {
  Report report;
  report.scenario = "s";
  report.scheduler = "credit";
  report.vwfi = "trap";
  report.seed = 0xFFFFFFFFFFFFFFFFu;
  report.duration = Milliseconds(5);
  report.partial = true;
  report.trace_hash = 0x8000000000000001u;
  report.schedule_calls = 11;
  report.domains = {{1, 512, 40}, {2, 256, 0}};
  report.metrics.vcpus.resize(3);
  for (int i = 0; i < 3; ++i) {
    report.metrics.vcpus[i].name = {i < 2 ? 1u : 2u, i < 2 ? i + 0u : 0u};
    report.metrics.vcpus[i].run_ns = 10 * (i + 1);
  }
  report.metrics.vcpus[0].runstate_ns = {1, 2, 3, 4};
  report.metrics.vcpus[0].wake_to_run.Add(7);
  report.metrics.vcpus[1].guest_samples.Add(9);
  report.metrics.vcpus[0].entitled_ns = 12;
  report.metrics.vcpus[0].steals = 3;
  report.metrics.vcpus[0].left[static_cast<int>(SwitchReason::kSlice)] = 4;
  report.metrics.vcpus[0].waits.Add(13);
  report.metrics.domains = {{.number = 1,
                             .runnable_ns = 14,
                             .entitled_ns = 15,
                             .cap = {.window_ns = 16}},
                            {.number = 2}};
  report.metrics.fairness = {.jain_ppm = 17, .max_over_min_ppm = -1};
  report.metrics.wasted_pcpu_ns = 18;
  report.pools = {{3, "null"}};
  report.failure = "why";
  report.metrics.pcpu_idle_ns = {5, 6};
  report.metrics.stages[static_cast<int>(WakeStage::kQueued)].Add(3);
  report.metrics.stage_total.Add(8);
  report.metrics.remarks = {"stuck"};
  report.sim = {21, 22};
  report.warnings = {"odd"};
  return report;
}

TEST(ReportConvertTest, NumbersAreTakenOverAsTheyAre) {
  const proto::Report message = ReportToProto(Sample());
  EXPECT_EQ(message.scheduler(), "credit");
  EXPECT_EQ(message.executor(), "sim");
  EXPECT_EQ(message.seed(), 0xFFFFFFFFFFFFFFFFu);
  EXPECT_EQ(message.trace_hash(), "8000000000000001");
  EXPECT_EQ(message.duration_ns(), 5000000);
  EXPECT_TRUE(message.partial());
  EXPECT_EQ(message.schedule_calls(), 11);
  EXPECT_EQ(message.pcpu_idle_ns(1), 6);
  EXPECT_EQ(message.remarks(0), "stuck");
  EXPECT_EQ(message.warnings(0), "odd");
}

TEST(ReportConvertTest, VcpusAreNamedAndTheirSamplesSummarised) {
  const proto::Report message = ReportToProto(Sample());
  ASSERT_EQ(message.vcpus_size(), 3);
  EXPECT_EQ(message.vcpus(1).vcpu(), "1.1");
  EXPECT_EQ(message.vcpus(0).wake_to_run().max_ns(), 7);
  EXPECT_FALSE(message.vcpus(0).has_guest_samples());
  EXPECT_EQ(message.vcpus(1).guest_samples().count(), 1);
  EXPECT_EQ(message.vcpus(0).runstates().running_ns(), 1);
  EXPECT_EQ(message.vcpus(0).runstates().offline_ns(), 4);
}

TEST(ReportConvertTest, ADomainHasTheRunTimeOfItsVcpus) {
  const proto::Report message = ReportToProto(Sample());
  ASSERT_EQ(message.domains_size(), 2);
  EXPECT_EQ(message.domains(0).run_ns(), 30);
  EXPECT_EQ(message.domains(0).weight(), 512u);
  EXPECT_EQ(message.domains(0).cap(), 40u);
  EXPECT_EQ(message.domains(1).run_ns(), 30);
}

TEST(ReportConvertTest, SharesWaitsAndCapsAreTakenOver) {
  const proto::Report message = ReportToProto(Sample());
  EXPECT_EQ(message.vcpus(0).entitled_ns(), 12);
  EXPECT_EQ(message.vcpus(0).steals(), 3);
  EXPECT_EQ(message.vcpus(0).left().slice(), 4);
  EXPECT_EQ(message.vcpus(0).waits().p999_ns(), 13);
  EXPECT_EQ(message.domains(0).runnable_ns(), 14);
  EXPECT_EQ(message.domains(0).entitled_ns(), 15);
  EXPECT_EQ(message.domains(0).cap_error().window_ns(), 16);
  EXPECT_FALSE(message.domains(1).has_cap_error());
  EXPECT_EQ(message.fairness().jain_ppm(), 17);
  EXPECT_EQ(message.fairness().max_over_min_ppm(), -1);
  EXPECT_EQ(message.wasted_pcpu_ns(), 18);
}

TEST(ReportConvertTest, AFailureAndFurtherPoolsAreTakenOver) {
  const proto::Report message = ReportToProto(Sample());
  EXPECT_EQ(message.failure(), "why");
  ASSERT_EQ(message.pools_size(), 1);
  EXPECT_EQ(message.pools(0).number(), 3u);
  EXPECT_EQ(message.pools(0).scheduler(), "null");
}

TEST(ReportConvertTest, OnlyStagesThatWereSeenAreListed) {
  const proto::Report message = ReportToProto(Sample());
  ASSERT_EQ(message.stages_size(), 1);
  EXPECT_EQ(message.stages(0).stage(), "queued");
  EXPECT_EQ(message.stage_total().count(), 1);
}

TEST(ReportConvertTest, OnlyTheFactsOfTheExecutorAreThere) {
  Report report = Sample();
  EXPECT_EQ(ReportToProto(report).sim().events(), 21);
  EXPECT_FALSE(ReportToProto(report).has_threads());
  report.executor = ExecutorKind::kThreads;
  report.threads.idle_mode = "poll";
  report.threads.host_steal_ns = {1, 2};
  const proto::Report message = ReportToProto(report);
  EXPECT_FALSE(message.has_sim());
  EXPECT_EQ(message.trace_hash(), "");
  EXPECT_EQ(message.threads().idle_mode(), "poll");
  EXPECT_EQ(message.threads().host_steal_ns_size(), 2);
}

}  // namespace
}  // namespace xenotime
