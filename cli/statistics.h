#ifndef XENOTIME_CLI_STATISTICS_H_
#define XENOTIME_CLI_STATISTICS_H_

#include <cstdint>
#include <vector>

namespace xenotime {

// What repeats of one measurement gave. All zero if there were none.
// Quantiles are nearest-rank, as in scheduler/trace/samples.h: the median is
// the lower of two middle values.
struct Spread {
  int64_t count = 0;
  int64_t min = 0;
  int64_t lower_quartile = 0;
  int64_t median = 0;
  int64_t upper_quartile = 0;
  int64_t max = 0;

  // How far repeats lie apart: the interquartile range, or with fewer than
  // kMinForQuartiles of them the whole range.
  static constexpr int64_t kMinForQuartiles = 5;
  int64_t noise() const {
    return count < kMinForQuartiles ? max - min
                                    : upper_quartile - lower_quartile;
  }
};
Spread SpreadOf(std::vector<int64_t> values);

// Whether repeats tell two variants apart.
enum class Verdict : uint8_t {
  kLess,                // the first one is less
  kNotDistinguishable,  // the difference is within the noise
  kGreater,             // the first one is greater
};

// The difference "first minus second" of two variants, and what it is worth.
struct Difference {
  int64_t median = 0;  // of the first variant's repeats minus the second's
  // 95 % confidence interval of `median`.
  int64_t low = 0;
  int64_t high = 0;
  Verdict verdict = Verdict::kNotDistinguishable;
};

// What is known about the repeats of both variants.
enum class Repeats : uint8_t {
  kMeasured,       // each one has noise
  kDeterministic,  // only a seed can make them differ
};

// Compares repeats pairwise: entry r of both ran with the same seed, one soon
// after the other. Entries without a partner are left out.
//
// Two variants are told apart if both hold:
//  - the confidence interval excludes 0. It is the percentile bootstrap: 2000
//    times, as many pairs as there are are drawn with replacement, and the
//    difference of their medians is taken; 2.5 % of these are cut off at either
//    end.
//  - the difference is larger than noise() of either variant.
// One pair of kMeasured repeats is never told apart, its noise is unknown; one
// pair of kDeterministic ones is if it differs at all. The draws are seeded
// with a constant, so that the same numbers always give the same verdict.
Difference Compare(const std::vector<int64_t>& first,
                   const std::vector<int64_t>& second, Repeats repeats);

}  // namespace xenotime

#endif  // XENOTIME_CLI_STATISTICS_H_
