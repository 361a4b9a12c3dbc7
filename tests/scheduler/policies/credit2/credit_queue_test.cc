#include "xenotime/scheduler/policies/credit2/credit_queue.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime::credit2 {
namespace {

std::vector<uint32_t> Order(const CreditQueue& queue) {
  std::vector<uint32_t> order;
  for (size_t i = 0; i < queue.size(); ++i) {
    order.push_back(queue[i].vcpu.value());
  }
  return order;
}

using Vcpus = std::vector<uint32_t>;

class CreditQueueTest : public testing::Test {
 protected:
  CreditQueueTest() {
    const int32_t credits[] = {5, 9, 5, -3, 9, 5};
    for (uint32_t v = 0; v < 6; ++v) queue_.Push(VcpuId(v), credits[v]);
  }
  CreditQueue queue_;
};

TEST_F(CreditQueueTest, StandsByCreditAndFirstComeFirstAmongEquals) {
  EXPECT_EQ(Order(queue_), (Vcpus{1, 4, 0, 2, 5, 3}));
  EXPECT_EQ(queue_.front().vcpu, VcpuId(1));
  EXPECT_EQ(queue_.front().credit, 9);
}

TEST_F(CreditQueueTest, AnyoneMayLeave) {
  queue_.Remove(VcpuId(2), 5);
  EXPECT_EQ(Order(queue_), (Vcpus{1, 4, 0, 5, 3}));
  queue_.Remove(VcpuId(1), 9);
  queue_.Remove(VcpuId(3), -3);
  EXPECT_EQ(Order(queue_), (Vcpus{4, 0, 5}));
  queue_.Remove(VcpuId(5), 5);
  queue_.Remove(VcpuId(0), 5);
  queue_.Remove(VcpuId(4), 9);
  EXPECT_TRUE(queue_.empty());
}

TEST_F(CreditQueueTest, WhoComesBackStandsBehindItsEquals) {
  queue_.Remove(VcpuId(1), 9);
  queue_.Push(VcpuId(1), 9);
  EXPECT_EQ(Order(queue_), (Vcpus{4, 1, 0, 2, 5, 3}));
}

TEST_F(CreditQueueTest, NewCreditKeepsTheOrder) {
  // All get seven more, up to ten: two are equal now that were not.
  const int32_t credits[] = {10, 10, 10, 4, 10, 10};
  queue_.Refresh([&](VcpuId v) { return credits[v.value()]; });
  EXPECT_EQ(Order(queue_), (Vcpus{1, 4, 0, 2, 5, 3}));
  queue_.Push(VcpuId(6), 10);
  EXPECT_EQ(Order(queue_), (Vcpus{1, 4, 0, 2, 5, 6, 3}));
}

}  // namespace
}  // namespace xenotime::credit2
