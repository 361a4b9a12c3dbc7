#include "xenotime/proto/convert/load_scenario.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/proto/convert/scenario_textproto.h"
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

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return absl::ErrnoToStatus(errno, path);
  const auto closer = absl::MakeCleanup([fd] { close(fd); });
  struct stat info = {};
  if (fstat(fd, &info) != 0) return absl::ErrnoToStatus(errno, path);
  if (S_ISDIR(info.st_mode)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": a folder; give a scenario file"));
  }
  return ReadAll(fd, path);
}

// A text proto begins with `field:` or `message {`; no keyword of the line
// format is followed by either.
bool LooksLikeTextproto(absl::string_view text) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    size_t end = 0;
    while (end < line.size() &&
           (absl::ascii_isalnum(static_cast<unsigned char>(line[end])) ||
            line[end] == '_')) {
      ++end;
    }
    line = absl::StripLeadingAsciiWhitespace(line.substr(end));
    return !line.empty() && (line[0] == ':' || line[0] == '{');
  }
  return false;
}

bool IsTextproto(absl::string_view text, absl::string_view file) {
  if (absl::EndsWith(file, ".scenario")) return false;
  for (absl::string_view extension : {".textproto", ".txtpb", ".pbtxt"}) {
    if (absl::EndsWith(file, extension)) return true;
  }
  return LooksLikeTextproto(text);
}

std::string Stem(absl::string_view path) {
  const absl::string_view base = path.substr(path.rfind('/') + 1);
  const size_t dot = base.rfind('.');
  return std::string(dot == 0 ? base : base.substr(0, dot));
}

}  // namespace

absl::StatusOr<Scenario> ParseScenario(absl::string_view text,
                                       absl::string_view file,
                                       ScenarioLines* lines) {
  if (absl::StripAsciiWhitespace(text).empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ":1: empty; give a scenario"));
  }
  return IsTextproto(text, file) ? ParseScenarioTextproto(text, file, lines)
                                 : ParseScenarioText(text, file, lines);
}

absl::StatusOr<Scenario> LoadScenario(const std::string& path,
                                      ScenarioLines* lines) {
  const bool standard_input = path == "-";
  const std::string name = standard_input ? "stdin" : path;
  absl::StatusOr<std::string> text =
      standard_input ? ReadAll(STDIN_FILENO, name) : ReadFile(path);
  if (!text.ok()) return text.status();
  absl::StatusOr<Scenario> scenario = ParseScenario(*text, name, lines);
  if (scenario.ok() && scenario->name.empty()) scenario->name = Stem(name);
  return scenario;
}

}  // namespace xenotime
