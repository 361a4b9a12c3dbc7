#include "xenotime/scheduler/scenario/xen_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

ParsedXenOptions Parse(const std::string& text,
                       Architecture machine = Architecture::kX86) {
  return ParseXenOptions(text, machine);
}

int64_t NumberOf(const ParsedXenOptions& parsed, const char* name) {
  const XenValue* value = parsed.Find(name);
  EXPECT_NE(value, nullptr) << name;
  return value == nullptr ? -1 : value->number;
}

std::string WordOf(const ParsedXenOptions& parsed, const char* name) {
  const XenValue* value = parsed.Find(name);
  EXPECT_NE(value, nullptr) << name;
  return value == nullptr ? "none" : value->word;
}

TEST(XenOptionsTest, NothingGivesNothing) {
  EXPECT_THAT(Parse("").values, IsEmpty());
  EXPECT_THAT(Parse(" \t \n ").messages, IsEmpty());
}

TEST(XenOptionsTest, OptionsAreSeparatedByBlanks) {
  const ParsedXenOptions parsed =
      Parse("  sched=credit2 \t sched_ratelimit_us=500\ntimer_slop=1 ");
  EXPECT_EQ(WordOf(parsed, "sched"), "credit2");
  EXPECT_EQ(NumberOf(parsed, "sched_ratelimit_us"), 500);
  EXPECT_EQ(NumberOf(parsed, "timer_slop"), 1);
  EXPECT_THAT(parsed.messages, IsEmpty());
}

TEST(XenOptionsTest, TheLastAssignmentWins) {
  const ParsedXenOptions parsed =
      Parse("timer_slop=1 sched=null timer_slop=2 sched=credit");
  EXPECT_EQ(NumberOf(parsed, "timer_slop"), 2);
  EXPECT_EQ(WordOf(parsed, "sched"), "credit");
  EXPECT_THAT(parsed.values, SizeIs(2));
}

TEST(XenOptionsTest, AValueMayContainEqualSigns) {
  EXPECT_EQ(WordOf(Parse("cpufreq=a=b"), "cpufreq"), "a=b");
}

TEST(XenOptionsTest, AnUnknownNameIsNamedAndTheNearestSuggested) {
  EXPECT_THAT(Parse("sched_ratelimt_us=5 dom0_mem=1G").messages,
              ElementsAre("parameter \"sched_ratelimt_us\" unknown! Did you "
                          "mean sched_ratelimit_us?",
                          "parameter \"dom0_mem\" unknown!"));
  EXPECT_THAT(Parse("=5").messages, ElementsAre("parameter \"\" unknown!"));
}

TEST(XenOptionsTest, TrailingGarbageIsStoredAndComplainedAbout) {
  const ParsedXenOptions parsed = Parse("timer_slop=50us");
  EXPECT_EQ(NumberOf(parsed, "timer_slop"), 50);
  EXPECT_THAT(parsed.messages,
              ElementsAre("parameter \"timer_slop\" has invalid value "
                          "\"50us\", rc=-22! (50 is stored; give a whole "
                          "number, ns without a unit)"));
}

TEST(XenOptionsTest, WithoutDigitsZeroIsStoredAndComplainedAbout) {
  for (const char* text : {"timer_slop=us", "timer_slop="}) {
    const ParsedXenOptions parsed = Parse(text);
    EXPECT_EQ(NumberOf(parsed, "timer_slop"), 0);
    EXPECT_THAT(parsed.messages, ElementsAre(HasSubstr("(0 is stored;")));
  }
}

TEST(XenOptionsTest, ABareNumberStoresZeroSilently) {
  const ParsedXenOptions parsed = Parse("timer_slop=7 timer_slop");
  EXPECT_EQ(NumberOf(parsed, "timer_slop"), 0);
  EXPECT_THAT(parsed.messages, IsEmpty());
}

TEST(XenOptionsTest, WhatDoesNotFitIn32BitsIsNotStored) {
  const ParsedXenOptions parsed =
      Parse("timer_slop=7 timer_slop=4294967296 maxcpus=-2147483649");
  EXPECT_EQ(NumberOf(parsed, "timer_slop"), 7);
  EXPECT_EQ(parsed.Find("maxcpus"), nullptr);
  EXPECT_THAT(parsed.messages,
              AllOf(SizeIs(2), Each(HasSubstr("nothing is stored"))));
}

TEST(XenOptionsTest, NegativeNumbersAreTwosComplement) {
  const ParsedXenOptions parsed = Parse(
      "timer_slop=-1 credit2_balance_over=-4 credit2_balance_under=4294967295");
  EXPECT_EQ(NumberOf(parsed, "timer_slop"), 4294967295);
  EXPECT_EQ(NumberOf(parsed, "credit2_balance_over"), -4);
  EXPECT_EQ(NumberOf(parsed, "credit2_balance_under"), -1);
  EXPECT_THAT(parsed.messages, IsEmpty());
}

