#include "xenotime/scheduler/trace/water_filling.h"

#include <algorithm>

namespace xenotime {
namespace {

__extension__ using Wide = __int128;

constexpr int kLevelBits = 16;
// A level at which every demand is met: 2^62 / weight 1.
constexpr Wide kFlood = Wide{1} << (62 + kLevelBits);

int64_t ShareAt(Wide level, int64_t weight, int64_t demand) {
  const Wide share = (level * weight) >> kLevelBits;
  return share < demand ? static_cast<int64_t>(share) : demand;
}

Wide SumAt(Wide level, const WaterGroup& group) {
  Wide sum = 0;
  for (int64_t demand : group.demands) {
    sum += ShareAt(level, group.weight, demand);
  }
  return sum;
}

// The highest level, up to `top`, at which sum_at(level) is at most `limit`.
template <typename SumAtLevel>
Wide HighestLevel(Wide top, Wide limit, SumAtLevel sum_at) {
  if (sum_at(top) <= limit) return top;
  Wide low = 0;     // fits
  Wide high = top;  // does not
  while (high - low > 1) {
    const Wide middle = low + (high - low) / 2;
    (sum_at(middle) <= limit ? low : high) = middle;
  }
  return low;
}

Wide Limited(Wide sum, const WaterGroup& group) {
  return group.limit < 0 ? sum : std::min<Wide>(sum, group.limit);
}

}  // namespace

std::vector<std::vector<int64_t>> FillWater(
    int64_t capacity, const std::vector<WaterGroup>& groups) {
  const Wide level = HighestLevel(kFlood, capacity, [&](Wide at) {
    Wide sum = 0;
    for (const WaterGroup& group : groups) {
      sum += Limited(SumAt(at, group), group);
    }
    return sum;
  });
  std::vector<std::vector<int64_t>> shares;
  for (const WaterGroup& group : groups) {
    Wide own = level;
    if (group.limit >= 0) {
      own = HighestLevel(level, group.limit,
                         [&](Wide at) { return SumAt(at, group); });
    }
    std::vector<int64_t>& share = shares.emplace_back();
    for (int64_t demand : group.demands) {
      share.push_back(ShareAt(own, group.weight, demand));
    }
  }
  return shares;
}

}  // namespace xenotime
