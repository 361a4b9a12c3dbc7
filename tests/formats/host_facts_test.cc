#include "xenotime/formats/host_facts.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

namespace fs = std::filesystem;

// A host made of files.
class HostFactsTest : public testing::Test {
 protected:
  HostFactsTest()
      : root_(testing::TempDir() + "/host_" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(root_);
    fs::create_directories(root_);
  }

  void Write(const std::string& path, const std::string& text) {
    const fs::path file = root_ + path;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }

  void WriteWholeHost() {
    Write("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast CPU: v2\n");
    Write("/proc/sys/kernel/osrelease", "6.1.0-test\n");
    Write("/sys/devices/system/clocksource/clocksource0/current_clocksource",
          "tsc \n");
    Write("/proc/loadavg", "2.47 1.46 0.95 1/240 27451\n");
    Write("/proc/stat", "cpu  1 2 3 4 5 6 7 25 0 0\ncpu0 9 9\n");
    const std::string cpu = "/sys/devices/system/cpu/";
    Write(cpu + "cpuidle/current_driver", "intel_idle\n");
    Write(cpu + "cpuidle/current_governor_ro", "menu\n");
    Write(cpu + "cpu0/cpuidle/state0/name", "POLL\n");
    Write(cpu + "cpu0/cpuidle/state1/name", "C6\n");
    Write(cpu + "cpu0/cpuidle/state1/disable", "1\n");
    Write("/dev/cpu_dma_latency", std::string(4, '\0'));
  }

  const std::string root_;
};

TEST_F(HostFactsTest, ReadsEveryFile) {
  WriteWholeHost();
  const HostFacts facts = CollectHostFacts(root_);
  EXPECT_EQ(facts.cpu_model, "Fast CPU: v2");
  EXPECT_EQ(facts.kernel, "6.1.0-test");
  EXPECT_EQ(facts.clocksource, "tsc");
  EXPECT_EQ(facts.load, (std::array<double, 3>{2.47, 1.46, 0.95}));
  EXPECT_EQ(facts.idle_driver, "intel_idle");
  EXPECT_EQ(facts.idle_governor, "menu");
  EXPECT_EQ(facts.idle_states, (std::vector<std::string>{"POLL", "C6(off)"}));
  EXPECT_EQ(facts.cpu_dma_latency_us, 0);
  EXPECT_EQ(facts.steal_ns, 25 * (1'000'000'000 / sysconf(_SC_CLK_TCK)));
}

TEST_F(HostFactsTest, AHostThatSaysNothingIsNoError) {
  const HostFacts facts = CollectHostFacts(root_);
  EXPECT_EQ(facts.cpu_model, "");
  EXPECT_FALSE(facts.load.has_value());
  EXPECT_FALSE(facts.steal_ns.has_value());
  EXPECT_FALSE(facts.cpu_dma_latency_us.has_value());
  EXPECT_GT(facts.cores_available, 0u);
  EXPECT_GE(facts.cores_online, facts.cores_available);
}

TEST_F(HostFactsTest, OddFilesAreNoError) {
  Write("/proc/loadavg", "busy\n");
  Write("/proc/stat", "cpu 1 2 3\n");
  Write("/proc/cpuinfo", "no colon at all\n");
  Write("/dev/cpu_dma_latency", "ab");
  const HostFacts facts = CollectHostFacts(root_);
  EXPECT_FALSE(facts.load.has_value());
  EXPECT_FALSE(facts.steal_ns.has_value());
  EXPECT_FALSE(facts.cpu_dma_latency_us.has_value());
  EXPECT_EQ(facts.cpu_model, "");
}

TEST_F(HostFactsTest, JsonHasNullsForWhatIsUnknown) {
  const nlohmann::ordered_json json = HostFactsJson(CollectHostFacts(root_));
  for (const char* key : {"cpu_model", "kernel", "clocksource", "load",
                          "idle_driver", "idle_governor", "cpu_dma_latency_us",
                          "cpu_dma_latency_held", "steal_ns"}) {
    EXPECT_TRUE(json.at(key).is_null()) << key;
  }
  EXPECT_TRUE(json.at("idle_states").empty());
}

TEST_F(HostFactsTest, JsonSaysWhetherTheLatencyBoundIsHeld) {
  HostFacts facts;
  facts.cpu_dma_latency_us = HostFacts::kNotHeld;
  EXPECT_EQ(HostFactsJson(facts)["cpu_dma_latency_held"], false);
  facts.cpu_dma_latency_us = 0;
  EXPECT_EQ(HostFactsJson(facts)["cpu_dma_latency_held"], true);
}

TEST_F(HostFactsTest, TheLineHasEverything) {
  WriteWholeHost();
  HostFacts facts = CollectHostFacts(root_);
  facts.cores_available = 2;
  facts.cores_online = 4;
  EXPECT_EQ(HostFactsLine(facts),
            "Fast CPU: v2, Linux 6.1.0-test, clocksource tsc, 2 of 4 cores, "
            "load 2.47 1.46 0.95, idle intel_idle/menu POLL C6(off), "
            "cpu_dma_latency held at 0 us, steal since boot 250 ms");
}

TEST_F(HostFactsTest, TheLineOfASilentHostSaysUnknown) {
  EXPECT_EQ(HostFactsLine(HostFacts()),
            "unknown, Linux unknown, clocksource unknown, 0 of 0 cores, load "
            "unknown, idle unknown/unknown, cpu_dma_latency unknown, steal "
            "since boot unknown");
}

TEST_F(HostFactsTest, EveryKeyIsInTheDocument) {
  std::ifstream in("docs/report.md");
  const std::string document((std::istreambuf_iterator<char>(in)),
                             std::istreambuf_iterator<char>());
  const nlohmann::ordered_json json = HostFactsJson(HostFacts());
  for (const auto& item : json.items()) {
    EXPECT_NE(document.find("`" + item.key() + "`"), std::string::npos)
        << item.key();
  }
}

}  // namespace
}  // namespace xenotime
