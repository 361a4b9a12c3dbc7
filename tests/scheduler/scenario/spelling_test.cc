#include "xenotime/scheduler/scenario/spelling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(SpellingTest, DecimalsAreDigitsThatFit) {
  EXPECT_EQ(ParseDecimal("0"), 0);
  EXPECT_EQ(ParseDecimal("007"), 7);
  EXPECT_EQ(ParseDecimal("9223372036854775807"), 9223372036854775807);
  for (const char* text :
       {"", "-1", "+1", " 1", "1 ", "1e3", "0x1", "9223372036854775808"}) {
    EXPECT_EQ(ParseDecimal(text), std::nullopt) << text;
  }
}

TEST(SpellingTest, VcpusAreNamedByDomainAndIndex) {
  const auto name = ParseVcpuName("12.3");
  ASSERT_TRUE(name.ok());
  EXPECT_EQ(name->domain, 12u);
  EXPECT_EQ(name->index, 3u);
  EXPECT_EQ(FormatVcpuName(12, 3), "12.3");
  for (const char* text :
       {"", "1", "1.", ".1", "1.2.3", "1.*", "a.b", "4294967296.0"}) {
    EXPECT_FALSE(ParseVcpuName(text).ok()) << text;
  }
}

TEST(SpellingTest, PcpuListsAreSortedAndMerged) {
  EXPECT_THAT(*ParsePcpuList("5", 8), ElementsAre(5));
  EXPECT_THAT(*ParsePcpuList("7,0-2,1-3,2", 8), ElementsAre(0, 1, 2, 3, 7));
  EXPECT_THAT(*ParsePcpuList("all", 3), ElementsAre(0, 1, 2));
  EXPECT_THAT(*ParsePcpuList("all", 0), IsEmpty());
  for (const char* text :
       {"", ",", "1,", "2-1", "1-", "-1", "1-2-3", "4096", "x", "All"}) {
    EXPECT_FALSE(ParsePcpuList(text, 8).ok()) << text;
  }
}

TEST(SpellingTest, AListOfOverlappingRangesStaysSmall) {
  std::string text = "0-4095";
  for (int i = 0; i < 1000; ++i) text += ",0-4095";
  EXPECT_EQ(ParsePcpuList(text, 1)->size(), 4096u);
}

TEST(SpellingTest, PcpuListsAreWrittenInTheShortestWay) {
  EXPECT_EQ(FormatPcpuList({0, 1, 2, 4, 6, 7}, 8), "0-2,4,6-7");
  EXPECT_EQ(FormatPcpuList({0, 1, 2}, 3), "all");
  EXPECT_EQ(FormatPcpuList({0, 1, 3}, 3), "0-1,3");
  EXPECT_EQ(FormatPcpuList({}, 3), "");
}

TEST(SpellingTest, ChoicesAreWords) {
  for (Vwfi vwfi : {Vwfi::kTrap, Vwfi::kYield, Vwfi::kNative}) {
    EXPECT_EQ(*ParseVwfi(VwfiName(vwfi)), vwfi);
  }
  for (GuestWait wait : {GuestWait::kWfi, GuestWait::kSpin}) {
    EXPECT_EQ(*ParseGuestWait(GuestWaitName(wait)), wait);
  }
  EXPECT_THAT(std::string(ParseVwfi("block").status().message()),
              HasSubstr("give trap or yield or native"));
}

TEST(SpellingTest, QuotedTextIsPrintableAndShort) {
  EXPECT_EQ(Quoted("a\n\xff"), "\"a\\n\\xff\"");
  EXPECT_EQ(Quoted(std::string(100, 'x')).size(), 60u + 2 + 3);
}

}  // namespace
}  // namespace xenotime
