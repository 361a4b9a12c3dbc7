#include "xenotime/cli/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

namespace fs = std::filesystem;

std::string FolderOf(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool IsDevice(const std::string& path) {
  std::error_code error;
  return fs::is_character_file(path, error) || fs::is_fifo(path, error);
}

absl::Status WriteThrough(const std::string& path, absl::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file.good()) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("cannot write ", path, ": ", std::strerror(errno)));
}

}  // namespace

absl::Status CheckWritable(const std::string& path, absl::string_view option) {
  if (IsDevice(path)) return absl::OkStatus();
  std::error_code error;
  std::string reason;
  const std::string folder = FolderOf(path);
  if (fs::is_directory(path, error)) {
    reason = "is a folder";
  } else if (!fs::is_directory(folder, error)) {
    reason = absl::StrCat("cannot be written: there is no folder ", folder);
  } else if (access(folder.c_str(), W_OK) != 0) {
    reason = absl::StrCat("cannot be written: ", std::strerror(errno));
  } else {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat(option, ": ", path, " ", reason));
}

absl::Status WriteFile(const std::string& path, absl::string_view text) {
  if (IsDevice(path)) return WriteThrough(path, text);
  const std::string temporary = absl::StrCat(path, ".", getpid(), ".tmp");
  absl::Status status = WriteThrough(temporary, text);
  if (status.ok() && std::rename(temporary.c_str(), path.c_str()) != 0) {
    status = absl::UnavailableError(
        absl::StrCat("cannot write ", path, ": ", std::strerror(errno)));
  }
  std::error_code ignored;
  if (!status.ok()) fs::remove(temporary, ignored);
  return status;
}

}  // namespace xenotime
