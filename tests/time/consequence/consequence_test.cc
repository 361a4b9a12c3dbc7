#include "xenotime/time/consequence/consequence.h"

#include <map>
#include <string>

#include "gtest/gtest.h"
#include "xenotime/tests/presets/builtin_preset.h"

namespace xenotime {
namespace {

ConsequenceOptions Core2Quad() {
  return {.model = BuiltinPreset("core2quad").meeting, .samples = 5};
}

std::map<std::string, Consequence> Rows(const ConsequenceOptions& options) {
  const auto table = FollowConsequences(options);
  EXPECT_TRUE(table.ok()) << table.status();
  std::map<std::string, Consequence> rows;
  for (const Consequence& row : table->rows) rows[row.subject] = row;
  return rows;
}

TEST(ConsequenceTest, TheFormBefore2009CostsAGuestItsTscAndTheRepairDoesNot) {
  ConsequenceOptions options = Core2Quad();
  for (options.seed = 1; options.seed <= 3; ++options.seed) {
    auto rows = Rows(options);
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows["a"].unstable, 5) << options.seed;
    EXPECT_EQ(rows["a"].usual.clocksource, "hpet");
    for (const char* form : {"d", "e", "none"}) {
      EXPECT_LE(rows[form].unstable, 1) << form << ", seed " << options.seed;
      EXPECT_EQ(rows[form].usual.clocksource, "tsc") << form;
    }
    EXPECT_GT(rows["a"].skew_cycles, rows["b"].skew_cycles);
    EXPECT_GT(rows["d"].usual.throughput_permille,
              10 * rows["a"].usual.throughput_permille);
  }
}

TEST(ConsequenceTest, TheTableHasTheFastAndTheSlowClock) {
  const auto table = FollowConsequences(Core2Quad());
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ(table->samples, 5u);
  EXPECT_EQ(table->fast.clocksource, "tsc");
  EXPECT_EQ(table->slow.clocksource, "hpet");
  EXPECT_GT(table->fast.throughput_permille, table->slow.throughput_permille);
}

TEST(ConsequenceTest, WhatCannotBeIsRefused) {
  ConsequenceOptions options = Core2Quad();
  options.samples = 0;
  EXPECT_FALSE(FollowConsequences(options).ok());
  options = Core2Quad();
  options.ticks = 0;
  EXPECT_FALSE(FollowConsequences(options).ok());
  options = Core2Quad();
  options.costs.base_ns = 0;
  EXPECT_FALSE(FollowConsequences(options).ok());
}

}  // namespace
}  // namespace xenotime
