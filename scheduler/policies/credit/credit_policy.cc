#include "xenotime/scheduler/policies/credit/credit_policy.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace xenotime {

using credit::kNsPerCredit;
using credit::Priority;
using credit::Unit;

namespace {

// Ticks per slice: three, or one if the slice is shorter than 3 ms.
Duration TickOf(int64_t tslice_ms) {
  const int64_t ticks = tslice_ms < 3 ? 1 : 3;
  return Microseconds(tslice_ms * 1000 / ticks);
}

}  // namespace

CreditPolicy::CreditPolicy(PolicyHost& host, const CreditParameters& parameters)
    : PolicyBase(host),
      slice_(Milliseconds(parameters.tslice_ms)),
      tick_(TickOf(parameters.tslice_ms)),
      credits_per_slice_(credit::kCreditsPerMs * parameters.tslice_ms),
      ratelimit_(std::min(Microseconds(parameters.ratelimit_us), slice_)),
      migrate_delay_(Microseconds(parameters.migrate_delay_us)),
      balance_ratelimit_(Microseconds(parameters.load_balance_ratelimit_us)),
      tickle_one_idle_(parameters.tickle_one_idle),
      smt_power_savings_(parameters.smt_power_savings),
      units_(machine().vcpu_capacity()),
      pcpus_(machine().topology().pcpus()),
      executing_(machine().topology().pcpus()),
      idlers_(machine().topology().pcpus()),
      crowded_(machine().topology().pcpus()),
      balance_bias_(machine().topology().nodes()),
      cpus_(machine().topology().pcpus()) {
  for (auto& bias : balance_bias_) bias = PcpuId(0);
}

void CreditPolicy::AddPcpu(const HookContext& context, PcpuId p) {
  const uint32_t node = machine().topology().NodeOf(p);
  if (!cpus_.Intersects(machine().topology().PcpusOfNode(node))) {
    balance_bias_[node] = p;
  }
  if (cpus_.empty()) {
    if (!accounting_.valid()) {
      accounting_ = host().AddTimer(p, TimerScope::kPolicy);
    }
    accounting_pcpu_ = p;
    host().MoveTimer(accounting_, p);
    host().SetTimer(accounting_, context.now + slice_);
  }
  cpus_.Add(p);
  total_credit_ += static_cast<uint32_t>(credits_per_slice_);
  credit::PcpuState& pcpu = P(p);
  pcpu.idle_bias = PcpuId(machine().topology().pcpus() - 1);
  pcpu.nr_runnable = 0;
  crowded_.Remove(p);
  if (!pcpu.tick.valid()) {
    pcpu.tick = host().AddTimer(p, TimerScope::kPcpu);
  }
  host().SetTimer(pcpu.tick, context.now + tick_);
  pcpu.sorted_epoch = sort_epoch_;
  pcpu.last_balance = context.now;
  idlers_.Add(p);
}

void CreditPolicy::RemovePcpu(const HookContext&, PcpuId p) {
  total_credit_ -= static_cast<uint32_t>(credits_per_slice_);
  idlers_.Remove(p);
  cpus_.Remove(p);
  host().StopTimer(P(p).tick);
  if (cpus_.empty()) {
    host().StopTimer(accounting_);
    return;
  }
  if (accounting_pcpu_ == p) {
    accounting_pcpu_ = cpus_.First();
    host().MoveTimer(accounting_, accounting_pcpu_);
  }
  const uint32_t node = machine().topology().NodeOf(p);
  const CpuSet left = cpus_ & machine().topology().PcpusOfNode(node);
  if (balance_bias_[node] == p && !left.empty()) {
    balance_bias_[node] = left.First();
  }
}

void CreditPolicy::AddDomain(const Domain& domain) {
  if (domains_.size() <= domain.id.value()) {
    domains_.resize(domain.id.value() + 1);
  }
  domains_[domain.id.value()] = credit::DomainState();
}

PcpuId CreditPolicy::Place(const HookContext& context, const Vcpu& v) {
  units_.Grow(v.id);
  U(v.id) = Unit();
  if (v.hard_affinity.size() == 1) U(v.id).Set(credit::kPinned);
  return PickPcpu(context, v);
}

