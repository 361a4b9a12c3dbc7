#include "xenotime/formats/action_text.h"

#include <limits>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "xenotime/formats/adjustment_text.h"
#include "xenotime/formats/workload_text.h"
#include "xenotime/scheduler/scenario/limits.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

using Kind = AdminAction::Kind;

constexpr int64_t kMaxNs = std::numeric_limits<int64_t>::max();
constexpr int64_t kMaxUs = kMaxNs / 1000;

// Whether an action that is one word comes next; then it is taken.
bool TakeVerb(LineCursor& line, AdminAction& action) {
  if (line.TakeWord("pause")) {
    action.kind = Kind::kPause;
  } else if (line.TakeWord("unpause")) {
    action.kind = Kind::kUnpause;
  } else if (!action.vcpu.has_value() && line.TakeWord("destroy")) {
    action.kind = Kind::kDestroy;
  } else {
    return false;
  }
  return true;
}

// Whether the option belongs to rtds; then it is read. Microseconds.
bool ReadRealTime(LineCursor& line, const LineCursor::Option& option,
                  AdminAction& action) {
  const auto [key, value] = option;
  if (key == "period") {
    action.period = Microseconds(line.ToNumber(value, key, 1, kMaxUs));
  } else if (key == "budget") {
    action.budget = Microseconds(line.ToNumber(value, key, 1, kMaxUs));
  } else if (key == "extratime") {
    action.extratime = line.ToNumber(value, key, 0, 1) != 0;
  } else {
    return false;
  }
  return true;
}

void ReadDomainOption(LineCursor& line, const LineCursor::Option& option,
                      AdminAction& action) {
  const auto [key, value] = option;
  if (key == "weight") {
    action.weight = line.ToNumber(value, key, 1, kMaxWeight);
  } else if (key == "cap") {
    action.cap = line.ToNumber(value, key, 0, kMaxCap);
  } else if (key == "pool") {
    action.kind = Kind::kMoveDomain;
    action.pool = line.ToNumber(value, key, 0, kMaxPoolNumber);
  } else if (!ReadRealTime(line, option, action)) {
    line.FailUnknownKey(key,
                        "weight, cap, period, budget, extratime and pool, and "
                        "the words pause, unpause and destroy");
  }
}

void ReadVcpuOption(LineCursor& line, const LineCursor::Option& option,
                    uint32_t pcpus, AdminAction& action) {
  if (ReadAffinity(line, option, pcpus, action.hard, action.soft)) return;
  if (ReadRealTime(line, option, action)) return;
  line.FailUnknownKey(option.key,
                      "hard, soft, period, budget and extratime, and the "
                      "words pause and unpause");
}

// A domain or a vCPU, and what becomes of it: one word, or values.
void ReadChange(LineCursor& line, uint32_t pcpus, AdminAction& action) {
  if (TakeVerb(line, action)) return;
  OnceEach once;
  while (!line.AtEnd()) {
    const LineCursor::Option option = line.KeyValue();
    once.Claim(line, option.key);
    if (action.vcpu.has_value()) {
      ReadVcpuOption(line, option, pcpus, action);
    } else {
      ReadDomainOption(line, option, action);
    }
  }
  if (action.kind == Kind::kMoveDomain && once.count() > 1) {
    line.Fail("moving to a pool resets every value; set them in a later line");
  }
}

void ReadPoolChange(LineCursor& line, uint32_t pcpus, AdminAction& action) {
  action.pool = line.Number("pool", 0, kMaxPoolNumber);
  const auto [key, value] = line.KeyValue();
  if (key == "add") {
    action.kind = Kind::kAddPcpus;
  } else if (key == "remove") {
    action.kind = Kind::kRemovePcpus;
  } else {
    return line.FailUnknownKey(key, "add and remove");
  }
  action.pcpus = ReadPcpus(line, value, key, pcpus);
}

void ReadHotplug(LineCursor& line, uint32_t pcpus, AdminAction& action) {
  action.pcpus =
      ReadPcpus(line, line.Word("pCPUs, such as 3 or 2-3"), "pcpu", pcpus);
  const absl::string_view word = line.Word("online or offline");
  if (word == "offline") {
    action.kind = Kind::kUnplug;
    return;
  }
  if (word != "online") {
    return line.Fail(
        absl::StrCat(Quoted(word), " is no state; give online or offline"));
  }
  action.kind = Kind::kPlug;
  action.restore_affinity = line.TakeWord("restore");
}

std::string FormatRealTime(const AdminAction& action) {
  std::string out;
  if (action.period) {
    absl::StrAppend(&out, " period=", action.period->ns() / 1000);
  }
  if (action.budget) {
    absl::StrAppend(&out, " budget=", action.budget->ns() / 1000);
  }
  if (action.extratime) {
    absl::StrAppend(&out, " extratime=", *action.extratime ? 1 : 0);
  }
  return out;
}

