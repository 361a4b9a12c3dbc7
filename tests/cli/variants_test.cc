#include "xenotime/cli/variants.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/tests/cli/fake_world.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;

TEST(MakeVariants, CombinesInOrder) {
  const auto variants = MakeVariants({.executors = {"threads,sim"},
                                      .schedulers = {"null", "credit"},
                                      .vwfi = {"native,trap"}},
                                     FakeRegistry());
  ASSERT_TRUE(variants.ok()) << variants.status();
  ASSERT_EQ(variants->size(), 8u);
  EXPECT_EQ((*variants)[0].executor, ExecutorKind::kThreads);
  EXPECT_EQ((*variants)[0].scheduler, "null");
  EXPECT_EQ((*variants)[0].vwfi, Vwfi::kNative);
  EXPECT_EQ((*variants)[1].vwfi, Vwfi::kTrap);
  EXPECT_EQ((*variants)[2].scheduler, "credit");
  EXPECT_EQ((*variants)[4].executor, ExecutorKind::kSim);
}

std::string ErrorOf(const VariantWords& words) {
  return std::string(MakeVariants(words, FakeRegistry()).status().message());
}

TEST(MakeVariants, NamesOptionAndKnownWords) {
  EXPECT_THAT(ErrorOf({{"sim"}, {"foo"}, {"trap"}}),
              HasSubstr("--schedulers: unknown scheduler \"foo\"; known are "
                        "credit, null"));
  EXPECT_THAT(ErrorOf({{"gpu"}, {"null"}, {"trap"}}),
              HasSubstr("--executor: unknown executor \"gpu\""));
  EXPECT_THAT(ErrorOf({{"sim"}, {"null"}, {"maybe"}}), HasSubstr("--vwfi: "));
  EXPECT_THAT(ErrorOf({{}, {"null"}, {"trap"}}),
              HasSubstr("--executor: it is empty"));
}

TEST(MakeVariants, RefusesWordsThatAreEmptyOrGivenTwice) {
  EXPECT_THAT(ErrorOf({{"sim"}, {"credit,,null"}, {"trap"}}),
              HasSubstr("--schedulers: \"credit,,null\" has an empty word"));
  EXPECT_THAT(ErrorOf({{"sim,"}, {"null"}, {"trap"}}),
              HasSubstr("--executor: \"sim,\" has an empty word"));
  EXPECT_THAT(ErrorOf({{"sim"}, {"null,credit", "null"}, {"trap"}}),
              HasSubstr("--schedulers: \"null\" is given twice"));
  EXPECT_THAT(ErrorOf({{"sim"}, {"null"}, {"trap,trap"}}),
              HasSubstr("--vwfi: \"trap\" is given twice"));
}

}  // namespace
}  // namespace xenotime
