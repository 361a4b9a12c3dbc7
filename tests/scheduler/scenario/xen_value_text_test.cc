#include "xenotime/scheduler/scenario/xen_value_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

namespace xenotime {
namespace {

struct NumberCase {
  const char* text;
  bool fits;
  int64_t bits;
  bool complete;
};

class XenNumberTest : public ::testing::TestWithParam<NumberCase> {};

TEST_P(XenNumberTest, IsReadAsXenReadsIt) {
  const XenNumber number = ParseXenNumber(GetParam().text);
  EXPECT_EQ(number.fits, GetParam().fits);
  EXPECT_EQ(int64_t{number.bits}, GetParam().bits);
  EXPECT_EQ(number.complete, GetParam().complete);
}

constexpr NumberCase kNumbers[] = {
    {"0", true, 0, true},
    {"500", true, 500, true},
    {"0x1F", true, 31, true},
    {"0X1f", true, 31, true},
    {"010", true, 8, true},
    {"00", true, 0, true},
    // What leads is kept.
    {"50us", true, 50, false},
    {"08", true, 0, false},
    {"017k", true, 15, false},
    {"0x", true, 0, false},
    {"0xg", true, 0, false},
    {"1 000", true, 1, false},
    // No digits: 0.
    {"", true, 0, false},
    {"-", true, 0, false},
    {"fast", true, 0, false},
    {"+5", true, 0, false},
    {"--5", true, 0, false},
    // Two's complement.
    {"-1", true, 4294967295, true},
    {"-0x10", true, 4294967280, true},
    {"-2147483648", true, 2147483648, true},
    {"-1s", true, 4294967295, false},
    // The edges of 32 bits.
    {"4294967295", true, 4294967295, true},
    {"4294967296", false, 0, true},
    {"-2147483649", false, 0, true},
    {"99999999999999999999999999999999", false, 0, true},
    {"-0xffffffffffffffffffffffff", false, 0, true},
};

INSTANTIATE_TEST_SUITE_P(Table, XenNumberTest, ::testing::ValuesIn(kNumbers));

TEST(XenBoolTest, KnowsXensWords) {
  for (const char* word : {"1", "on", "yes", "true", "enable"}) {
    EXPECT_EQ(ParseXenBool(word), std::optional(true)) << word;
  }
  for (const char* word : {"0", "off", "no", "false", "disable"}) {
    EXPECT_EQ(ParseXenBool(word), std::optional(false)) << word;
  }
  for (const char* word : {"", "2", "On", "enabled", "y"}) {
    EXPECT_EQ(ParseXenBool(word), std::nullopt) << word;
  }
}

TEST(XenTextTest, EachGrammarKnowsItsOwn) {
  const XenOption& words = *FindXenOption("credit2_runqueue");
  EXPECT_TRUE(IsXenText(words, "node"));
  EXPECT_FALSE(IsXenText(words, "nod"));
  EXPECT_FALSE(IsXenText(words, ""));
  const XenOption& range = *FindXenOption("dom0_max_vcpus");
  EXPECT_TRUE(IsXenText(range, "4"));
  EXPECT_TRUE(IsXenText(range, "2-4"));
  EXPECT_FALSE(IsXenText(range, "2-"));
  EXPECT_FALSE(IsXenText(range, "four"));
  const XenOption& list = *FindXenOption("max_cstate");
  EXPECT_TRUE(IsXenText(list, "1"));
  EXPECT_TRUE(IsXenText(list, "2,1"));
  EXPECT_FALSE(IsXenText(list, "2,1,0"));
  EXPECT_FALSE(IsXenText(list, ""));
  const XenOption& nodes = *FindXenOption("dom0_nodes");
  EXPECT_TRUE(IsXenText(nodes, "0,1,relaxed"));
  EXPECT_FALSE(IsXenText(nodes, "0,,1"));
  EXPECT_TRUE(IsXenText(*FindXenOption("cpufreq"), "xen:performance"));
}

}  // namespace
}  // namespace xenotime
