// Lengths of files, functions and libraries.

#include <algorithm>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "xenotime/tests/tidy/rules.h"

namespace xenotime {
namespace {

constexpr int kMaxHeadersPerLibrary = 3;

struct Kind {
  const char* name;
  int Limits::*value;
  int hard;  // the house's limit
};
constexpr Kind kKinds[] = {{"header", &Limits::header, 400},
                           {"source", &Limits::source, 600},
                           {"test", &Limits::test, 900},
                           {"function", &Limits::function, 70},
                           {"test_function", &Limits::test_function, 100}};

const Kind& KindOf(const SourceText& source) {
  if (source.In("tests")) return kKinds[2];
  return source.IsHeader() ? kKinds[0] : kKinds[1];
}

void Compare(const Kind& kind, int length, const Limits& limits,
             Limits& longest, const std::string& where,
             const std::string& advice, Complaints& complaints) {
  longest.*kind.value = std::max(longest.*kind.value, length);
  if (length <= limits.*kind.value) return;
  complaints.push_back(absl::StrCat(where, ": ", length, " lines; the longest ",
                                    kind.name, " so far may have ",
                                    limits.*kind.value,
                                    " (tests/tidy/ratchet.txt): ", advice));
}

}  // namespace

Limits ReadLimits(const SourceText& ratchet, Complaints& complaints) {
  Limits limits;
  for (const std::string& line : ratchet.lines) {
    for (const Kind& kind : kKinds) {
      const std::string start = absl::StrCat(kind.name, " ");
      if (line.compare(0, start.size(), start) != 0) continue;
      limits.*kind.value = std::atoi(line.c_str() + start.size());
    }
  }
  for (const Kind& kind : kKinds) {
    if (limits.*kind.value >= 1 && limits.*kind.value <= kind.hard) continue;
    complaints.push_back(absl::StrCat(ratchet.path, ": ", kind.name, " is ",
                                      limits.*kind.value,
                                      "; the house's limit is ", kind.hard));
  }
  return limits;
}

void CheckLengths(const SourceText& source, const Limits& limits,
                  Limits& longest, Complaints& complaints) {
  if (!source.IsHeader() && !source.IsSource()) return;
  Compare(KindOf(source), static_cast<int>(source.lines.size()), limits,
          longest, source.path, "split the file by concern", complaints);
  for (const FunctionExtent& function : FunctionsOf(source)) {
    Compare(kKinds[source.In("tests") ? 4 : 3], function.length, limits,
            longest, absl::StrCat(source.path, ":", function.line),
            "the parent keeps the branches, the leaves do the work",
            complaints);
  }
}

void CheckLibraries(const SourceText& build, Complaints& complaints) {
  int headers = -1;  // not within hdrs
  for (size_t i = 0; i < build.lines.size(); ++i) {
    const std::string& line = build.lines[i];
    if (line.find("hdrs = [") != std::string::npos) headers = 0;
    if (headers < 0) continue;
    for (size_t at = line.find(".h\""); at != std::string::npos;
         at = line.find(".h\"", at + 1)) {
      ++headers;
    }
    if (line.find(']') == std::string::npos) continue;
    if (headers > kMaxHeadersPerLibrary) {
      complaints.push_back(
          absl::StrCat(build.path, ":", i + 1, ": ", headers,
                       " headers in one library; make libraries of 1 to ",
                       kMaxHeadersPerLibrary));
    }
    headers = -1;
  }
}

}  // namespace xenotime
