#include "xenotime/proto/convert/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/limits.h"

namespace xenotime {
namespace {

// Reads to the end; refuses more than kMaxScenarioBytes without keeping it.
absl::StatusOr<std::string> ReadAll(int fd, const std::string& name) {
  constexpr size_t kChunk = 64 << 10;
  std::string text;
  for (;;) {
    const size_t size = text.size();
    text.resize(size + kChunk);
    const ssize_t got = read(fd, text.data() + size, kChunk);
    if (got < 0 && errno != EINTR) return absl::ErrnoToStatus(errno, name);
    text.resize(size + (got > 0 ? got : 0));
    if (got == 0) return text;
    if (text.size() > kMaxScenarioBytes) {
      return absl::InvalidArgumentError(absl::StrCat(
          name, ": too large; at most ", kMaxScenarioBytes, " bytes are read"));
    }
  }
}

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     absl::string_view wanted) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return absl::ErrnoToStatus(errno, path);
  const auto closer = absl::MakeCleanup([fd] { close(fd); });
  struct stat info = {};
  if (fstat(fd, &info) != 0) return absl::ErrnoToStatus(errno, path);
  if (S_ISDIR(info.st_mode)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": a folder; give ", wanted));
  }
  return ReadAll(fd, path);
}

}  // namespace

absl::StatusOr<std::string> ReadTextFile(const std::string& path,
                                         absl::string_view wanted) {
  return path == "-" ? ReadAll(STDIN_FILENO, "stdin") : ReadFile(path, wanted);
}

}  // namespace xenotime
