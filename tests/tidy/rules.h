#ifndef XENOTIME_TESTS_TIDY_RULES_H_
#define XENOTIME_TESTS_TIDY_RULES_H_

#include <string>
#include <vector>

#include "xenotime/tests/tidy/source_text.h"

namespace xenotime {

// The house rules that a program can check. Each function appends complaints,
// "path:line: what is wrong; what to do instead", and none if all is well.
using Complaints = std::vector<std::string>;

// Who may include whom: the table of docs/design, by include lines.
void CheckLayers(const SourceText& source, Complaints& complaints);

// What pure code must not contain: clocks, randomness, printing, locks ...
void CheckBans(const SourceText& source, Complaints& complaints);

// Work that nobody will find again, and paths of somebody's machine.
void CheckLeftovers(const SourceText& source, Complaints& complaints);

// At most three headers in a library of a BUILD file.
void CheckLibraries(const SourceText& build, Complaints& complaints);

// Limits on lengths, in lines. They may only get stricter (a ratchet).
struct Limits {
  int header = 0;
  int source = 0;
  int test = 0;
  int function = 0;
  int test_function = 0;
};
// Reads lines "header 250"; a limit beyond the house's hard one is a complaint.
Limits ReadLimits(const SourceText& ratchet, Complaints& complaints);

// Compares with the limits, and raises `longest` to what it sees.
void CheckLengths(const SourceText& source, const Limits& limits,
                  Limits& longest, Complaints& complaints);

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TIDY_RULES_H_
