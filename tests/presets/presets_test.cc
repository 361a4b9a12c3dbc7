#include "xenotime/presets/presets.h"

#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "xenotime/tests/presets/builtin_preset.h"
#include "xenotime/time/averages.h"
#include "xenotime/time/rendezvous/modelled_trial.h"
#include "xenotime/time/rendezvous/trial_series.h"

namespace xenotime {
namespace {

struct Row {
  int64_t skew = 0, cost = 0;
};

std::map<std::string, Row> Rows(const MachineModel& model, uint64_t seed) {
  std::map<std::string, Row> rows;
  const auto trial = RunModelledTrial({.model = model, .seed = seed});
  EXPECT_TRUE(trial.ok()) << trial.status();
  for (const TrialSeries& series : *trial) {
    rows[series.subject] = {MeanOf(series.spread), MeanOf(series.cost)};
  }
  return rows;
}

void ExpectWithin15Percent(int64_t value, int64_t published) {
  EXPECT_LE(100 * std::abs(value - published), 15 * published) << value;
}

TEST(PresetsTest, EachIsReadAndBearsItsName) {
  EXPECT_FALSE(BuiltinPresets().empty());
  for (const PresetText& preset : BuiltinPresets()) {
    EXPECT_EQ(BuiltinPreset(std::string(preset.name)).name, preset.name);
  }
}

TEST(PresetsTest, Core2QuadGivesThePublishedSkewsAndCosts) {
  const Preset preset = BuiltinPreset("core2quad");
  auto rows = Rows(preset.meeting, 1);
  ExpectWithin15Percent(rows["a"].skew, 1300);
  ExpectWithin15Percent(rows["b"].skew, 400);
  ExpectWithin15Percent(rows["none"].skew, 200);
  ExpectWithin15Percent(rows["d"].skew, rows["none"].skew);
  for (const char* form : {"a", "b"}) {
    EXPECT_GE(rows[form].cost, 5'000) << form;
    EXPECT_LE(rows[form].cost, 6'000) << form;
  }
}

TEST(PresetsTest, TheOrderOfCore2QuadsRowsIsThatOfEverySeed) {
  const Preset preset = BuiltinPreset("core2quad");
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    auto rows = Rows(preset.meeting, seed);
    EXPECT_GT(rows["a"].skew, rows["b"].skew) << "seed " << seed;
    EXPECT_GT(rows["b"].skew, rows["d"].skew) << "seed " << seed;
    EXPECT_GT(rows["b"].skew, rows["none"].skew) << "seed " << seed;
  }
}

}  // namespace
}  // namespace xenotime
