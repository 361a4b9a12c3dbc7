#include "xenotime/time/tsc_probe.h"

#include <algorithm>

namespace xenotime {
namespace {

constexpr uint64_t kUpperBit = uint64_t{1} << 32;
constexpr uint64_t kClose = uint64_t{1} << 31;

}  // namespace

TscWritability ProbeTscWritability(TscPort& port) {
  const uint64_t original = port.ReadTscOrdered();
  if (!port.WriteTsc(0).ok()) return TscWritability::kNone;
  const uint64_t before = port.ReadTscOrdered();
  if (!port.WriteTsc(original | kUpperBit).ok()) return TscWritability::kNone;
  const uint64_t after = port.ReadTscOrdered();
  const uint64_t distance = std::min(after - before, before - after);
  if (distance < kClose) return TscWritability::kPartial;
  return port.WriteTsc(original).ok() ? TscWritability::kFull
                                      : TscWritability::kNone;
}

}  // namespace xenotime
