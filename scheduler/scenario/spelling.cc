#include "xenotime/scheduler/scenario/spelling.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace xenotime {
namespace {

// Positions are the values of the enumerations.
constexpr std::array<const char*, 3> kVwfiNames = {"trap", "yield", "native"};
constexpr std::array<const char*, 3> kGranularityNames = {"cpu", "core",
                                                          "socket"};
constexpr std::array<const char*, 2> kWaitNames = {"wfi", "spin"};

template <typename Enum, size_t kCount>
absl::StatusOr<Enum> ParseWord(const std::array<const char*, kCount>& names,
                               absl::string_view text) {
  for (size_t i = 0; i < kCount; ++i) {
    if (text == names[i]) return static_cast<Enum>(i);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      Quoted(text), " is not known; give ", absl::StrJoin(names, " or ")));
}

// First and last id.
using Range = std::pair<uint32_t, uint32_t>;

std::optional<Range> ParseRange(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(text, absl::MaxSplits('-', 1));
  const bool single = !absl::StrContains(text, '-');
  const std::optional<int64_t> first = ParseDecimal(ends.first);
  const std::optional<int64_t> last =
      single ? first : ParseDecimal(ends.second);
  if (!first || !last || *first > *last || *last >= Topology::kMaxPcpus) {
    return std::nullopt;
  }
  return Range(*first, *last);
}

PcpuList Expand(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end());
  PcpuList list;
  uint32_t next = 0;
  for (const auto& [first, last] : ranges) {
    for (next = std::max(next, first); next <= last; ++next) {
      list.push_back(next);
    }
  }
  return list;
}

bool IsWholeMachine(const PcpuList& list, uint32_t pcpus) {
  return !list.empty() && list.size() == pcpus && list.front() == 0 &&
         list.back() == pcpus - 1;
}

}  // namespace

std::optional<int64_t> ParseDecimal(absl::string_view text) {
  int64_t value = 0;
  const bool digits =
      !text.empty() && absl::c_all_of(text, [](unsigned char c) {
        return absl::ascii_isdigit(c);
      });
  if (!digits || !absl::SimpleAtoi(text, &value)) return std::nullopt;
  return value;
}

absl::StatusOr<VcpuName> ParseVcpuName(absl::string_view text) {
  constexpr int64_t kMax = std::numeric_limits<uint32_t>::max();
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits('.', 1));
  const std::optional<int64_t> domain = ParseDecimal(parts.first);
  const std::optional<int64_t> index = ParseDecimal(parts.second);
  if (!domain || !index || *domain > kMax || *index > kMax) {
    return absl::InvalidArgumentError(absl::StrCat(
        Quoted(text), " is not a vCPU; give DOMAIN.INDEX, such as 1.0"));
  }
  return VcpuName{static_cast<uint32_t>(*domain),
                  static_cast<uint32_t>(*index)};
}

std::string FormatVcpuName(uint32_t domain, uint32_t index) {
  return absl::StrCat(domain, ".", index);
}

absl::StatusOr<PcpuList> ParsePcpuList(absl::string_view text, uint32_t pcpus) {
  if (text == "all") {
    return pcpus == 0 ? PcpuList() : Expand({Range(0, pcpus - 1)});
  }
  std::vector<Range> ranges;
  for (absl::string_view part : absl::StrSplit(text, ',')) {
    const std::optional<Range> range = ParseRange(part);
    if (!range) {
      return absl::InvalidArgumentError(absl::StrCat(
          Quoted(text), " is not a set of pCPUs; give ids 0..",
          Topology::kMaxPcpus - 1, " and ranges, such as 0-3,5, or all"));
    }
    ranges.push_back(*range);
  }
  return Expand(std::move(ranges));
}

std::string FormatPcpuList(const PcpuList& list, uint32_t pcpus) {
  if (IsWholeMachine(list, pcpus)) return "all";
  std::string text;
  for (size_t i = 0; i < list.size();) {
    size_t end = i + 1;
    while (end < list.size() && list[end] == list[end - 1] + 1) ++end;
    absl::StrAppend(&text, i == 0 ? "" : ",", list[i]);
    if (end - i > 1) absl::StrAppend(&text, "-", list[end - 1]);
    i = end;
  }
  return text;
}

std::string VwfiName(Vwfi vwfi) { return kVwfiNames[static_cast<int>(vwfi)]; }

absl::StatusOr<Vwfi> ParseVwfi(absl::string_view text) {
  return ParseWord<Vwfi>(kVwfiNames, text);
}

std::string GranularityName(SchedGran granularity) {
  return kGranularityNames[static_cast<int>(granularity)];
}

absl::StatusOr<SchedGran> ParseGranularity(absl::string_view text) {
  return ParseWord<SchedGran>(kGranularityNames, text);
}

std::string GuestWaitName(GuestWait wait) {
  return kWaitNames[static_cast<int>(wait)];
}

absl::StatusOr<GuestWait> ParseGuestWait(absl::string_view text) {
  return ParseWord<GuestWait>(kWaitNames, text);
}

std::string Counted(uint64_t count, absl::string_view thing) {
  return absl::StrCat(count, " ", thing, count == 1 ? "" : "s");
}

std::string Printable(absl::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) {
      shown += absl::CHexEscape(absl::string_view(&c, 1));
    } else {
      shown += c;
    }
  }
  return shown;
}

std::string Quoted(absl::string_view text) {
  constexpr size_t kShown = 60;
  return absl::StrCat("\"", absl::CHexEscape(text.substr(0, kShown)),
                      text.size() > kShown ? "..." : "", "\"");
}

}  // namespace xenotime
