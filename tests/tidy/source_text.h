#ifndef XENOTIME_TESTS_TIDY_SOURCE_TEXT_H_
#define XENOTIME_TESTS_TIDY_SOURCE_TEXT_H_

#include <string>
#include <vector>

namespace xenotime {

// A source file as the tidy rules see it.
struct SourceText {
  // `text` is the content of the file that is `path` from the root of the tree.
  SourceText(std::string path, const std::string& text);

  // Whether the file lies in or below a folder ("scheduler/core").
  bool In(const std::string& folder) const;
  bool HasEnding(const std::string& ending) const;
  bool IsHeader() const { return HasEnding(".h"); }
  bool IsSource() const { return HasEnding(".cc"); }

  std::string path;
  std::vector<std::string> lines;
  // The same lines with comments and the insides of literals blanked out, for
  // C++ only.
  std::vector<std::string> code;
};

// Whether `word` stands in the line, not as a part of a longer word.
bool HasWord(const std::string& line, const std::string& word);

// A function: the line of its first brace's statement, and its length in lines
// up to its closing brace.
struct FunctionExtent {
  int line = 0;
  int length = 0;
  std::string head;  // the text before the brace, for messages
};

// A heuristic that counts braces: bodies that follow a ")" outside of other
// functions, test bodies included.
std::vector<FunctionExtent> FunctionsOf(const SourceText& source);

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TIDY_SOURCE_TEXT_H_
