// The toolstack's actions: executed by one pCPU, some while all others stand
// still.

#include <sched.h>

#include <algorithm>

#include "xenotime/scheduler/threads/pcpu_thread.h"
#include "xenotime/time/cpu.h"

namespace xenotime {
namespace {

// Before every other timer of that instant.
constexpr uint64_t kActionRank = 0;
// How soon an operation looks again for what it waits for.
constexpr Duration kOperationRetry = Microseconds(10);

// Waits a moment for other threads, which may need this core.
void Pause(int round) {
  if (round % 10 == 9) {
    sched_yield();
  } else {
    CpuRelax();
  }
}

}  // namespace

void PcpuThread::ArmActions() {
  if (machine_.actions.empty()) return;
  action_slot_ = timers_.Add(kActionRank);
  SetTimer(action_slot_, machine_.actions.front().at, kActionTimer);
}

void PcpuThread::RunNextAction() {
  const ThreadsAction& action = machine_.actions[next_action_];
  const bool done = action.exclusive ? RunAlone(action) : action.run(Here());
  if (done && ++next_action_ == machine_.actions.size()) return;
  const Instant now = clock_.At(now_);
  const Instant next = done ? std::max(now, machine_.actions[next_action_].at)
                            : now + kOperationRetry;
  SetTimer(action_slot_, next, kActionTimer);
}

// Every other thread is asked to stand still at its next safe point, and
// waited for: none of them can be in the engine then.
bool PcpuThread::RunAlone(const ThreadsAction& action) {
  const uint64_t round = machine_.halt_round.load() + 1;
  machine_.halt_round.store(round);
  for (size_t i = 0; i < machine_.pcpus.size(); ++i) {
    if (i != id_.value()) machine_.bells[i].Ring(Doorbell::kHalt);
  }
  for (const auto& other : machine_.pcpus) {
    if (other.get() == this) continue;
    for (int i = 0; !other->HaltedFor(round); ++i) Pause(i);
  }
  meter_.Restart(ReadTsc());
  Refresh();
  const bool done = action.run(Here());
  machine_.halt_round.store(round + 1);
  return done;
}

void PcpuThread::StandStill() {
  const uint64_t round = machine_.halt_round.load();
  if (round % 2 == 0) return;
  halted_round_.store(round);
  for (int i = 0; machine_.halt_round.load() == round; ++i) Pause(i);
  // What passed meanwhile was not taken by the host.
  meter_.Restart(ReadTsc());
  Refresh();
}

}  // namespace xenotime
