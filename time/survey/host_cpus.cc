#include "xenotime/time/survey/host_cpus.h"

#include <set>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace xenotime {
namespace {

constexpr uint32_t kMostCpus = 1'000'000;

// Keeps those of `flags` that are in `line` too, or all of it for CPU 0.
void Intersect(absl::string_view line, bool first,
               std::vector<std::string>& flags) {
  const std::vector<std::string> words =
      absl::StrSplit(line, ' ', absl::SkipWhitespace());
  if (first) {
    flags = words;
    return;
  }
  if (words == flags) return;  // as nearly always
  const std::set<std::string> there(words.begin(), words.end());
  std::erase_if(flags,
                [&](const std::string& flag) { return !there.contains(flag); });
}

}  // namespace

bool HostCpus::Has(absl::string_view flag) const {
  return absl::c_linear_search(flags, flag);
}

absl::StatusOr<HostCpus> ParseCpuinfo(absl::string_view text) {
  HostCpus host;
  std::set<std::string> sockets;
  uint32_t with_flags = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::pair<absl::string_view, absl::string_view> split =
        absl::StrSplit(line, absl::MaxSplits(':', 1));
    const absl::string_view key = absl::StripAsciiWhitespace(split.first);
    const absl::string_view value = absl::StripAsciiWhitespace(split.second);
    if (key == "processor") ++host.count;
    if (key == "flags") Intersect(value, with_flags++ == 0, host.flags);
    if (key == "physical id") sockets.insert(std::string(value));
    if (host.count != 1) continue;  // the rest is the same for all
    if (key == "vendor_id") host.vendor = std::string(value);
    if (key == "model name") host.model = std::string(value);
    if (key == "cpu family" && !absl::SimpleAtoi(value, &host.family)) {
      host.family = 0;
    }
  }
  if (host.count == 0) {
    return absl::InvalidArgumentError("no line `processor`: no CPU is told of");
  }
  if (with_flags != host.count) {
    return absl::InvalidArgumentError(
        absl::StrCat(host.count, " CPUs, and ", with_flags,
                     " lines `flags`; there must be one for each"));
  }
  if (!sockets.empty()) host.sockets = static_cast<uint32_t>(sockets.size());
  return host;
}

const std::vector<absl::string_view>& TimeFlags() {
  static const auto* const kFlags = new std::vector<absl::string_view>{
      "tsc",        "constant_tsc", "nonstop_tsc",        "tsc_reliable",
      "tsc_adjust", "rdtscp",       "tsc_deadline_timer", "tsc_known_freq",
      "tsc_scale",  "hypervisor"};
  return *kFlags;
}

TscHardware HardwareOf(const HostCpus& host) {
  TscHardware hardware;
  hardware.invariant = host.Has("nonstop_tsc");
  hardware.constant_rate_family = host.vendor == "GenuineIntel" &&
                                  !hardware.invariant &&
                                  host.Has("constant_tsc");
  hardware.amd_family_11h =
      host.vendor == "AuthenticAMD" && host.family == 0x11;
  return hardware;
}

absl::StatusOr<uint32_t> CountCpuList(absl::string_view list) {
  uint32_t count = 0;
  for (absl::string_view part :
       absl::StrSplit(absl::StripAsciiWhitespace(list), ',')) {
    const std::vector<absl::string_view> ends =
        absl::StrSplit(part, absl::MaxSplits('-', 1));
    uint32_t first = 0, last = 0;
    if (!absl::SimpleAtoi(ends.front(), &first) ||
        !absl::SimpleAtoi(ends.back(), &last) || last < first ||
        last >= kMostCpus || count > kMostCpus) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", part, "\" is no CPU and no range of CPUs"));
    }
    count += last - first + 1;
  }
  return count;
}

}  // namespace xenotime
