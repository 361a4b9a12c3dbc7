#include "xenotime/tests/testing/scenario_files.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace xenotime {
namespace {

namespace fs = std::filesystem;

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string TestDataPath(const std::string& path) {
  return Variable("TEST_SRCDIR") + "/" + Variable("TEST_WORKSPACE") +
         "/tests/" + path;
}

std::string ReadTestFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::abort();
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::vector<std::string> FilesIn(const std::string& folder) {
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> GoldenScenarioPaths() {
  std::vector<std::string> paths;
  const std::string shared = Variable("XENOTIME_SHARED");
  if (shared.empty()) return paths;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(shared + "/golden")) {
    if (entry.path().extension() == ".scenario") {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace xenotime
