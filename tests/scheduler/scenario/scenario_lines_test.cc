#include "xenotime/scheduler/scenario/scenario_lines.h"

#include <gtest/gtest.h>

namespace xenotime {
namespace {

ScenarioLines Sample() {
  ScenarioLines lines;
  lines.AddField("topology", 2);
  lines.AddField("topology.nodes", 3);
  lines.AddField("parameters.tslice_ms", 4);
  lines.AddField("parameters.tslice_ms", 5);
  lines.AddDomain(6, 2);
  lines.AddDomain(7, 4);
  lines.SetVcpus(1, 1, 2, 8);
  lines.AddPool(9);
  lines.AddAction(10);
  return lines;
}

TEST(ScenarioLinesTest, FieldsAreFoundByTheirPath) {
  EXPECT_EQ(Sample().Find("topology.nodes"), 3);
  EXPECT_EQ(Sample().Find("parameters.tslice_ms"), 4) << "the first counts";
  EXPECT_EQ(Sample().Find("topology.sockets"), 2) << "within topology";
}

TEST(ScenarioLinesTest, EntriesOfListsAreFoundByIndex) {
  EXPECT_EQ(Sample().Find("domains[0].weight"), 6);
  EXPECT_EQ(Sample().Find("domains[1].vcpus[2].hard"), 8);
  EXPECT_EQ(Sample().Find("pools[0].pcpus"), 9);
  EXPECT_EQ(Sample().Find("actions[0]"), 10);
}

TEST(ScenarioLinesTest, AVcpuWithoutALineIsThatOfItsDomain) {
  EXPECT_EQ(Sample().Find("domains[1].vcpus[3].hard"), 7);
  EXPECT_EQ(Sample().Find("domains[1].vcpus"), 7);
}

TEST(ScenarioLinesTest, EverythingElseIsUnknown) {
  for (const char* path :
       {"", "domains", "domains[2].weight", "domains[x", "domains[]", "costs",
        "domains[99999999999999999999].weight", "actions[1].at_ns", "actions",
        "pools[7]", "parameters", "topologyx"}) {
    EXPECT_EQ(Sample().Find(path), 0) << path;
  }
  EXPECT_EQ(ScenarioLines().Find("duration_ns"), 0);
}

TEST(ScenarioLinesTest, WhatIsForgottenIsUnknownWithAllThatIsInIt) {
  ScenarioLines lines = Sample();
  lines.Forget("domains[1].vcpus[1]");
  EXPECT_EQ(lines.Find("domains[1].vcpus[1].hard"), 0);
  EXPECT_EQ(lines.Find("domains[1].vcpus[2].hard"), 8);
  lines.Forget("topology");
  EXPECT_EQ(lines.Find("topology.nodes"), 0);
}

}  // namespace
}  // namespace xenotime
