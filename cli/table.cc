#include "xenotime/cli/table.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace xenotime {
namespace {

std::string Padded(absl::string_view cell, size_t width, Table::Align align) {
  const std::string padding(width - cell.size(), ' ');
  return align == Table::Align::kLeft ? absl::StrCat(cell, padding)
                                      : absl::StrCat(padding, cell);
}

// The words of a cell in lines of at most `most` characters; longer words stay
// whole.
std::vector<std::string> WrapCell(const std::string& cell, size_t most) {
  if (most == 0 || cell.size() <= most) return {cell};
  std::vector<std::string> lines = {""};
  for (absl::string_view word : absl::StrSplit(cell, ' ')) {
    std::string& line = lines.back();
    if (line.empty()) {
      line = std::string(word);
    } else if (line.size() + 1 + word.size() <= most) {
      absl::StrAppend(&line, " ", word);
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

std::string CsvCell(absl::string_view cell) {
  if (cell.find_first_of(",\"\r\n") == absl::string_view::npos) {
    return std::string(cell);
  }
  return absl::StrCat("\"", absl::StrReplaceAll(cell, {{"\"", "\"\""}}), "\"");
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::AddRow(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::vector<std::string>> Table::Wrapped() const {
  std::vector<std::vector<std::string>> lines;
  for (const auto& row : rows_) {
    const size_t first = lines.size();
    lines.emplace_back(columns_.size());
    for (size_t c = 0; c < columns_.size(); ++c) {
      const auto cell = WrapCell(row[c], columns_[c].most);
      for (size_t i = 0; i < cell.size(); ++i) {
        if (first + i == lines.size()) lines.emplace_back(columns_.size());
        lines[first + i][c] = cell[i];
      }
    }
  }
  return lines;
}

std::string Table::ToString() const {
  const std::vector<std::vector<std::string>> lines = Wrapped();
  std::vector<size_t> widths;
  for (size_t c = 0; c < columns_.size(); ++c) {
    size_t width = columns_[c].heading.size();
    for (const auto& row : lines) width = std::max(width, row[c].size());
    widths.push_back(width);
  }
  std::string text;
  const auto add_line = [&](const auto& cell_at) {
    std::string line;
    for (size_t c = 0; c < columns_.size(); ++c) {
      if (c != 0) line += "  ";
      line += Padded(cell_at(c), widths[c], columns_[c].align);
    }
    absl::StripTrailingAsciiWhitespace(&line);
    absl::StrAppend(&text, line, "\n");
  };
  add_line([&](size_t c) { return columns_[c].heading; });
  for (const auto& row : lines) add_line([&](size_t c) { return row[c]; });
  return text;
}

std::string Thousands(int64_t number) {
  std::string text = absl::StrCat(number);
  const size_t first = number < 0 ? 1 : 0;
  for (size_t i = text.size(); i > first + 3;) {
    i -= 3;
    text.insert(i, 1, ',');
  }
  return text;
}

std::string Percent(int64_t part, int64_t whole) {
  if (whole <= 0) return "-";
  return absl::StrFormat(
      "%.1f", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string CsvLine(const std::vector<std::string>& cells) {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i) {
    absl::StrAppend(&line, i == 0 ? "" : ",", CsvCell(cells[i]));
  }
  line.push_back('\n');
  return line;
}

}  // namespace xenotime
