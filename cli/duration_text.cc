#include "xenotime/cli/duration_text.h"

#include <cstddef>
#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

struct Unit {
  absl::string_view name;
  int64_t ns;
};
constexpr Unit kUnits[] = {
    {"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1'000}, {"ns", 1}};

absl::Status Refuse(absl::string_view text, absl::string_view reason) {
  return absl::InvalidArgumentError(
      absl::StrCat("duration \"", text, "\" ", reason));
}

// Nanoseconds in the unit; 0 if there is no such unit.
int64_t UnitNs(absl::string_view name) {
  if (name.empty()) return 1;
  for (const Unit& unit : kUnits) {
    if (name == unit.name) return unit.ns;
  }
  return 0;
}

}  // namespace

absl::StatusOr<Duration> ParseDuration(absl::string_view text) {
  if (!text.empty() && text[0] == '-') return Refuse(text, "is negative");
  size_t digits = 0;
  while (digits < text.size() && absl::ascii_isdigit(text[digits])) ++digits;
  const int64_t unit_ns = UnitNs(text.substr(digits));
  if (digits == 0 || unit_ns == 0) {
    return Refuse(text,
                  "is not valid; give a whole number and ns, us, ms or s, "
                  "such as 500ms");
  }
  int64_t count = 0;
  if (!absl::SimpleAtoi(text.substr(0, digits), &count) ||
      count > std::numeric_limits<int64_t>::max() / unit_ns) {
    return Refuse(text, "is too long; the longest is 9223372036s");
  }
  return Duration(count * unit_ns);
}

std::string FormatDuration(Duration duration) {
  for (const Unit& unit : kUnits) {
    if (duration.ns() != 0 && duration.ns() % unit.ns == 0) {
      return absl::StrCat(duration.ns() / unit.ns, unit.name);
    }
  }
  return "0ns";
}

}  // namespace xenotime
