#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_CHARGING_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_CHARGING_H_

#include <algorithm>
#include <cstdint>

#include "xenotime/scheduler/policies/credit2/credit2_state.h"
#include "xenotime/scheduler/policies/credit2/divisor.h"
#include "xenotime/time/types.h"

namespace xenotime::credit2 {

// What running costs, and what credit is worth. The unit with the highest
// weight of its run queue, `max_weight`, pays one credit a nanosecond, others
// pay more. Inline, since each search for a victim charges many.

// Charges the time since start_time (credit2.md, 4.1). Twice in a row is the
// same as once: the remainder is kept.
inline void Burn(Unit& unit, const Divisor& max_weight, Instant now) {
  const int64_t elapsed = now.ns() - unit.start_time;
  if (elapsed <= 0) return;
  int64_t credits = elapsed;
  if (unit.weight.value() != max_weight.value() ||
      unit.residual >= unit.weight.value()) {
    const auto [quotient, remainder] = unit.weight.Divide(
        static_cast<uint64_t>(elapsed) * max_weight.value() + unit.residual);
    unit.residual = remainder;
    credits = static_cast<int64_t>(quotient);
  }
  unit.credit = static_cast<int32_t>(
      std::max<int64_t>(kMinCredit, unit.credit - credits));
  if (unit.capped()) unit.budget -= elapsed;
  unit.start_time = now.ns();
}

// How many nanoseconds so much credit lasts. REQUIRES: credits >= 0.
inline int64_t TimeFor(const Unit& unit, const Divisor& max_weight,
                       int64_t credits) {
  if (unit.weight.value() == max_weight.value()) return credits;
  const uint64_t value = static_cast<uint64_t>(credits) * unit.weight.value();
  return static_cast<int64_t>(max_weight.Divide(value).quotient);
}

}  // namespace xenotime::credit2

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_CHARGING_H_
