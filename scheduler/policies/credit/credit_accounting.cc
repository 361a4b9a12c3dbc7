// What the credit scheduler does by the clock: ticks and accounting
// (credit.md, section 4).

#include <algorithm>

#include "xenotime/scheduler/policies/credit/credit_policy.h"

namespace xenotime {

using credit::Unit;

void CreditPolicy::OnTimer(const HookContext& context, TimerId timer) {
  if (timer == accounting_) {
    Account(context);
    host().SetTimer(accounting_, context.now + slice_);
  } else {
    Tick(context);
    host().SetTimer(timer, context.now + tick_);
  }
}

void CreditPolicy::Tick(const HookContext& context) {
  const PcpuId p = context.executing;
  const VcpuId current = machine().current(p);
  if (current.valid()) {
    Unit& unit = U(current);
    if (unit.priority == credit::kBoost) unit.priority = credit::kUnder;
    Burn(unit, context.now);
    if (!unit.active) {
      Activate(current);
    } else if (ChoosePcpu(vcpu(current), /*commit=*/false) != p) {
      host().RequestMigration(context, current);
    }
  }
  Sort(p);
}

// After an accounting: those that may run before those that are over, otherwise
// in their order. BOOST is not put before UNDER.
void CreditPolicy::Sort(PcpuId p) {
  credit::PcpuState& pcpu = P(p);
  if (pcpu.sorted_epoch == sort_epoch_) return;
  pcpu.sorted_epoch = sort_epoch_;
  VcpuId first_over;
  VcpuId next;
  for (VcpuId v = pcpu.queue.front(); v.valid(); v = next) {
    next = U(v).queue.next;
    if (U(v).priority < credit::kUnder) {
      if (!first_over.valid()) first_over = v;
    } else if (first_over.valid()) {
      pcpu.queue.Remove(v, QueueLinks());
      pcpu.queue.InsertBefore(first_over, v, QueueLinks());
    }
  }
}

void CreditPolicy::Activate(VcpuId v) {
  const DomainId d = vcpu(v).domain;
  credit::DomainState& domain = domains_[d.value()];
  U(v).active = true;
  ++domain.active_count;
  domain.active.PushFront(v, ActiveLinks());
  total_weight_ += domain.weight;
  if (!domain.active_list.linked) active_domains_.PushFront(d, DomainLinks());
}

void CreditPolicy::Deactivate(VcpuId v) {
  const DomainId d = vcpu(v).domain;
  credit::DomainState& domain = domains_[d.value()];
  U(v).active = false;
  --domain.active_count;
  domain.active.Remove(v, ActiveLinks());
  total_weight_ -= domain.weight;
  if (domain.active.empty()) active_domains_.Remove(d, DomainLinks());
}

// One accounting pass. All arithmetic is modulo 2^32, as Xen's.
struct CreditPolicy::Pass {
  uint32_t total_weight;
  uint32_t credit;       // to hand out to the domains that follow
  uint32_t weight_left;  // of the domains that follow
  int32_t balance;       // the pool's, of the period before
  int32_t new_balance = 0;
  bool somebody_wants_more = false;
};

void CreditPolicy::Account(const HookContext& context) {
  Pass pass{.total_weight = total_weight_,
            .credit = total_credit_,
            .weight_left = total_weight_,
            .balance = balance_};
  if (balance_ < 0) pass.credit -= static_cast<uint32_t>(balance_);
  if (total_weight_ == 0) {
    balance_ = 0;
    return;
  }
  DomainId next;
  for (DomainId d = active_domains_.front(); d.valid(); d = next) {
    next = domains_[d.value()].active_list.next;
    AccountDomain(context, d, pass);
  }
  balance_ = pass.new_balance;
  ++sort_epoch_;
}

void CreditPolicy::AccountDomain(const HookContext& context, DomainId d,
                                 Pass& pass) {
  credit::DomainState& domain = domains_[d.value()];
  const uint32_t n = domain.active_count;
  const uint32_t share = domain.weight * n;
  const uint32_t total = pass.total_weight;
  const uint32_t per_slice = static_cast<uint32_t>(credits_per_slice_);
  pass.weight_left -= share;

  uint32_t peak = n * per_slice;
  if (pass.balance < 0) {
    const uint32_t debt = 0u - static_cast<uint32_t>(pass.balance);
    peak += (debt * share + (total - 1)) / total;
  }
  uint32_t cap_per_unit = 0;
  if (domain.cap != 0) {
    const uint32_t cap = (domain.cap * per_slice + 99) / 100;
    peak = std::min(peak, cap);
    cap_per_unit = (cap + n - 1) / n;
  }
  uint32_t fair = (pass.credit * share + (total - 1)) / total;
  if (fair < peak) {
    pass.somebody_wants_more = true;
  } else {
    if (pass.weight_left != 0) {
      pass.credit +=
          ((fair - peak) * total + (pass.weight_left - 1)) / pass.weight_left;
    }
    if (pass.somebody_wants_more) {
      // It could not take its share after one that wanted more: next time it
      // comes first, so that the surplus finds takers.
      active_domains_.Remove(d, DomainLinks());
      active_domains_.PushFront(d, DomainLinks());
    }
    fair = peak;
  }
  const uint32_t earned = (fair + n - 1) / n;
  VcpuId next;
  for (VcpuId v = domain.active.front(); v.valid(); v = next) {
    next = U(v).active_list.next;
    pass.new_balance += AccountUnit(context, v, earned, cap_per_unit);
  }
}

// Credits one vCPU, sets its priority, parks or unparks it; its new credit.
int32_t CreditPolicy::AccountUnit(const HookContext& context, VcpuId v,
                                  uint32_t earned, uint32_t cap_per_unit) {
  Unit& unit = U(v);
  unit.credit += static_cast<int32_t>(earned);
  if (unit.credit < 0) {
    ApplyDebt(context, v, cap_per_unit);
    return unit.credit;
  }
  unit.priority = credit::kUnder;
  if (unit.Has(credit::kParked)) {
    // The flag falls after the wake, which therefore does not boost.
    host().Unpause(context, v);
    unit.Clear(credit::kParked);
  }
  if (unit.credit > credits_per_slice_) {
    Deactivate(v);
    unit.credit /= 2;
  }
  return unit.credit;
}

void CreditPolicy::ApplyDebt(const HookContext& context, VcpuId v,
                             uint32_t cap_per_unit) {
  Unit& unit = U(v);
  unit.priority = credit::kOver;
  const bool over_cap =
      cap_per_unit != 0 && unit.credit < -static_cast<int32_t>(cap_per_unit);
  if (over_cap && !unit.Has(credit::kParked)) {
    unit.Set(credit::kParked);
    host().Pause(context, v);
  }
  unit.credit =
      std::max(unit.credit, -static_cast<int32_t>(credits_per_slice_));
}

}  // namespace xenotime
