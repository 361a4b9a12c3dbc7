#ifndef XENOTIME_SCHEDULER_POLICIES_RTDS_DEFERRABLE_SERVER_H_
#define XENOTIME_SCHEDULER_POLICIES_RTDS_DEFERRABLE_SERVER_H_

#include <cstdint>

#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/time/types.h"

namespace xenotime::rtds {

// A deferrable server: a budget of CPU time for each period. What is not used
// stays until the period ends, and then is lost.
//
// Arithmetic only, apart from queues and pCPUs (README.md, "Servers"). Thread
// rule: a value; in the policy guarded by its one lock domain.
struct DeferrableServer {
  // Begins the period of `now`: the deadline becomes the first one after it
  // that lies whole periods after the present one, the budget is full, the
  // level 0. REQUIRES: now >= deadline.
  void Renew(Instant now);
  // Charges the time since last_start. Whoever has used up its budget starts
  // another one a level lower, if it may, or is depleted.
  void Burn(Instant now);
  // A new budget within the period, at the price of a level.
  void Overrun();

  Duration period = RealTimeParameters().period;
  Duration budget = RealTimeParameters().budget;
  Duration left;       // of the budget (Xen term cur_budget)
  Instant last_start;  // it is burnt up to here
  Instant deadline;    // the end of the period
  uint32_t level = 0;  // budgets used up in this period; 0 is the best
  bool extratime = RealTimeParameters().extratime;
  bool depleted = false;
};

// Positive: `a` is of higher priority, having a lower level or at equal levels
// the earlier deadline. Zero: neither.
int64_t Precedence(const DeferrableServer& a, const DeferrableServer& b);

}  // namespace xenotime::rtds

#endif  // XENOTIME_SCHEDULER_POLICIES_RTDS_DEFERRABLE_SERVER_H_
