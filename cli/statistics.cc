#include "xenotime/cli/statistics.h"

#include <algorithm>
#include <cstddef>

#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

constexpr int kResamples = 2000;
constexpr int kTail = kResamples / 40;  // 2.5 %

// The nearest-rank quantile numerator/4 of ascending values.
int64_t Quartile(const std::vector<int64_t>& ascending, size_t numerator) {
  const size_t rank = (ascending.size() * numerator + 3) / 4;
  return ascending[rank - 1];
}

// Reorders `values`.
int64_t LowerMedian(std::vector<int64_t>& values) {
  const auto middle =
      values.begin() + static_cast<ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The differences of medians of all resamples, ascending.
std::vector<int64_t> Bootstrap(const std::vector<int64_t>& first,
                               const std::vector<int64_t>& second) {
  Rng rng(1, "bootstrap");
  std::vector<int64_t> a(first.size());
  std::vector<int64_t> b(first.size());
  std::vector<int64_t> differences;
  differences.reserve(kResamples);
  for (int i = 0; i < kResamples; ++i) {
    for (size_t k = 0; k < a.size(); ++k) {
      const size_t pair = rng.Below(first.size());
      a[k] = first[pair];
      b[k] = second[pair];
    }
    differences.push_back(LowerMedian(a) - LowerMedian(b));
  }
  std::sort(differences.begin(), differences.end());
  return differences;
}

bool ToldApart(const Difference& difference, const Spread& first,
               const Spread& second, Repeats repeats) {
  if (first.count == 1 && repeats == Repeats::kMeasured) return false;
  if (difference.low <= 0 && difference.high >= 0) return false;
  const int64_t noise = std::max(first.noise(), second.noise());
  return difference.median > noise || difference.median < -noise;
}

}  // namespace

Spread SpreadOf(std::vector<int64_t> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {.count = static_cast<int64_t>(values.size()),
          .min = values.front(),
          .lower_quartile = Quartile(values, 1),
          .median = Quartile(values, 2),
          .upper_quartile = Quartile(values, 3),
          .max = values.back()};
}

Difference Compare(const std::vector<int64_t>& first,
                   const std::vector<int64_t>& second, Repeats repeats) {
  const size_t pairs = std::min(first.size(), second.size());
  if (pairs == 0) return {};
  const std::vector<int64_t> a(first.begin(),
                               first.begin() + static_cast<ptrdiff_t>(pairs));
  const std::vector<int64_t> b(second.begin(),
                               second.begin() + static_cast<ptrdiff_t>(pairs));
  const Spread spread_a = SpreadOf(a);
  const Spread spread_b = SpreadOf(b);
  const std::vector<int64_t> resampled = Bootstrap(a, b);
  Difference difference = {.median = spread_a.median - spread_b.median,
                           .low = resampled[kTail],
                           .high = resampled[kResamples - 1 - kTail]};
  if (ToldApart(difference, spread_a, spread_b, repeats)) {
    difference.verdict =
        difference.median < 0 ? Verdict::kLess : Verdict::kGreater;
  }
  return difference;
}

}  // namespace xenotime
