#ifndef XENOTIME_TIME_MEMORY_MODELLED_MACHINE_H_
#define XENOTIME_TIME_MEMORY_MODELLED_MACHINE_H_

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "xenotime/time/memory/choices.h"
#include "xenotime/time/memory/machine_model.h"
#include "xenotime/time/memory/request.h"
#include "xenotime/time/memory/task.h"

namespace xenotime {

// Executes a protocol cycle by cycle on a modelled machine, on which every word
// lies in one cache line (as RendezvousBlock does).
//
// The line is with one CPU that may write, or with several that may read. Who
// has not got it asks for it: it comes from where it was written last, and
// a write waits for the furthest reader to give it up. One transfer at a time;
// when it is over, those who wait are served in the order in which they asked,
// but who wrote last comes last (bus arbitration rotates: the agent that had
// the bus has the lowest priority). An access takes effect when it is served.
// A spin loop looks at its own copy, and asks again when that is gone. Each
// CPU's TSC counts cycles; a write takes effect at its end. PAUSE takes 10
// cycles, in a spin loop none: the loop's turns are part of the noise.
//
// Ties: by time; accesses that need no transfer first; then by CPU. Thread
// rule: one thread.
class ModelledMachine {
 public:
  // REQUIRES: CheckModel(model). The seed is that of the noise.
  ModelledMachine(const MachineModel& model, uint64_t seed);

  // What a CPU is to do, from its entry on.
  struct Part {
    uint32_t cpu;
    std::function<Task(ModelCpu&)> program;
    int64_t entry;  // cycles from now
  };
  // Runs them until all are done, with the line's contents 0 and every exit
  // path cold. Returns when each left, as `entry` is given.
  // REQUIRES: the protocol ends.
  std::vector<int64_t> Run(const std::vector<Part>& parts);

  // What the word held when the last Run ended.
  uint64_t word(uint32_t id) const { return words_[id]; }

  // How much more the CPU's TSC shows than a counter of cycles; 0 at first.
  int64_t tsc_offset(uint32_t cpu) const { return cpus_[cpu].offset; }
  void set_tsc_offset(uint32_t cpu, int64_t offset) {
    cpus_[cpu].offset = offset;
  }

 private:
  static constexpr uint32_t kWords = 8;
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::min();
  static constexpr int64_t kAlways = std::numeric_limits<int64_t>::max();

  struct Cpu {
    ModelCpu on;
    Task task;
    bool active = false;
    bool asleep = false;  // in a spin loop, its copy being good
    int64_t ready = 0;    // when its present access begins
    // When the access before the present one began: how early an unordered
    // reading of the TSC can be.
    int64_t previous = 0;
    int64_t offset = 0;           // of its TSC
    int64_t line_until = kNever;  // has a good copy of the line up to then
    uint32_t warm = 0;            // exits that it has taken, a bit each
  };

  // When a CPU's present access can begin, and whom it then lets go first.
  struct Turn {
    int64_t start = 0;
    // 0: it needs no transfer; 1: it does; 2: and it is the last writer's.
    int rank = 0;
    int64_t asked = 0;
    auto operator<=>(const Turn&) const = default;
  };

  Cpu* Next();
  Turn TurnOf(const Cpu& cpu) const;
  // Whether the CPU, at its present access, has the line without a transfer.
  bool Has(const Cpu& cpu, bool to_write) const;
  void Step(Cpu& cpu);
  void Complete(Cpu& cpu, int64_t end, uint64_t result);
  void Access(Cpu& cpu);
  void Spin(Cpu& cpu);
  void ReadTsc(Cpu& cpu);
  // Gets the line for reading or writing; when it has come.
  int64_t Fetch(Cpu& cpu, bool to_write);
  void WakeSpinners(int64_t now);
  int64_t Noise();
  uint32_t NumberOf(const Cpu& cpu) const {
    return static_cast<uint32_t>(&cpu - cpus_.data());
  }

  const MachineModel model_;
  Choices choices_;
  std::vector<Cpu> cpus_;
  uint64_t words_[kWords] = {};
  uint32_t writer_ = 0;    // who wrote last
  int64_t line_free_ = 0;  // when the next transfer may begin
  int64_t now_ = 0;        // when the last Run ended
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_MODELLED_MACHINE_H_
