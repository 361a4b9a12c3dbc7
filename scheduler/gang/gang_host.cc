// What the inner policy may do to the machine, in terms of the outer one.

#include "xenotime/scheduler/gang/gang_policy.h"

namespace xenotime {

void GangPolicy::Tickle(const HookContext& context, PcpuId p) {
  machine_.ResourceOf(p).wants_decision = true;
  // Should another member be the first to decide, p has only to fetch.
  TickleToFetch(context, p);
}

void GangPolicy::Assign(const HookContext& context, VcpuId id, PcpuId p) {
  GangUnit& unit = machine_.Unit(id);
  unit.view.processor.store(p);
  ForEachVcpu(unit, [&](VcpuId v) {
    const uint32_t i = v.value() - unit.first.value();
    outer_.Assign(Outer(context), v, GangMachine::Member(p, i));
  });
}

void GangPolicy::Pause(const HookContext& context, VcpuId id) {
  GangUnit& unit = machine_.Unit(id);
  unit.host_acts = true;
  ForEachVcpu(unit, [&](VcpuId v) { outer_.Pause(Outer(context), v); });
  unit.host_acts = false;
  unit.own_bits += kPauseCountOne;
  machine_.Refresh(unit);
  inner_->Sleep(context, unit.view);
}

void GangPolicy::Unpause(const HookContext& context, VcpuId id) {
  GangUnit& unit = machine_.Unit(id);
  unit.host_acts = true;
  ForEachVcpu(unit, [&](VcpuId v) { outer_.Unpause(Outer(context), v); });
  unit.host_acts = false;
  unit.own_bits -= kPauseCountOne;
  machine_.Refresh(unit);
  if (unit.view.runnable()) inner_->Wake(context, unit.view);
  const GangResource& home = HomeOf(unit);
  if (home.unit == id) TickleMembers(context, home, PcpuId::None());
}

void GangPolicy::Park(const HookContext& context, VcpuId id) {
  GangUnit& unit = machine_.Unit(id);
  ForEachVcpu(unit, [&](VcpuId v) { outer_.Park(Outer(context), v); });
  unit.own_bits |= kPauseParked;
  machine_.Refresh(unit);
}

void GangPolicy::Unpark(const HookContext& context, VcpuId id) {
  GangUnit& unit = machine_.Unit(id);
  ForEachVcpu(unit, [&](VcpuId v) { outer_.Unpark(Outer(context), v); });
  unit.own_bits &= ~uint32_t{kPauseParked};
  machine_.Refresh(unit);
  const GangResource& home = HomeOf(unit);
  if (home.unit == id) TickleMembers(context, home, PcpuId::None());
}

void GangPolicy::RequestMigration(const HookContext& context, VcpuId id) {
  GangUnit& unit = machine_.Unit(id);
  unit.own_bits |= kPauseMigrating;
  machine_.Refresh(unit);
  Tickle(context, unit.view.cpu());
}

TimerId GangPolicy::AddTimer(PcpuId p, TimerScope scope) {
  return outer_.AddTimer(p, scope);
}

void GangPolicy::SetTimer(TimerId timer, Instant deadline) {
  outer_.SetTimer(timer, deadline);
}

void GangPolicy::StopTimer(TimerId timer) { outer_.StopTimer(timer); }

void GangPolicy::MoveTimer(TimerId timer, PcpuId p) {
  outer_.MoveTimer(timer, p);
}

bool GangPolicy::TryLock(const HookContext& context, PcpuId p) {
  return outer_.TryLock(Outer(context), p);
}

void GangPolicy::Unlock(const HookContext& context, PcpuId p) {
  outer_.Unlock(Outer(context), p);
}

void GangPolicy::Note(const HookContext& context, uint8_t code, VcpuId unit,
                      int64_t value) {
  const VcpuId v = unit.valid() ? machine_.Unit(unit).first : unit;
  outer_.Note(Outer(context), code, v, value);
}

}  // namespace xenotime
