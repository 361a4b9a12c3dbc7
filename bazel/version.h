#ifndef XENOTIME_BAZEL_VERSION_H_
#define XENOTIME_BAZEL_VERSION_H_

#include <string_view>

namespace xenotime {

// The version of Xenotime, from the file VERSION: "0.1.0".
std::string_view Version();

// The commit that this program was built from, for reports that must be
// reproduced: the short hash of git, followed by "-dirty" where tracked files
// had changed. "unknown" in a build outside of git, or in another workspace.
std::string_view Commit();

}  // namespace xenotime

#endif  // XENOTIME_BAZEL_VERSION_H_
