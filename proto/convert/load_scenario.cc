#include "xenotime/proto/convert/load_scenario.h"

#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/proto/convert/scenario_textproto.h"
#include "xenotime/proto/convert/text_file.h"

namespace xenotime {
namespace {

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
  const std::string name = path == "-" ? "stdin" : path;
  const absl::StatusOr<std::string> text =
      ReadTextFile(path, "a scenario file");
  if (!text.ok()) return text.status();
  absl::StatusOr<Scenario> scenario = ParseScenario(*text, name, lines);
  if (scenario.ok() && scenario->name.empty()) scenario->name = Stem(name);
  return scenario;
}

}  // namespace xenotime
