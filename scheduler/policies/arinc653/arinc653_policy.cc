#include "xenotime/scheduler/policies/arinc653/arinc653_policy.h"

#include "absl/strings/str_cat.h"

namespace xenotime {

using arinc653::CyclicSchedule;

Arinc653Policy::Arinc653Policy(PolicyHost& host)
    : PolicyBase(host), units_(machine().vcpu_capacity()) {}

void Arinc653Policy::AddPcpu(const HookContext&, PcpuId p) {
  if (!lock_domain_.valid()) lock_domain_ = p;
}

void Arinc653Policy::RemovePcpu(const HookContext&, PcpuId p) {
  if (lock_domain_ == p) lock_domain_ = machine().pool().First();
}

PcpuId Arinc653Policy::Place(const HookContext& context, const Vcpu& v) {
  units_.Grow(v.id);
  units_[v.id] = {.managed = true};
  return PickPcpu(context, v);
}

void Arinc653Policy::Insert(const HookContext&, const Vcpu& v) {
  schedule_.Resolve(v.domain_number, v.index, v.id);
}

void Arinc653Policy::Remove(const HookContext&, const Vcpu& v) {
  units_[v.id] = {};
  schedule_.Resolve(v.domain_number, v.index, VcpuId::None());
}

// Nobody is asked to decide: slices that run go on to their ends.
void Arinc653Policy::SetFrames(const HookContext& context,
                               const FrameTable& table) {
  schedule_.Set(table, context.now);
  for (uint32_t i = 0; i < units_.size(); ++i) {
    if (!units_[VcpuId(i)].managed) continue;
    const Vcpu& v = vcpu(VcpuId(i));
    schedule_.Resolve(v.domain_number, v.index, v.id);
  }
}

void Arinc653Policy::Wake(const HookContext& context, const Vcpu& v) {
  units_[v.id].awake = true;
  host().Tickle(context, v.cpu());
}

void Arinc653Policy::Sleep(const HookContext& context, const Vcpu& v) {
  units_[v.id].awake = false;
  if (machine().current(v.cpu()) == v.id) host().Tickle(context, v.cpu());
}

PcpuId Arinc653Policy::PickPcpu(const HookContext&, const Vcpu& v) {
  if (machine().pool().Contains(v.cpu())) return v.cpu();
  return machine().pool().First();
}

Arinc653Policy::Verdict Arinc653Policy::Judge(const CyclicSchedule& schedule,
                                              PcpuId p) const {
  if (schedule.InRemainder()) {
    return {.rule = "the remainder of the major frame belongs to nobody"};
  }
  const VcpuId owner = schedule.owner();
  if (!owner.valid()) {
    return {.rule = "the owner of the minor frame does not exist"};
  }
  if (!units_[owner].awake || !vcpu(owner).runnable()) {
    return {.rule = "the owner of the minor frame is not runnable"};
  }
  if (vcpu(owner).cpu() != p) {
    return {.rule = "the owner of the minor frame lives on another pCPU"};
  }
  return {.runs = true, .rule = "the owner of the minor frame"};
}

Decision Arinc653Policy::PickNext(const HookContext& context, VcpuId) {
  schedule_.Advance(context.now);
  const Verdict verdict = Judge(schedule_, context.executing);
  return {.next = verdict.runs ? schedule_.owner() : VcpuId::None(),
          .slice = schedule_.next_switch() - context.now,
          .rule = verdict.rule};
}

std::string Arinc653Policy::Describe(VcpuId v) const {
  if (!v.valid()) {
    return absl::StrCat("frame index=", schedule_.index(),
                        " next_switch=", schedule_.next_switch().ns(),
                        " next_major=", schedule_.next_major().ns());
  }
  return absl::StrCat("awake=", units_[v].awake ? 1 : 0,
                      " cpu=", vcpu(v).cpu().value());
}

std::vector<Candidate> Arinc653Policy::Candidates(Instant now, PcpuId p,
                                                  VcpuId current) const {
  CyclicSchedule schedule = schedule_;
  schedule.Advance(now);
  std::vector<Candidate> candidates;
  const VcpuId owner = schedule.owner();
  if (owner.valid()) candidates.push_back({owner, Judge(schedule, p).rule});
  if (current.valid() && current != owner) {
    candidates.push_back({current, "current, but not its minor frame"});
  }
  return candidates;
}

}  // namespace xenotime
