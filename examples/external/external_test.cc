#include <gtest/gtest.h>

#include "time/types.h"
#include "xenotime/time/types.h"

namespace {

TEST(ExternalWorkspace, TheTwoHeadersOfOneNameLiveSideBySide) {
  const external_example::Lap lap{.number = 1, .seconds = 2};
  EXPECT_EQ(xenotime::Duration(2'000'000'000).ns(), lap.seconds * 1e9);
}

}  // namespace
