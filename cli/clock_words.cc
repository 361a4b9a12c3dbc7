#include "xenotime/cli/clock_words.h"

#include "absl/strings/str_cat.h"

namespace xenotime {

absl::string_view NameOf(RendezvousForm form) {
  switch (form) {
    case RendezvousForm::kNop:
      return "nop";
    case RendezvousForm::kStd:
      return "std";
    default:
      return "max-stamp";
  }
}

std::array<QualityWord, 3> QualityWords(const ClockSurvey& survey) {
  return {{{"constant", survey.quality.constant, &survey.why_not[0]},
           {"nonstop", survey.quality.nonstop, &survey.why_not[1]},
           {"reliable", survey.quality.reliable, &survey.why_not[2]}}};
}

std::string LeavesWhat(const RendezvousSurvey& rendezvous) {
  if (rendezvous.form == RendezvousForm::kNop) {
    return "nop: leaves the TSCs as they are";
  }
  if (rendezvous.form == RendezvousForm::kStd) {
    return "writes no TSC: leaves them as they are";
  }
  if (!rendezvous.left.has_value()) return "not measured";
  return absl::StrCat("writes TSCs: leaves them ",
                      rendezvous.left->spread_ticks, " ticks apart");
}

int64_t Picoseconds(int64_t milliticks, uint64_t hz) {
  __extension__ using Wide = __int128;
  constexpr int64_t kPsPerSecondOverThousand = 1'000'000'000;
  return static_cast<int64_t>(
      (Wide{milliticks} * kPsPerSecondOverThousand + Wide{hz} / 2) / Wide{hz});
}

}  // namespace xenotime
