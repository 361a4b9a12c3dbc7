#include "xenotime/scheduler/queue/linked_list.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

// A list over the numbers 0 .. size - 1.
class Numbers {
 public:
  explicit Numbers(uint32_t size) : links_(size) {}
  auto Links() {
    return [this](VcpuId v) -> ListLink<VcpuId>& { return links_[v.value()]; };
  }
  void PushFront(uint32_t v) { list_.PushFront(VcpuId(v), Links()); }
  void PushBack(uint32_t v) { list_.PushBack(VcpuId(v), Links()); }
  void InsertBefore(uint32_t position, uint32_t v) {
    list_.InsertBefore(VcpuId(position), VcpuId(v), Links());
  }
  void Remove(uint32_t v) { list_.Remove(VcpuId(v), Links()); }
  bool Linked(uint32_t v) const { return links_[v].linked; }
  const LinkedList<VcpuId>& list() const { return list_; }

  std::vector<uint32_t> Forwards() const {
    std::vector<uint32_t> result;
    for (VcpuId v = list_.front(); v.valid(); v = links_[v.value()].next) {
      result.push_back(v.value());
    }
    return result;
  }
  std::vector<uint32_t> Backwards() const {
    std::vector<uint32_t> result;
    for (VcpuId v = list_.back(); v.valid(); v = links_[v.value()].previous) {
      result.push_back(v.value());
    }
    return result;
  }

 private:
  std::vector<ListLink<VcpuId>> links_;
  LinkedList<VcpuId> list_;
};

using Order = std::vector<uint32_t>;

TEST(LinkedListTest, IsEmptyAtFirst) {
  const Numbers numbers(3);
  EXPECT_TRUE(numbers.list().empty());
  EXPECT_FALSE(numbers.list().front().valid());
  EXPECT_FALSE(numbers.list().back().valid());
}

TEST(LinkedListTest, PushesAtBothEnds) {
  Numbers numbers(3);
  numbers.PushBack(1);
  numbers.PushBack(2);
  numbers.PushFront(0);
  EXPECT_EQ(numbers.Forwards(), (Order{0, 1, 2}));
  EXPECT_EQ(numbers.Backwards(), (Order{2, 1, 0}));
}

TEST(LinkedListTest, InsertsBeforeAnElement) {
  Numbers numbers(4);
  numbers.PushBack(0);
  numbers.PushBack(1);
  numbers.InsertBefore(1, 2);
  numbers.InsertBefore(0, 3);
  EXPECT_EQ(numbers.Forwards(), (Order{3, 0, 2, 1}));
}

TEST(LinkedListTest, RemovesFromAnyPlace) {
  Numbers numbers(4);
  for (uint32_t v = 0; v < 4; ++v) numbers.PushBack(v);
  numbers.Remove(1);
  EXPECT_EQ(numbers.Forwards(), (Order{0, 2, 3}));
  numbers.Remove(0);
  numbers.Remove(3);
  EXPECT_EQ(numbers.Forwards(), (Order{2}));
  EXPECT_FALSE(numbers.Linked(3));
  EXPECT_TRUE(numbers.Linked(2));
  numbers.Remove(2);
  EXPECT_TRUE(numbers.list().empty());
}

TEST(LinkedListTest, ARemovedElementCanComeBack) {
  Numbers numbers(2);
  numbers.PushBack(0);
  numbers.PushBack(1);
  numbers.Remove(0);
  numbers.PushBack(0);
  EXPECT_EQ(numbers.Forwards(), (Order{1, 0}));
}

TEST(LinkedListTest, BehavesLikeAStandardList) {
  constexpr uint64_t kSeed = 11;
  constexpr uint32_t kSize = 12;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed, "linked_list_test");
  Numbers numbers(kSize);
  std::list<uint32_t> model;
  for (int step = 0; step < 20'000; ++step) {
    const uint32_t v = static_cast<uint32_t>(rng.Below(kSize));
    const auto place = std::find(model.begin(), model.end(), v);
    if (place != model.end()) {
      model.erase(place);
      numbers.Remove(v);
    } else if (model.empty() || rng.Chance(300'000)) {
      model.push_back(v);
      numbers.PushBack(v);
    } else if (rng.Chance(300'000)) {
      model.push_front(v);
      numbers.PushFront(v);
    } else {
      auto before = std::next(model.begin(),
                              static_cast<int64_t>(rng.Below(model.size())));
      numbers.InsertBefore(*before, v);
      model.insert(before, v);
    }
    ASSERT_EQ(numbers.Forwards(), Order(model.begin(), model.end())) << step;
    ASSERT_EQ(numbers.Backwards(), Order(model.rbegin(), model.rend())) << step;
  }
}

}  // namespace
}  // namespace xenotime
