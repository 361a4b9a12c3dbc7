#include "xenotime/time/simulated_sampler.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

class SimulatedSamplerTest : public testing::Test {
 protected:
  uint64_t now_ = 1000;
  PlatformCounter counter_ = *PlatformCounter::Make(
      {.timer = {PlatformTimerId::kHpet, Hertz(1'000'000'000), 32,
                 Nanoseconds(701)}},
      0);
  VirtualTsc tsc_ = *VirtualTsc::Make({.frequency = Hertz(1'000'000'000)}, 0);
  SimulatedSampler sampler_{
      &now_, &counter_, &tsc_, {Nanoseconds(11), Nanoseconds(60)}};
};

TEST_F(SimulatedSamplerTest, SamplesInTheMiddleOfTheAccess) {
  EXPECT_EQ(sampler_.ReadCounter(), 1350u);
  EXPECT_EQ(now_, 1701u);
  EXPECT_EQ(sampler_.ReadTscOrdered(), 1706u);
  EXPECT_EQ(now_, 1712u);
}

TEST_F(SimulatedSamplerTest, WritesAfterTheCost) {
  EXPECT_TRUE(sampler_.WriteTsc(5).ok());
  EXPECT_EQ(now_, 1060u);
  EXPECT_EQ(tsc_.Read(now_), 5u);
}

TEST_F(SimulatedSamplerTest, PassesOnThatAWriteIsRefused) {
  tsc_.Suspend(now_);
  EXPECT_FALSE(sampler_.WriteTsc(5).ok());
}

}  // namespace
}  // namespace xenotime
