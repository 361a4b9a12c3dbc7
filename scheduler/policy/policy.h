#ifndef XENOTIME_SCHEDULER_POLICY_POLICY_H_
#define XENOTIME_SCHEDULER_POLICY_POLICY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/scheduler/policy/machine_view.h"
#include "xenotime/scheduler/policy/policy_host.h"
#include "xenotime/scheduler/policy/vcpu_map.h"
#include "xenotime/time/types.h"

namespace xenotime {

// A policy's answer to "who runs next here?".
struct Decision {
  VcpuId next;                    // None: the idle vCPU
  Duration slice = Duration(-1);  // until the next decision; negative: no limit
  bool migrated = false;          // `next` comes from another pCPU
  // The rule that decided, in words: a string constant. For explanations only.
  const char* rule = "";
};

// One that PickNext looked at, or would look at, and what it made of it.
struct Candidate {
  VcpuId vcpu;
  std::string verdict;  // "head of the queue", "outside its hard affinity" ...
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

  // -- The pool's pCPUs; nothing else happens meanwhile
  // p joins the pool; until its first decision it is idle. It is not yet in
  // machine().pool().
  virtual void AddPcpu(const HookContext&, PcpuId) {}
  // p has left the pool and machine().pool(): it idles, and no vCPU lives on
  // it. Timers bound to it are to be moved or stopped.
  virtual void RemovePcpu(const HookContext&, PcpuId) {}
  // Which pCPUs share a lock: two pCPUs with the same answer do. Asked for p
  // after AddPcpu, and for each pCPU of the pool after RemovePcpu. Default:
  // each pCPU its own.
  virtual PcpuId LockDomainOf(PcpuId p) const { return p; }

  // -- Domains and vCPUs [policy lock]
  // A domain, still without vCPUs, joins the pool / has left it.
  virtual void AddDomain(const Domain&) {}
  virtual void RemoveDomain(const Domain&) {}
  // v begins to be managed: it is down or paused, on its initial pCPU
  // v.cpu(), whose lock is held. Where shall it live? Default: there.
  virtual PcpuId Place(const HookContext&, const Vcpu& v) { return v.cpu(); }
  // v now lives where Place said; that pCPU's lock is held.
  virtual void Insert(const HookContext&, const Vcpu&) {}
  // v leaves: it is not runnable, not current and not queued. v's lock held.
  virtual void Remove(const HookContext&, const Vcpu&) {}
  // Weight (1..65535) and cap (percent of one pCPU, 0: none) of a domain;
  // called also when equal to the present ones. With every lock domain held.
  virtual void AdjustDomain(const HookContext&, const Domain&,
                            uint32_t /*weight*/, uint32_t /*cap*/) {}
  // Period and budget of a vCPU; v's lock held.
  virtual void AdjustRealTime(const HookContext&, const Vcpu&,
                              const RealTimeParameters&) {}
  // A new cyclic schedule. With every lock domain held.
  virtual void SetFrames(const HookContext&, const FrameTable&) {}
  // The masks of v are about to become these (null: unchanged). v's lock held.
  virtual void AffinityChanges(const HookContext&, const Vcpu&,
                               const CpuSet* /*hard*/, const CpuSet* /*soft*/) {
  }

  // -- State changes of a vCPU [its lock domain]
  // v has become runnable, or is and somebody insists; it may be
  // current or queued already. Queue it and tickle whoever shall look.
  virtual void Wake(const HookContext&, const Vcpu&) = 0;
  // v has stopped being runnable for another reason than blocking. If it is
  // current, tickle its pCPU; if it is queued, take it off.
  virtual void Sleep(const HookContext&, const Vcpu&) = 0;
  // v, which is current, yields; the decision follows.
  virtual void Yield(const HookContext&, const Vcpu&) {}
  // v, just switched out of `context.executing`, can be queued elsewhere.
  virtual void ContextSaved(const HookContext&, const Vcpu&) {}
  // What a hook put off with PolicyHost::Defer. With every lock domain held.
  virtual void Deferred(const HookContext&) {}

  // -- Choices
  // Whether hard affinity binds this policy; arinc653 has none.
  virtual bool HonoursAffinity() const { return true; }
  // Who runs on `context.executing` from now on? `current` (None: idle) has
  // just stopped; it may be runnable or not. The answer must be runnable when
  // it is looked at, allowed here by hard affinity, assigned here, and running
  // nowhere else. A pCPU that is no longer in the pool is on its way out; it
  // must not take anybody new. [lock domain of the executing pCPU]
  virtual Decision PickNext(const HookContext& context, VcpuId current) = 0;
  // A pCPU for v, in its hard affinity and the pool, on which it will be
  // queued. [lock domain of v's pCPU]
  virtual PcpuId PickPcpu(const HookContext&, const Vcpu&) = 0;
  // v moves from its present pCPU to `target`. [both lock domains]
  // Default: PolicyHost::Assign, which needs a host; see PolicyBase.
  virtual void Migrate(const HookContext&, const Vcpu&, PcpuId target) = 0;

  // -- Time
  // `timer` has expired, on its pCPU. Locks as its TimerScope says.
  virtual void OnTimer(const HookContext&, TimerId) {}

  // -- Inspection; nothing else happens meanwhile
  // One line of policy state for v, or of the whole policy if v is
  // None, in the words of golden/semantics.md, section 5; "" if there is
  // nothing to say.
  virtual std::string Describe(VcpuId) const { return ""; }
  // Whom PickNext would look at on p at `now`, in that order, `current`
  // included, with verdicts. For explanations; changes nothing.
  virtual std::vector<Candidate> Candidates(Instant /*now*/, PcpuId,
                                            VcpuId /*current*/) const {
    return {};
  }
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

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICY_POLICY_H_
