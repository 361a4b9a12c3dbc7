#ifndef XENOTIME_CLI_VERDICTS_H_
#define XENOTIME_CLI_VERDICTS_H_

#include <string>
#include <vector>

#include "xenotime/cli/comparison.h"
#include "xenotime/cli/statistics.h"

namespace xenotime {

// Two variants that differ in one respect, and their difference.
struct PairVerdict {
  const VariantResult* first = nullptr;
  const VariantResult* second = nullptr;
  Difference difference;
};

// Every pair of variants of one executor that differ in the scheduler only or
// in vwfi only, first the schedulers, in the order of the comparison. Variants
// without latencies are left out. Points into `comparison`.
std::vector<PairVerdict> PairVerdicts(const Comparison& comparison);

// What the pairs of one executor say, a line each:
//   "credit: native < yield < block (trap)" for each scheduler, and
//   "trap: null < credit by 120 ns (95 % interval 90 .. 140)" or
//   "trap: null vs credit: not distinguishable" for each vwfi.
// Variants stand in the order of their medians. Of three or more, neighbours
// that are not told apart share parentheses:
//   "credit: (native, yield: not distinguishable) < block (trap)".
std::vector<std::string> VerdictLines(const Comparison& comparison,
                                      ExecutorKind executor);

}  // namespace xenotime

#endif  // XENOTIME_CLI_VERDICTS_H_