std::string FormatAdjustment(const AdminAction& action, uint32_t pcpus) {
  std::string out;
  if (!action.vcpu.has_value()) {
    if (action.weight) absl::StrAppend(&out, " weight=", *action.weight);
    if (action.cap) absl::StrAppend(&out, " cap=", *action.cap);
  }
  return absl::StrCat(out, FormatAffinity(action.hard, action.soft, pcpus),
                      FormatRealTime(action));
}

std::string FormatSubject(const AdminAction& action) {
  if (!action.vcpu.has_value()) return absl::StrCat("domain ", action.domain);
  return absl::StrCat("vcpu ", FormatVcpuName(action.domain, *action.vcpu));
}

std::string FormatWhat(const AdminAction& action, uint32_t pcpus) {
  const std::string list = FormatPcpuList(action.pcpus, pcpus);
  switch (action.kind) {
    case Kind::kAdjust:
      return FormatSubject(action) + FormatAdjustment(action, pcpus);
    case Kind::kPause:
      return FormatSubject(action) + " pause";
    case Kind::kUnpause:
      return FormatSubject(action) + " unpause";
    case Kind::kDestroy:
      return FormatSubject(action) + " destroy";
    case Kind::kMoveDomain:
      return absl::StrCat(FormatSubject(action), " pool=", action.pool);
    case Kind::kAddPcpus:
      return absl::StrCat("pool ", action.pool, " add=", list);
    case Kind::kRemovePcpus:
      return absl::StrCat("pool ", action.pool, " remove=", list);
    case Kind::kUnplug:
      return absl::StrCat("pcpu ", list, " offline");
    case Kind::kPlug:
      return absl::StrCat("pcpu ", list, " online",
                          action.restore_affinity ? " restore" : "");
    case Kind::kSetFrames:
      return FormatFrames(action.pool, action.frames);
  }
  return "";
}

}  // namespace

AdminAction ReadAction(LineCursor& line, uint32_t pcpus) {
  AdminAction action;
  action.at = Instant(line.Number("time", 0, kMaxNs));
  const absl::string_view kind =
      line.Word("domain, vcpu, pool, pcpu or arinc653");
  if (kind == "domain") {
    action.domain = line.Number("domain", 1, kMaxDomainNumber);
    ReadChange(line, pcpus, action);
  } else if (kind == "vcpu") {
    const VcpuName name = ReadVcpuName(line, line.Word("vCPU"));
    action.domain = name.domain;
    action.vcpu = name.index;
    ReadChange(line, pcpus, action);
  } else if (kind == "pool") {
    ReadPoolChange(line, pcpus, action);
  } else if (kind == "pcpu") {
    ReadHotplug(line, pcpus, action);
  } else if (kind == "arinc653") {
    line.SetSeparators(":;");
    FramesLine read = ReadFrames(line);
    action.kind = Kind::kSetFrames;
    action.pool = read.pool;
    action.frames = std::move(read.frames);
  } else {
    line.Fail(absl::StrCat(Quoted(kind),
                           " is not what changes; give domain D, vcpu D.V, "
                           "pool N, pcpu LIST or arinc653"));
  }
  return action;
}

std::string FormatAction(const AdminAction& action, uint32_t pcpus) {
  return absl::StrCat("at ", action.at.ns(), " ", FormatWhat(action, pcpus));
}

bool ReadAffinity(LineCursor& line, const LineCursor::Option& option,
                  uint32_t pcpus, std::optional<PcpuList>& hard,
                  std::optional<PcpuList>& soft) {
  if (option.key != "hard" && option.key != "soft") return false;
  (option.key == "hard" ? hard : soft) =
      ReadPcpus(line, option.value, option.key, pcpus);
  return true;
}

PcpuList ReadPcpus(LineCursor& line, absl::string_view text,
                   absl::string_view what, uint32_t pcpus) {
  if (!line.ok()) return {};
  absl::StatusOr<PcpuList> list = ParsePcpuList(text, pcpus);
  if (list.ok()) return *std::move(list);
  line.Fail(absl::StrCat(what, " ", list.status().message()));
  return {};
}

std::string FormatAffinity(const std::optional<PcpuList>& hard,
                           const std::optional<PcpuList>& soft,
                           uint32_t pcpus) {
  std::string out;
  if (hard) absl::StrAppend(&out, " hard=", FormatPcpuList(*hard, pcpus));
  if (soft) absl::StrAppend(&out, " soft=", FormatPcpuList(*soft, pcpus));
  return out;
}

}  // namespace xenotime
