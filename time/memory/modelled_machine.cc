#include "xenotime/time/memory/modelled_machine.h"

#include <algorithm>

namespace xenotime {

using Kind = Request::Kind;

namespace {

// "About 10 cycles" on what was built before Skylake: Intel 64 and IA-32
// Architectures Optimization Reference Manual, the section on PAUSE.
constexpr int64_t kPause = 10;

bool NeedsTheLine(Kind kind) {
  return kind == Kind::kLoad || kind == Kind::kSpin || kind == Kind::kStore ||
         kind == Kind::kAdd || kind == Kind::kCompareExchange;
}

bool Writes(Kind kind) {
  return kind == Kind::kStore || kind == Kind::kAdd ||
         kind == Kind::kCompareExchange;
}

}  // namespace

ModelledMachine::ModelledMachine(const MachineModel& model, uint64_t seed)
    : model_(model), choices_(seed), cpus_(model.cpus()) {}

std::vector<int64_t> ModelledMachine::Run(const std::vector<Part>& parts) {
  std::fill(std::begin(words_), std::end(words_), 0);
  const int64_t start = now_;
  line_free_ = start;
  for (Cpu& cpu : cpus_) {
    cpu.active = cpu.asleep = false;
    cpu.line_until = kNever;
    cpu.warm = 0;
  }
  writer_ = parts[0].cpu;
  cpus_[writer_].line_until = kAlways;
  for (const Part& part : parts) {
    Cpu& cpu = cpus_[part.cpu];
    cpu.active = true;
    cpu.ready = cpu.previous = start + part.entry;
    cpu.task = part.program(cpu.on);
    cpu.task.Resume();
    cpu.active = !cpu.task.done();
  }
  while (Cpu* cpu = Next()) Step(*cpu);
  std::vector<int64_t> exits;
  for (const Part& part : parts) {
    exits.push_back(cpus_[part.cpu].ready - start);
    now_ = std::max(now_, cpus_[part.cpu].ready);
  }
  return exits;
}

ModelledMachine::Cpu* ModelledMachine::Next() {
  Cpu* next = nullptr;
  Turn first;
  for (Cpu& cpu : cpus_) {
    if (!cpu.active || cpu.asleep) continue;
    const Turn turn = TurnOf(cpu);
    if (next != nullptr && !(turn < first)) continue;
    next = &cpu;
    first = turn;
  }
  return next;
}

ModelledMachine::Turn ModelledMachine::TurnOf(const Cpu& cpu) const {
  const Kind kind = cpu.on.request.kind;
  if (!NeedsTheLine(kind) || Has(cpu, Writes(kind))) return {cpu.ready, 0, 0};
  return {std::max(cpu.ready, line_free_), NumberOf(cpu) == writer_ ? 2 : 1,
          cpu.ready};
}

bool ModelledMachine::Has(const Cpu& cpu, bool to_write) const {
  if (cpu.ready > cpu.line_until) return false;
  if (!to_write) return true;
  return std::none_of(cpus_.begin(), cpus_.end(), [&](const Cpu& other) {
    return &other != &cpu && other.line_until >= cpu.ready;
  });
}

void ModelledMachine::Step(Cpu& cpu) {
  switch (cpu.on.request.kind) {
    case Kind::kSpin:
      return Spin(cpu);
    case Kind::kFullBarrier:
      return Complete(cpu, cpu.ready + model_.locked, 0);
    case Kind::kReadTsc:
      return ReadTsc(cpu);
    case Kind::kWriteTsc: {
      const int64_t end = cpu.ready + model_.tsc_write;
      cpu.offset = static_cast<int64_t>(cpu.on.request.value) - end;
      return Complete(cpu, end, 0);
    }
    case Kind::kReadPlatformTime: {
      const int64_t end = cpu.ready + model_.platform_read;
      return Complete(cpu, end, static_cast<uint64_t>(end));
    }
    case Kind::kPause:
      return Complete(cpu, cpu.ready + kPause, 0);
    case Kind::kNone:
      return Complete(cpu, cpu.ready, 0);
    default:
      return Access(cpu);
  }
}

void ModelledMachine::Complete(Cpu& cpu, int64_t end, uint64_t result) {
  cpu.previous = cpu.ready;
  cpu.ready = end;
  cpu.on.result = result;
  cpu.task.Resume();
  cpu.active = !cpu.task.done();
}

void ModelledMachine::ReadTsc(Cpu& cpu) {
  const int64_t end = cpu.ready + model_.tsc_read;
  int64_t sampled = end;
  if (cpu.on.request.tsc_read == TscRead::kPlain) {
    sampled = std::max(cpu.previous, end - model_.tsc_lead);
  }
  Complete(cpu, end, static_cast<uint64_t>(sampled + cpu.offset));
}

void ModelledMachine::Access(Cpu& cpu) {
  const Request request = cpu.on.request;
  uint64_t& word = words_[request.word];
  int64_t end = Fetch(cpu, Writes(request.kind));
  const uint64_t old = word;
  switch (request.kind) {
    case Kind::kStore:
      word = request.value;
      break;
    case Kind::kAdd:
      word += request.value;
      end += model_.locked;
      break;
    case Kind::kCompareExchange:
      if (old == request.expected) word = request.value;
      end += model_.locked;
      break;
    default:
      break;
  }
  if (Writes(request.kind)) {
    line_free_ = std::max(line_free_, end);
    WakeSpinners(end);
  }
  Complete(cpu, end, old);
}

int64_t ModelledMachine::Fetch(Cpu& cpu, bool to_write) {
  const uint32_t here = NumberOf(cpu);
  const bool had = Has(cpu, to_write);
  const int64_t start = had ? cpu.ready : std::max(cpu.ready, line_free_);
  int64_t way = 0;
  if (start > cpu.line_until) way = model_.LineCost(writer_, here);
  if (to_write) {
    for (Cpu& other : cpus_) {
      if (&other == &cpu || other.line_until < start) continue;
      way = std::max(way, model_.LineCost(NumberOf(other), here));
      other.line_until = start;
    }
    writer_ = here;
  }
  cpu.line_until = kAlways;
  if (had) return cpu.ready;
  line_free_ = start + way;
  return line_free_;
}

void ModelledMachine::Spin(Cpu& cpu) {
  const Request& request = cpu.on.request;
  const int64_t end = Fetch(cpu, false);
  if (!request.until(words_[request.word])) {
    cpu.ready = end;
    cpu.asleep = true;
    return;
  }
  const uint32_t exit =
      1u << (4 * static_cast<uint32_t>(request.until.kind) + request.word % 4);
  const int64_t cold = (cpu.warm & exit) == 0 ? model_.cold_exit : 0;
  cpu.warm |= exit;
  Complete(cpu, end + cold, 0);
}

// Their copies are gone at `now`.
void ModelledMachine::WakeSpinners(int64_t now) {
  for (Cpu& cpu : cpus_) {
    if (!cpu.active || !cpu.asleep) continue;
    cpu.asleep = false;
    cpu.ready = std::max(cpu.ready, now) + Noise();
  }
}

int64_t ModelledMachine::Noise() {
  if (model_.noise == 0) return 0;
  return static_cast<int64_t>(
      choices_.Below(static_cast<uint64_t>(model_.noise) + 1));
}

}  // namespace xenotime
