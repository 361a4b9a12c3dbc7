// What must hold between any two events.

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/guards.h"

namespace xenotime {
namespace {

// What a vCPU that is not on a pCPU must say of itself.
std::optional<std::string> BrokenOffCpu(const Vcpu& v) {
  const RunState state = v.runstate.state();
  if (v.running()) return "is_running, but current nowhere";
  if (state == RunState::kRunning) return "running, but current nowhere";
  if (v.runnable() != (state == RunState::kRunnable) && !v.parked_lately) {
    return absl::StrCat("pause word ", v.pause_word.load(), ", but runstate ",
                        RunStateName(state));
  }
  if (state == RunState::kBlocked && !v.Has(kPauseBlocked)) {
    return "runstate blocked without the blocked flag";
  }
  return std::nullopt;
}

std::optional<std::string> BrokenOnCpu(const Vcpu& v, PcpuId p) {
  if (!v.running()) return "current, but not is_running";
  if (v.cpu() != p) return "current on a pCPU that it is not assigned to";
  if (v.runstate.state() != RunState::kRunning) {
    return "current, but its runstate is not running";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Engine::BrokenInvariant() const {
  std::vector<PcpuId> on(vcpus());
  for (uint32_t i = 0; i < state_.pcpus.size(); ++i) {
    const Pcpu& p = state_.pcpus[i];
    if (!p.current.valid()) continue;
    PcpuId& where = on[p.current.value()];
    if (where.valid()) {
      return absl::StrCat("vCPU ", p.current.value(), " is current on pCPUs ",
                          where.value(), " and ", i);
    }
    where = PcpuId(i);
  }
  for (const Vcpu* v : state_.vcpus) {
    const PcpuId p = on[v->id.value()];
    const auto broken = p.valid() ? BrokenOnCpu(*v, p) : BrokenOffCpu(*v);
    if (broken.has_value()) {
      const Domain& domain = domains_[v->domain.value()];
      return absl::StrCat("vCPU ", domain.number, ".", v->index, ": ", *broken);
    }
  }
  return std::nullopt;
}

}  // namespace xenotime
