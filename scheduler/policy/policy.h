#ifndef XENOTIME_SCHEDULER_POLICY_POLICY_H_
#define XENOTIME_SCHEDULER_POLICY_POLICY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/pcpu.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The circumstances of a hook: when, and which pCPU executes it. A wake-up is
// executed by the pCPU that took the interrupt, not by the woken vCPU's.
struct HookContext {
  Instant now;
  PcpuId executing;
};

// Which locks the engine holds while a timer's hook runs.
enum class TimerScope : uint8_t {
  kPcpu,    // the policy lock, and the lock domain of the timer's pCPU
  kPolicy,  // the policy lock and every lock domain of the pool
};

// A policy's answer to "who runs next here?".
struct Decision {
  VcpuId next;                    // None: the idle vCPU
  Duration slice = Duration(-1);  // until the next decision; negative: no limit
  bool migrated = false;          // `next` comes from another pCPU
};

// A machine's pCPUs and vCPUs: owned by its engine, read through MachineView.
struct MachineState {
  MachineState(const Topology& shape, uint32_t vcpu_capacity)
      : topology(shape), pcpus(shape.pcpus()) {
    vcpus.reserve(vcpu_capacity);
  }

  Topology topology;
  std::vector<Pcpu> pcpus;   // by PcpuId
  std::vector<Vcpu*> vcpus;  // by VcpuId; reserved, so that it never moves
};

// The machine as the policy of one pool may see it. No virtual calls: this is
// read in every hook.
//
// Thread rule: the topology never changes; `current` and a vCPU's guarded
// fields only with that pCPU's lock domain held; the pool changes only while
// the policy lock and every lock domain is held.
class MachineView {
 public:
  explicit MachineView(const MachineState& state)
      : state_(&state), pool_(state.topology.pcpus()) {}

  const Topology& topology() const { return state_->topology; }
  // The pCPUs that the policy schedules (Xen term res_valid).
  const CpuSet& pool() const { return pool_; }
  const Vcpu& vcpu(VcpuId v) const { return *state_->vcpus[v.value()]; }
  uint32_t vcpu_capacity() const {
    return static_cast<uint32_t>(state_->vcpus.capacity());
  }
  // Who is current on p; None means the idle vCPU.
  VcpuId current(PcpuId p) const { return state_->pcpus[p.value()].current; }

  // Whether soft affinity matters for v here (Xen term has_soft_affinity).
  bool HasSoftAffinity(const Vcpu& v) const {
    return v.soft_effective && !pool_.IsSubsetOf(v.soft_affinity);
  }

 private:
  friend class Engine;
  const MachineState* state_;
  CpuSet pool_;
};

// What a policy may do to the machine. The engine implements it.
//
// Thread rule: called only from within a hook, with that hook's context.
class PolicyHost {
 public:
  virtual ~PolicyHost() = default;

  virtual const MachineView& machine() const = 0;

  // Asks p to decide soon (Xen term tickle: raise SCHEDULE, an IPI if remote).
  // Any number of tickles before the decision count as one. From within
  // PickNext, for the very pCPU that decides, it means "again, after everybody
  // else"; when that brings nothing new, the executor breaks it off and says
  // so.
  virtual void Tickle(const HookContext& context, PcpuId p) = 0;

  // Makes p the pCPU on whose queue v lives. REQUIRES: the lock domains of the
  // old and of the new pCPU are held, or v is not yet scheduled anywhere.
  virtual void Assign(const HookContext& context, VcpuId v, PcpuId p) = 0;

  // Withholds v / gives it back: pause count plus one and the sleep hook, or
  // minus one and at zero the wake hook, within this very call.
  // REQUIRES: called from a timer hook of scope kPolicy, or with v's lock
  // domain held.
  virtual void Pause(const HookContext& context, VcpuId v) = 0;
  virtual void Unpause(const HookContext& context, VcpuId v) = 0;

  // Takes the running v off its pCPU; when its context is saved the engine
  // asks PickPcpu for a new place, migrates it there and wakes it.
  virtual void RequestMigration(const HookContext& context, VcpuId v) = 0;

  // A timer bound to p. Timers that expire at one instant on one pCPU run in
  // order of creation, before the slice timer.
  virtual TimerId AddTimer(PcpuId p, TimerScope scope) = 0;
  virtual void SetTimer(TimerId timer, Instant deadline) = 0;
  virtual void StopTimer(TimerId timer) = 0;

  // Tries to take the lock domain of another pCPU within a hook; fails when it
  // is taken, in the simulation exactly when this call chain holds it already.
  virtual bool TryLock(const HookContext& context, PcpuId p) = 0;
  virtual void Unlock(const HookContext& context, PcpuId p) = 0;

  // Writes a remark into the trace: the policy's only instrumentation.
  virtual void Note(const HookContext& context, uint8_t code, VcpuId v,
                    int64_t value) = 0;
};

