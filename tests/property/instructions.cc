#include "xenotime/tests/property/instructions.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace xenotime {
namespace {

struct Printer {
  std::string operator()(const Compute& i) const {
    return absl::StrCat("Compute{", i.vcpu, ", ", i.ns, "}");
  }
  std::string operator()(const Sleep& i) const {
    return absl::StrCat("Sleep{", i.vcpu, ", ", i.ns, "}");
  }
  std::string operator()(const Wait& i) const {
    return absl::StrCat("Wait{", i.vcpu, "}");
  }
  std::string operator()(const Signal& i) const {
    return absl::StrCat("Signal{", i.vcpu, ", ", i.target, "}");
  }
  std::string operator()(const Yield& i) const {
    return absl::StrCat("Yield{", i.vcpu, "}");
  }
  std::string operator()(const Down& i) const {
    return absl::StrCat("Down{", i.vcpu, ", ", i.ns, "}");
  }
  std::string operator()(const Advance& i) const {
    return absl::StrCat("Advance{", i.ns, "}");
  }
  std::string operator()(const Wake& i) const {
    return absl::StrCat("Wake{", i.vcpu, "}");
  }
  std::string operator()(const Up& i) const {
    return absl::StrCat("Up{", i.vcpu, "}");
  }
  std::string operator()(const Pause& i) const {
    return absl::StrCat("Pause{", i.vcpu, "}");
  }
  std::string operator()(const Unpause& i) const {
    return absl::StrCat("Unpause{", i.vcpu, "}");
  }
  std::string operator()(const SetWeight& i) const {
    return absl::StrCat("SetWeight{", i.domain, ", ", i.weight, ", ", i.cap,
                        "}");
  }
  std::string operator()(const SetAffinity& i) const {
    return absl::StrCat("SetAffinity{", i.vcpu, ", ", i.hard, ", ", i.soft,
                        "}");
  }
  std::string operator()(const SetRealTime& i) const {
    return absl::StrCat("SetRealTime{", i.vcpu, ", ", i.period_us, ", ",
                        i.budget_us, ", ", i.extratime ? "true" : "false", "}");
  }
  std::string operator()(const Create& i) const {
    return absl::StrCat("Create{", i.pool, "}");
  }
  std::string operator()(const Destroy&) const { return "Destroy{}"; }
  std::string operator()(const MoveDomain& i) const {
    return absl::StrCat("MoveDomain{", i.domain, ", ", i.pool, "}");
  }
  std::string operator()(const MovePcpu& i) const {
    return absl::StrCat("MovePcpu{", i.pcpu, ", ", i.pool, "}");
  }
  std::string operator()(const Unplug& i) const {
    return absl::StrCat("Unplug{", i.pcpu, "}");
  }
  std::string operator()(const Plug& i) const {
    return absl::StrCat("Plug{", i.pcpu, ", ", i.pool, "}");
  }
};

uint32_t Small(Rng& rng) { return static_cast<uint32_t>(rng.Below(8)); }

// Short and long times, and often the very same ones, for the sake of ties.
int64_t Time(Rng& rng) {
  switch (rng.Below(4)) {
    case 0:
      return 1'000'000;
    case 1:
      return rng.Between(1, 2'000);
    case 2:
      return rng.Between(1'000, 500'000);
    default:
      return rng.Between(1, 40) * 500'000;
  }
}

Instruction RandomStep(Rng& rng) {
  const uint32_t vcpu = Small(rng);
  switch (rng.Below(8)) {
    case 0:
      return Sleep{vcpu, Time(rng)};
    case 1:
      return Wait{vcpu};
    case 2:
      return Yield{vcpu};
    case 3:
      return Down{vcpu, Time(rng)};
    case 4:
    case 5:
      return Signal{vcpu, Small(rng)};
    default:
      return Compute{vcpu, Time(rng)};
  }
}

// Often the least period, or a budget that is all of it.
Instruction RandomRealTime(Rng& rng, uint32_t vcpu) {
  const auto period =
      static_cast<uint32_t>(rng.Chance(200'000) ? 10 : 10 + rng.Below(12'000));
  const auto budget = static_cast<uint32_t>(
      rng.Chance(200'000) ? period : 10 + rng.Below(period - 9));
  return SetRealTime{vcpu, period, budget, rng.Chance(500'000)};
}

// What a toolstack does to domains and pCPUs as a whole.
Instruction RandomUpheaval(Rng& rng) {
  const uint32_t which = Small(rng), pool = Small(rng);
  switch (rng.Below(8)) {
    case 0:
      return Create{pool};
    case 1:
      return Destroy{};
    case 2:
    case 3:
      return MoveDomain{which, pool};
    case 4:
    case 5:
      return MovePcpu{which, pool};
    case 6:
      return Unplug{which};
    default:
      return Plug{which, pool};
  }
}

Instruction RandomAction(Rng& rng) {
  const uint32_t vcpu = Small(rng);
  switch (rng.Below(9)) {
    case 0:
      return Wake{vcpu};
    case 1:
      return Up{vcpu};
    case 2:
      return Pause{vcpu};
    case 3:
      return Unpause{vcpu};
    case 4:
      return SetWeight{
          vcpu, static_cast<uint32_t>(1 + rng.Below(1'000)),
          static_cast<uint32_t>(rng.Chance(500'000) ? 0 : 1 + rng.Below(150))};
    case 5:
      return RandomRealTime(rng, vcpu);
    case 6:
    case 7:
      return RandomUpheaval(rng);
    default:
      return SetAffinity{vcpu, static_cast<uint32_t>(rng.Below(16)),
                         static_cast<uint32_t>(rng.Below(16))};
  }
}

}  // namespace

Instruction RandomInstruction(Rng& rng) {
  switch (rng.Below(5)) {
    case 0:
      return Advance{Time(rng)};
    case 1:
    case 2:
      return RandomAction(rng);
    default:
      return RandomStep(rng);
  }
}

Instructions RandomInstructions(Rng& rng, size_t count) {
  Instructions list;
  while (list.size() < count) list.push_back(RandomInstruction(rng));
  return list;
}

std::string ToCpp(const Instructions& list) {
  return absl::StrJoin(list, ", ",
                       [](std::string* out, const Instruction& instruction) {
                         out->append(std::visit(Printer{}, instruction));
                       });
}

Instructions Shrink(Instructions list,
                    const std::function<bool(const Instructions&)>& fails) {
  for (size_t piece = std::max<size_t>(list.size() / 2, 1);;) {
    bool shorter = false;
    for (size_t start = 0; start < list.size();) {
      Instructions rest(list.begin(),
                        list.begin() + static_cast<int64_t>(start));
      const size_t end = std::min(start + piece, list.size());
      rest.insert(rest.end(), list.begin() + static_cast<int64_t>(end),
                  list.end());
      if (fails(rest)) {
        list = std::move(rest);
        shorter = true;
      } else {
        start += piece;
      }
    }
    if (piece == 1 && !shorter) return list;
    if (!shorter) piece = std::max<size_t>(piece / 2, 1);
  }
}

}  // namespace xenotime
