#include "xenotime/time/tsc_probe.h"

#include "gtest/gtest.h"
#include "xenotime/time/virtual_tsc.h"

namespace xenotime {
namespace {

class Port : public TscPort {
 public:
  Port(TscWrites writes, uint64_t value)
      : tsc_(*VirtualTsc::Make({.frequency = Hertz(2'000'000'000),
                                .value = value,
                                .writes = writes},
                               0)) {}
  uint64_t ReadTscOrdered() override { return tsc_.Read(now_ += 10); }
  absl::Status WriteTsc(uint64_t value) override {
    return tsc_.Write(now_ += 50, value);
  }

 private:
  VirtualTsc tsc_;
  uint64_t now_ = 0;
};

TEST(TscProbeTest, PutsAFullyWritableCounterBack) {
  Port port(TscWrites::kFull, 123'456'789'012);
  EXPECT_EQ(ProbeTscWritability(port), TscWritability::kFull);
  // Less a few hundred ticks.
  EXPECT_GT(port.ReadTscOrdered() + 1000, 123'456'789'012u);
}

TEST(TscProbeTest, SeesThatTheUpperHalfWasNotTaken) {
  Port port(TscWrites::kLow32, (uint64_t{18} << 32) + 1000);
  EXPECT_EQ(ProbeTscWritability(port), TscWritability::kPartial);
}

TEST(TscProbeTest, TakesASmallCounterForWhatItIs) {
  Port full(TscWrites::kFull, 5);
  EXPECT_EQ(ProbeTscWritability(full), TscWritability::kFull);
  Port partial(TscWrites::kLow32, 5);
  EXPECT_EQ(ProbeTscWritability(partial), TscWritability::kPartial);
}

TEST(TscProbeTest, SurvivesAWriteThatFaults) {
  Port port(TscWrites::kRefused, 1000);
  EXPECT_EQ(ProbeTscWritability(port), TscWritability::kNone);
}

// A low half of 2^31 or more is far from the 0 before, although only half of
// the value was taken.
TEST(TscProbeTest, IsFooledByALargeLowHalf) {
  Port port(TscWrites::kLow32, 0xfffffff0'00000000 + 0xf0000000);
  EXPECT_EQ(ProbeTscWritability(port), TscWritability::kFull);
}

}  // namespace
}  // namespace xenotime
