#ifndef XENOTIME_SCHEDULER_CORE_TRACE_EVENT_H_
#define XENOTIME_SCHEDULER_CORE_TRACE_EVENT_H_

#include <cstdint>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What a trace record says. Every measurement is folded from these records, so
// both executors and a recorded trace are measured by one piece of code.
enum class TraceKind : uint8_t {
  kSwitch,    // pcpu leaves `arg` (a vCPU or idle) for `vcpu`; detail:
              // SwitchReason
  kWake,      // vcpu became runnable; detail: WakeCause; pcpu executes the wake
  kUnblock,   // vcpu's wait ended; pcpu executes it (precedes the kWake)
  kSleep,     // queued vcpu stopped being runnable
  kBlock,     // running vcpu waits for an event
  kYield,     // running vcpu executed a yield
  kMigrate,   // vcpu assigned to `pcpu`, coming from pCPU `arg`; detail:
              // MoveCause
  kTickle,    // pCPU `arg` is asked to decide; pcpu executes the request
  kAffinity,  // word `arg2` of vcpu's hard mask is now `arg`
  kSample,    // vcpu's guest measured `arg` ns (a latency, may be negative)
  kStage,     // vcpu's wake-up reached WakeStage `detail`
  kNote,      // the policy's own remark: code `detail`, value `arg`
  kStuck,     // pcpu re-raised SCHEDULE without progress and was broken off
  kSnapshot,  // a snapshot of policy state was taken
  kSpeed,     // whoever computes on pcpu does so at `arg` percent of full speed
  kPark,      // vcpu is withheld by its policy
  kUnpark,    // vcpu is given back; detail: 1 if it wants a pCPU
};

// Why an interval on a pCPU ended: the first that applies at the moment of
// the switch (golden/semantics.md, section 5).
enum class SwitchReason : uint8_t {
  kIdle,  // the idle vCPU made room
  kBlocked,
  kOffline,  // down
  kParked,   // withheld by its policy, or paused
  kMigrating,
  kYielded,
  kSlice,  // the slice timer fired since the last decision
  kPreempted,
  kEnd,  // the run ended
};

inline constexpr int kSwitchReasons = 9;

// How a vCPU came to live on another pCPU.
enum class MoveCause : uint8_t {
  kPlaced,  // it was placed: at its creation, a wake, a change of affinity ...
  kPulled,  // a pCPU took it while it decided (work stealing)
};

constexpr const char* SwitchReasonName(SwitchReason reason) {
  constexpr const char* kNames[] = {"idle",   "blocked",   "offline",
                                    "parked", "migrating", "yielded",
                                    "slice",  "preempted", "end"};
  return kNames[static_cast<int>(reason)];
}

// What made a vCPU runnable.
enum class WakeCause : uint8_t {
  kEvent,     // its wait ended
  kOnline,    // start, or return from `down`
  kUnpause,   // the pause count fell to zero, or it was unparked
  kMigrated,  // it arrived at its new pCPU
};

// The stages of a wake-up, in their usual order. The time between two of them
// is what the report shows for the later one.
enum class WakeStage : uint8_t {
  kInterrupt,  // the timer expired, or the sender let go: time zero
  kNoticed,    // a pCPU noticed the interrupt
  kWake,       // the engine's wake was entered, its lock taken
  kQueued,     // the policy has queued the vCPU
  kTickled,    // a pCPU has been asked to decide
  kIdleExit,   // that pCPU left its idle wait, or its guest
  kDecided,    // the policy chose the vCPU
  kSwitched,   // the previous context is saved
  kGuest,      // guest code runs
};
inline constexpr int kWakeStages = 9;

constexpr const char* WakeStageName(WakeStage stage) {
  constexpr const char* kNames[kWakeStages] = {
      "interrupt", "noticed", "wake",     "queued", "tickled",
      "idle_exit", "decided", "switched", "guest"};
  return kNames[static_cast<int>(stage)];
}

// One trace record: 32 bytes, no pointers.
struct TraceEvent {
  Instant time;
  uint64_t arg = 0;
  VcpuId vcpu;
  uint16_t pcpu = 0;
  TraceKind kind = TraceKind::kNote;
  uint8_t detail = 0;
  uint32_t arg2 = 0;
};
static_assert(sizeof(TraceEvent) == 32);

// Where trace records go.
//
// Thread rule: Append is called by the thread that executes pCPU
// `executing`; calls with different pCPUs may be concurrent on threads, calls
// with the same pCPU never are. Records of one pCPU come in order of time.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  virtual void Append(PcpuId executing, const TraceEvent& event) = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_TRACE_EVENT_H_
