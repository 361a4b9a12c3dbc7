#include "xenotime/cli/interrupt.h"

#include <signal.h>

namespace xenotime {
namespace {

// What a signal handler may touch: lock-free, of static storage.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

struct sigaction previous;

void HandleInterrupt(int /*signal*/) { interrupted.store(true); }

}  // namespace

InterruptFlag::InterruptFlag() {
  interrupted.store(false);
  struct sigaction action = {};
  action.sa_handler = HandleInterrupt;
  // The second signal finds the default action.
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &previous);
}

InterruptFlag::~InterruptFlag() { sigaction(SIGINT, &previous, nullptr); }

const std::atomic<bool>* InterruptFlag::flag() const { return &interrupted; }

}  // namespace xenotime
