#include "xenotime/tests/property/instructions.h"

#include <string>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(InstructionsTest, PrintAsTheyAreWritten) {
  const Instructions list = {Compute{0, 5000},
                             Sleep{1, 7},
                             Wait{2},
                             Signal{3, 4},
                             Yield{5},
                             Down{6, 8},
                             Advance{9},
                             Wake{1},
                             Up{2},
                             Pause{3},
                             Unpause{4},
                             SetWeight{0, 256, 50},
                             SetAffinity{1, 3, 15},
                             SetRealTime{2, 10, 10, true},
                             Create{1},
                             Destroy{},
                             MoveDomain{0, 1},
                             MovePcpu{2, 3},
                             Unplug{4},
                             Plug{5, 6}};
  EXPECT_EQ(
      ToCpp(list),
      "Compute{0, 5000}, Sleep{1, 7}, Wait{2}, Signal{3, 4}, Yield{5}, "
      "Down{6, 8}, Advance{9}, Wake{1}, Up{2}, Pause{3}, Unpause{4}, "
      "SetWeight{0, 256, 50}, SetAffinity{1, 3, 15}, "
      "SetRealTime{2, 10, 10, true}, Create{1}, Destroy{}, MoveDomain{0, 1}, "
      "MovePcpu{2, 3}, Unplug{4}, Plug{5, 6}");
}

TEST(InstructionsTest, ASeedGivesOneList) {
  Rng a(7), b(7), c(8);
  const std::string text = ToCpp(RandomInstructions(a, 50));
  EXPECT_EQ(text, ToCpp(RandomInstructions(b, 50)));
  EXPECT_NE(text, ToCpp(RandomInstructions(c, 50)));
}

TEST(InstructionsTest, ShrinkLeavesWhatIsNeeded) {
  Rng rng(5);
  Instructions list = RandomInstructions(rng, 60);
  list.insert(list.begin() + 20, Wake{77});
  list.insert(list.begin() + 50, Pause{78});
  int calls = 0;
  const Instructions least = Shrink(list, [&](const Instructions& candidate) {
    ++calls;
    const std::string text = ToCpp(candidate);
    return text.find("Wake{77}") < text.find("Pause{78}") &&
           text.find("Pause{78}") != std::string::npos;
  });
  EXPECT_EQ(ToCpp(least), "Wake{77}, Pause{78}");
  EXPECT_LT(calls, 200);
}

TEST(InstructionsTest, WhatAlwaysFailsShrinksToNothing) {
  Rng rng(5);
  EXPECT_TRUE(Shrink(RandomInstructions(rng, 9), [](const Instructions&) {
                return true;
              }).empty());
}

}  // namespace
}  // namespace xenotime
