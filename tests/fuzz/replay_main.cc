// Runs a fuzz target over the files and folders named as arguments, under any
// compiler.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "xenotime/tests/fuzz/fuzz_target.h"
#include "xenotime/tests/testing/scenario_files.h"

int main(int argc, char** argv) {
  std::vector<std::string> paths;
  for (const std::string& argument :
       std::vector<std::string>(argv + 1, argv + argc)) {
    if (!std::filesystem::is_directory(argument)) {
      paths.push_back(argument);
      continue;
    }
    for (std::string& path : xenotime::FilesIn(argument)) {
      paths.push_back(std::move(path));
    }
  }
  for (const std::string& path : paths) {
    const std::string input = xenotime::ReadTestFile(path);
    std::printf("%s\n", path.c_str());
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()),
                           input.size());
  }
  std::printf("%zu inputs\n", paths.size());
  return paths.empty() ? 1 : 0;
}
