#include "xenotime/formats/host_facts.h"

#include <sched.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace xenotime {
namespace {

// The first line of a file; empty if it cannot be read.
std::string FirstLine(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  absl::StripAsciiWhitespace(&line);
  return line;
}

// x86 says "model name" per CPU, some Arm boards say "Model" once.
std::string ReadCpuModel(const std::string& root) {
  std::ifstream in(root + "/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::pair<std::string, std::string> field =
        absl::StrSplit(line, absl::MaxSplits(':', 1));
    const absl::string_view key = absl::StripAsciiWhitespace(field.first);
    if (key == "model name" || key == "Model") {
      return std::string(absl::StripAsciiWhitespace(field.second));
    }
  }
  return "";
}

// A machine may have more cores than a cpu_set_t has bits: the kernel then says
// EINVAL, and a larger set is tried.
uint32_t CountAvailableCores() {
  for (int cpus = CPU_SETSIZE; cpus <= (1 << 20); cpus *= 4) {
    std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(
        CPU_ALLOC(cpus), [](cpu_set_t* s) { CPU_FREE(s); });
    const size_t size = CPU_ALLOC_SIZE(cpus);
    if (set != nullptr && sched_getaffinity(0, size, set.get()) == 0) {
      return static_cast<uint32_t>(CPU_COUNT_S(size, set.get()));
    }
  }
  return 0;
}

uint32_t CountOnlineCores() {
  const int64_t online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? static_cast<uint32_t>(online) : 0;
}

std::optional<std::array<double, 3>> ReadLoad(const std::string& root) {
  std::istringstream line(FirstLine(root + "/proc/loadavg"));
  std::array<double, 3> load = {};
  if (line >> load[0] >> load[1] >> load[2]) return load;
  return std::nullopt;
}

// The device answers with a 32-bit integer in the machine's byte order.
std::optional<int32_t> ReadDmaLatency(const std::string& root) {
  std::ifstream in(root + "/dev/cpu_dma_latency", std::ios::binary);
  char bytes[sizeof(int32_t)];
  int32_t value = 0;
  if (!in.read(bytes, sizeof(bytes))) return std::nullopt;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

std::vector<std::string> ReadIdleStates(const std::string& root) {
  std::vector<std::string> states;
  for (int i = 0; i < 64; ++i) {
    const std::string folder =
        absl::StrCat(root, "/sys/devices/system/cpu/cpu0/cpuidle/state", i);
    std::string name = FirstLine(folder + "/name");
    if (name.empty()) break;
    if (FirstLine(folder + "/disable") == "1") name += "(off)";
    states.push_back(name);
  }
  return states;
}

std::string ReadIdleGovernor(const std::string& folder) {
  const std::string governor = FirstLine(folder + "/current_governor");
  // Kernels before 5.8 have the other name only.
  return governor.empty() ? FirstLine(folder + "/current_governor_ro")
                          : governor;
}

std::string OrUnknown(const std::string& text) {
  return text.empty() ? "unknown" : text;
}

std::string DmaLatencyText(std::optional<int32_t> us) {
  if (!us.has_value()) return "unknown";
  if (*us == HostFacts::kNotHeld) return "not held";
  return absl::StrCat("held at ", *us, " us");
}

std::string LoadText(const std::optional<std::array<double, 3>>& load) {
  if (!load.has_value()) return "unknown";
  return absl::StrFormat("%.2f %.2f %.2f", (*load)[0], (*load)[1], (*load)[2]);
}

std::string StealText(std::optional<int64_t> steal_ns) {
  if (!steal_ns.has_value()) return "unknown";
  return absl::StrCat(*steal_ns / 1'000'000, " ms");
}

template <typename T>
nlohmann::ordered_json OrNull(const std::optional<T>& value) {
  if (!value.has_value()) return nullptr;
  return *value;
}

nlohmann::ordered_json OrNull(const std::string& text) {
  if (text.empty()) return nullptr;
  return text;
}

}  // namespace

std::optional<int64_t> ReadHostStealNs(const std::string& root) {
  // cpu user nice system idle iowait irq softirq steal ..., since Linux 2.6.11.
  std::istringstream line(FirstLine(root + "/proc/stat"));
  std::string name;
  int64_t ticks = 0;
  if (!(line >> name) || name != "cpu") return std::nullopt;
  for (int i = 0; i < 8; ++i) {
    if (!(line >> ticks)) return std::nullopt;
  }
  const int64_t hertz = sysconf(_SC_CLK_TCK);
  if (hertz <= 0 || ticks < 0) return std::nullopt;
  const int64_t tick_ns = 1'000'000'000 / hertz;
  if (ticks > std::numeric_limits<int64_t>::max() / tick_ns) {
    return std::nullopt;
  }
  return ticks * tick_ns;
}

HostFacts CollectHostFacts(const std::string& root) {
  const std::string system = root + "/sys/devices/system/";
  const std::string cpuidle = system + "cpu/cpuidle";
  HostFacts facts;
  facts.cpu_model = ReadCpuModel(root);
  facts.kernel = FirstLine(root + "/proc/sys/kernel/osrelease");
  facts.clocksource =
      FirstLine(system + "clocksource/clocksource0/current_clocksource");
  facts.cores_available = CountAvailableCores();
  facts.cores_online = CountOnlineCores();
  facts.load = ReadLoad(root);
  facts.idle_driver = FirstLine(cpuidle + "/current_driver");
  facts.idle_governor = ReadIdleGovernor(cpuidle);
  facts.idle_states = ReadIdleStates(root);
  facts.cpu_dma_latency_us = ReadDmaLatency(root);
  facts.steal_ns = ReadHostStealNs(root);
  return facts;
}

nlohmann::ordered_json HostFactsJson(const HostFacts& facts) {
  nlohmann::ordered_json held = nullptr;
  if (facts.cpu_dma_latency_us.has_value()) {
    held = *facts.cpu_dma_latency_us != HostFacts::kNotHeld;
  }
  return {{"cpu_model", OrNull(facts.cpu_model)},
          {"kernel", OrNull(facts.kernel)},
          {"clocksource", OrNull(facts.clocksource)},
          {"cores_available", facts.cores_available},
          {"cores_online", facts.cores_online},
          {"load", OrNull(facts.load)},
          {"idle_driver", OrNull(facts.idle_driver)},
          {"idle_governor", OrNull(facts.idle_governor)},
          {"idle_states", facts.idle_states},
          {"cpu_dma_latency_us", OrNull(facts.cpu_dma_latency_us)},
          {"cpu_dma_latency_held", held},
          {"steal_ns", OrNull(facts.steal_ns)}};
}

std::string HostFactsLine(const HostFacts& facts) {
  const std::string states = facts.idle_states.empty()
                                 ? ""
                                 : " " + absl::StrJoin(facts.idle_states, " ");
  return absl::StrCat(
      OrUnknown(facts.cpu_model), ", Linux ", OrUnknown(facts.kernel),
      ", clocksource ", OrUnknown(facts.clocksource), ", ",
      facts.cores_available, " of ", facts.cores_online, " cores, load ",
      LoadText(facts.load), ", idle ", OrUnknown(facts.idle_driver), "/",
      OrUnknown(facts.idle_governor), states, ", cpu_dma_latency ",
      DmaLatencyText(facts.cpu_dma_latency_us), ", steal since boot ",
      StealText(facts.steal_ns));
}

}  // namespace xenotime
