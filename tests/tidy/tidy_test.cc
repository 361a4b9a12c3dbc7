// The house rules on every file of the tree.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "xenotime/tests/tidy/rules.h"
#include "xenotime/tests/tidy/source_text.h"

namespace xenotime {
namespace {

namespace fs = std::filesystem;

// Where the sources are: a runfile is a link to one of them.
fs::path Root() {
  const char* srcdir = std::getenv("TEST_SRCDIR");
  const char* workspace = std::getenv("TEST_WORKSPACE");
  if (srcdir == nullptr || workspace == nullptr) return fs::current_path();
  return fs::canonical(fs::path(srcdir) / workspace / "VERSION").parent_path();
}

bool IsOurs(const fs::path& file) {
  const std::string name = file.filename().string();
  const std::string ending = file.extension().string();
  return name == "BUILD" || name == "WORKSPACE" || ending == ".h" ||
         ending == ".cc" || ending == ".bzl" || ending == ".proto" ||
         ending == ".md" || ending == ".sh";
}

SourceText Read(const fs::path& root, const fs::path& file) {
  std::ifstream stream(file);
  const std::string text((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  return SourceText(fs::relative(file, root).string(), text);
}

std::vector<SourceText> Tree() {
  const fs::path root = Root();
  std::vector<fs::path> files;
  for (const char* folder :
       {"bazel", "cli", "docs", "examples", "formats", "presets", "proto",
        "scheduler", "tests", "third_party", "time"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      // Links that a build of examples/external leaves behind are not ours.
      if (entry.is_regular_file() && !entry.is_symlink() &&
          IsOurs(entry.path())) {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<SourceText> sources;
  for (const fs::path& file : files) sources.push_back(Read(root, file));
  return sources;
}

class TidyTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { tree_ = new std::vector<SourceText>(Tree()); }
  static void TearDownTestSuite() { delete tree_; }

  template <typename Rule>
  void Expect(Rule rule) {
    Complaints complaints;
    for (const SourceText& source : *tree_) rule(source, complaints);
    EXPECT_TRUE(complaints.empty()) << absl::StrJoin(complaints, "\n");
  }
  static std::vector<SourceText>* tree_;
};

std::vector<SourceText>* TidyTest::tree_ = nullptr;

TEST_F(TidyTest, TheTreeIsThere) {
  EXPECT_GT(tree_->size(), 100u)
      << "the sources are not beside " << Root() / "VERSION";
}

TEST_F(TidyTest, FilesIncludeOnlyWhatTheirLayerMay) { Expect(CheckLayers); }

TEST_F(TidyTest, NothingForbiddenIsUsed) { Expect(CheckBans); }

TEST_F(TidyTest, NothingIsLeftBehind) { Expect(CheckLeftovers); }

TEST_F(TidyTest, LibrariesAreSmall) {
  Expect([](const SourceText& source, Complaints& complaints) {
    if (source.HasEnding("BUILD")) CheckLibraries(source, complaints);
  });
}

TEST_F(TidyTest, FilesAndFunctionsAreNoLongerThanTheRatchet) {
  const fs::path root = Root();
  Complaints complaints;
  const Limits limits =
      ReadLimits(Read(root, root / "tests/tidy/ratchet.txt"), complaints);
  Limits longest;
  for (const SourceText& source : *tree_) {
    CheckLengths(source, limits, longest, complaints);
  }
  EXPECT_TRUE(complaints.empty()) << absl::StrJoin(complaints, "\n");
  std::printf(
      "longest: header %d, source %d, test %d, function %d, in tests %d\n",
      longest.header, longest.source, longest.test, longest.function,
      longest.test_function);
}

}  // namespace
}  // namespace xenotime
