#include "xenotime/scheduler/trace/describe.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

// names[i], or the number itself if there is no such name.
template <size_t N>
std::string NameIn(const char* const (&names)[N], uint64_t i) {
  return i < N ? std::string(names[i]) : absl::StrCat(i);
}

std::string KindName(TraceKind kind) {
  static constexpr const char* kNames[] = {
      "switch",  "wake",     "unblock",  "sleep",  "block", "yield",
      "migrate", "tickle",   "affinity", "sample", "stage", "note",
      "stuck",   "snapshot", "speed",    "park",   "unpark"};
  return NameIn(kNames, static_cast<uint64_t>(kind));
}

std::string CauseName(uint8_t cause) {
  static constexpr const char* kNames[] = {"event", "online", "unpause",
                                           "migrated"};
  return NameIn(kNames, cause);
}

std::string ReasonName(uint8_t reason) {
  if (reason > static_cast<uint8_t>(SwitchReason::kEnd)) {
    return absl::StrCat(reason);
  }
  return SwitchReasonName(static_cast<SwitchReason>(reason));
}

std::string StageName(uint8_t stage) {
  if (stage >= kWakeStages) return absl::StrCat(stage);
  return WakeStageName(static_cast<WakeStage>(stage));
}

std::string Pcpu(uint64_t number) { return absl::StrCat("p", number); }

// What follows the vCPU's name.
std::string Particulars(const TraceEvent& e) {
  switch (e.kind) {
    case TraceKind::kWake:
      return absl::StrCat(" (", CauseName(e.detail), ")");
    case TraceKind::kMigrate:
      return absl::StrCat(" from ", Pcpu(e.arg),
                          e.detail == 0 ? "" : " (pulled)");
    case TraceKind::kTickle:
      return absl::StrCat(" to ", Pcpu(e.arg));
    case TraceKind::kAffinity:
      return absl::StrCat(" word ", e.arg2, " = 0x", absl::Hex(e.arg));
    case TraceKind::kSample:
      return absl::StrCat(" ", static_cast<int64_t>(e.arg), " ns");
    case TraceKind::kStage:
      return absl::StrCat(" ", StageName(e.detail));
    case TraceKind::kNote:
      return absl::StrCat(" code ", e.detail, " value ", e.arg);
    default:
      return "";
  }
}

std::string About(const TraceEvent& e, const TraceSubjects& subjects) {
  if (e.kind == TraceKind::kSwitch) {
    const VcpuId from(static_cast<uint32_t>(e.arg));
    return absl::StrCat(" ", subjects.NameOf(from), " -> ",
                        subjects.NameOf(e.vcpu), " (", ReasonName(e.detail),
                        ")");
  }
  const std::string who =
      e.vcpu.valid() ? absl::StrCat(" ", subjects.NameOf(e.vcpu)) : "";
  return absl::StrCat(who, Particulars(e));
}

}  // namespace

std::string Describe(const TraceEvent& event, const TraceSubjects& subjects) {
  return absl::StrCat(event.time.ns(), " ", Pcpu(event.pcpu), " ",
                      KindName(event.kind), About(event, subjects));
}

std::string Describe(const TraceEvent& event) {
  static const TraceSubjects* const kNobody = new TraceSubjects();
  return Describe(event, *kNobody);
}

}  // namespace xenotime
