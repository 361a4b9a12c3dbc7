#ifndef XENOTIME_SCHEDULER_SIM_MODELS_H_
#define XENOTIME_SCHEDULER_SIM_MODELS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/time/types.h"

namespace xenotime {

// What hypervisor work costs on the modelled machine. All zero by default:
// then the event order is exactly that of golden/semantics.md. Nanoseconds of
// pCPU time, except ipi_delivery, which passes between pCPUs.
struct CostModel {
  Duration irq_entry;       // interrupt taken: guest or idle to hypervisor
  Duration injection;       // handing the interrupt to the vCPU
  Duration wake;            // the wake path: queueing and tickling
  Duration softirq;         // from the pending bit to the decision's start
  Duration decision;        // the policy's choice
  Duration context_switch;  // saving and loading, until the previous is saved
  Duration context_tail;  // from there until the next guest's first instruction
  Duration idle_exit;     // from the wake-up signal to hypervisor code
  Duration ipi_delivery;  // tickle or signal to another pCPU
  Duration guest_exit;    // trap: from the guest's WFI to the hypervisor
  // CPU time that a guest spends between two polls of a wait that does not
  // block (vwfi=yield); at least 1 ns, or the simulation would not advance.
  Duration wfi_poll = Nanoseconds(500);
  // Decision and wake costs of single schedulers, where they differ.
  struct PerScheduler {
    std::string scheduler;
    Duration wake;
    Duration decision;
    friend bool operator==(const PerScheduler&, const PerScheduler&) = default;
  };
  std::vector<PerScheduler> per_scheduler;
  // Speed of a hardware thread, in percent, while another one of its core
  // computes too: the core then does up to 2 * smt_percent / 100 of what one
  // thread does alone. 1..100; 100: they do not disturb each other.
  uint32_t smt_percent = 100;
  friend bool operator==(const CostModel&, const CostModel&) = default;
};

// Seeded noise on every cost and delivery, uniform in [0, ...]. Off by default.
struct LatencyModel {
  Duration ipi;               // added to each IPI
  Duration timer;             // added to each timer, guest's or hypervisor's
  Duration guest_exit;        // added to each trap: the lost-wakeup window
  uint32_t cost_percent = 0;  // each cost is stretched by 0..this percent
  friend bool operator==(const LatencyModel&, const LatencyModel&) = default;
};

// Seeded misbehaviour that a correct policy must survive. Off by default; rates
// are per million of the events they affect.
struct FaultModel {
  uint32_t spurious_tickle_ppm = 0;  // a decision that nobody asked for
  uint32_t spurious_wake_ppm = 0;    // a wake of a vCPU that is runnable
  uint32_t late_ipi_ppm = 0;         // an IPI that takes late_ipi longer
  Duration late_ipi = Microseconds(50);
  uint32_t stall_ppm = 0;  // a pCPU that stands still for `stall`
  Duration stall = Microseconds(100);
  friend bool operator==(const FaultModel&, const FaultModel&) = default;
};

struct SimModels {
  CostModel costs;
  LatencyModel latency;
  FaultModel faults;
  friend bool operator==(const SimModels&, const SimModels&) = default;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SIM_MODELS_H_