// A scheduling policy: a pure reactor. It has no clock, no thread, no mutex, no
// randomness and no floating point; `now` comes with each hook and the answer
// to a choice is a value. The same object code runs in the simulation, on
// threads, in unit tests and in fuzzers.
//
// The engine calls the hooks with locks held, as stated at each; a policy that
// keeps its state per pCPU or per vCPU needs no locking of its own. State that
// belongs to the whole policy is safe in hooks marked [policy lock].
//
// Only PickNext, PickPcpu, Wake and Sleep must be written; the defaults of the
// others do nothing, or the obvious.
class Policy {
 public:
  virtual ~Policy() = default;

  // -- The pool's pCPUs -------------------------------------------- [policy
  // lock] p joins the pool; until its first decision it is idle. Called for
  // each pCPU in ascending order before any vCPU exists.
  virtual void AddPcpu(const HookContext&, PcpuId) {}
  // Which pCPUs share a lock: two pCPUs with the same answer do. Asked once,
  // after AddPcpu. Default: each pCPU its own.
  virtual PcpuId LockDomainOf(PcpuId p) const { return p; }

  // -- vCPUs and domains -------------------------------------------- [policy
  // lock] v begins to be managed: it is down (or paused) and not queued. Its
  // domain lock-held initial pCPU is v.cpu(); a policy may Assign another.
  virtual void Insert(const HookContext&, const Vcpu&) {}
  // v leaves: it is not runnable, not current and not queued.
  virtual void Remove(const HookContext&, const Vcpu&) {}
  // Weight (1..65535) and cap (percent of one pCPU, 0: none) of a domain;
  // called also when equal to the present ones. With every lock domain held.
  virtual void AdjustDomain(const HookContext&, const Domain&,
                            uint32_t /*weight*/, uint32_t /*cap*/) {}
  // The masks of v are about to become these (null: unchanged). v's lock held.
  virtual void AffinityChanges(const HookContext&, const Vcpu&,
                               const CpuSet* /*hard*/, const CpuSet* /*soft*/) {
  }

  // -- State changes of a vCPU ---------------------------------- [its lock
  // domain] v has become runnable, or is and somebody insists; it may be
  // current or queued already. Queue it and tickle whoever shall look.
  virtual void Wake(const HookContext&, const Vcpu&) = 0;
  // v has stopped being runnable for another reason than blocking. If it is
  // current, tickle its pCPU; if it is queued, take it off.
  virtual void Sleep(const HookContext&, const Vcpu&) = 0;
  // v, which is current, yields; the decision follows.
  virtual void Yield(const HookContext&, const Vcpu&) {}
  // v, just switched out of `context.executing`, can be queued elsewhere.
  virtual void ContextSaved(const HookContext&, const Vcpu&) {}

  // -- Choices
  // -------------------------------------------------------------------- Who
  // runs on `context.executing` from now on? `current` (None: idle) has just
  // stopped; it may be runnable or not. The answer must be runnable, allowed
  // here by hard affinity, assigned here, and running nowhere else.
  // [lock domain of the executing pCPU]
  virtual Decision PickNext(const HookContext& context, VcpuId current) = 0;
  // A pCPU for v, in its hard affinity and the pool, on which it will be
  // queued. [lock domain of v's pCPU]
  virtual PcpuId PickPcpu(const HookContext&, const Vcpu&) = 0;
  // v moves from its present pCPU to `target`. [both lock domains]
  // Default: PolicyHost::Assign, which needs a host; see PolicyBase.
  virtual void Migrate(const HookContext&, const Vcpu&, PcpuId target) = 0;

  // -- Time
  // ------------------------------------------------------------------------
  // `timer` has expired, on its pCPU. Locks as its TimerScope says.
  virtual void OnTimer(const HookContext&, TimerId) {}

  // -- Inspection ---------------------------------------------- [every lock
  // domain] One line of policy state for v, or of the whole policy if v is
  // None, in the words of golden/semantics.md, section 5; "" if there is
  // nothing to say.
  virtual std::string Describe(VcpuId) const { return ""; }
};

// What most policies derive from: keeps the host, and migrates by Assign.
class PolicyBase : public Policy {
 public:
  explicit PolicyBase(PolicyHost& host)
      : host_(host), machine_(host.machine()) {}

  void Migrate(const HookContext& context, const Vcpu& v,
               PcpuId target) override {
    host_.Assign(context, v.id, target);
  }

 protected:
  PolicyHost& host() { return host_; }
  const MachineView& machine() const { return machine_; }
  const Vcpu& vcpu(VcpuId v) const { return machine_.vcpu(v); }

 private:
  PolicyHost& host_;
  const MachineView& machine_;
};

// Policy state per vCPU: a dense array that grows as vCPUs are inserted, never
// while the policy runs on threads beyond its reserved capacity.
template <typename State>
class VcpuMap {
 public:
  explicit VcpuMap(uint32_t capacity = 0) { states_.reserve(capacity); }
  decltype(auto) operator[](VcpuId v) { return states_[v.value()]; }
  decltype(auto) operator[](VcpuId v) const { return states_[v.value()]; }
  // Makes room for v with default states.
  void Grow(VcpuId v) {
    if (states_.size() <= v.value()) states_.resize(v.value() + 1);
  }

 private:
  std::vector<State> states_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICY_POLICY_H_
