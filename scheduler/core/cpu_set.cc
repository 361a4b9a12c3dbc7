#include "xenotime/scheduler/core/cpu_set.h"

#include "absl/strings/str_cat.h"

namespace xenotime {

CpuSet CpuSet::All(uint32_t pcpus) {
  CpuSet set(pcpus);
  for (uint32_t i = 0; i < set.words(); ++i) set.words_[i] = ~uint64_t{0};
  if (pcpus % 64 != 0) {
    set.words_.back() = ~uint64_t{0} >> (64 - pcpus % 64);
  }
  return set;
}

CpuSet CpuSet::Of(uint32_t pcpus, PcpuId p) {
  CpuSet set(pcpus);
  set.Add(p);
  return set;
}

bool CpuSet::empty() const {
  for (uint64_t word : words_) {
    if (word != 0) return false;
  }
  return true;
}

uint32_t CpuSet::size() const {
  uint32_t count = 0;
  for (uint64_t word : words_) count += std::popcount(word);
  return count;
}

bool CpuSet::IsSubsetOf(const CpuSet& other) const {
  for (uint32_t i = 0; i < words(); ++i) {
    if ((Word(i) & ~other.Word(i)) != 0) return false;
  }
  return true;
}

bool CpuSet::Intersects(const CpuSet& other) const {
  for (uint32_t i = 0; i < words(); ++i) {
    if ((Word(i) & other.Word(i)) != 0) return true;
  }
  return false;
}

CpuSet& CpuSet::operator&=(const CpuSet& other) {
  for (uint32_t i = 0; i < words(); ++i) words_[i] &= other.Word(i);
  return *this;
}

CpuSet& CpuSet::operator|=(const CpuSet& other) {
  for (uint32_t i = 0; i < words(); ++i) words_[i] |= other.Word(i);
  return *this;
}

CpuSet& CpuSet::operator-=(const CpuSet& other) {
  for (uint32_t i = 0; i < words(); ++i) words_[i] &= ~other.Word(i);
  return *this;
}

PcpuId CpuSet::First() const { return Next(PcpuId::None()); }

PcpuId CpuSet::Last() const {
  for (uint32_t i = words(); i-- > 0;) {
    if (Word(i) != 0) {
      return PcpuId(i * 64 + 63 -
                    static_cast<uint32_t>(std::countl_zero(Word(i))));
    }
  }
  return PcpuId::None();
}

PcpuId CpuSet::Next(PcpuId p) const {
  const PcpuId found = Cyclic(p);
  if (p.valid() && found.valid() && found <= p) return PcpuId::None();
  return found;
}

PcpuId CpuSet::Cyclic(PcpuId p) const {
  return CyclicScan(words(), p, [this](uint32_t i) { return Word(i); });
}

std::string CpuSet::ToString() const {
  std::string text;
  for (PcpuId p = First(); p.valid();) {
    PcpuId end = p;
    while (Contains(PcpuId(end.value() + 1))) end = PcpuId(end.value() + 1);
    if (!text.empty()) text += ',';
    absl::StrAppend(&text, p.value());
    if (end > p) absl::StrAppend(&text, "-", end.value());
    p = Next(end);
  }
  return text;
}

}  // namespace xenotime
