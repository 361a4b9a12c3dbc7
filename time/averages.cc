#include "xenotime/time/averages.h"

#include <algorithm>

namespace xenotime {

int64_t MedianOf(std::vector<int64_t> values) {
  if (values.empty()) return 0;
  const auto middle =
      values.begin() + static_cast<int64_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

int64_t MeanOf(const std::vector<int64_t>& values) {
  if (values.empty()) return 0;
  __extension__ using Wide = __int128;
  Wide sum = 0;
  for (const int64_t value : values) sum += value;
  const auto count = static_cast<Wide>(values.size());
  const Wide doubled = 2 * sum + (sum < 0 ? -count : count);
  return static_cast<int64_t>(doubled / (2 * count));
}

}  // namespace xenotime
