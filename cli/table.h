#ifndef XENOTIME_CLI_TABLE_H_
#define XENOTIME_CLI_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace xenotime {

// A table of text for a terminal: one line of headings, then the rows, columns
// two spaces apart, each as wide as its widest cell. Plain text, no colours.
//
// Thread rule: one thread.
class Table {
 public:
  enum class Align : uint8_t { kLeft, kRight };
  struct Column {
    std::string heading;
    Align align = Align::kRight;
    // Longer cells go on in the lines below, broken at blanks. 0: never.
    size_t most = 0;
  };

  explicit Table(std::vector<Column> columns);

  // Missing cells at the end are empty, cells beyond the columns are dropped.
  void AddRow(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }

  // Lines without spaces at their ends, each with its end of line.
  std::string ToString() const;

 private:
  // Rows in lines.
  std::vector<std::vector<std::string>> Wrapped() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// A number with a comma between groups of three digits: "-1,234,567".
std::string Thousands(int64_t number);

// part / whole in percent with one decimal, rounded to nearest: "12.5"; "-" if
// `whole` is not positive.
std::string Percent(int64_t part, int64_t whole);

// One line of comma-separated values with its end of line. Cells that contain
// a comma, a quote or a line break are quoted (RFC 4180).
std::string CsvLine(const std::vector<std::string>& cells);

}  // namespace xenotime

#endif  // XENOTIME_CLI_TABLE_H_
