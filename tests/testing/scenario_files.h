#ifndef XENOTIME_TESTS_TESTING_SCENARIO_FILES_H_
#define XENOTIME_TESTS_TESTING_SCENARIO_FILES_H_

#include <string>
#include <vector>

namespace xenotime {

// Files for tests. Failures end the test program.

// A file below tests/ that is in the test's `data`.
std::string TestDataPath(const std::string& path);

// A file's whole content.
std::string ReadTestFile(const std::string& path);

// The files in a folder, sorted.
std::vector<std::string> FilesIn(const std::string& folder);

// Every .scenario file below $XENOTIME_SHARED/golden, sorted; none if the
// variable is not set, and then a test says that it skipped.
std::vector<std::string> GoldenScenarioPaths();

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TESTING_SCENARIO_FILES_H_
