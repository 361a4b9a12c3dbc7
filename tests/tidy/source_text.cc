#include "xenotime/tests/tidy/source_text.h"

#include <cctype>
#include <utility>

namespace xenotime {
namespace {

bool IsWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Blanks comments and the insides of literals, keeping lines and columns.
class Blanker {
 public:
  explicit Blanker(std::string text) : text_(std::move(text)) {}

  std::string Blank() {
    while (at_ < text_.size()) {
      if (Starts("//")) {
        BlankUntil("\n", false);
      } else if (Starts("/*")) {
        BlankUntil("*/", true);
      } else if (Starts("R\"")) {
        BlankRaw();
      } else if (text_[at_] == '"' || IsCharLiteral()) {
        BlankLiteral(text_[at_]);
      } else {
        ++at_;
      }
    }
    return text_;
  }

 private:
  bool Starts(const char* what) const {
    return text_.compare(at_, 2, what) == 0;
  }
  // Not the separator within a number.
  bool IsCharLiteral() const {
    return text_[at_] == '\'' && (at_ == 0 || !IsWordChar(text_[at_ - 1]));
  }
  void Erase() {
    if (text_[at_] != '\n') text_[at_] = ' ';
    ++at_;
  }
  void BlankUntil(const std::string& end, bool inclusive) {
    const size_t found = text_.find(end, at_);
    const size_t stop = found == std::string::npos
                            ? text_.size()
                            : found + (inclusive ? end.size() : 0);
    while (at_ < stop) Erase();
  }
  void BlankRaw() {
    const size_t open = text_.find('(', at_);
    if (open == std::string::npos) {
      ++at_;
      return;
    }
    const std::string end = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
    BlankUntil(end, true);
  }
  void BlankLiteral(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) Erase();
      Erase();
    }
    ++at_;
  }

  std::string text_;
  size_t at_ = 0;
};

std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> lines(1);
  for (char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

bool StartsWithWord(const std::string& head, const std::string& word) {
  return head.compare(0, word.size(), word) == 0 && HasWord(head, word);
}

std::string Trim(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

bool IsAccess(const std::string& head) {
  return head == "public" || head == "protected" || head == "private";
}

// Without a leading "template <...>".
std::string AfterTemplate(const std::string& head) {
  if (!StartsWithWord(head, "template")) return head;
  int depth = 0;
  for (size_t at = 0; at < head.size(); ++at) {
    depth += head[at] == '<' ? 1 : 0;
    if (head[at] == '>' && --depth == 0) return Trim(head.substr(at + 1));
  }
  return head;
}

// Whether a brace after this holds declarations.
bool OpensScope(const std::string& head) {
  const std::string declared = AfterTemplate(head);
  for (const char* word : {"namespace", "inline namespace", "class", "struct",
                           "union", "enum", "extern"}) {
    if (StartsWithWord(declared, word)) return true;
  }
  return false;
}

}  // namespace

SourceText::SourceText(std::string p, const std::string& text)
    : path(std::move(p)), lines(Split(text)) {
  code = IsHeader() || IsSource() ? Split(Blanker(text).Blank()) : lines;
  code.resize(lines.size());
}

bool SourceText::In(const std::string& folder) const {
  return path.compare(0, folder.size() + 1, folder + "/") == 0;
}

bool SourceText::HasEnding(const std::string& ending) const {
  return path.size() >= ending.size() &&
         path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

bool HasWord(const std::string& line, const std::string& word) {
  for (size_t at = line.find(word); at != std::string::npos;
       at = line.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins =
        at == 0 || !IsWordChar(line[at - 1]) || !IsWordChar(word.front());
    const bool ends = end == line.size() || !IsWordChar(line[end]) ||
                      !IsWordChar(word.back());
    if (begins && ends) return true;
  }
  return false;
}

std::vector<FunctionExtent> FunctionsOf(const SourceText& source) {
  std::vector<FunctionExtent> functions;
  std::string head;
  int head_line = 0;
  int depth = 0;  // of braces within the present function or initializer
  bool function = false;
  for (int line = 0; line < static_cast<int>(source.code.size()); ++line) {
    const std::string& text = source.code[static_cast<size_t>(line)];
    if (depth == 0 && !text.empty() && text[0] == '#') continue;
    for (char c : text) {
      if (depth > 0) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth == 0 && function) {
          functions.back().length = line - functions.back().line + 2;
        }
        if (depth == 0) head.clear();
      } else if (c == '{') {
        const std::string trimmed = Trim(head);
        head.clear();
        if (OpensScope(trimmed)) continue;
        function = trimmed.find(')') != std::string::npos;
        depth = 1;
        if (function) functions.push_back({head_line + 1, 0, trimmed});
      } else if (c == ';' || c == '}' || (c == ':' && IsAccess(Trim(head)))) {
        head.clear();
      } else {
        if (Trim(head).empty()) head_line = line;
        head += c;
      }
    }
    head += '\n';
  }
  return functions;
}

}  // namespace xenotime
