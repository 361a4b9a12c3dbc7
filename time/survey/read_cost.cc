#include "xenotime/time/survey/read_cost.h"

#include <time.h>

#include "xenotime/time/averages.h"
#include "xenotime/time/cpu.h"

namespace xenotime {
namespace {

constexpr int kBatches = 101;
constexpr int kReads = 1'000;  // of a batch: its ticks are milliticks of one

uint64_t ReadClock() {
  timespec t = {};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_nsec);
}

template <typename Read>
int64_t MedianBatch(Read read) {
  std::vector<int64_t> batches;
  for (int batch = 0; batch < kBatches; ++batch) {
    const uint64_t start = ReadTscOrdered();
    for (int i = 0; i < kReads; ++i) {
      // The compiler must take each reading as used.
      const uint64_t value = read();
      asm volatile("" : : "r"(value));
    }
    batches.push_back(static_cast<int64_t>(ReadTscOrdered() - start));
  }
  return MedianOf(batches);
}

}  // namespace

absl::string_view NameOf(TimeRead read) {
  switch (read) {
    case TimeRead::kPlain:
      return "rdtsc";
    case TimeRead::kOrdered:
      return "lfence; rdtsc";
    case TimeRead::kTscp:
      return "rdtscp";
    case TimeRead::kClock:
      break;
  }
  return "clock_gettime";
}

std::vector<ReadCost> MeasureReads(bool has_rdtscp) {
  std::vector<ReadCost> costs;
  costs.push_back({TimeRead::kPlain, MedianBatch([] { return ReadTsc(); })});
  costs.push_back(
      {TimeRead::kOrdered, MedianBatch([] { return ReadTscOrdered(); })});
  if (has_rdtscp) {
    costs.push_back({TimeRead::kTscp, MedianBatch([] { return ReadTscp(); })});
  }
  costs.push_back({TimeRead::kClock, MedianBatch([] { return ReadClock(); })});
  return costs;
}

}  // namespace xenotime
