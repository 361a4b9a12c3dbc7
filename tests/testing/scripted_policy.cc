#include "xenotime/tests/testing/scripted_policy.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

std::string Name(VcpuId v) {
  return v.valid() ? absl::StrCat(v.value()) : "idle";
}

std::string Mask(const CpuSet* set) {
  return set == nullptr ? "same" : set->ToString();
}

}  // namespace

void ScriptedPolicy::AddPcpu(const HookContext&, PcpuId p) {
  Log(absl::StrCat("add p", p.value()));
}

PcpuId ScriptedPolicy::LockDomainOf(PcpuId p) const {
  return one_lock_domain ? PcpuId(0) : p;
}

void ScriptedPolicy::Insert(const HookContext&, const Vcpu& v) {
  Log(absl::StrCat("insert ", v.id.value(), " on ", v.cpu().value()));
}

void ScriptedPolicy::AdjustDomain(const HookContext&, const Domain& domain,
                                  uint32_t weight, uint32_t cap) {
  Log(absl::StrCat("adjust ", domain.number, " ", weight, " ", cap));
}

void ScriptedPolicy::AffinityChanges(const HookContext&, const Vcpu& v,
                                     const CpuSet* hard, const CpuSet* soft) {
  Log(absl::StrCat("affinity ", v.id.value(), " hard ", Mask(hard), " soft ",
                   Mask(soft)));
}

void ScriptedPolicy::Wake(const HookContext& context, const Vcpu& v) {
  Log(absl::StrCat("wake ", v.id.value()));
  if (on_wake) on_wake(context, v);
  if (machine().current(v.cpu()) != v.id) host().Tickle(context, v.cpu());
}

void ScriptedPolicy::Sleep(const HookContext& context, const Vcpu& v) {
  Log(absl::StrCat("sleep ", v.id.value()));
  if (machine().current(v.cpu()) == v.id) host().Tickle(context, v.cpu());
}

void ScriptedPolicy::Yield(const HookContext&, const Vcpu& v) {
  Log(absl::StrCat("yield ", v.id.value()));
}

void ScriptedPolicy::ContextSaved(const HookContext&, const Vcpu& v) {
  Log(absl::StrCat("saved ", v.id.value()));
}

Decision ScriptedPolicy::PickNext(const HookContext& context, VcpuId current) {
  Log(absl::StrCat("decide ", Name(current)));
  if (on_pick_next) on_pick_next(context);
  if (decisions.empty()) return {};
  const Decision decision = decisions.front();
  decisions.pop_front();
  return decision;
}

PcpuId ScriptedPolicy::PickPcpu(const HookContext&, const Vcpu& v) {
  Log(absl::StrCat("pick ", v.id.value()));
  if (!picks.empty()) {
    const PcpuId p = picks.front();
    picks.pop_front();
    return p;
  }
  return (v.hard_affinity & machine().pool()).TestOrCyclic(v.cpu());
}

void ScriptedPolicy::Migrate(const HookContext& context, const Vcpu& v,
                             PcpuId target) {
  Log(absl::StrCat("migrate ", v.id.value(), " to ", target.value()));
  PolicyBase::Migrate(context, v, target);
}

void ScriptedPolicy::OnTimer(const HookContext& context, TimerId timer) {
  Log(absl::StrCat("timer ", timer.value()));
  if (on_timer) on_timer(context, timer);
}

std::string ScriptedPolicy::Describe(VcpuId v) const {
  return v.valid() ? absl::StrCat("state of ", v.value()) : "whole\npolicy";
}

std::vector<std::string> ScriptedPolicy::TakeLog() {
  return std::exchange(log_, {});
}

}  // namespace xenotime
