#include "xenotime/time/rendezvous/rendezvous.h"

#include <iterator>

namespace xenotime {
namespace {

constexpr absl::string_view kNames[] = {
    "master-keeps", "tsc1", "tsc2", "tsc1-new", "max", "std", "nop"};
static_assert(std::size(kNames) == kRendezvousForms);

}  // namespace

char LetterOf(RendezvousForm form) {
  return static_cast<char>('a' + static_cast<int>(form));
}

absl::string_view NameOf(RendezvousForm form) {
  return kNames[static_cast<int>(form)];
}

std::optional<RendezvousForm> RendezvousFormOf(absl::string_view text) {
  for (int i = 0; i < kRendezvousForms; ++i) {
    const auto form = static_cast<RendezvousForm>(i);
    const bool is_letter = text.size() == 1 && text[0] == LetterOf(form);
    if (is_letter || text == NameOf(form)) return form;
  }
  return std::nullopt;
}

}  // namespace xenotime
