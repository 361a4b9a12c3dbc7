#include "xenotime/cli/clock_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "xenotime/cli/clock_json.h"
#include "xenotime/cli/clock_words.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;

// Two sockets, out of step.
ClockSurvey Skewed() {
  ClockSurvey survey;
  survey.host.count = 3;
  survey.host.sockets = 2;
  survey.host.model = "Old Machine";
  survey.host.flags = {"tsc", "constant_tsc", "nonstop_tsc"};
  survey.configured = 8;
  survey.cpus = {0, 2};
  survey.tsc_hz = 2'000'000'000;
  survey.quality = {.constant = true, .nonstop = true};
  survey.why_not[2] = "the warp test saw a warp";
  survey.reads = {{TimeRead::kOrdered, 41'260}};
  survey.pairs = {{.first = 0,
                   .second = 2,
                   .line = {.median_ticks = 1'300, .least_ticks = 250},
                   .warp = {.max_warp = 7, .warps = 1'234}}};
  RendezvousSurvey rendezvous;
  rendezvous.form = RendezvousForm::kMaxStamp;
  rendezvous.left = {.spread_ticks = 12, .cost_ticks = 5'000, .disturbed = 3};
  survey.rendezvous = {rendezvous};
  rendezvous.clocksource_tsc = true;
  rendezvous.refused = "not on this one";
  survey.rendezvous.push_back(rendezvous);
  return survey;
}

TEST(ClockTextTest, TheTextSaysWhatIsWrongWithAMachine) {
  const std::string text = ClockText(Skewed());
  for (const char* part :
       {"Old Machine, 3 CPUs in 2 sockets, 8 possible; surveyed: 0 2",
        "2000.000 MHz", "reliable no (the warp test saw a warp)",
        "lfence; rdtsc   41.3  20.6",
        "0-2   1,300    250  650.0  1,234         7", "max-stamp (e)",
        "writes TSCs: leaves them 12 ticks apart",
        "clocksource=tsc: not on this one\n"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(ClockTextTest, TheTextSaysThatNopLeavesTheTscsAsTheyAre) {
  ClockSurvey survey = Skewed();
  survey.cpus = {0};
  survey.pairs.clear();
  survey.rendezvous[1].form = RendezvousForm::kNop;
  survey.partial = true;
  const std::string text = ClockText(survey);
  EXPECT_THAT(text, HasSubstr("nop: leaves the TSCs as they are"));
  EXPECT_THAT(text, HasSubstr("One CPU: no pairs"));
  EXPECT_THAT(text, HasSubstr("Interrupted"));
}

TEST(ClockTextTest, JsonHasEveryFigureUnderItsKey) {
  const auto json = nlohmann::json::parse(ClockJson(Skewed()));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["partial"], false);
  EXPECT_EQ(json["host"]["configured_cpus"], 8);
  EXPECT_EQ(json["tsc"]["flags"]["constant_tsc"], true);
  EXPECT_EQ(json["tsc"]["flags"]["rdtscp"], false);
  EXPECT_EQ(json["tsc"]["quality"]["reliable"]["up"], false);
  EXPECT_EQ(json["tsc"]["quality"]["reliable"]["why_not"],
            "the warp test saw a warp");
  EXPECT_EQ(json["reads"][0]["ps"], 20'630);
  const auto& pair = json["pairs"][0];
  EXPECT_EQ(pair["cpus"], nlohmann::json({0, 2}));
  EXPECT_EQ(pair["line_ticks"], 1'300);
  EXPECT_EQ(pair["line_ps"], 650'000);
  EXPECT_EQ(pair["max_warp_ticks"], 7);
  const auto& rendezvous = json["rendezvous"][1];
  EXPECT_EQ(rendezvous["clocksource"], "tsc");
  EXPECT_EQ(rendezvous["letter"], "e");
  EXPECT_EQ(rendezvous["refused"], "not on this one");
  EXPECT_EQ(rendezvous["skew_ticks"], 12);
}

TEST(ClockTextTest, PicosecondsAreRoundedToTheNearest) {
  EXPECT_EQ(Picoseconds(1'000, 3'000'000'000), 333);
  EXPECT_EQ(Picoseconds(2'000, 3'000'000'000), 667);
  EXPECT_EQ(Picoseconds(0, 1), 0);
}

}  // namespace
}  // namespace xenotime
