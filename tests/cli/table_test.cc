#include "xenotime/cli/table.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(Table, AlignsColumns) {
  Table table({{"NAME", Table::Align::kLeft}, {"NS"}, {"NOTE"}});
  EXPECT_TRUE(table.empty());
  table.AddRow({"a", "1,000", ""});
  table.AddRow({"longer", "5"});
  EXPECT_EQ(table.ToString(),
            "NAME       NS  NOTE\n"
            "a       1,000\n"
            "longer      5\n");
}

TEST(Table, DropsCellsBeyondTheColumns) {
  Table table({{"A"}});
  table.AddRow({"1", "2"});
  EXPECT_EQ(table.ToString(), "A\n1\n");
}

TEST(Table, BreaksLongCellsAtBlanks) {
  Table table({{"NAME", Table::Align::kLeft, 6},
               {"TEXT", Table::Align::kLeft, 9},
               {"N"}});
  table.AddRow({"a", "one two three", "1"});
  table.AddRow({"unbreakable b", "x", "2"});
  EXPECT_EQ(table.ToString(),
            "NAME         TEXT     N\n"
            "a            one two  1\n"
            "             three\n"
            "unbreakable  x        2\n"
            "b\n");
}

TEST(Thousands, GroupsDigits) {
  EXPECT_EQ(Thousands(0), "0");
  EXPECT_EQ(Thousands(999), "999");
  EXPECT_EQ(Thousands(1000), "1,000");
  EXPECT_EQ(Thousands(-123456), "-123,456");
  EXPECT_EQ(Thousands(1234567), "1,234,567");
  EXPECT_EQ(Thousands(std::numeric_limits<int64_t>::min()),
            "-9,223,372,036,854,775,808");
}

TEST(Percent, RoundsToOneDecimal) {
  EXPECT_EQ(Percent(1, 8), "12.5");
  EXPECT_EQ(Percent(2, 3), "66.7");
  EXPECT_EQ(Percent(5, 0), "-");
}

TEST(CsvLine, QuotesWhatNeedsIt) {
  EXPECT_EQ(CsvLine({"a", "1"}), "a,1\n");
  EXPECT_EQ(CsvLine({"a,b", "say \"x\"", ""}), "\"a,b\",\"say \"\"x\"\"\",\n");
}

}  // namespace
}  // namespace xenotime