void CreditPolicy::Insert(const HookContext&, const Vcpu& v) {
  if (!v.runnable()) return;
  Enqueue(v.cpu(), v.id);
  CountRunnable(v.cpu(), +1);
}

void CreditPolicy::Remove(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  if (unit.Has(credit::kParked)) {
    unit.Clear(credit::kParked);
    host().Unpause(context, v.id);
  }
  if (unit.active) Deactivate(v.id);
}

void CreditPolicy::AdjustDomain(const HookContext&, const Domain& domain,
                                uint32_t weight, uint32_t cap) {
  credit::DomainState& state = domains_[domain.id.value()];
  total_weight_ += (weight - state.weight) * state.active_count;
  state.weight = weight;
  state.cap = cap;
}

void CreditPolicy::AffinityChanges(const HookContext&, const Vcpu& v,
                                   const CpuSet* hard, const CpuSet* soft) {
  if (soft != nullptr && !soft->IsAll()) {
    soft_affinity_in_use_.store(true, std::memory_order_relaxed);
  }
  if (hard == nullptr) return;
  U(v.id).Clear(credit::kPinned);
  if (hard->size() == 1) U(v.id).Set(credit::kPinned);
}

void CreditPolicy::Wake(const HookContext& context, const Vcpu& v) {
  const PcpuId p = v.cpu();
  Unit& unit = U(v.id);
  if (machine().current(p) == v.id || unit.queue.linked) return;
  const bool placed = unit.Has(credit::kMigrating);
  unit.Clear(credit::kMigrating);
  if (!placed && unit.priority == credit::kUnder &&
      !unit.Has(credit::kParked)) {
    unit.priority = credit::kBoost;
  }
  Enqueue(p, v.id);
  CountRunnable(p, +1);
  Tickle(context, v);
}

void CreditPolicy::Sleep(const HookContext& context, const Vcpu& v) {
  const PcpuId p = v.cpu();
  if (machine().current(p) == v.id) {
    host().Tickle(context, p);
  } else if (U(v.id).queue.linked) {
    Dequeue(p, v.id);
    CountRunnable(p, -1);
  }
}

void CreditPolicy::Yield(const HookContext&, const Vcpu& v) {
  U(v.id).Set(credit::kYield);
}

// Charges the time since start_time. The remainder is kept twice, in
// start_time and in `residual`, so that start_time can run ahead of now; what
// is charged in all is exactly its advance (credit.md, 3.1).
void CreditPolicy::Burn(Unit& unit, Instant now) {
  constexpr uint64_t kPerCredit = 1'000'000;
  const int64_t elapsed = now.ns() - unit.start_time;
  if (elapsed <= 0) return;
  const uint64_t value = static_cast<uint64_t>(elapsed) * 10 + unit.residual;
  const uint64_t credits = value / kPerCredit;
  unit.residual = static_cast<uint32_t>(value % kPerCredit);
  unit.credit -= static_cast<int32_t>(credits);
  unit.start_time += static_cast<int64_t>(credits) * kNsPerCredit;
}

// Behind everybody of its priority or a higher one; a yielder lets exactly one
// of the others pass too, if that one is not the last (credit.md, section 5).
VcpuId CreditPolicy::PositionOf(PcpuId p, VcpuId v) const {
  const Unit& unit = units_[v];
  VcpuId position = pcpus_[p.value()].queue.front();
  while (position.valid() && units_[position].priority >= unit.priority) {
    position = units_[position].queue.next;
  }
  if (unit.Has(credit::kYield) && position.valid()) {
    const VcpuId behind = units_[position].queue.next;
    const bool idle_is_queued = machine().current(p).valid();
    if (behind.valid() || idle_is_queued) position = behind;
  }
  return position;
}

void CreditPolicy::Enqueue(PcpuId p, VcpuId v) {
  P(p).queue.InsertBefore(PositionOf(p, v), v, QueueLinks());
}

