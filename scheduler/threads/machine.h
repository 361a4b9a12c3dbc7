#ifndef XENOTIME_SCHEDULER_THREADS_MACHINE_H_
#define XENOTIME_SCHEDULER_THREADS_MACHINE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/scheduler/threads/doorbell.h"
#include "xenotime/scheduler/threads/guest_state.h"
#include "xenotime/scheduler/threads/options.h"
#include "xenotime/scheduler/threads/tsc_clock.h"
#include "xenotime/scheduler/trace/trace_buffer.h"
#include "xenotime/time/types.h"

namespace xenotime {

class PcpuThread;

// A toolstack's action, by pCPU 0.
struct ThreadsAction {
  Instant at;
  std::function<bool(HookContext)> run;  // whether it is done
  bool exclusive = false;  // every other pCPU stands still meanwhile
};

// What the pCPU threads of one machine share. Owned by its ThreadsExecutor.
//
// Thread rule: written before the threads start and never after, except through
// the parts that are made for it (engine, guests, threads' doorbells).
struct ThreadsMachine {
  ThreadsOptions options;
  Vwfi vwfi = Vwfi::kTrap;
  bool stages = false;
  bool oversubscribed = false;
  uint32_t vcpu_capacity = 0;
  TraceBuffer* trace = nullptr;
  TscClock clock;
  Engine* engine = nullptr;
  std::vector<std::unique_ptr<PcpuThread>> pcpus;  // by PcpuId
  std::unique_ptr<Doorbell[]> bells;               // by PcpuId
  std::unique_ptr<GuestState[]> guests;            // by VcpuId
  std::vector<ThreadsAction> actions;              // by time
  // Odd: pCPUs that are asked to halt do so until it changes.
  std::atomic<uint64_t> halt_round{0};

  PcpuThread& pcpu(PcpuId p) { return *pcpus[p.value()]; }
  Doorbell& bell(PcpuId p) { return bells[p.value()]; }
  GuestState& guest(VcpuId v) { return guests[v.value()]; }
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_MACHINE_H_
