#ifndef XENOTIME_SCHEDULER_ENGINE_GUARDS_H_
#define XENOTIME_SCHEDULER_ENGINE_GUARDS_H_

#include <memory>
#include <vector>

#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/port.h"

namespace xenotime {

// The engine's private parts: its pools, and who holds which lock. Included by
// the engine's own sources only.
//
// The locks form an array indexed at run time, which is beyond Clang's static
// analysis; the guards are the only code that takes them.

struct Engine::Pool {
  explicit Pool(const MachineState& state)
      : view(state), members(state.topology.pcpus()) {}

  MachineView view;
  CpuSet members;  // its pCPUs, those included that are about to leave
  DomainLock policy_lock;
  std::unique_ptr<Port> port;
  std::unique_ptr<Policy> policy;
};

// Holds the lock domain of a pCPU.
class Engine::PcpuGuard {
 public:
  PcpuGuard(Engine& engine, PcpuId p) ABSL_NO_THREAD_SAFETY_ANALYSIS
      : lock_(engine.LockOf(p)) {
    lock_.Lock();
  }
  ~PcpuGuard() ABSL_NO_THREAD_SAFETY_ANALYSIS { lock_.Unlock(); }
  PcpuGuard(const PcpuGuard&) = delete;
  PcpuGuard& operator=(const PcpuGuard&) = delete;

 private:
  DomainLock& lock_;
};

// Holds the lock domain of the pCPU on which a vCPU lives. The vCPU may move
// while one waits for the lock, so the question is asked again once it is held.
class Engine::VcpuGuard {
 public:
  VcpuGuard(Engine& engine, const Vcpu& v) ABSL_NO_THREAD_SAFETY_ANALYSIS {
    for (;;) {
      const PcpuId p = v.cpu();
      lock_ = &engine.LockOf(p);
      lock_->Lock();
      if (v.cpu() == p || &engine.LockOf(v.cpu()) == lock_) return;
      lock_->Unlock();
    }
  }
  ~VcpuGuard() ABSL_NO_THREAD_SAFETY_ANALYSIS { lock_->Unlock(); }
  VcpuGuard(const VcpuGuard&) = delete;
  VcpuGuard& operator=(const VcpuGuard&) = delete;

 private:
  DomainLock* lock_;
};

// Holds the lock domains of two pCPUs, the lower one taken first.
class Engine::PairGuard {
 public:
  PairGuard(Engine& engine, PcpuId a, PcpuId b) ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const PcpuId low =
        std::min(engine.P(a).lock_domain, engine.P(b).lock_domain);
    const PcpuId high =
        std::max(engine.P(a).lock_domain, engine.P(b).lock_domain);
    first_ = &engine.P(low).lock;
    second_ = high == low ? nullptr : &engine.P(high).lock;
    first_->Lock();
    if (second_ != nullptr) second_->Lock();
  }
  ~PairGuard() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    if (second_ != nullptr) second_->Unlock();
    first_->Unlock();
  }
  PairGuard(const PairGuard&) = delete;
  PairGuard& operator=(const PairGuard&) = delete;

 private:
  DomainLock* first_;
  DomainLock* second_;
};

// Holds a pool's policy lock and, if asked, every lock domain of its pCPUs.
class Engine::PoolGuard {
 public:
  enum class Domains { kNone, kAll };
  PoolGuard(Engine& engine, Pool& pool,
            Domains domains) ABSL_NO_THREAD_SAFETY_ANALYSIS
      : engine_(engine),
        pool_(pool),
        all_(domains == Domains::kAll) {
    pool_.policy_lock.Lock();
    ForEachDomain([](DomainLock& lock)
                      ABSL_NO_THREAD_SAFETY_ANALYSIS { lock.Lock(); });
  }
  ~PoolGuard() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    ForEachDomain([](DomainLock& lock)
                      ABSL_NO_THREAD_SAFETY_ANALYSIS { lock.Unlock(); });
    pool_.policy_lock.Unlock();
  }
  PoolGuard(const PoolGuard&) = delete;
  PoolGuard& operator=(const PoolGuard&) = delete;

 private:
  template <typename Action>
  void ForEachDomain(Action action) {
    if (!all_) return;
    ForEachPcpu(pool_.members, [&](PcpuId p) {
      if (engine_.P(p).lock_domain == p) action(engine_.P(p).lock);
    });
  }

  Engine& engine_;
  Pool& pool_;
  const bool all_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_ENGINE_GUARDS_H_
