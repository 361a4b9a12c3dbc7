#ifndef XENOTIME_SCHEDULER_SCENARIO_SCENARIO_H_
#define XENOTIME_SCHEDULER_SCENARIO_SCENARIO_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/guest/irq_latency.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/scheduler/sim/models.h"
#include "xenotime/scheduler/threads/options.h"
#include "xenotime/time/types.h"

namespace xenotime {

// A set of pCPUs as the user wrote it; empty optional elsewhere means unset.
// Ids beyond the machine are refused by Validate.
using PcpuList = std::vector<uint32_t>;  // ascending, unique

// One step of a looped program (golden/semantics.md, section 3).
struct PhaseSpec {
  enum class Kind : uint8_t {
    kRun,
    kSleep,
    kWait,
    kWake,
    kYield,
    kDown,
    kExit,
    kPoll,  // until woken, or `duration` has passed (0: no limit)
  };
  Kind kind = Kind::kExit;
  Duration duration = {};      // run, sleep, down, poll
  uint32_t target_domain = 0;  // wake
  uint32_t target_vcpu = 0;
  friend bool operator==(const PhaseSpec&, const PhaseSpec&) = default;
};

// A looped list of phases; empty: the vCPU is never started.
struct PhasesWorkload {
  std::vector<PhaseSpec> phases;
  friend bool operator==(const PhasesWorkload&,
                         const PhasesWorkload&) = default;
};

// IRQ latency with the vCPU's own timer (TimerLatencyProgram).
struct TimerLatencyWorkload {
  Duration delay = Microseconds(100);
  GuestWait wait = GuestWait::kWfi;
  friend bool operator==(const TimerLatencyWorkload&,
                         const TimerLatencyWorkload&) = default;
};

// IRQ latency with another vCPU's signal (SignalLatencyProgram).
struct SignalLatencyWorkload {
  GuestWait wait = GuestWait::kWfi;
  friend bool operator==(const SignalLatencyWorkload&,
                         const SignalLatencyWorkload&) = default;
};

// Signals a vCPU every `gap` of its own CPU time (SignalSenderProgram).
struct SignalSenderWorkload {
  uint32_t target_domain = 0;
  uint32_t target_vcpu = 0;
  Duration gap = Microseconds(100);
  friend bool operator==(const SignalSenderWorkload&,
                         const SignalSenderWorkload&) = default;
};

using Workload = std::variant<PhasesWorkload, TimerLatencyWorkload,
                              SignalLatencyWorkload, SignalSenderWorkload>;

struct VcpuSpec {
  std::optional<PcpuList> hard = std::nullopt;  // unset: all
  std::optional<PcpuList> soft = std::nullopt;
  std::optional<Instant> start = std::nullopt;  // unset: by `stagger`, else 0
  // For rtds; unset: the domain's.
  std::optional<RealTimeParameters> real_time = std::nullopt;
  Workload workload = PhasesWorkload{};
  friend bool operator==(const VcpuSpec&, const VcpuSpec&) = default;
};

struct DomainSpec {
  uint32_t number = 1;  // at least 1, unique
  uint32_t weight = 256;
  uint32_t cap = 0;   // percent of one pCPU; 0: none
  uint32_t pool = 0;  // number of the cpupool in which it is created
  std::optional<Instant> create = std::nullopt;  // unset: before the run
  // For rtds, of each vCPU that has none of its own; unset: the policy's.
  std::optional<RealTimeParameters> real_time = std::nullopt;
  std::vector<VcpuSpec> vcpus;
  friend bool operator==(const DomainSpec&, const DomainSpec&) = default;
};

// A cpupool beside pool 0, which has the scenario's scheduler and every pCPU
// that is in no other.
struct PoolSpec {
  uint32_t number = 1;  // at least 1, unique
  std::string scheduler = "credit";
  std::vector<std::pair<std::string, std::string>> parameters;
  PcpuList pcpus;                    // at the start; never pCPU 0
  std::optional<FrameTable> frames;  // as Scenario::frames
  friend bool operator==(const PoolSpec&, const PoolSpec&) = default;
};

// What a toolstack does at a time.
struct AdminAction {
  enum class Kind : uint8_t {
    // Puts a domain's weight and cap (the one not given as it was), or sets a
    // vCPU's affinity (hard first), or period, budget and extratime of one
    // vCPU or of all.
    kAdjust,
    kPause,  // a domain or vCPU; counted
    kUnpause,
    kDestroy,     // a domain
    kMoveDomain,  // to `pool`; its parameters and affinities are reset
    // Up to here they concern domains and vCPUs, from here pools and pCPUs.
    kAddPcpus,     // `pcpus`, which are free, to `pool`
    kRemovePcpus,  // `pcpus` from `pool`; they are free then
    kUnplug,       // `pcpus` of pool 0, or free ones
    kPlug,         // unplugged `pcpus`, to pool 0
    kSetFrames,    // the cyclic schedule of `pool` becomes `frames`
  };

  Instant at;
  Kind kind = Kind::kAdjust;
  uint32_t domain = 0;
  std::optional<uint32_t> vcpu;  // set: of a vCPU, unset: of a domain
  std::optional<uint32_t> weight;
  std::optional<uint32_t> cap;
  std::optional<PcpuList> hard;
  std::optional<PcpuList> soft;
  std::optional<Duration> period;
  std::optional<Duration> budget;
  std::optional<bool> extratime;
  uint32_t pool = 0;
  PcpuList pcpus;
  FrameTable frames;
  // kPlug: hard affinities that the loss of pCPUs broke become again what they
  // were, where the pool has a pCPU of them.
  bool restore_affinity = false;

  bool OfDomain() const { return kind <= Kind::kMoveDomain; }
  friend bool operator==(const AdminAction&, const AdminAction&) = default;
};

// How many pCPUs a scheduler treats as one (Xen's sched-gran).
enum class SchedGran : uint8_t { kCpu, kCore, kSocket };

// A machine, a scheduler, and what its guests do: everything that a run needs,
// the same for both executors. Plain data; Validate says what is wrong with it.
struct Scenario {
  std::string name;
  std::string description;
  TopologyShape topology;
  std::string scheduler = "credit";
  // Parameters of the scheduler by name, in the order given; the last wins.
  std::vector<std::pair<std::string, std::string>> parameters;
  // Xen's boot options, "sched=credit2 vwfi=native". Run and Validate apply
  // them over the other fields (ApplyXenOptions).
  std::string xen;
  SchedGran granularity = SchedGran::kCpu;
  Duration duration = Seconds(1);
  Duration snapshot;  // 0: none
  Duration stagger;   // 0: none
  Vwfi vwfi = Vwfi::kTrap;
  std::vector<PoolSpec> pools;
  std::vector<DomainSpec> domains;
  // The cyclic schedule of pool 0, set before the run; for arinc653.
  std::optional<FrameTable> frames;
  std::vector<AdminAction> actions;
  SimModels sim;           // costs, latencies, faults of the simulation
  ThreadsOptions threads;  // how pCPU threads idle, and their limits
  friend bool operator==(const Scenario&, const Scenario&) = default;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_SCENARIO_H_
