#ifndef XENOTIME_SCHEDULER_ENGINE_ENGINE_H_
#define XENOTIME_SCHEDULER_ENGINE_ENGINE_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/affinity_mask.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/domain_lock.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/engine/engine_host.h"
#include "xenotime/scheduler/engine/engine_types.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The core of the hypervisor: vCPU state machine, runstate accounting, blocking
// with its lost-wakeup recheck, affinity, migration, pools, the validation of
// policies' decisions, and the emission of the trace (core.md).
//
// The engine is passive: it has no loop, no thread, no clock and no randomness.
// An executor owns time; it calls the engine with a HookContext that says when
// and on which pCPU, and provides an EngineHost for the effects. Everything
// that Xen keeps per machine is kept in this object; a process may have many.
//
// Thread rule: with LockMode::kSpin, calls with different `executing` pCPUs may
// be concurrent once boot is over, except as stated. The engine takes the lock
// domains; executors hold none. Order: policy lock, then lock domains by
// ascending pCPU.
class Engine {
 public:
  using MakePolicy = std::function<std::unique_ptr<Policy>(PolicyHost&)>;

  Engine(const Topology& topology, EngineHost& host,
         const EngineOptions& options);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // -- Boot and toolstack; REQUIRES: no concurrent call during boot

  // Creates a cpupool without pCPUs, scheduled by a policy of its own.
  PoolId AddPool(const MakePolicy& make_policy);
  // Reserves a domain and its vCPUs, that they have numbers; StartDomain
  // creates it.
  DomainId ReserveDomain(uint32_t number, uint32_t vcpus);
  void StartDomain(HookContext context, DomainId domain, PoolId pool);
  // REQUIRES: the pool has a pCPU.
  DomainId CreateDomain(PoolId pool, uint32_t number);
  // Creates the domain's next vCPU, down, with affinity to all pCPUs; its
  // initial pCPU is the pool's first, or the cyclic successor of its
  // predecessor's; the policy may move it (core.md, 8.1).
  VcpuId CreateVcpu(HookContext context, DomainId domain);
  void AdjustDomain(HookContext context, DomainId domain, uint32_t weight,
                    uint32_t cap);
  void AdjustRealTime(HookContext context, VcpuId v,
                      const RealTimeParameters& parameters);
  void SetFrames(HookContext context, PoolId pool, const FrameTable& table);
  // Sets one mask or both; the policy then picks anew (core.md, 7.3). REQUIRES:
  // `hard` has a pCPU of the pool, if the policy honours it.
  void SetAffinity(HookContext context, VcpuId v, const CpuSet* hard,
                   const CpuSet* soft);
  // Nothing for a vCPU of a domain that is destroyed, or not yet created.
  void Pause(HookContext context, VcpuId v);
  void Unpause(HookContext context, VcpuId v);
  void PauseDomain(HookContext context, DomainId domain);
  void UnpauseDomain(HookContext context, DomainId domain);

  // -- Pools and hotplug; REQUIRES: no other pCPU acts meanwhile. Those that
  // answer false have begun, and are to be called again when every pCPU that
  // owes a decision has decided; true: done.

  // p joins the pool and is asked to decide. REQUIRES: p is in no pool.
  void AddPcpu(HookContext context, PoolId pool, PcpuId p);
  // p leaves its pool: who lives there moves away, and hard affinity to what
  // is gone becomes "all" (core.md, 8.6 and 8.7). REQUIRES: it is not the
  // last one of a pool with domains.
  bool RemovePcpu(HookContext context, PcpuId p);
  // Whether p, in no pool, counts as one of the machine's (hotplug).
  void SetOnline(PcpuId p, bool online);
  // Sets hard affinities that RemovePcpu broke and the pool can honour again
  // to what they were.
  void RestoreAffinities(HookContext context, PoolId pool);
  // The domain moves; its parameters and affinities become the defaults
  // (core.md, 8.4). REQUIRES: the pool has a pCPU.
  bool MoveDomain(HookContext context, DomainId domain, PoolId pool);
  bool DestroyDomain(HookContext context, DomainId domain);

  // -- What guests do; REQUIRES: v is current on context.executing

  // v waits until an event of `mask` arrives. If one is pending it is consumed,
  // v goes on and the answer is false; otherwise v is blocked and a decision
  // is due. The test comes after the mark: a wake-up cannot be lost.
  bool Block(HookContext context, VcpuId v, uint32_t mask);
  void Yield(HookContext context, VcpuId v);
  // Takes v, current here, off line.
  void Down(HookContext context, VcpuId v);

  // -- Events, executed by any pCPU

  // Brings v on line (start, or the end of `down`); nothing if it is. A vCPU of
  // a domain that is not yet created comes on line when it is.
  void Up(HookContext context, VcpuId v);
  // An event for v. Ends its wait if it waits for this one, and consumes the
  // event; otherwise the event stays pending. Returns whether a wait ended.
  bool Signal(HookContext context, VcpuId v, EventBits event);
  // Takes pending events of `mask` away; returns whether there were any. By the
  // guest itself, without any lock.
  bool Consume(VcpuId v, uint32_t mask);
  // A wake of a vCPU that is runnable already, as faults and duplicate
  // interrupts cause it; must not matter.
  void SpuriousWake(HookContext context, VcpuId v);

  // -- Decisions

  // The scheduling decision of context.executing: the policy chooses, its
  // choice becomes current. The executor then switches contexts, calls
  // ContextSaved, and sets the slice timer.
  Switched Decide(HookContext context);
  // The context of `previous`, switched out of context.executing, is saved: it
  // may be queued elsewhere from now on. Finishes its migration if it is asked
  // to move. None (idle) is allowed.
  void ContextSaved(HookContext context, VcpuId previous);
  // The slice timer of context.executing expired: a decision is due.
  void SliceExpired(HookContext context);
  // A policy's timer expired; context.executing is its pCPU.
  void OnTimer(HookContext context, TimerId timer);

