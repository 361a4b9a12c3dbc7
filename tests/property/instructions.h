#ifndef XENOTIME_TESTS_PROPERTY_INSTRUCTIONS_H_
#define XENOTIME_TESTS_PROPERTY_INSTRUCTIONS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "xenotime/scheduler/core/rng.h"

namespace xenotime {

// What may happen to a machine, as a list that can be generated, executed,
// shortened and printed. Numbers are taken modulo what the machine has, so that
// every list is valid, whatever is left out of it.

// Steps that are appended to a vCPU's program.
struct Compute {
  uint32_t vcpu;
  int64_t ns;
};
struct Sleep {
  uint32_t vcpu;
  int64_t ns;
};
struct Wait {
  uint32_t vcpu;
};
struct Signal {
  uint32_t vcpu;
  uint32_t target;
};
struct Yield {
  uint32_t vcpu;
};
struct Down {  // comes back after `ns`
  uint32_t vcpu;
  int64_t ns;
};
// What the toolstack does, at the time reached by the Advances before it.
struct Advance {
  int64_t ns;
};
struct Wake {  // a signal from outside
  uint32_t vcpu;
};
struct Up {
  uint32_t vcpu;
};
struct Pause {
  uint32_t vcpu;
};
struct Unpause {  // nothing if it is not paused
  uint32_t vcpu;
};
struct SetWeight {
  uint32_t domain;
  uint32_t weight;
  uint32_t cap;
};
struct SetAffinity {  // bit p: pCPU p; none of the machine's: all
  uint32_t vcpu;
  uint32_t hard;
  uint32_t soft;
};
struct SetRealTime {  // as rtds has it; budget at most period
  uint32_t vcpu;
  uint32_t period_us;
  uint32_t budget_us;
  bool extratime;
};
struct Create {  // the domain that is not there at the start; once
  uint32_t pool;
};
struct Destroy {  // the same domain
  uint32_t unused = 0;
};
struct MoveDomain {
  uint32_t domain;
  uint32_t pool;
};
struct MovePcpu {  // unless it is the last one of its pool
  uint32_t pcpu;
  uint32_t pool;
};
struct Unplug {  // likewise
  uint32_t pcpu;
};
struct Plug {
  uint32_t pcpu;
  uint32_t pool;
};

using Instruction =
    std::variant<Compute, Sleep, Wait, Signal, Yield, Down, Advance, Wake, Up,
                 Pause, Unpause, SetWeight, SetAffinity, SetRealTime, Create,
                 Destroy, MoveDomain, MovePcpu, Unplug, Plug>;
using Instructions = std::vector<Instruction>;

Instruction RandomInstruction(Rng& rng);
Instructions RandomInstructions(Rng& rng, size_t count);

// The list as C++ that can be pasted into a test: "Compute{0, 5000}, Wake{1}".
std::string ToCpp(const Instructions& list);

// Leaves out what is not needed for `fails` to be true: first halves, then
// smaller pieces, until no single instruction can go. REQUIRES: fails(list).
Instructions Shrink(Instructions list,
                    const std::function<bool(const Instructions&)>& fails);

}  // namespace xenotime

#endif  // XENOTIME_TESTS_PROPERTY_INSTRUCTIONS_H_
