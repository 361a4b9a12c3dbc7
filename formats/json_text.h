#ifndef XENOTIME_FORMATS_JSON_TEXT_H_
#define XENOTIME_FORMATS_JSON_TEXT_H_

#include <string>

#include "nlohmann/json.hpp"

namespace xenotime {

// The text of a JSON value: indented by two, with an end of line.
//
// Bytes that are not UTF-8 (a scenario's name may hold any) become U+FFFD, so
// that writing a report never fails.
inline std::string JsonText(const nlohmann::ordered_json& value) {
  using Error = nlohmann::ordered_json::error_handler_t;
  return value.dump(2, ' ', false, Error::replace) + "\n";
}

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_JSON_TEXT_H_
