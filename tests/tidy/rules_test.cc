// The rules on small bad samples: a rule that cannot fail is none.

#include "xenotime/tests/tidy/rules.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

using Check = void (*)(const SourceText&, Complaints&);

Complaints Of(Check check, const std::string& path, const std::string& text) {
  Complaints complaints;
  check(SourceText(path, text), complaints);
  return complaints;
}

std::string LayerComplaint(const std::string& path, const std::string& file) {
  const Complaints complaints =
      Of(CheckLayers, path, "#include \"xenotime/" + file + "\"\n");
  return complaints.empty() ? "" : complaints[0];
}

bool Bans(const std::string& path, const std::string& line) {
  return !Of(CheckBans, path, line + "\n").empty();
}

TEST(LayersTest, AllowWhatTheDesignDraws) {
  EXPECT_EQ(LayerComplaint("scheduler/core/a.h", "time/types.h"), "");
  EXPECT_EQ(LayerComplaint("scheduler/engine/a.cc", "scheduler/policy/p.h"),
            "");
  EXPECT_EQ(LayerComplaint("scheduler/policies/mine/a.cc",
                           "scheduler/policies/mine/b.h"),
            "");
  EXPECT_EQ(LayerComplaint("scheduler/policies/builtin.cc",
                           "scheduler/policies/mine/b.h"),
            "");
  EXPECT_EQ(LayerComplaint("cli/a.cc", "formats/b.h"), "");
  EXPECT_EQ(LayerComplaint("tests/a.cc", "anything/b.h"), "");
}

TEST(LayersTest, RefuseWhatItDoesNot) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"time/a.cc", "scheduler/core/ids.h"},
      {"scheduler/core/a.cc", "scheduler/policy/policy.h"},
      {"scheduler/policies/mine/a.cc", "scheduler/engine/engine.h"},
      {"scheduler/policies/mine/a.cc", "scheduler/policies/yours/b.h"},
      {"scheduler/policies/mine/a.cc", "time/clock.h"},
      {"scheduler/engine/a.cc", "scheduler/sim/executor.h"},
      {"scheduler/sim/a.cc", "scheduler/threads/options.h"},
      {"scheduler/threads/a.cc", "scheduler/sim/executor.h"},
      {"scheduler/scenario/a.cc", "proto/scenario.pb.h"},
      {"scheduler/trace/a.cc", "formats/golden_trace.h"},
      {"formats/a.cc", "cli/b.h"},
      {"cli/a.cc", "tests/testing/b.h"},
  };
  for (const auto& [path, file] : wrong) {
    EXPECT_NE(LayerComplaint(path, file), "") << path << " " << file;
  }
}

TEST(LayersTest, SayWhereAndWhatIsAllowed) {
  EXPECT_EQ(LayerComplaint("scheduler/core/a.cc", "scheduler/sim/b.h"),
            "scheduler/core/a.cc:1: scheduler/core must not include "
            "scheduler/sim/b.h; it may include time/types.h, time/cpu.h, "
            "time/split_mix.h (docs/design, \"Who may include whom\")");
}

TEST(BansTest, FindEachForbiddenThing) {
  const std::vector<std::string> wrong = {
      "auto t = std::chrono::steady_clock::now();",
      "absl::Time t = absl::Now();",
      "uint64_t t = __rdtsc();",
      "std::this_thread::sleep_for(x);",
      "std::random_device device;",
      "absl::BitGen gen;",
      "std::uniform_int_distribution<int> d(0, 1);",
      "double share = 0.5;",
      "float f;",
      "#include <mutex>",
      "#include <thread>",
      "static int calls = 0;",
      "thread_local int calls;",
      "const char* home = getenv(\"HOME\");",
      "std::unordered_map<int, int> m;",
      "absl::flat_hash_map<int, int> m;",
      "#include \"xenotime/proto/scenario.pb.h\"",
      "std::printf(\"x\");",
      "std::cerr << 1;",
  };
  for (const std::string& line : wrong) {
    EXPECT_TRUE(Bans("scheduler/policies/mine/a.cc", line)) << line;
  }
}

TEST(BansTest, LeaveTheRestInPeace) {
  const std::vector<std::string> right = {
      "// double, printf and std::chrono in a comment",
      "Log(\"printf\");",
      "static constexpr int kTwo = 2;",
      "static CpuSet All(uint32_t pcpus);",
      "static const int kTwo = 2;",
      "static_assert(sizeof(int) == 4);",
      "int operand = 1;",
      "std::vector<int> v;",
  };
  for (const std::string& line : right) {
    EXPECT_FALSE(Bans("scheduler/policies/mine/a.cc", line)) << line;
  }
}

