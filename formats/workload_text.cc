#include "xenotime/formats/workload_text.h"

#include <cstdint>
#include <limits>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace xenotime {
namespace {

using Kind = PhaseSpec::Kind;

constexpr int64_t kMaxNs = std::numeric_limits<int64_t>::max();

enum class Operand : uint8_t { kNone, kTime, kVcpu };

struct StepSpelling {
  absl::string_view word;
  Kind kind;
  Operand operand;
  int64_t minimum_ns = 0;
};

// By value of Kind.
constexpr StepSpelling kSteps[] = {
    {"run", Kind::kRun, Operand::kTime, 1},
    {"sleep", Kind::kSleep, Operand::kTime},
    {"wait", Kind::kWait, Operand::kNone},
    {"wake", Kind::kWake, Operand::kVcpu},
    {"yield", Kind::kYield, Operand::kNone},
    {"down", Kind::kDown, Operand::kTime},
    {"exit", Kind::kExit, Operand::kNone},
    {"poll", Kind::kPoll, Operand::kTime},
};

const StepSpelling* FindStep(absl::string_view word) {
  for (const StepSpelling& step : kSteps) {
    if (step.word == word) return &step;
  }
  return nullptr;
}

PhaseSpec ParseStep(LineCursor& line, absl::string_view word) {
  PhaseSpec phase;
  const StepSpelling* step = FindStep(word);
  if (step == nullptr) {
    line.Fail(absl::StrCat(
        "unknown step ", Quoted(word),
        "; give run, sleep, wait, wake, yield, down, exit or poll, or "
        "alone: timer_latency, signal_latency or signal_sender"));
    return phase;
  }
  phase.kind = step->kind;
  if (step->operand == Operand::kTime) {
    phase.duration = Nanoseconds(line.Number(
        absl::StrCat("nanoseconds of ", word), step->minimum_ns, kMaxNs));
  }
  if (step->operand == Operand::kVcpu) {
    const VcpuName target =
        ReadVcpuName(line, line.Word("vCPU to wake, such as 1.0"));
    phase.target_domain = target.domain;
    phase.target_vcpu = target.index;
  }
  return phase;
}

PhasesWorkload ParseSteps(LineCursor& line, absl::string_view first_word) {
  PhasesWorkload program;
  program.phases.push_back(ParseStep(line, first_word));
  while (line.Take(';')) {
    program.phases.push_back(ParseStep(line, line.Word("step after ';'")));
  }
  return program;
}

void ReadWait(LineCursor& line, absl::string_view text, GuestWait& wait) {
  absl::StatusOr<GuestWait> parsed = ParseGuestWait(text);
  if (!parsed.ok()) {
    return line.Fail(absl::StrCat("wait ", parsed.status().message()));
  }
  wait = *parsed;
}

void ReadTime(LineCursor& line, const LineCursor::Option& option,
              Duration& time) {
  time = Nanoseconds(line.ToNumber(option.value, option.key, 1, kMaxNs));
}

TimerLatencyWorkload ParseTimerLatency(LineCursor& line) {
  TimerLatencyWorkload workload;
  OnceEach once;
  while (!line.AtEnd()) {
    const LineCursor::Option option = line.KeyValue();
    once.Claim(line, option.key);
    if (option.key == "delay") {
      ReadTime(line, option, workload.delay);
    } else if (option.key == "wait") {
      ReadWait(line, option.value, workload.wait);
    } else {
      line.FailUnknownKey(option.key, "delay and wait");
    }
  }
  return workload;
}

SignalLatencyWorkload ParseSignalLatency(LineCursor& line) {
  SignalLatencyWorkload workload;
  OnceEach once;
  while (!line.AtEnd()) {
    const LineCursor::Option option = line.KeyValue();
    once.Claim(line, option.key);
    if (option.key == "wait") {
      ReadWait(line, option.value, workload.wait);
    } else {
      line.FailUnknownKey(option.key, "wait");
    }
  }
  return workload;
}

SignalSenderWorkload ParseSignalSender(LineCursor& line) {
  SignalSenderWorkload workload;
  OnceEach once;
  while (!line.AtEnd()) {
    const LineCursor::Option option = line.KeyValue();
    once.Claim(line, option.key);
    if (option.key == "target") {
      const VcpuName target = ReadVcpuName(line, option.value);
      workload.target_domain = target.domain;
      workload.target_vcpu = target.index;
    } else if (option.key == "gap") {
      ReadTime(line, option, workload.gap);
    } else {
      line.FailUnknownKey(option.key, "target and gap");
    }
  }
  // No domain has the number 0.
  if (workload.target_domain == 0) {
    line.Fail("missing target; give target=D.V");
  }
  return workload;
}

std::string FormatStep(const PhaseSpec& phase) {
  const StepSpelling& step = kSteps[static_cast<int>(phase.kind)];
  switch (step.operand) {
    case Operand::kNone:
      break;
    case Operand::kTime:
      return absl::StrCat(step.word, " ", phase.duration.ns());
    case Operand::kVcpu:
      return absl::StrCat(
          step.word, " ",
          FormatVcpuName(phase.target_domain, phase.target_vcpu));
  }
  return std::string(step.word);
}

struct Formatter {
  std::string operator()(const PhasesWorkload& workload) const {
    return absl::StrJoin(workload.phases, "; ",
                         [](std::string* out, const PhaseSpec& phase) {
                           absl::StrAppend(out, FormatStep(phase));
                         });
  }
  std::string operator()(const TimerLatencyWorkload& workload) const {
    return absl::StrCat("timer_latency delay=", workload.delay.ns(),
                        " wait=", GuestWaitName(workload.wait));
  }
  std::string operator()(const SignalLatencyWorkload& workload) const {
    return absl::StrCat("signal_latency wait=", GuestWaitName(workload.wait));
  }
  std::string operator()(const SignalSenderWorkload& workload) const {
    return absl::StrCat(
        "signal_sender target=",
        FormatVcpuName(workload.target_domain, workload.target_vcpu),
        " gap=", workload.gap.ns());
  }
};

}  // namespace

Workload ParseWorkload(LineCursor& line) {
  if (line.AtEnd()) return PhasesWorkload();
  const absl::string_view word = line.Word("step");
  if (word == "timer_latency") return ParseTimerLatency(line);
  if (word == "signal_latency") return ParseSignalLatency(line);
  if (word == "signal_sender") return ParseSignalSender(line);
  return ParseSteps(line, word);
}

std::string FormatWorkload(const Workload& workload) {
  return std::visit(Formatter(), workload);
}

VcpuName ReadVcpuName(LineCursor& line, absl::string_view text) {
  if (!line.ok()) return {};
  absl::StatusOr<VcpuName> name = ParseVcpuName(text);
  if (name.ok()) return *name;
  line.Fail(name.status().message());
  return {};
}

}  // namespace xenotime
