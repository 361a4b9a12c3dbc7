#include "xenotime/cli/clock_command.h"

#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "xenotime/tests/cli/fake_world.h"
#include "xenotime/time/host_cores.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ClockCommandTest, JsonHasEveryPairOfCpus) {
  FakeWorld world;
  ASSERT_EQ(world.Execute({"clock", "--format=json"}), kExitOk)
      << world.err.str();
  EXPECT_THAT(world.err.str(), IsEmpty());
  const auto json = nlohmann::json::parse(world.out.str());
  const std::vector<int> cores = AllowedCores();
  EXPECT_EQ(json["host"]["surveyed_cpus"], cores);
  size_t next = 0;
  for (size_t i = 0; i < cores.size(); ++i) {
    for (size_t j = i + 1; j < cores.size(); ++j) {
      ASSERT_LT(next, json["pairs"].size());
      EXPECT_EQ(json["pairs"][next++]["cpus"],
                nlohmann::json({cores[i], cores[j]}));
    }
  }
  EXPECT_EQ(next, json["pairs"].size());
  EXPECT_GT(json["tsc"]["hz"], 0);
  EXPECT_GE(json["reads"].size(), 3u);
  EXPECT_EQ(json["rendezvous"].size(), 2u);
}

TEST(ClockCommandTest, OneCpuIsSurveyedWithoutPairs) {
  FakeWorld world;
  EXPECT_EQ(world.Execute({"clock", "--cpus=1"}), kExitOk);
  EXPECT_THAT(world.out.str(), HasSubstr("One CPU: no pairs"));
  EXPECT_THAT(world.out.str(), HasSubstr("lfence; rdtsc"));
}

TEST(ClockCommandTest, CtrlCGivesAPartialReport) {
  FakeWorld world;
  world.stop = true;
  EXPECT_EQ(world.Execute({"clock"}), kExitInterrupted);
  EXPECT_THAT(world.out.str(), HasSubstr("Interrupted"));
}

TEST(ClockCommandTest, AMachineThatHasNoTscIsToldSo) {
  const std::string path = testing::TempDir() + "no_tsc";
  std::ofstream(path) << "processor : 0\nflags : fpu sse2\n";
  FakeWorld world;
  EXPECT_EQ(ExecuteClock({.cpuinfo = path}, world.environment()),
            kExitNegative);
  EXPECT_THAT(world.err.str(), HasSubstr("no TSC (flag `tsc`)"));
  EXPECT_THAT(world.out.str(), IsEmpty());
}

TEST(ClockCommandTest, AMachineThatDoesNotTellIsAnError) {
  const std::string path = testing::TempDir() + "arm";
  std::ofstream(path) << "processor : 0\nFeatures : fp\n";
  FakeWorld world;
  EXPECT_EQ(ExecuteClock({.cpuinfo = path}, world.environment()),
            kExitNegative);
  EXPECT_THAT(world.err.str(), HasSubstr("lines `flags`"));
  EXPECT_EQ(ExecuteClock({.cpuinfo = "/no/such"}, world.environment()),
            kExitNegative);
  EXPECT_THAT(world.err.str(), HasSubstr("/no/such"));
}

TEST(ClockCommandTest, WhatCannotBeIsRefused) {
  const std::string too_many =
      "--cpus=" + std::to_string(AllowedCores().size() + 1);
  struct {
    std::string word;
    const char* message;
  } const table[] = {
      {too_many, "this process may use"}, {"--cpus=0", "--cpus"},
      {"--cpus=2000", "--cpus"},          {"--cpus=two", "--cpus"},
      {"--format=csv", "--format"},       {"--rounds=3", "--rounds"},
  };
  for (const auto& entry : table) {
    FakeWorld world;
    EXPECT_EQ(world.Execute({"clock", entry.word}), kExitUsage) << entry.word;
    EXPECT_THAT(world.err.str(), HasSubstr(entry.message));
    EXPECT_THAT(world.out.str(), IsEmpty());
  }
}

}  // namespace
}  // namespace xenotime