TEST(BansTest, HoldOnlyWhereTheyBelong) {
  EXPECT_FALSE(Bans("scheduler/core/check.h", "std::fprintf(stderr, x);"));
  EXPECT_FALSE(Bans("time/cpu.h", "return __rdtsc();"));
  EXPECT_TRUE(Bans("scheduler/threads/a.cc", "return __rdtsc();"));
  EXPECT_FALSE(Bans("scheduler/threads/a.cc", "#include <thread>"));
  EXPECT_FALSE(Bans("scheduler/trace/a.cc", "double share;"));
  EXPECT_FALSE(
      Bans("proto/convert/a.cc", "#include \"xenotime/proto/scenario.pb.h\""));
}

TEST(BansTest, NameTheReplacement) {
  const Complaints complaints =
      Of(CheckBans, "scheduler/engine/a.cc", "int x;\nabsl::BitGen gen;\n");
  EXPECT_EQ(complaints,
            Complaints{"scheduler/engine/a.cc:2: absl::BitGen: use Rng of "
                       "scheduler/core/rng.h, the same everywhere"});
}

TEST(LeftoversTest, FindUnownedWorkAndMachinePaths) {
  const std::string todo = std::string("// TO") + "DO";
  EXPECT_EQ(Of(CheckLeftovers, "a.cc", todo + ": later\n").size(), 1u);
  EXPECT_EQ(Of(CheckLeftovers, "a.cc", todo + "(me): later\n").size(), 1u);
  EXPECT_TRUE(Of(CheckLeftovers, "a.cc", todo + "(#12): later\n").empty());
  const std::string home = std::string("\"/ho") + "me/me/x\"\n";
  EXPECT_EQ(Of(CheckLeftovers, "a.md", home).size(), 1u);
  EXPECT_TRUE(Of(CheckLeftovers, "a.md", "see net" + home.substr(1)).empty());
}

TEST(LibrariesTest, HaveThreeHeadersAtMost) {
  const std::string three = "hdrs = [\"a.h\",\n\"b.h\", \"c.h\",\n],\n";
  EXPECT_TRUE(Of(CheckLibraries, "BUILD", three).empty());
  EXPECT_EQ(Of(CheckLibraries, "BUILD",
               "hdrs = [\"a.h\", \"b.h\", \"c.h\", \"d.h\"],\n")
                .size(),
            1u);
}

TEST(LengthsTest, CompareWithTheRatchet) {
  const Limits limits = {
      .header = 2, .source = 4, .test = 5, .function = 2, .test_function = 2};
  const auto complaints = [&](const std::string& path, int lines) {
    Complaints result;
    Limits longest;
    std::string text;
    for (int i = 0; i < lines; ++i) text += "int a;\n";
    CheckLengths(SourceText(path, text), limits, longest, result);
    return result.size();
  };
  EXPECT_EQ(complaints("time/a.h", 2), 0u);
  EXPECT_EQ(complaints("time/a.h", 3), 1u);
  EXPECT_EQ(complaints("time/a.cc", 4), 0u);
  EXPECT_EQ(complaints("time/a.cc", 5), 1u);
  EXPECT_EQ(complaints("tests/a.cc", 5), 0u);
  EXPECT_EQ(complaints("tests/a.h", 6), 1u);
}

TEST(LengthsTest, NameTheLongFunction) {
  const Limits limits = {
      .header = 9, .source = 9, .test = 9, .function = 2, .test_function = 2};
  Complaints complaints;
  Limits longest;
  CheckLengths(SourceText("time/a.cc", "int x;\nvoid f() {\n  g();\n}\n"),
               limits, longest, complaints);
  ASSERT_EQ(complaints.size(), 1u);
  EXPECT_EQ(complaints[0].find("time/a.cc:2: 3 lines"), 0u);
  EXPECT_EQ(longest.function, 3);
}

TEST(LengthsTest, ARatchetBeyondTheHousesLimitIsRefused) {
  Complaints complaints;
  const SourceText good("ratchet.txt",
                        "# words\nheader 300\nsource 500\ntest 900\n"
                        "function 60\ntest_function 80\n");
  const Limits limits = ReadLimits(good, complaints);
  EXPECT_TRUE(complaints.empty());
  EXPECT_EQ(limits.header, 300);
  EXPECT_EQ(limits.function, 60);
  ReadLimits(SourceText("ratchet.txt", "header 401\nsource 1\ntest 1\n"),
             complaints);
  EXPECT_EQ(complaints.size(), 3u);  // one too high, two missing
}

}  // namespace
}  // namespace xenotime
