#include "xenotime/tests/property/trace_checker.h"

#include <cstdint>
#include <string>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TraceEvent Of(TraceKind kind, int64_t time, uint16_t pcpu, VcpuId v,
              uint64_t arg = 0, uint8_t detail = 0) {
  TraceEvent event;
  event.time = Instant(time);
  event.kind = kind;
  event.pcpu = pcpu;
  event.vcpu = v;
  event.arg = arg;
  event.detail = detail;
  return event;
}

constexpr VcpuId kA(0), kNobody;
constexpr uint64_t kFromIdle = VcpuId::None().value();

class TraceCheckerTest : public testing::Test {
 protected:
  void Add(const TraceEvent& event) {
    checker_.Append(PcpuId(event.pcpu), event);
  }
  void Wake(int64_t time) { Add(Of(TraceKind::kWake, time, 0, kA)); }
  void Enter(int64_t time, uint16_t pcpu) {
    Add(Of(TraceKind::kSwitch, time, pcpu, kA, kFromIdle));
  }
  void Leave(int64_t time, uint16_t pcpu, SwitchReason reason) {
    Add(Of(TraceKind::kSwitch, time, pcpu, kNobody, kA.value(),
           static_cast<uint8_t>(reason)));
  }
  bool Complains(const std::string& what) const {
    return checker_.failure().find(what) != std::string::npos;
  }
  TraceChecker checker_{2, 2};
};

TEST_F(TraceCheckerTest, AcceptsAnOrdinaryLife) {
  Wake(1);
  Enter(1, 0);
  Leave(5, 0, SwitchReason::kPreempted);
  Enter(6, 1);
  Leave(7, 1, SwitchReason::kBlocked);
  Wake(9);
  Enter(9, 0);
  EXPECT_EQ(checker_.failure(), "");
}

TEST_F(TraceCheckerTest, SeesTwoPlacesAtATime) {
  Wake(1);
  Enter(1, 0);
  Enter(2, 1);
  EXPECT_TRUE(Complains("current elsewhere"));
}

TEST_F(TraceCheckerTest, SeesWhoRunsWithoutAWake) {
  Enter(1, 0);
  EXPECT_TRUE(Complains("without having become runnable"));
}

TEST_F(TraceCheckerTest, SeesWhoRunsAfterBlocking) {
  Wake(1);
  Enter(1, 0);
  Leave(2, 0, SwitchReason::kBlocked);
  Enter(3, 0);
  EXPECT_TRUE(Complains("without having become runnable"));
}

TEST_F(TraceCheckerTest, AcceptsWhoIsParkedAndComesBackWithoutAWake) {
  Wake(1);
  Enter(1, 0);
  Add(Of(TraceKind::kPark, 2, 0, kA));
  Leave(2, 0, SwitchReason::kParked);
  Add(Of(TraceKind::kUnpark, 3, 0, kA, 0, 1));
  Enter(3, 0);
  EXPECT_EQ(checker_.failure(), "");
}

TEST_F(TraceCheckerTest, SeesWhoRunsWhileItIsParked) {
  Wake(1);
  Add(Of(TraceKind::kPark, 1, 0, kA));
  Enter(2, 0);
  EXPECT_TRUE(Complains("while parked"));
}

TEST_F(TraceCheckerTest, SeesAVcpuOutsideItsAffinity) {
  Add(Of(TraceKind::kAffinity, 0, 0, kA, 0b10));
  Wake(1);
  Enter(1, 0);
  EXPECT_TRUE(Complains("hard affinity"));
}

TEST_F(TraceCheckerTest, SeesASwitchFromSomebodyElse) {
  Wake(1);
  Leave(1, 0, SwitchReason::kBlocked);
  EXPECT_TRUE(Complains("not current"));
}

TEST_F(TraceCheckerTest, SeesTimeStepBack) {
  Wake(5);
  Wake(4);
  EXPECT_EQ(checker_.failure(),
            "at 4 ns pCPU 0 vCPU 0: a record steps back in time");
}

}  // namespace
}  // namespace xenotime
