#include "xenotime/time/survey/host_cpus.h"

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kTwoSockets[] =
    "processor\t: 0\n"
    "vendor_id\t: GenuineIntel\n"
    "cpu family\t: 6\n"
    "model name\t: Some: CPU\n"
    "physical id\t: 0\n"
    "flags\t\t: fpu tsc constant_tsc nonstop_tsc rdtscp\n"
    "\n"
    "processor\t: 1\n"
    "vendor_id\t: GenuineIntel\n"
    "cpu family\t: 6\n"
    "model name\t: Another\n"
    "physical id\t: 1\n"
    "flags\t\t: fpu tsc constant_tsc rdtscp vmx\n"
    "\n";

TEST(HostCpusTest, OnlyFlagsOfAllCpusCount) {
  const auto host = ParseCpuinfo(kTwoSockets);
  ASSERT_TRUE(host.ok()) << host.status();
  EXPECT_EQ(host->count, 2u);
  EXPECT_EQ(host->sockets, 2u);
  EXPECT_EQ(host->vendor, "GenuineIntel");
  EXPECT_EQ(host->model, "Some: CPU");
  EXPECT_EQ(host->family, 6u);
  EXPECT_THAT(host->flags, ElementsAre("fpu", "tsc", "constant_tsc", "rdtscp"));
  EXPECT_TRUE(host->Has("tsc"));
  EXPECT_FALSE(host->Has("nonstop_tsc"));
  EXPECT_FALSE(host->Has("ts"));
}

TEST(HostCpusTest, AMachineThatTellsNoSocketsHasOne) {
  const auto host = ParseCpuinfo("processor : 0\nflags :\n");
  ASSERT_TRUE(host.ok()) << host.status();
  EXPECT_EQ(host->sockets, 1u);
  EXPECT_FALSE(host->Has("tsc"));
}

TEST(HostCpusTest, ATextWithoutCpusOrFlagsIsRefused) {
  for (const char* text : {"", "no colon\n", ": \n", "flags : tsc\n"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseCpuinfo(text).status())) << text;
  }
  const auto arm = ParseCpuinfo("processor : 0\nFeatures : fp asimd\n");
  EXPECT_THAT(std::string(arm.status().message()),
              HasSubstr("1 CPUs, and 0 lines `flags`"));
}

TEST(HostCpusTest, NonstopStandsForTheInvariantBit) {
  HostCpus host;
  host.vendor = "GenuineIntel";
  host.flags = {"tsc", "constant_tsc", "nonstop_tsc"};
  EXPECT_TRUE(HardwareOf(host).invariant);
  EXPECT_FALSE(HardwareOf(host).constant_rate_family);
  host.flags = {"tsc", "constant_tsc"};
  EXPECT_FALSE(HardwareOf(host).invariant);
  EXPECT_TRUE(HardwareOf(host).constant_rate_family);
  host.vendor = "AuthenticAMD";
  EXPECT_FALSE(HardwareOf(host).constant_rate_family);
  EXPECT_FALSE(HardwareOf(host).amd_family_11h);
  host.family = 17;
  EXPECT_TRUE(HardwareOf(host).amd_family_11h);
}

TEST(HostCpusTest, AListOfCpusIsCounted) {
  EXPECT_EQ(CountCpuList("0\n").value_or(0), 1u);
  EXPECT_EQ(CountCpuList("0-3,8,10-11\n").value_or(0), 7u);
  for (const char* list :
       {"", "\n", "0-", "-1", "3-1", "0,,1", "0-9999999", "x", "0-1-2"}) {
    EXPECT_FALSE(CountCpuList(list).ok()) << list;
  }
}

}  // namespace
}  // namespace xenotime
