#ifndef XENOTIME_CLI_FIGURES_H_
#define XENOTIME_CLI_FIGURES_H_

#include <cstdint>

#include "xenotime/cli/comparison.h"

namespace xenotime {

// The figures of one variant over all its repeats, as every format shows them.
// All zero if there were no repeats.
struct Figures {
  int64_t average_ns = 0;  // median over repeats of each one's average
  int64_t min_ns = 0;      // of all repeats
  Spread median_ns;        // of each repeat's median
  int64_t p99_ns = 0;      // median over repeats of each one's p99
  int64_t max_ns = 0;      // of all repeats
  int64_t warm_max_ns = 0;
  int64_t samples = 0;  // of all repeats together
  int64_t dropped = 0;
  CpuUse cpu;  // of all repeats together
};
Figures FiguresOf(const VariantResult& result);

}  // namespace xenotime

#endif  // XENOTIME_CLI_FIGURES_H_
