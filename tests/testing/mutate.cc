#include "xenotime/tests/testing/mutate.h"

#include <algorithm>
#include <cstddef>

namespace xenotime {

std::string Mutator::Mutate(std::string text) {
  for (uint64_t left = 1 + rng_.Below(4); left > 0; --left) Damage(text);
  return text;
}

void Mutator::Damage(std::string& text) {
  // What readers treat in a special way comes up more often than other bytes.
  constexpr char kSpecial[] = "0123456789-+.,:;=*#{}[]\"\n\r\t ";
  const size_t at = rng_.Below(text.size() + 1);
  const size_t length = rng_.Below(std::min<size_t>(text.size() - at, 20) + 1);
  const char byte = rng_.Below(4) == 0
                        ? static_cast<char>(rng_.Below(256))
                        : kSpecial[rng_.Below(sizeof(kSpecial) - 1)];
  switch (rng_.Below(13)) {
    case 0:
    case 1:
    case 2:
      text.insert(at, 1, byte);
      break;
    case 3:
    case 4:
    case 5:
      text.erase(at, length);
      break;
    case 6:
    case 7:
    case 8:
      if (at < text.size()) text[at] = byte;
      break;
    case 9:
    case 10:
    case 11:
      text.insert(rng_.Below(text.size() + 1), text.substr(at, length));
      break;
    default:
      text.resize(at);
  }
}

}  // namespace xenotime
