#include "xenotime/time/clocksource_choice.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace xenotime {
namespace {

using Id = PlatformTimerId;

std::vector<PlatformTimerProbe> Everything() {
  return {{Id::kPit, 5},
          {Id::kAcpiPm, 4},
          {Id::kHpet, 3},
          {Id::kHyperv, 2},
          {Id::kXen, 1}};
}

TEST(ChoosePlatformTimerTest, FallsBackInTheSpecifiedOrder) {
  std::vector<PlatformTimerProbe> probes = Everything();
  for (Id expected :
       {Id::kXen, Id::kHyperv, Id::kHpet, Id::kAcpiPm, Id::kPit}) {
    const absl::StatusOr<PlatformTimerChoice> choice =
        ChoosePlatformTimer("", probes);
    ASSERT_TRUE(choice.ok());
    EXPECT_EQ(choice->id, expected);
    EXPECT_EQ(choice->tsc_hz, probes.back().tsc_hz);
    EXPECT_EQ(choice->warning, "");
    probes.pop_back();
  }
  EXPECT_EQ(ChoosePlatformTimer("", probes).status().code(),
            absl::StatusCode::kNotFound);
}

TEST(ChoosePlatformTimerTest, TakesTheOneAskedFor) {
  for (Id id : {Id::kXen, Id::kHyperv, Id::kHpet, Id::kAcpiPm, Id::kPit}) {
    const auto choice = ChoosePlatformTimer(NameOf(id), Everything());
    EXPECT_EQ(choice->id, id);
    EXPECT_EQ(choice->warning, "");
  }
}

TEST(ChoosePlatformTimerTest, WarnsOfOneThatDoesNotWorkOrIsUnknown) {
  const std::vector<PlatformTimerProbe> probes = {
      {Id::kHpet, 0}, {Id::kAcpiPm, -1}, {Id::kPit, 7}};
  for (const char* name : {"hpet", "acpi", "xen"}) {
    const auto choice = ChoosePlatformTimer(name, probes);
    EXPECT_EQ(choice->id, Id::kPit);
    EXPECT_EQ(choice->warning,
              std::string("clocksource=") + name + " does not work here");
  }
  const auto choice = ChoosePlatformTimer("sundial", probes);
  EXPECT_EQ(choice->id, Id::kPit);
  EXPECT_TRUE(absl::StrContains(choice->warning, "sundial is not known"));
}

TEST(ChoosePlatformTimerTest, LeavesTheTscForLater) {
  const auto choice = ChoosePlatformTimer("tsc", Everything());
  EXPECT_EQ(choice->id, Id::kXen);
  EXPECT_EQ(choice->warning, "");
  EXPECT_FALSE(ChoosePlatformTimer("tsc", {{Id::kTsc, 9}}).ok());
}

TEST(ChoosePlatformTimerTest, TakesAnHpetThatHaltsOnlyOnRequest) {
  const std::vector<PlatformTimerProbe> probes = {
      {Id::kHpet, 3, /*halts_in_deep_idle=*/true}, {Id::kAcpiPm, 4}};
  EXPECT_EQ(ChoosePlatformTimer("", probes)->id, Id::kAcpiPm);
  EXPECT_EQ(ChoosePlatformTimer("hpet", probes)->id, Id::kHpet);
}

TscQuality Reliable() {
  return *TscQuality::Detect({.invariant = true}, TscOption::kNone);
}

TEST(TscAsPlatformTimerTest, NeedsAReliableTscThatNoCpuCanJoin) {
  EXPECT_TRUE(
      CheckTscAsPlatformTimer(Reliable(), TscOption::kNone, {4, 4, 1}).ok());
  const absl::Status hotplug =
      CheckTscAsPlatformTimer(Reliable(), TscOption::kNone, {8, 4, 1});
  EXPECT_TRUE(absl::StrContains(hotplug.message(), "of 8 possible CPUs 4"));
  TscQuality warped = Reliable();
  ASSERT_TRUE(warped.SawWarp(9).ok());
  const absl::Status warp =
      CheckTscAsPlatformTimer(warped, TscOption::kNone, {4, 4, 1});
  EXPECT_TRUE(absl::StrContains(warp.message(), "the warp test saw a warp"));
}

TEST(TscAsPlatformTimerTest, NeedsAPromiseForMoreThanOneSocket) {
  EXPECT_TRUE(absl::StrContains(
      CheckTscAsPlatformTimer(Reliable(), TscOption::kNone, {4, 4, 2})
          .message(),
      "tsc=stable:socket"));
  EXPECT_TRUE(
      CheckTscAsPlatformTimer(Reliable(), TscOption::kStableSocket, {4, 4, 2})
          .ok());
}

TEST(ChooseRendezvousTest, FollowsTheDecisionTable) {
  using Form = RendezvousForm;
  EXPECT_EQ(*ChooseRendezvous({true, true, true}, true), Form::kNop);
  EXPECT_EQ(*ChooseRendezvous({true, true, true}, false), Form::kStd);
  EXPECT_EQ(*ChooseRendezvous({true, true, false}, false), Form::kMaxStamp);
  EXPECT_EQ(*ChooseRendezvous({true, false, false}, false), Form::kMaxStamp);
  EXPECT_EQ(*ChooseRendezvous({false, true, false}, false), Form::kStd);
  EXPECT_EQ(*ChooseRendezvous({}, false), Form::kStd);
}

TEST(ChooseRendezvousTest, RefusesImpossibleCombinations) {
  EXPECT_FALSE(ChooseRendezvous({true, true, false}, true).ok());
  EXPECT_FALSE(ChooseRendezvous({false, true, true}, false).ok());
}

TEST(MayWriteTscTest, ReliableOnesAreWrittenOnACpuThatWasAddedOnly) {
  EXPECT_TRUE(MayWriteTsc({true, true, false}, false));
  EXPECT_FALSE(MayWriteTsc({true, true, true}, false));
  EXPECT_TRUE(MayWriteTsc({true, true, true}, true));
}

}  // namespace
}  // namespace xenotime
