#include "xenotime/cli/output_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace xenotime {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  static std::string Read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const std::string folder_ = testing::TempDir() + "output_file_test";
};

TEST_F(OutputFileTest, WritesAndReplacesLeavingNothingElse) {
  const std::string path = folder_ + "/out.txt";
  ASSERT_TRUE(WriteFile(path, "one").ok());
  EXPECT_EQ(Read(path), "one");
  ASSERT_TRUE(WriteFile(path, "2").ok());
  EXPECT_EQ(Read(path), "2");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(OutputFileTest, ChecksWithoutTouching) {
  EXPECT_TRUE(CheckWritable(folder_ + "/new", "--output").ok());
  EXPECT_TRUE(CheckWritable("relative", "--output").ok());
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(OutputFileTest, NamesOptionPathAndReason) {
  EXPECT_THAT(CheckWritable(folder_, "--trace").message(),
              HasSubstr("--trace: " + folder_ + " is a folder"));
  EXPECT_THAT(CheckWritable(folder_ + "/no/x", "--output").message(),
              HasSubstr("there is no folder " + folder_ + "/no"));
}

TEST_F(OutputFileTest, FailureLeavesNothing) {
  EXPECT_THAT(WriteFile(folder_ + "/no/x", "text").message(),
              HasSubstr("cannot write"));
  EXPECT_FALSE(WriteFile(folder_, "text").ok());
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(OutputFileTest, DevicesAreWrittenTo) {
  EXPECT_TRUE(CheckWritable("/dev/null", "--output").ok());
  EXPECT_TRUE(WriteFile("/dev/null", "text").ok());
}

}  // namespace
}  // namespace xenotime
