#ifndef XENOTIME_SCHEDULER_GUEST_PHASES_H_
#define XENOTIME_SCHEDULER_GUEST_PHASES_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "xenotime/scheduler/guest/program.h"

namespace xenotime {

// A looped list of steps (golden/semantics.md, section 3).
class PhasesProgram final : public GuestProgram {
 public:
  // REQUIRES: at least one step.
  explicit PhasesProgram(std::vector<GuestOp> ops) : ops_(std::move(ops)) {}

  GuestOp Next(const GuestView&) override {
    const GuestOp& op = ops_[position_];
    if (++position_ == ops_.size()) position_ = 0;
    return op;
  }

 private:
  std::vector<GuestOp> ops_;
  size_t position_ = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_GUEST_PHASES_H_
