#include "xenotime/formats/line_cursor.h"

#include <limits>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {

LineCursor::LineCursor(absl::string_view file, int line, absl::string_view text)
    : file_(file),
      line_(line),
      rest_(absl::StripAsciiWhitespace(text.substr(0, text.find('#')))) {}

absl::string_view LineCursor::Word(absl::string_view what) {
  size_t length = 0;
  while (length < rest_.size() &&
         !absl::ascii_isspace(static_cast<unsigned char>(rest_[length])) &&
         !absl::StrContains(separators_, rest_[length])) {
    ++length;
  }
  if (length == 0) {
    Fail(absl::StrCat("missing ", what,
                      AtEnd() ? "" : absl::StrCat(" before ", Quoted(rest_))));
    return {};
  }
  const absl::string_view word = rest_.substr(0, length);
  rest_ = absl::StripLeadingAsciiWhitespace(rest_.substr(length));
  return word;
}

int64_t LineCursor::Number(absl::string_view what, int64_t minimum,
                           int64_t maximum) {
  return ToNumber(Word(what), what, minimum, maximum);
}

LineCursor::Option LineCursor::KeyValue() {
  const absl::string_view word = Word("KEY=VALUE");
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(word, absl::MaxSplits('=', 1));
  if (ok() && (parts.first.empty() || parts.second.empty())) {
    Fail(absl::StrCat(Quoted(word),
                      " is not KEY=VALUE, written without "
                      "spaces"));
  }
  if (!ok()) return {};
  return {parts.first, parts.second};
}

int64_t LineCursor::ToNumber(absl::string_view text, absl::string_view what,
                             int64_t minimum, int64_t maximum) {
  if (!ok()) return 0;
  const std::optional<int64_t> value = ParseDecimal(text);
  if (value && *value >= minimum && *value <= maximum) return *value;
  Fail(absl::StrCat(what, " ", Quoted(text),
                    " is not valid; give a whole number ", minimum, "..",
                    maximum));
  return 0;
}

bool LineCursor::Take(char separator) {
  if (AtEnd() || rest_.front() != separator) return false;
  rest_ = absl::StripLeadingAsciiWhitespace(rest_.substr(1));
  return true;
}

bool LineCursor::TakeWord(absl::string_view word) {
  const absl::string_view before = rest_;
  if (!AtEnd() && Word("word") == word) return true;
  rest_ = before;
  return false;
}

void LineCursor::ExpectEnd() {
  if (!AtEnd()) {
    Fail(absl::StrCat("unexpected ", Quoted(rest_),
                      "; the line should end before it"));
  }
}

void LineCursor::Fail(absl::string_view message) {
  if (!ok()) return;
  status_ = absl::InvalidArgumentError(
      absl::StrCat(file_, ":", line_, ": ", message));
  rest_ = {};
}

void LineCursor::FailUnknownKey(absl::string_view key,
                                absl::string_view known) {
  Fail(absl::StrCat("unknown key ", Quoted(key), "; known are ", known));
}

void OnceEach::Claim(LineCursor& line, absl::string_view key) {
  if (absl::c_linear_search(seen_, key)) {
    line.Fail(absl::StrCat("duplicate ", key, "; give it once"));
  }
  // An unknown key fails before the list can grow.
  seen_.push_back(key);
}

}  // namespace xenotime
