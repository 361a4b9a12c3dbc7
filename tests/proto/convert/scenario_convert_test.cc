#include "xenotime/proto/convert/scenario_convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/statusor.h"
#include "google/protobuf/text_format.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/proto/scenario.pb.h"
#include "xenotime/scheduler/scenario/default_scenario.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/tests/testing/scenario_files.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;
using ::testing::StartsWith;

proto::Scenario MessageOf(const std::string& text) {
  proto::Scenario message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message))
      << text;
  return message;
}

void ExpectSurvives(const Scenario& scenario, const std::string& name) {
  proto::Scenario message = ScenarioToProto(scenario);
  absl::StatusOr<Scenario> again = ScenarioFromProto(message);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_TRUE(*again == scenario) << name;
  FoldEqualVcpus(message);
  again = ScenarioFromProto(message);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_TRUE(*again == scenario) << name << ", folded";
}

TEST(ScenarioConvertTest, AnEmptyMessageIsTheDefaultScenario) {
  const absl::StatusOr<Scenario> scenario =
      ScenarioFromProto(proto::Scenario());
  ASSERT_TRUE(scenario.ok());
  EXPECT_EQ(*scenario, Scenario());
}

TEST(ScenarioConvertTest, TheSampleSetsEveryFieldAndSurvives) {
  const std::string path =
      TestDataPath("proto/convert/testdata/sample.textproto");
  const absl::StatusOr<Scenario> scenario =
      ScenarioFromProto(MessageOf(ReadTestFile(path)));
  ASSERT_TRUE(scenario.ok()) << scenario.status();
  EXPECT_EQ(scenario->topology,
            (TopologyShape{2, 2, 2, 1, Architecture::kArm}));
  EXPECT_EQ(scenario->vwfi, Vwfi::kNative);
  EXPECT_EQ(scenario->xen, "sched=credit2 vwfi=native");
  EXPECT_EQ(scenario->granularity, SchedGran::kSocket);
  EXPECT_EQ(scenario->domains[0].vcpus.size(), 3u);
  EXPECT_EQ(scenario->domains[0].vcpus[0], scenario->domains[0].vcpus[1]);
  EXPECT_THAT(scenario->domains[0].vcpus[0].hard,
              Optional(ElementsAre(0, 1, 2, 3, 5)));
  EXPECT_EQ(scenario->domains[0].real_time,
            (RealTimeParameters{Milliseconds(20), Milliseconds(12), false}));
  EXPECT_EQ(scenario->domains[1].vcpus[1].real_time,
            (RealTimeParameters{Milliseconds(5), Milliseconds(1), true}));
  EXPECT_EQ(scenario->frames,
            (FrameTable{Milliseconds(100),
                        {{1, 0, Milliseconds(30)}, {7, 2, Milliseconds(20)}}}));
  EXPECT_EQ(scenario->sim.costs.guest_exit, Nanoseconds(10));
  EXPECT_EQ(scenario->sim.costs.per_scheduler[0].decision, Nanoseconds(13));
  EXPECT_EQ(scenario->sim.latency.cost_percent, 17u);
  EXPECT_EQ(scenario->sim.faults.stall, Nanoseconds(23));
  EXPECT_EQ(scenario->threads.idle, IdleMode::kPoll);
  EXPECT_FALSE(scenario->threads.pin);
  ExpectSurvives(*scenario, path);
}

TEST(ScenarioConvertTest, BuiltinWorkloadsSurvive) {
  for (const BuiltinWorkload& workload : BuiltinWorkloads()) {
    ExpectSurvives(workload.scenario, workload.name);
  }
}

TEST(ScenarioConvertTest, GoldenScenariosSurvive) {
  const std::vector<std::string> paths = GoldenScenarioPaths();
  if (paths.empty()) GTEST_SKIP() << "XENOTIME_SHARED is not set";
  for (const std::string& path : paths) {
    const absl::StatusOr<Scenario> scenario =
        ParseScenarioText(ReadTestFile(path), path);
    ASSERT_TRUE(scenario.ok()) << scenario.status();
    ExpectSurvives(*scenario, path);
  }
}

TEST(ScenarioConvertTest, AnExplicitAllIsNotTheSameAsNothing) {
  const absl::StatusOr<Scenario> scenario = ScenarioFromProto(
      MessageOf("topology { cores: 2 } domains { vcpus { hard: 'all' } }"));
  ASSERT_TRUE(scenario.ok());
  EXPECT_THAT(scenario->domains[0].vcpus[0].hard, Optional(ElementsAre(0, 1)));
  EXPECT_EQ(scenario->domains[0].vcpus[0].soft, std::nullopt);
}

TEST(ScenarioConvertTest, WhatAVcpuDoesNotSayOfItsPeriodIsItsDomains) {
  const absl::StatusOr<Scenario> scenario = ScenarioFromProto(
      MessageOf("domains { period_ns: 7000000 vcpus { extratime: false } "
                "vcpus {} }"));
  ASSERT_TRUE(scenario.ok());
  EXPECT_EQ(scenario->domains[0].vcpus[0].real_time,
            (RealTimeParameters{Milliseconds(7), Milliseconds(4), false}));
  EXPECT_EQ(scenario->domains[0].vcpus[1].real_time, std::nullopt);
}

