#include "xenotime/cli/interrupt.h"

#include <signal.h>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(InterruptFlag, TheFirstSignalSetsIt) {
  const InterruptFlag interrupt;
  EXPECT_FALSE(interrupt.flag()->load());
  raise(SIGINT);
  EXPECT_TRUE(interrupt.flag()->load());
}

TEST(InterruptFlag, ANewOneIsClear) {
  {
    const InterruptFlag interrupt;
    raise(SIGINT);
  }
  EXPECT_FALSE(InterruptFlag().flag()->load());
}

TEST(InterruptFlagDeathTest, TheSecondSignalEndsTheProcess) {
  EXPECT_EXIT(
      {
        const InterruptFlag interrupt;
        raise(SIGINT);
        raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace xenotime
