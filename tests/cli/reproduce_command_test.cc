#include "xenotime/cli/reproduce_command.h"

#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "xenotime/tests/cli/fake_world.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ReproduceCommandTest, TheTableHasThePublishedRowsBesideOurs) {
  FakeWorld world;
  EXPECT_EQ(world.Execute({"reproduce", "skew", "--executor=sim"}), kExitOk);
  EXPECT_THAT(world.err.str(), IsEmpty());
  for (const char* text : {"1,300", "400", "200", "none", "five rounds"}) {
    EXPECT_THAT(world.out.str(), HasSubstr(text));
  }
}

TEST(ReproduceCommandTest, JsonHasBothMetricsOfEachRow) {
  FakeWorld world;
  EXPECT_EQ(world.Execute({"reproduce", "skew", "--executor=sim", "--rounds=3",
                           "--format=json"}),
            kExitOk);
  const auto json = nlohmann::json::parse(world.out.str());
  EXPECT_EQ(json["table"], "skew");
  ASSERT_EQ(json["rows"].size(), 10u);
  const auto& first = json["rows"][0];
  EXPECT_EQ(first["row"], "a");
  EXPECT_EQ(first["metric"], "skew_cycles");
  EXPECT_EQ(first["published"], 1300);
  EXPECT_EQ(first["executor"], "sim");
  EXPECT_EQ(first["unit"], "cycles");
  EXPECT_TRUE(first["value"].is_number_integer());
  EXPECT_EQ(json["rows"][1]["metric"], "cost_cycles");
  EXPECT_TRUE(json["rows"][1]["published"].is_null());
}

TEST(ReproduceCommandTest, APresetCanBeAFileOfOnesOwn) {
  const std::string path = testing::TempDir() + "mine.textproto";
  std::ofstream(path) << "name: 'mine' meeting { cores: 2 line_same_die: 9 }";
  FakeWorld world;
  EXPECT_EQ(world.Execute({"reproduce", "skew", "--executor=sim",
                           "--preset=" + path, "--format=json"}),
            kExitOk);
  EXPECT_EQ(nlohmann::json::parse(world.out.str())["rows"][2]["value"], 9)
      << "form (b): one way of the line";
}

TEST(ReproduceCommandTest, TheChainGoesFromTheFormToTheThroughput) {
  FakeWorld world;
  EXPECT_EQ(world.Execute({"reproduce", "chain", "--rounds=3"}), kExitOk);
  EXPECT_THAT(world.err.str(), IsEmpty());
  for (const char* text : {"3/3", "0/3", "hpet", "9,000", "5.3", "95.2"}) {
    EXPECT_THAT(world.out.str(), HasSubstr(text));
  }
}

TEST(ReproduceCommandTest, TheChainIsAlsoJson) {
  FakeWorld world;
  EXPECT_EQ(
      world.Execute({"reproduce", "chain", "--rounds=3", "--format=json"}),
      kExitOk);
  const auto json = nlohmann::json::parse(world.out.str());
  EXPECT_EQ(json["table"], "chain");
  EXPECT_EQ(json["samples"], 3);
  EXPECT_EQ(json["fast"]["clocksource"], "tsc");
  EXPECT_EQ(json["slow"]["read_ns"], 9'000);
  ASSERT_EQ(json["rows"].size(), 5u);
  EXPECT_EQ(json["rows"][0]["row"], "a");
  EXPECT_EQ(json["rows"][0]["unstable"], 3);
  EXPECT_EQ(json["rows"][0]["clocksource"], "hpet");
}

TEST(ReproduceCommandTest, AChainNeedsAPreset) {
  FakeWorld world;
  EXPECT_EQ(world.Execute({"reproduce", "chain", "--preset=nothing"}),
            kExitUsage);
  EXPECT_THAT(world.err.str(), HasSubstr("is no file that can be read"));
}

TEST(ReproduceCommandTest, WhatCannotBeIsRefused) {
  struct {
    std::vector<std::string> words;
    const char* message;
  } const table[] = {
      {{"--preset=nothing"}, "is no file that can be read; built in is"},
      {{"--preset=/"}, ": a folder; give a preset file"},
      {{"--preset=/dev/zero"}, "/dev/zero"},
      {{"--executor=threads", "--cpus=64"}, "a core of its own"},
      {{"--rounds=0"}, "--rounds"},
      {{"--executor=both"}, "--executor"},
      {{"--seed=-1"}, "--seed"},
  };
  for (const auto& entry : table) {
    FakeWorld world;
    std::vector<std::string> words = {"reproduce", "skew"};
    words.insert(words.end(), entry.words.begin(), entry.words.end());
    EXPECT_EQ(world.Execute(words), kExitUsage) << entry.message;
    EXPECT_THAT(world.err.str(), HasSubstr(entry.message));
    EXPECT_THAT(world.out.str(), IsEmpty());
  }
}

}  // namespace
}  // namespace xenotime
