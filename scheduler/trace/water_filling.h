#ifndef XENOTIME_SCHEDULER_TRACE_WATER_FILLING_H_
#define XENOTIME_SCHEDULER_TRACE_WATER_FILLING_H_

#include <cstdint>
#include <vector>

namespace xenotime {

// Those who share a capacity: groups with a limit each, and members that all
// have their group's weight.
struct WaterGroup {
  int64_t weight = 1;                 // at least 1
  int64_t limit = -1;                 // of its members together; negative: none
  std::vector<int64_t> demands = {};  // of its members, each at least 0
};

// Divides `capacity` in the max-min fair way: no member gets more than it
// demands and no group more than its limit; of the others each gets in
// proportion to its weight, and what one does not take goes to the rest.
//
// There is a water level; a member gets the smaller of its demand and level
// times weight, and a group over its limit has a lower level of its own. The
// level is searched for in steps of 2^-16 per weight, from below: each share is
// rounded down, by less than 1 + weight / 65536, and the sum never exceeds
// `capacity`. Returns the shares in the order of the groups and their demands.
//
// Thread rule: pure. REQUIRES: capacity and demands up to 2^62, weights up to
// 2^16. Cost: O(members) times about 80.
std::vector<std::vector<int64_t>> FillWater(
    int64_t capacity, const std::vector<WaterGroup>& groups);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_WATER_FILLING_H_