void CreditPolicy::Dequeue(PcpuId p, VcpuId v) {
  P(p).queue.Remove(v, QueueLinks());
  U(v).Clear(credit::kYield);
}

void CreditPolicy::CountRunnable(PcpuId p, int change) {
  std::atomic<uint32_t>& count = P(p).nr_runnable;
  const uint32_t now =
      count.load(std::memory_order_relaxed) + static_cast<uint32_t>(change);
  count.store(now, std::memory_order_relaxed);
  if (now > 1) {
    crowded_.Add(p);
  } else {
    crowded_.Remove(p);
  }
}

Decision CreditPolicy::PickNext(const HookContext& context, VcpuId current) {
  const PcpuId p = context.executing;
  if (current.valid()) {
    const Vcpu& v = vcpu(current);
    Unit& unit = U(current);
    Burn(unit, context.now);
    unit.start_time -= context.now.ns();
    unit.last_ran = context.now;
    if (RateLimited(v, context.now)) return KeepRunning(current, context.now);
    if (v.runnable()) {
      Enqueue(p, current);
    } else {
      CountRunnable(p, -1);
    }
  }
  const Decision decision = Choose(context);
  UpdateIdle(p, current, decision.next, context.now);
  return decision;
}

bool CreditPolicy::RateLimited(const Vcpu& v, Instant now) const {
  return !units_[v.id].Has(credit::kYield) && ratelimit_ > Duration() &&
         v.runnable() && now - v.last_switch < ratelimit_;
}

Decision CreditPolicy::KeepRunning(VcpuId v, Instant now) {
  U(v).start_time += now.ns();
  const Duration runtime = std::max(Duration(), now - vcpu(v).last_switch);
  Duration slice = ratelimit_ - runtime;
  if (runtime < credit::kMinTimer) slice = credit::kMinTimer;
  return {.next = v,
          .slice = slice,
          .rule =
              "rate limit: the current vCPU runs on until it has run for "
              "ratelimit_us"};
}

Decision CreditPolicy::Choose(const HookContext& context) {
  credit::PcpuState& pcpu = P(context.executing);
  for (;;) {
    VcpuId candidate = pcpu.queue.front();
    const Priority priority = PriorityOf(candidate);
    VcpuId stolen;
    const bool balance = BalanceIsDue(context.executing, priority, context.now);
    if (balance) {
      pcpu.last_balance = context.now;
      stolen = Balance(context, priority);
    }
    if (stolen.valid()) {
      candidate = stolen;
    } else if (candidate.valid()) {
      Dequeue(context.executing, candidate);
    }
    if (!candidate.valid()) {
      return {.next = {},
              .rule = balance ? "idle: nobody is queued here, and there was "
                                "nothing to steal"
                              : "idle: nobody is queued here, and the last "
                                "search for work was less than "
                                "load_balance_ratelimit_us ago"};
    }
    if (!vcpu(candidate).runnable()) continue;
    return {.next = candidate,
            .slice = slice_,
            .migrated = stolen.valid(),
            .rule = stolen.valid()
                        ? "work stealing: a vCPU of a higher priority than "
                          "the best here waited on another pCPU"
                        : "the head of the run queue: the highest priority, "
                          "and the longest wait among equals"};
  }
}

void CreditPolicy::UpdateIdle(PcpuId p, VcpuId previous, VcpuId next,
                              Instant now) {
  if (!next.valid()) {
    idlers_.Add(p);
    if (previous.valid()) host().StopTimer(P(p).tick);
    return;
  }
  idlers_.Remove(p);
  U(next).start_time += now.ns();
  if (!previous.valid()) {
    // Ticks stay at multiples of their period since boot.
    host().SetTimer(P(p).tick, now + tick_ - Duration(now.ns() % tick_.ns()));
  }
}

std::string CreditPolicy::Describe(VcpuId v) const {
  if (!v.valid()) return "";
  const Unit& unit = units_[v];
  return absl::StrCat("credit=", unit.credit, " pri=", unit.priority,
                      " flags=", unit.flags, " active=", unit.active ? 1 : 0,
                      " cpu=", vcpu(v).cpu().value());
}

}  // namespace xenotime
