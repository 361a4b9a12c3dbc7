#include "xenotime/time/memory/visible_memory.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace xenotime {
namespace {

using Kind = Request::Kind;

bool Acquires(const Request& request) {
  return request.order == std::memory_order_acquire ||
         request.order == std::memory_order_acq_rel ||
         request.order == std::memory_order_seq_cst;
}

bool Releases(const Request& request) {
  return request.order == std::memory_order_release ||
         request.order == std::memory_order_acq_rel ||
         request.order == std::memory_order_seq_cst;
}

}  // namespace

void AppendNumber(uint64_t number, std::string& out) {
  for (; number >= 128; number >>= 7) {
    out.push_back(static_cast<char>(number | 128));
  }
  out.push_back(static_cast<char>(number));
}

VisibleMemory::VisibleMemory(uint32_t cpus, uint32_t words)
    : words_(words), cpus_(cpus), common_(words) {
  for (auto& word : words_) word.push_back({.view = View(words)});
  for (Cpu& cpu : cpus_) {
    cpu = {
        .view = View(words), .acquired = View(words), .released = View(words)};
  }
}

bool VisibleMemory::Open(uint32_t word, uint32_t i) const {
  return i + 1 == words_[word].size() || !words_[word][i + 1].glued;
}

// Whether "message i" is an outcome: of a load, the message read; of a store,
// the one that it follows; of a read-modify-write, both; of a turn of a spin
// loop, one that ends it or is newer than what it has seen.
bool VisibleMemory::Reads(uint32_t cpu, const Request& request,
                          uint32_t i) const {
  const Message& message = words_[request.word][i];
  switch (request.kind) {
    case Kind::kLoad:
      return true;
    case Kind::kSpin:
      return request.until(message.value) || i > cpus_[cpu].view[request.word];
    case Kind::kCompareExchange:
      return message.value != request.expected || Open(request.word, i);
    default:
      return Open(request.word, i);
  }
}

uint32_t VisibleMemory::Outcomes(uint32_t cpu, const Request& request) const {
  if (request.kind == Kind::kFullBarrier) return 1;
  uint32_t outcomes = 0;
  const auto& messages = words_[request.word];
  for (uint32_t i = cpus_[cpu].view[request.word]; i < messages.size(); ++i) {
    if (Reads(cpu, request, i)) ++outcomes;
  }
  return outcomes;
}

uint32_t VisibleMemory::Find(uint32_t cpu, const Request& request,
                             uint32_t outcome) const {
  uint32_t i = cpus_[cpu].view[request.word];
  for (;; ++i) {
    if (Reads(cpu, request, i) && outcome-- == 0) return i;
  }
}

uint64_t VisibleMemory::Execute(uint32_t cpu, const Request& request,
                                uint32_t outcome) {
  if (request.kind == Kind::kFullBarrier) {
    Barrier(cpu);
    return 0;
  }
  const uint32_t i = Find(cpu, request, outcome);
  if (request.kind == Kind::kStore) {
    Insert(cpu, request, i, request.value, false);
    return 0;
  }
  const uint64_t value = Read(cpu, request, i);
  if (request.kind == Kind::kAdd) {
    Insert(cpu, request, i, value + request.value, true);
  } else if (request.kind == Kind::kCompareExchange &&
             value == request.expected) {
    Insert(cpu, request, i, request.value, true);
  }
  return value;
}

uint64_t VisibleMemory::Read(uint32_t cpu, const Request& request, uint32_t i) {
  Cpu& reader = cpus_[cpu];
  const Message& message = words_[request.word][i];
  reader.view[request.word] = i;
  Join(Acquires(request) ? reader.view : reader.acquired, message.view);
  return message.value;
}

void VisibleMemory::Insert(uint32_t cpu, const Request& request, uint32_t after,
                           uint64_t value, bool glued) {
  const uint32_t place = after + 1;
  const uint32_t word = request.word;
  ForEachView([&](View& view) {
    if (view[word] >= place) ++view[word];
  });
  Cpu& writer = cpus_[cpu];
  writer.view[word] = place;
  Message message{.value = value,
                  .glued = glued,
                  .view = Releases(request) ? writer.view : writer.released};
  message.view[word] = place;
  if (glued) Join(message.view, words_[word][after].view);
  words_[word].insert(words_[word].begin() + place, std::move(message));
}

void VisibleMemory::Barrier(uint32_t cpu) {
  Cpu& here = cpus_[cpu];
  Join(here.view, here.acquired);
  Join(here.view, common_);
  common_ = here.view;
  here.released = here.view;
}

void VisibleMemory::Join(View& into, const View& other) {
  for (size_t i = 0; i < into.size(); ++i) {
    into[i] = std::max(into[i], other[i]);
  }
}

template <typename Visitor>
void VisibleMemory::ForEachView(Visitor visit) {
  for (Cpu& cpu : cpus_) {
    visit(cpu.view);
    visit(cpu.acquired);
    visit(cpu.released);
  }
  for (auto& word : words_) {
    for (Message& message : word) visit(message.view);
  }
  visit(common_);
}

void VisibleMemory::Compact() {
  for (uint32_t word = 0; word < words_.size(); ++word) {
    uint32_t first = std::numeric_limits<uint32_t>::max();
    for (const Cpu& cpu : cpus_) first = std::min(first, cpu.view[word]);
    if (first == 0) continue;
    words_[word].erase(words_[word].begin(), words_[word].begin() + first);
    words_[word].front().glued = false;
    // Whoever knows of one that is gone knows of what is first now.
    ForEachView([&](View& view) {
      view[word] = view[word] < first ? 0 : view[word] - first;
    });
  }
}

void VisibleMemory::AppendTo(std::string& out) const {
  const auto append = [&out](const View& view) {
    for (const uint32_t index : view) AppendNumber(index, out);
  };
  for (const Cpu& cpu : cpus_) {
    append(cpu.view);
    append(cpu.acquired);
    append(cpu.released);
  }
  append(common_);
  for (const auto& word : words_) {
    AppendNumber(word.size(), out);
    for (const Message& message : word) {
      AppendNumber(message.value, out);
      AppendNumber(message.glued, out);
      append(message.view);
    }
  }
}

}  // namespace xenotime
