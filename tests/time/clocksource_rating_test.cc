#include "xenotime/time/clocksource_rating.h"

#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

Clocksource Known(absl::string_view name, RatingConditions conditions = {}) {
  return KnownClocksource(name, conditions).value();
}
std::vector<Clocksource> Some(std::vector<absl::string_view> names) {
  std::vector<Clocksource> sources;
  for (absl::string_view name : names) sources.push_back(Known(name));
  return sources;
}

TEST(ClocksourceRatingTest, HasTheSpecifiedRatings) {
  EXPECT_EQ(Known("tsc").rating, 300);
  EXPECT_EQ(Known("hpet").rating, 250);
  EXPECT_EQ(Known("acpi_pm").rating, 200);
  EXPECT_EQ(Known("acpi_pm", {.verified_pm_reads = true}).rating, 120);
  EXPECT_EQ(Known("pit").rating, 110);
  EXPECT_EQ(Known("jiffies").rating, 1);
  EXPECT_EQ(Known("kvm-clock").rating, 400);
  EXPECT_EQ(Known("xen").rating, 400);
  EXPECT_EQ(Known("xen", {.hardware_domain = true}).rating, 275);
}

TEST(ClocksourceRatingTest, OnlyATscThatIsNotTrustedIsVerified) {
  EXPECT_TRUE(Known("tsc").must_verify);
  EXPECT_FALSE(Known("tsc", {.trusted_tsc = true}).must_verify);
  EXPECT_FALSE(Known("hpet").must_verify);
}

TEST(ClocksourceRatingTest, RefusesAnUnknownName) {
  EXPECT_EQ(KnownClocksource("sundial").status().code(),
            absl::StatusCode::kNotFound);
}

TEST(ClocksourceSelectionTest, TakesTheHighestRating) {
  const ClocksourceSelection selection(
      Some({"jiffies", "acpi_pm", "tsc", "hpet"}));
  EXPECT_EQ(selection.Best()->name, "tsc");
  EXPECT_EQ(selection.BestWatchdog()->name, "hpet");
}

TEST(ClocksourceSelectionTest, AParavirtualClockBeatsTheTsc) {
  EXPECT_EQ(ClocksourceSelection(Some({"tsc", "xen"})).Best()->name, "xen");
  // But not in the hardware domain.
  EXPECT_EQ(ClocksourceSelection(
                {Known("xen", {.hardware_domain = true}), Known("tsc")})
                .Best()
                ->name,
            "tsc");
}

TEST(ClocksourceSelectionTest, OfEqualRatingsTakesTheFirst) {
  EXPECT_EQ(ClocksourceSelection(Some({"xen", "kvm-clock"})).Best()->name,
            "xen");
}

TEST(ClocksourceSelectionTest, AnUnstableOneIsOutForGood) {
  ClocksourceSelection selection(Some({"tsc", "acpi_pm"}));
  EXPECT_TRUE(*selection.MarkUnstable("tsc"));
  EXPECT_EQ(selection.Best()->name, "acpi_pm");
  EXPECT_FALSE(*selection.MarkUnstable("tsc"));  // one message only
  EXPECT_EQ(selection.MarkUnstable("hpet").status().code(),
            absl::StatusCode::kNotFound);
}

TEST(ClocksourceSelectionTest, MayHaveNothingLeft) {
  ClocksourceSelection selection(Some({"tsc"}));
  EXPECT_EQ(selection.BestWatchdog(), nullptr);
  EXPECT_TRUE(selection.MarkUnstable("tsc").ok());
  EXPECT_EQ(selection.Best(), nullptr);
}

}  // namespace
}  // namespace xenotime
