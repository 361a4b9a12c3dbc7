#ifndef XENOTIME_CLI_CLOCK_WORDS_H_
#define XENOTIME_CLI_CLOCK_WORDS_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "xenotime/time/rendezvous/rendezvous.h"
#include "xenotime/time/survey/clock_survey.h"

namespace xenotime {

// What a survey is told in, the same in text and JSON.

// Of those that Xen chooses among: nop, std, or max-stamp, which writes TSCs.
absl::string_view NameOf(RendezvousForm form);

// The three flags of quality, in the order of TscFlag.
struct QualityWord {
  const char* name;
  bool up;
  const std::string* why_not;  // "" if it is up; of the survey
};
std::array<QualityWord, 3> QualityWords(const ClockSurvey& survey);

// What the rendezvous leaves, in a sentence without a full stop.
std::string LeavesWhat(const RendezvousSurvey& rendezvous);

// Thousandths of ticks in ps, rounded to the nearest. REQUIRES: hz positive.
int64_t Picoseconds(int64_t milliticks, uint64_t hz);

}  // namespace xenotime

#endif  // XENOTIME_CLI_CLOCK_WORDS_H_
