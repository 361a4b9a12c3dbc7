#include "xenotime/scheduler/core/check.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(CheckTest, PassesWhatHolds) {
  int evaluated = 0;
  XENOTIME_CHECK(++evaluated == 1, "once");
  EXPECT_EQ(evaluated, 1);
}

TEST(CheckDeathTest, SaysWhereAndWhat) {
  EXPECT_DEATH(XENOTIME_CHECK(1 > 2, "the world is upside down"),
               "check_test.cc:[0-9]+: the world is upside down .1 > 2.");
}

}  // namespace
}  // namespace xenotime
