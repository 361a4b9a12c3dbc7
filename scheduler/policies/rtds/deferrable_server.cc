#include "xenotime/scheduler/policies/rtds/deferrable_server.h"

#include <limits>

namespace xenotime::rtds {

void DeferrableServer::Renew(Instant now) {
  const int64_t periods = (now - deadline).ns() / period.ns() + 1;
  deadline += period * periods;
  last_start = now;
  left = budget;
  level = 0;
}

void DeferrableServer::Burn(Instant now) {
  const Duration spent = now - last_start;
  last_start = now;
  if (spent < Duration()) return;
  left -= spent;
  if (left > Duration()) return;
  if (extratime) {
    Overrun();
  } else {
    left = Duration();
    depleted = true;
  }
}

// By how much the old budget was overrun is forgotten.
void DeferrableServer::Overrun() {
  if (level < std::numeric_limits<uint32_t>::max()) ++level;
  left = budget;
}

int64_t Precedence(const DeferrableServer& a, const DeferrableServer& b) {
  if (a.level != b.level) return static_cast<int32_t>(b.level - a.level);
  return (b.deadline - a.deadline).ns();
}

}  // namespace xenotime::rtds
