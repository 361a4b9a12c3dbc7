#include "xenotime/formats/adjustment_text.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "xenotime/formats/workload_text.h"
#include "xenotime/scheduler/scenario/limits.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

constexpr int64_t kMaxNs = std::numeric_limits<int64_t>::max();
constexpr int64_t kMaxUs = kMaxNs / 1000;

FrameTable::Entry ReadEntry(LineCursor& line) {
  const VcpuName owner =
      ReadVcpuName(line, line.Word("vCPU of a minor frame, such as 1.0"));
  return {.domain = owner.domain,
          .vcpu = owner.index,
          .runtime = Nanoseconds(
              line.Number("nanoseconds of a minor frame", 1, kMaxNs))};
}

}  // namespace

bool ReadRealTime(LineCursor& line, const LineCursor::Option& option,
                  const RealTimeParameters& base,
                  std::optional<RealTimeParameters>& out) {
  const auto [key, value] = option;
  RealTimeParameters changed = out.value_or(base);
  if (key == "period") {
    changed.period = Microseconds(line.ToNumber(value, key, 1, kMaxUs));
  } else if (key == "budget") {
    changed.budget = Microseconds(line.ToNumber(value, key, 1, kMaxUs));
  } else if (key == "extratime") {
    changed.extratime = line.ToNumber(value, key, 0, 1) != 0;
  } else {
    return false;
  }
  out = changed;
  return true;
}

std::string FormatRealTime(
    const std::optional<RealTimeParameters>& parameters) {
  if (!parameters.has_value()) return "";
  return absl::StrCat(" period=", parameters->period.ns() / 1000,
                      " budget=", parameters->budget.ns() / 1000,
                      " extratime=", parameters->extratime ? 1 : 0);
}

FramesLine ReadFrames(LineCursor& line) {
  FramesLine result;
  absl::string_view major =
      line.Word("major frame in nanoseconds, or pool=NUMBER");
  if (absl::ConsumePrefix(&major, "pool=")) {
    result.pool =
        static_cast<uint32_t>(line.ToNumber(major, "pool", 0, kMaxPoolNumber));
    major = line.Word("major frame in nanoseconds");
  }
  result.frames.major =
      Nanoseconds(line.ToNumber(major, "major frame", 1, kMaxNs));
  if (line.ok() && !line.Take(':')) {
    line.Fail(
        "missing ':'; write arinc653 [pool=N] MAJOR_NS : D.V RUNTIME_NS; D.V "
        "RUNTIME_NS");
  }
  if (!line.ok()) return result;
  do {
    result.frames.entries.push_back(ReadEntry(line));
  } while (line.Take(';'));
  return result;
}

std::string FormatFrames(uint32_t pool, const FrameTable& frames) {
  std::string out = "arinc653 ";
  if (pool != 0) absl::StrAppend(&out, "pool=", pool, " ");
  absl::StrAppend(&out, frames.major.ns(), " :");
  const char* separator = " ";
  for (const FrameTable::Entry& entry : frames.entries) {
    absl::StrAppend(&out, separator, FormatVcpuName(entry.domain, entry.vcpu),
                    " ", entry.runtime.ns());
    separator = "; ";
  }
  return out;
}

}  // namespace xenotime
