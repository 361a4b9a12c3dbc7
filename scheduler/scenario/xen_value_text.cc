#include "xenotime/scheduler/scenario/xen_value_text.h"

#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

// 0..15, or 16 for what is no digit of any base.
int DigitOf(char c) {
  const auto letter = static_cast<unsigned char>(
      absl::ascii_tolower(static_cast<unsigned char>(c)));
  if (absl::ascii_isdigit(letter)) return letter - '0';
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 16;
}

int TakeBase(absl::string_view& text) {
  if (text.size() < 2 || text[0] != '0') return 10;
  const bool hexadecimal = text.size() > 2 &&
                           (text[1] == 'x' || text[1] == 'X') &&
                           DigitOf(text[2]) < 16;
  text.remove_prefix(hexadecimal ? 2 : 0);
  return hexadecimal ? 16 : 8;
}

bool IsIntOrRange(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(text, absl::MaxSplits('-', 1));
  const bool range = text.find('-') != absl::string_view::npos;
  return ParseDecimal(ends.first) && (!range || ParseDecimal(ends.second));
}

bool IsIntList(absl::string_view text) {
  int count = 0;
  for (absl::string_view part : absl::StrSplit(text, ',')) {
    const XenNumber number = ParseXenNumber(part);
    if (!number.complete || !number.fits || ++count > 2) return false;
  }
  return true;
}

bool IsNodeList(absl::string_view text) {
  for (absl::string_view part : absl::StrSplit(text, ',')) {
    const bool word = part == "relaxed" || part == "strict";
    if (!word && !ParseDecimal(part)) return false;
  }
  return true;
}

}  // namespace

XenNumber ParseXenNumber(absl::string_view text) {
  constexpr int64_t kMost = std::numeric_limits<uint32_t>::max();
  constexpr int64_t kLeast = std::numeric_limits<int32_t>::min();
  const bool negative = absl::ConsumePrefix(&text, "-");
  const int base = TakeBase(text);
  int64_t value = 0;
  size_t digits = 0;
  while (digits < text.size() && DigitOf(text[digits]) < base) {
    // Large enough to be recognised, small enough never to overflow.
    if (value <= kMost) value = value * base + DigitOf(text[digits]);
    ++digits;
  }
  if (negative) value = -value;
  XenNumber number;
  number.fits = value >= kLeast && value <= kMost;
  number.bits = number.fits ? static_cast<uint32_t>(value) : 0;
  number.complete = digits > 0 && digits == text.size();
  return number;
}

std::optional<bool> ParseXenBool(absl::string_view text) {
  constexpr absl::string_view kTrue[] = {"1", "on", "yes", "true", "enable"};
  constexpr absl::string_view kFalse[] = {"0", "off", "no", "false", "disable"};
  if (absl::c_linear_search(kTrue, text)) return true;
  if (absl::c_linear_search(kFalse, text)) return false;
  return std::nullopt;
}

bool IsXenText(const XenOption& option, absl::string_view text) {
  switch (option.type) {
    case XenType::kWord:
      return absl::c_linear_search(option.words, text);
    case XenType::kIntOrRange:
      return IsIntOrRange(text);
    case XenType::kIntList:
      return IsIntList(text);
    case XenType::kNodeList:
      return IsNodeList(text);
    default:
      return true;
  }
}

}  // namespace xenotime