  // -- Reading

  const Topology& topology() const { return state_.topology; }
  const Vcpu& vcpu(VcpuId v) const { return *state_.vcpus[v.value()]; }
  const Domain& domain(DomainId d) const { return domains_[d.value()]; }
  uint32_t domains() const { return static_cast<uint32_t>(domains_.size()); }
  uint32_t vcpus() const { return static_cast<uint32_t>(state_.vcpus.size()); }
  const Pcpu& pcpu(PcpuId p) const { return state_.pcpus[p.value()]; }
  VcpuId current(PcpuId p) const { return pcpu(p).current; }
  bool online(PcpuId p) const { return state_.online.Contains(p); }
  PcpuId TimerPcpu(TimerId t) const { return timers_[t.value()].pcpu; }
  // Policy state in text: a line per object, in the words of the golden
  // traces. REQUIRES: no concurrent call.
  std::vector<std::string> Describe() const;
  // Its line about v, without the name; "" also if v does not exist now.
  std::string DescribeVcpu(VcpuId v) const;
  // The first broken invariant in words, or nothing. REQUIRES: no concurrent
  // call, every ContextSaved done.
  std::optional<std::string> BrokenInvariant() const;
  // Decisions and switches of all pCPUs so far. REQUIRES: no concurrent call.
  int64_t TotalDecisions() const;
  int64_t TotalSwitches() const;

 private:
  class Port;
  class PcpuGuard;
  class PairGuard;
  class VcpuGuard;
  class PoolGuard;
  struct Pool;
  struct Timer {
    PcpuId pcpu;
    PoolId pool;
    TimerScope scope;
  };

  Vcpu& V(VcpuId v) { return *state_.vcpus[v.value()]; }
  Pcpu& P(PcpuId p) { return state_.pcpus[p.value()]; }
  Pool& PoolOf(const Vcpu& v);
  // A vCPU lives on a pCPU of its pool, whose line is at hand.
  Policy& PolicyOf(const Vcpu& v) { return *P(v.cpu()).policy; }
  DomainLock& LockOf(PcpuId p) { return P(P(p).lock_domain).lock; }

  // Changes of pause_word; the lock domain of v's pCPU is held.
  static void SetBits(Vcpu& v, uint32_t bits);
  static void ClearBits(Vcpu& v, uint32_t bits);
  static void AddPauses(Vcpu& v, int change);
  void AddPausesToAll(const Domain& domain, int change);

  // Unblocks v if it waits for `event`; takes its lock domain.
  bool EndWait(HookContext context, Vcpu& v, EventBits event);

  // The inner steps of core.md, section 3; v's lock domain is held.
  void WakeLocked(HookContext context, Vcpu& v, WakeCause cause);
  void SleepLocked(HookContext context, Vcpu& v);
  void PauseLocked(HookContext context, Vcpu& v);
  void UnpauseLocked(HookContext context, Vcpu& v);
  void RunWakeHook(HookContext context, Vcpu& v);
  void StartMigrationLocked(HookContext context, Vcpu& v);

  Vcpu& AppendVcpu(Domain& domain, Instant now);
  void InsertVcpu(HookContext context, Vcpu& v, PcpuId initial);
  void RemoveVcpu(HookContext context, Vcpu& v);
  PcpuId InitialPcpu(const Domain& domain, uint32_t index) const;
  bool Evacuate(HookContext context, PcpuId p);
  void BreakAffinity(HookContext context, Vcpu& v, PcpuId p);
  bool Quiesce(HookContext context, Domain& domain);
  void ReinsertDomain(HookContext context, Domain& domain, PoolId target);
  void TracePoolAffinities(HookContext context, PoolId pool);
  void StoreAffinity(HookContext context, Vcpu& v, const CpuSet* hard,
                     const CpuSet* soft);
  void TraceAffinity(HookContext context, const Vcpu& v);
  // Moves v if it is flagged migrating and not running (core.md, 7.2).
  void FinishMigration(HookContext context, Vcpu& v);
  enum class Migration : uint8_t { kNotDue, kDone, kAgain };
  Migration TryMigrate(HookContext context, Vcpu& v);

  void SwitchTo(HookContext context, VcpuId previous, VcpuId next);
  void LeavePcpu(HookContext context, Vcpu& v);
  void EnterPcpu(HookContext context, Vcpu& v);
  SwitchReason ReasonToLeave(const Vcpu& v, const Pcpu& p) const;
  void ValidateChoice(HookContext context, VcpuId next);
  void RunDeferred(HookContext context);

  void Trace(PcpuId executing, const TraceEvent& event) {
    if (trace_ != nullptr) trace_->Append(executing, event);
  }
  void TraceVcpu(HookContext context, TraceKind kind, VcpuId v,
                 uint8_t detail = 0, uint64_t arg = 0) {
    if (trace_ != nullptr) AppendVcpu(context, kind, v, detail, arg);
  }
  void AppendVcpu(HookContext context, TraceKind kind, VcpuId v, uint8_t detail,
                  uint64_t arg);
  void Stamp(HookContext context, WakeStage stage, VcpuId v) {
    if (stages_ != nullptr) stages_->Stamp(context.executing, stage, v);
  }

  MachineState state_;
  EngineHost& host_;
  TraceSink* const trace_;
  StageProbe* const stages_;
  DecisionObserver* const observer_;
  std::deque<Vcpu> vcpu_storage_;
  MaskTable masks_;
  std::vector<Domain> domains_;
  std::vector<std::unique_ptr<Pool>> pools_;
  std::vector<Timer> timers_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_ENGINE_ENGINE_H_
