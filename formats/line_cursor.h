#ifndef XENOTIME_FORMATS_LINE_CURSOR_H_
#define XENOTIME_FORMATS_LINE_CURSOR_H_

#include <cstddef>
#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace xenotime {

// A walk through one line of a line-based file, word by word.
//
// The first failure stays: after it the cursor is at the line's end and every
// read gives an empty or zero value, so that a caller reads a whole line and
// looks at status() once. Failures are "FILE:LINE: what is wrong; what would be
// valid". Borrows all text. Thread rule: a value, used by one thread.
class LineCursor {
 public:
  // `text` is the line; what follows a '#', and white space at its ends, is
  // dropped.
  LineCursor(absl::string_view file, int line, absl::string_view text);

  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }
  int line() const { return line_; }

  bool AtEnd() const { return rest_.empty(); }

  // From now on, words end before these characters too (and Take takes them).
  void SetSeparators(absl::string_view separators) { separators_ = separators; }

  // The next word; it is a failure if there is none. `what` names it.
  absl::string_view Word(absl::string_view what);

  // The next word as a number in [minimum, maximum].
  int64_t Number(absl::string_view what, int64_t minimum, int64_t maximum);

  // The next word, KEY=VALUE; neither part may be empty.
  struct Option {
    absl::string_view key;
    absl::string_view value;
  };
  Option KeyValue();

  // A part of a word as a number in [minimum, maximum].
  int64_t ToNumber(absl::string_view text, absl::string_view what,
                   int64_t minimum, int64_t maximum);

  // Skips `separator` if it is next.
  bool Take(char separator);

  // Skips the next word if it is `word`.
  bool TakeWord(absl::string_view word);

  // It is a failure if anything is left.
  void ExpectEnd();

  void Fail(absl::string_view message);
  // The failure of a key that is none of `known`.
  void FailUnknownKey(absl::string_view key, absl::string_view known);

 private:
  absl::string_view file_;
  int line_;
  absl::string_view rest_;
  absl::string_view separators_;
  absl::Status status_;
};

// Refuses a key that a line has had already. Use one per line.
class OnceEach {
 public:
  void Claim(LineCursor& line, absl::string_view key);
  size_t count() const { return seen_.size(); }

 private:
  absl::InlinedVector<absl::string_view, 4> seen_;
};

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_LINE_CURSOR_H_