TEST(ScenarioConvertTest, PoolsHaveTablesOfTheirOwn) {
  const absl::StatusOr<Scenario> scenario = ScenarioFromProto(
      MessageOf("pools { number: 1 frames { major_ns: 5 entries { vcpu: '1.0' "
                "runtime_ns: 4 } } }"));
  ASSERT_TRUE(scenario.ok());
  EXPECT_EQ(scenario->pools[0].frames,
            (FrameTable{Nanoseconds(5), {{1, 0, Nanoseconds(4)}}}));
  ExpectSurvives(*scenario, "pools");
}

TEST(ScenarioConvertTest, FoldingMergesEqualNeighboursAndTheirCounts) {
  proto::Scenario message = MessageOf(
      "domains { vcpus { count: 2 hard: '0' } vcpus { hard: '0' } vcpus {} "
      "vcpus { hard: '0' } }");
  FoldEqualVcpus(message);
  ASSERT_EQ(message.domains(0).vcpus_size(), 3);
  EXPECT_EQ(message.domains(0).vcpus(0).count(), 3u);
  EXPECT_FALSE(message.domains(0).vcpus(1).has_count());
  EXPECT_EQ(message.domains(0).vcpus(2).hard(), "0");
}

struct BadMessage {
  const char* text;
  const char* error;
};

class ScenarioConvertBadMessageTest
    : public ::testing::TestWithParam<BadMessage> {};

TEST_P(ScenarioConvertBadMessageTest, IsRefusedWithThePathOfTheField) {
  const absl::Status status =
      ScenarioFromProto(MessageOf(GetParam().text)).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), StartsWith(GetParam().error));
}

constexpr BadMessage kBadMessages[] = {
    {"topology { sockets: 64 cores: 64 threads: 2 }",
     "topology: 64 * 64 * 2 pCPUs are not valid; give 1..4096"},
    {"topology { cores: 0 } domains { vcpus { hard: 'all' } }",
     "topology: 1 * 0 * 1 pCPUs are not valid"},
    {"topology { sockets: 4294967295 cores: 4294967295 threads: 4294967295 }",
     "topology: "},
    {"topology { architecture: 7 }", "topology.architecture: 7 is not known"},
    {"granularity: 9", "granularity: 9 is not known; give SCHED_GRAN_CPU"},
    {"vwfi: 9", "vwfi: 9 is not known; give VWFI_TRAP"},
    {"threads { idle: 5 }", "threads.idle: "},
    {"domains {} domains { vcpus {} vcpus { hard: '3-1' } }",
     "domains[1].vcpus[1].hard: \"3-1\" is not a set of pCPUs"},
    {"domains { vcpus { soft: '' } }", "domains[0].vcpus[0].soft: \"\""},
    {"domains { vcpus { count: 0 } }", "domains[0].vcpus[0].count: 0"},
    {"domains { vcpus { count: 4294967295 } }",
     "domains[0].vcpus[0].count: 4294967295 is not valid; give 1..65535"},
    {"domains { vcpus { count: 65535 } vcpus {} }",
     "domains[0].vcpus[1]: too many vCPUs"},
    {"domains { vcpus { program { phases {} } } }",
     "domains[0].vcpus[0].program.phases[0]: empty; give one of run_ns"},
    {"domains { vcpus { program { phases { wait: false } } } }",
     "domains[0].vcpus[0].program.phases[0]: false means nothing"},
    {"domains { vcpus { program { phases { wake: '1' } } } }",
     "domains[0].vcpus[0].program.phases[0]: wake: \"1\" is not a vCPU"},
    {"domains { vcpus { signal_sender {} } }",
     "domains[0].vcpus[0].signal_sender.target: \"\" is not a vCPU"},
    {"domains { vcpus { timer_latency { wait: 4 } } }",
     "domains[0].vcpus[0].timer_latency.wait: "},
    {"domains { vcpus { signal_latency { wait: 4 } } }",
     "domains[0].vcpus[0].signal_latency.wait: "},
    {"topology { cores: 4096 } domains { vcpus { hard: 'all' count: 5000 } }",
     "domains[0].vcpus[0]: the affinities are too large"},
    {"frames { entries { vcpu: '1.0' } entries { vcpu: '1' } }",
     "frames.entries[1].vcpu: \"1\" is not a vCPU"},
    {"pools {} pools { frames { entries {} } }",
     "pools[1].frames.entries[0].vcpu: \"\" is not a vCPU"},
    {"actions {}", "actions[0]: it names nothing; give domain or vcpu"},
    {"actions { vcpu: 'x' }", "actions[0].vcpu: \"x\" is not a vCPU"},
    {"actions { vcpu: '1.0' hard: 'x' }", "actions[0].hard: \"x\""},
};

INSTANTIATE_TEST_SUITE_P(Table, ScenarioConvertBadMessageTest,
                         ::testing::ValuesIn(kBadMessages));

}  // namespace
}  // namespace xenotime
