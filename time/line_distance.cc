#include "xenotime/time/line_distance.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/time/averages.h"
#include "xenotime/time/cpu.h"
#include "xenotime/time/host_cores.h"

namespace xenotime {
namespace {

constexpr uint64_t kTrips = 2'000;

// REQUIRES: the calling thread is bound to another CPU than `second`.
std::vector<int64_t> Trips(int second) {
  alignas(64) std::atomic<uint64_t> line{0};
  std::thread other([&] {
    PinToCore(second);
    for (uint64_t trip = 0; trip < kTrips; ++trip) {
      while (line.load(std::memory_order_acquire) != 2 * trip + 1) CpuRelax();
      line.store(2 * trip + 2, std::memory_order_release);
    }
  });
  std::vector<int64_t> ways;
  for (uint64_t trip = 0; trip < kTrips; ++trip) {
    const uint64_t start = ReadTscOrdered();
    line.store(2 * trip + 1, std::memory_order_release);
    while (line.load(std::memory_order_acquire) != 2 * trip + 2) CpuRelax();
    ways.push_back(static_cast<int64_t>(ReadTscOrdered() - start) / 2);
  }
  other.join();
  return ways;
}

}  // namespace

absl::StatusOr<LineDistance> MeasureLine(int first, int second) {
  if (first == second) {
    return absl::InvalidArgumentError(
        absl::StrCat("a line from CPU ", first, " to itself; give two CPUs"));
  }
  const std::vector<int> allowed = AllowedCores();
  // The second is tried first, so that the thread ends up on the first.
  for (const int cpu : {second, first}) {
    if (PinToCore(cpu)) continue;
    RestoreCores(allowed);
    return absl::UnavailableError(
        absl::StrCat("the host does not let a thread run on CPU ", cpu));
  }
  const std::vector<int64_t> ways = Trips(second);
  RestoreCores(allowed);
  return LineDistance{.median_ticks = MedianOf(ways),
                      .least_ticks = *std::ranges::min_element(ways)};
}

}  // namespace xenotime
