// Which run queue, and which of its pCPUs (credit2.md, 9.3 to 9.5).

#include <algorithm>
#include <limits>

#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

using credit2::PcpuWord;

PcpuId Credit2Policy::PickPcpu(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  if (unit.TestAndClear(credit2::kMigrateRequest)) {
    Runqueue* const target = unit.target;
    unit.target = nullptr;
    if (target != nullptr && Meets(v, *target)) return AdvanceBias(v, *target);
  }
  return LeastLoaded(context, v);
}

// Whether v may run on one of its pCPUs.
bool Credit2Policy::Meets(const Vcpu& v, const Runqueue& rq) const {
  const Unit& unit = U(v.id);
  return rq.pcpus.Any([&](const PcpuWord& word, uint32_t i) {
    return word.active & HardWord(unit, v, i);
  });
}

bool Credit2Policy::MeetsSoftly(const Vcpu& v, const Runqueue& rq) const {
  const Unit& unit = U(v.id);
  return rq.pcpus.Any([&](const PcpuWord& word, uint32_t i) {
    return word.active & HardWord(unit, v, i) & v.soft_affinity.Word(i);
  });
}

// The next of its pCPUs after `after` on which v may run.
PcpuId Credit2Policy::NextPcpu(const Vcpu& v, const Runqueue& rq, PcpuId after,
                               bool soft) const {
  const Unit& unit = U(v.id);
  return rq.pcpus.Cyclic(after, [&](const PcpuWord& word, uint32_t i) {
    const uint64_t allowed = word.active & HardWord(unit, v, i);
    return soft ? allowed & v.soft_affinity.Word(i) : allowed;
  });
}

PcpuId Credit2Policy::AdvanceBias(const Vcpu& v, Runqueue& rq) {
  const PcpuId after = rq.pick_bias.load(std::memory_order_relaxed);
  const PcpuId p = NextPcpu(v, rq, after, /*soft=*/false);
  rq.pick_bias.store(p, std::memory_order_relaxed);
  return p;
}

// On the run queue with the least load. One that cannot be locked is passed
// over: at insertion that is the one of the initial pCPU. With soft affinity
// the pCPU comes from the least loaded that meets it, but is counted from the
// bias of the least loaded of all, which is then set to it.
PcpuId Credit2Policy::LeastLoaded(const HookContext& context, const Vcpu& v) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  const Unit& unit = U(v.id);
  const bool has_soft = machine().HasSoftAffinity(v);
  Runqueue* best = nullptr;
  Runqueue* best_soft = nullptr;
  int64_t least = kMost;
  int64_t least_soft = kMost;
  for (const auto& rq : runqueues_) {
    if (!Meets(v, *rq)) continue;
    const int64_t load = LoadWithout(context, unit, *rq);
    if (has_soft && load < least_soft && MeetsSoftly(v, *rq)) {
      least_soft = load;
      best_soft = rq.get();
    }
    if (load < least) {
      least = load;
      best = rq.get();
    }
  }
  if (best == nullptr) return FallbackPcpu(v);
  const PcpuId after = best->pick_bias.load(std::memory_order_relaxed);
  const PcpuId p = best_soft != nullptr
                       ? NextPcpu(v, *best_soft, after, /*soft=*/true)
                       : NextPcpu(v, *best, after, /*soft=*/false);
  best->pick_bias.store(p, std::memory_order_relaxed);
  return p;
}

// The load of a run queue without the unit itself; the most there is if it
// cannot be locked.
int64_t Credit2Policy::LoadWithout(const HookContext& context, const Unit& unit,
                                   const Runqueue& rq) {
  if (&rq == unit.runqueue) {
    return std::max<int64_t>(0, rq.b_avgload - unit.avgload);
  }
  if (!host().TryLock(context, rq.lock_name)) {
    return std::numeric_limits<int64_t>::max();
  }
  const int64_t load = rq.b_avgload;
  host().Unlock(context, rq.lock_name);
  return load;
}

PcpuId Credit2Policy::FallbackPcpu(const Vcpu& v) const {
  const Runqueue* const own = U(v.id).runqueue;
  for (bool soft : {true, false}) {
    if (soft && !machine().HasSoftAffinity(v)) continue;
    CpuSet allowed = v.hard_affinity & machine().pool();
    if (soft) allowed &= v.soft_affinity;
    if (allowed.Contains(v.cpu())) return v.cpu();
    if (own != nullptr) {
      const PcpuId near = own->pcpus.Cyclic(
          PcpuId::None(), [&](const PcpuWord& word, uint32_t i) {
            return word.active & allowed.Word(i);
          });
      if (near.valid()) return near;
    }
    if (!soft) return allowed.First();
  }
  return v.cpu();
}

void Credit2Policy::Migrate(const HookContext& context, const Vcpu& v,
                            PcpuId target) {
  if (&RqOf(target) != U(v.id).runqueue) {
    MoveTo(context, v, RqOf(target));
  } else {
    host().Assign(context, v.id, target);
  }
}

// The pCPU is chosen once more: the next after the bias, whatever PickPcpu has
// said.
void Credit2Policy::MoveTo(const HookContext& context, const Vcpu& v,
                           Runqueue& target) {
  Unit& unit = U(v.id);
  const bool queued = unit.queued;
  if (queued) {
    Dequeue(*unit.runqueue, v.id, unit);
    UpdateLoad(*unit.runqueue, -1, context.now);
  }
  LeaveRunqueue(v.id);
  host().Assign(context, v.id, AdvanceBias(v, target));
  JoinRunqueue(target, v.id);
  if (!queued) return;
  UpdateLoad(target, +1, context.now);
  Enqueue(target, v.id, unit);
  Tickle(context, v);
}

}  // namespace xenotime
