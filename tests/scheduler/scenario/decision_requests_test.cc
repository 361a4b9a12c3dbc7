#include "xenotime/scheduler/scenario/decision_requests.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TraceEvent Of(int64_t time, TraceKind kind, VcpuId vcpu, uint16_t pcpu,
              uint64_t arg = 0) {
  return {.time = Instant(time),
          .arg = arg,
          .vcpu = vcpu,
          .pcpu = pcpu,
          .kind = kind};
}

class DecisionRequestsTest : public testing::Test {
 protected:
  void Append(const TraceEvent& event) {
    requests_.Append(PcpuId(event.pcpu), event);
  }
  std::vector<std::string> Take(uint32_t p) {
    std::vector<std::string> words;
    for (const auto& request : requests_.Take(PcpuId(p))) {
      words.push_back(std::to_string(request.time.ns()) + ": " + request.who);
    }
    return words;
  }

  DecisionRequests requests_{{.pcpus = 2, .vcpus = {{1, 0}, {2, 0}}}};
};

TEST_F(DecisionRequestsTest, ATickleIsPutDownToTheWakeBeforeIt) {
  Append(Of(5, TraceKind::kWake, VcpuId(1), 0));
  Append(Of(5, TraceKind::kTickle, VcpuId::None(), 0, 1));
  EXPECT_THAT(Take(1),
              ElementsAre("5: tickle by pCPU 0 after the wake of 2.0"));
  EXPECT_THAT(Take(1), IsEmpty());
}

TEST_F(DecisionRequestsTest, ATickleLongAfterAWakeIsNotPutDownToIt) {
  Append(Of(5, TraceKind::kWake, VcpuId(1), 0));
  Append(Of(6, TraceKind::kTickle, VcpuId::None(), 0, 1));
  EXPECT_THAT(Take(1), ElementsAre("6: tickle by pCPU 0"));
}

TEST_F(DecisionRequestsTest, ATickleAfterADecisionHasAnotherCause) {
  Append(Of(5, TraceKind::kWake, VcpuId(1), 0));
  Take(0);
  Append(Of(5, TraceKind::kTickle, VcpuId::None(), 0, 1));
  EXPECT_THAT(Take(1), ElementsAre("5: tickle by pCPU 0"));
}

TEST_F(DecisionRequestsTest, BlocksAndYieldsAskTheirOwnPcpu) {
  Append(Of(1, TraceKind::kBlock, VcpuId(0), 0));
  Append(Of(2, TraceKind::kYield, VcpuId(1), 1));
  EXPECT_THAT(Take(0), ElementsAre("1: 1.0 blocks"));
  EXPECT_THAT(Take(1), ElementsAre("2: 2.0 yields"));
}

TEST_F(DecisionRequestsTest, EqualRequestsCountOnceAndTheOldestAreDropped) {
  for (int i = 0; i < 3; ++i) {
    Append(Of(1, TraceKind::kTickle, VcpuId::None(), 0, 1));
  }
  EXPECT_EQ(Take(1).size(), 1u);
  for (int i = 0; i < 20; ++i) {
    Append(Of(i, TraceKind::kTickle, VcpuId::None(), 0, 1));
  }
  const std::vector<std::string> kept = Take(1);
  ASSERT_EQ(kept.size(), 8u);
  EXPECT_EQ(kept.back(), "19: tickle by pCPU 0");
}

TEST_F(DecisionRequestsTest, UnknownPcpusArePassedOver) {
  Append(Of(1, TraceKind::kTickle, VcpuId::None(), 7, 9));
  Append(Of(1, TraceKind::kWake, VcpuId(0), 7));
  EXPECT_THAT(Take(0), IsEmpty());
}

}  // namespace
}  // namespace xenotime
