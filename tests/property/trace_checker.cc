#include "xenotime/tests/property/trace_checker.h"

#include "absl/strings/str_cat.h"

namespace xenotime {

TraceChecker::TraceChecker(uint32_t pcpus, uint32_t vcpus, Masks masks)
    : masks_(masks), pcpus_(pcpus), last_(pcpus), vcpus_(vcpus) {
  for (VcpuState& v : vcpus_) v.hard = CpuSet::All(pcpus);
}

void TraceChecker::Append(PcpuId executing, const TraceEvent& event) {
  // A stage may be stamped ahead of time: the end of a wake that costs some.
  if (event.kind != TraceKind::kStage) {
    Instant& last = last_[executing.value()];
    if (event.time < last) Fail(event, "a record steps back in time");
    last = event.time;
  }
  switch (event.kind) {
    case TraceKind::kSwitch:
      Switch(event);
      break;
    case TraceKind::kAffinity:
      V(event.vcpu).hard.SetWord(event.arg2, event.arg);
      break;
    case TraceKind::kWake:
      V(event.vcpu).runnable = true;
      break;
    case TraceKind::kSleep:
      V(event.vcpu).runnable = false;
      break;
    case TraceKind::kPark:
      V(event.vcpu).parked = true;
      break;
    case TraceKind::kUnpark:
      // No wake follows: whoever can run is simply queued again.
      V(event.vcpu).parked = false;
      if (event.detail != 0) V(event.vcpu).runnable = true;
      break;
    default:
      break;
  }
}

void TraceChecker::Switch(const TraceEvent& event) {
  PcpuState& pcpu = pcpus_[event.pcpu];
  const VcpuId previous(static_cast<uint32_t>(event.arg));
  if (pcpu.current != previous) Fail(event, "leaves one who was not current");
  if (previous.valid()) Leave(event);
  if (pcpu.current.valid()) pcpu.busy += event.time - pcpu.since;
  pcpu.current = event.vcpu;
  pcpu.since = event.time;
  if (pcpu.current.valid()) Enter(event);
}

Duration TraceChecker::Busy(Instant end) const {
  Duration busy;
  for (const PcpuState& pcpu : pcpus_) {
    busy += pcpu.busy;
    if (pcpu.current.valid()) busy += end - pcpu.since;
  }
  return busy;
}

void TraceChecker::Leave(const TraceEvent& event) {
  VcpuState& v = V(VcpuId(static_cast<uint32_t>(event.arg)));
  v.on = PcpuId::None();
  const auto reason = static_cast<SwitchReason>(event.detail);
  v.runnable = reason == SwitchReason::kYielded ||
               reason == SwitchReason::kSlice ||
               reason == SwitchReason::kPreempted;
}

void TraceChecker::Enter(const TraceEvent& event) {
  VcpuState& v = V(event.vcpu);
  if (v.on.valid()) Fail(event, "enters while current elsewhere");
  if (!v.runnable) Fail(event, "enters without having become runnable");
  if (v.parked) Fail(event, "enters while parked");
  if (masks_ == Masks::kOfPcpus && !v.hard.Contains(PcpuId(event.pcpu))) {
    Fail(event, "enters outside its hard affinity");
  }
  v.on = PcpuId(event.pcpu);
}

void TraceChecker::Fail(const TraceEvent& event, const std::string& what) {
  if (!failure_.empty()) return;
  failure_ = absl::StrCat("at ", event.time.ns(), " ns pCPU ", event.pcpu,
                          " vCPU ", event.vcpu.value(), ": ", what);
}

}  // namespace xenotime