TEST(XenOptionsTest, BooleansAreNamesNegationsAndWords) {
  EXPECT_EQ(NumberOf(Parse("tickle_one_idle_cpu"), "tickle_one_idle_cpu"), 1);
  EXPECT_EQ(NumberOf(Parse("no-tickle_one_idle_cpu"), "tickle_one_idle_cpu"),
            0);
  EXPECT_EQ(NumberOf(Parse("smt=off"), "smt"), 0);
  EXPECT_EQ(NumberOf(Parse("smt=enable"), "smt"), 1);
  EXPECT_EQ(NumberOf(Parse("no-smt=false"), "smt"), 1);
  EXPECT_EQ(NumberOf(Parse("no-smt=1"), "smt"), 0);
}

TEST(XenOptionsTest, AnInvalidBooleanStaysAsItWas) {
  const ParsedXenOptions parsed = Parse("smt=off smt=maybe");
  EXPECT_EQ(NumberOf(parsed, "smt"), 0);
  EXPECT_THAT(parsed.messages,
              ElementsAre("parameter \"smt\" has invalid value \"maybe\", "
                          "rc=-22! (it stays as it was; give on or off)"));
  EXPECT_EQ(Parse("no-smt=maybe").Find("smt"), nullptr);
}

TEST(XenOptionsTest, OnlyBooleansAreNegated) {
  EXPECT_THAT(Parse("no-timer_slop").messages,
              ElementsAre("parameter \"no-timer_slop\" unknown! Only booleans "
                          "are negated; timer_slop takes any."));
}

TEST(XenOptionsTest, StringsAreCutToNineCharacters) {
  const ParsedXenOptions parsed = Parse("sched=credit2_of_mine");
  EXPECT_EQ(WordOf(parsed, "sched"), "credit2_o");
  EXPECT_THAT(parsed.messages,
              ElementsAre("sched: \"credit2_of_mine\" is cut to 9 characters"));
  EXPECT_EQ(WordOf(Parse("sched"), "sched"), "");
}

TEST(XenOptionsTest, WordsMustBeKnown) {
  const ParsedXenOptions parsed =
      Parse("credit2_runqueue=core credit2_runqueue=cores sched-gran");
  EXPECT_EQ(WordOf(parsed, "credit2_runqueue"), "core");
  EXPECT_EQ(parsed.Find("sched-gran"), nullptr);
  EXPECT_THAT(parsed.messages,
              ElementsAre(HasSubstr("(it stays as it was; give cpu, core, "
                                    "socket, node, all)"),
                          HasSubstr("invalid value \"\", rc=-22!")));
}

TEST(XenOptionsTest, EverythingButNativeIsTrapForVwfi) {
  const auto arm = Architecture::kArm;
  EXPECT_EQ(WordOf(Parse("vwfi=native", arm), "vwfi"), "native");
  EXPECT_EQ(WordOf(Parse("vwfi", arm), "vwfi"), "trap");
  const ParsedXenOptions parsed = Parse("vwfi=yield", arm);
  EXPECT_EQ(WordOf(parsed, "vwfi"), "trap");
  EXPECT_THAT(parsed.messages,
              ElementsAre("vwfi: Xen takes \"yield\" for trap"));
}

TEST(XenOptionsTest, OptionsOfTheOtherArchitectureAreUnknown) {
  const ParsedXenOptions parsed =
      Parse("sched-gran=core no-smt", Architecture::kArm);
  EXPECT_THAT(parsed.values, IsEmpty());
  EXPECT_THAT(parsed.messages,
              ElementsAre("parameter \"sched-gran\" unknown! It is an option "
                          "of x86, and the machine is Arm.",
                          HasSubstr("parameter \"no-smt\" unknown!")));
  EXPECT_EQ(WordOf(Parse("vwfi=native"), "vwfi"), "native")
      << "scenarios have it on every machine";
}

TEST(XenOptionsTest, ControlCharactersAreEscaped) {
  const std::string text("a\x01\0b=\x1b[31m timer_slop=\x7f", 23);
  for (const std::string& message : Parse(text).messages) {
    for (char c : message) EXPECT_TRUE(c >= ' ' && c < '\x7f') << message;
  }
  EXPECT_THAT(Parse(text).messages, Contains(HasSubstr("a\\x01\\x00\\x62")));
}

TEST(XenOptionsTest, EachMessageIsGivenOnce) {
  EXPECT_THAT(Parse("x=1 x=2 x=3 y").messages,
              ElementsAre("parameter \"x\" unknown!", HasSubstr("\"y\"")));
}

TEST(XenOptionsTest, AFloodOfWordsEndsInACount) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) absl::StrAppend(&text, "word", i, " ");
  const ParsedXenOptions parsed = Parse(text + std::string(1'000'000, 'x'));
  EXPECT_THAT(parsed.messages, SizeIs(kMaxXenMessages + 1));
  EXPECT_EQ(parsed.messages.back(), "99951 more messages about other words");
  EXPECT_THAT(parsed.messages, Each(Not(HasSubstr("xxx"))));
}

}  // namespace
}  // namespace xenotime
