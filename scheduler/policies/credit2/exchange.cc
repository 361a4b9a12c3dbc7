#include "xenotime/scheduler/policies/credit2/exchange.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace xenotime::credit2 {
namespace {

struct Pull {
  int64_t load;
  size_t position;  // among the pulls as they were given
  friend auto operator<=>(const Pull&, const Pull&) = default;
};

// Pulls by load; of those with one load only the first as given.
std::vector<Pull> SortedPulls(const std::vector<MovableUnit>& pulls) {
  std::vector<Pull> sorted;
  sorted.reserve(pulls.size());
  for (size_t i = 0; i < pulls.size(); ++i)
    sorted.push_back({pulls[i].load, i});
  std::sort(sorted.begin(), sorted.end());
  const auto same_load = [](const Pull& a, const Pull& b) {
    return a.load == b.load;
  };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same_load),
               sorted.end());
  return sorted;
}

// The pull whose load is nearest to half of `twice_wanted`, of two as near the
// one that was given first. REQUIRES: there is one.
const Pull& Nearest(const std::vector<Pull>& sorted, int64_t twice_wanted) {
  const auto above = std::partition_point(
      sorted.begin(), sorted.end(),
      [twice_wanted](const Pull& p) { return 2 * p.load < twice_wanted; });
  if (above == sorted.begin()) return *above;
  const Pull& below = *(above - 1);
  if (above == sorted.end()) return below;
  const int64_t over = 2 * above->load - twice_wanted;
  const int64_t under = twice_wanted - 2 * below.load;
  if (over == under)
    return std::min(*above, below,
                    [](auto& a, auto& b) { return a.position < b.position; });
  return over < under ? *above : below;
}

// The best so far.
class Search {
 public:
  explicit Search(int64_t ahead) : ahead_(ahead), least_(std::abs(ahead)) {}

  void Consider(VcpuId push, int64_t push_load, VcpuId pull,
                int64_t pull_load) {
    const int64_t left = std::abs(ahead_ - 2 * push_load + 2 * pull_load);
    if (left >= least_) return;
    least_ = left;
    best_ = {push, pull};
  }
  const Exchange& best() const { return best_; }

 private:
  const int64_t ahead_;
  int64_t least_;
  Exchange best_;
};

}  // namespace

Exchange BestExchange(int64_t ahead, const std::vector<MovableUnit>& pushes,
                      const std::vector<MovableUnit>& pulls) {
  Search search(ahead);
  const std::vector<Pull> sorted = SortedPulls(pulls);
  for (const MovableUnit& push : pushes) {
    if (!sorted.empty()) {
      const Pull& pull = Nearest(sorted, 2 * push.load - ahead);
      search.Consider(push.vcpu, push.load, pulls[pull.position].vcpu,
                      pull.load);
    }
    search.Consider(push.vcpu, push.load, VcpuId::None(), 0);
  }
  if (!sorted.empty()) {
    const Pull& pull = Nearest(sorted, -ahead);
    search.Consider(VcpuId::None(), 0, pulls[pull.position].vcpu, pull.load);
  }
  return search.best();
}

}  // namespace xenotime::credit2
