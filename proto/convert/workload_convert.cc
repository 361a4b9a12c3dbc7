#include "xenotime/proto/convert/workload_convert.h"

#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

using Kind = PhaseSpec::Kind;

static_assert(static_cast<int>(GuestWait::kWfi) == proto::GUEST_WAIT_WFI);
static_assert(static_cast<int>(GuestWait::kSpin) == proto::GUEST_WAIT_SPIN);

absl::Status ErrorAt(absl::string_view path, absl::string_view message) {
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", message));
}

// A step without operand is written `wait: true`.
absl::StatusOr<PhaseSpec> PlainStep(Kind kind, bool value) {
  if (value) return PhaseSpec{kind};
  return absl::InvalidArgumentError("false means nothing here; give true");
}

absl::StatusOr<PhaseSpec> WakeStep(const std::string& target) {
  const absl::StatusOr<VcpuName> name = ParseVcpuName(target);
  if (!name.ok()) return ErrorAt("wake", name.status().message());
  return PhaseSpec{Kind::kWake, Duration(), name->domain, name->index};
}

absl::StatusOr<PhaseSpec> PhaseFromProto(const proto::Phase& message) {
  switch (message.step_case()) {
    case proto::Phase::kRunNs:
      return PhaseSpec{Kind::kRun, Nanoseconds(message.run_ns())};
    case proto::Phase::kSleepNs:
      return PhaseSpec{Kind::kSleep, Nanoseconds(message.sleep_ns())};
    case proto::Phase::kDownNs:
      return PhaseSpec{Kind::kDown, Nanoseconds(message.down_ns())};
    case proto::Phase::kPollNs:
      return PhaseSpec{Kind::kPoll, Nanoseconds(message.poll_ns())};
    case proto::Phase::kWait:
      return PlainStep(Kind::kWait, message.wait());
    case proto::Phase::kYield:
      return PlainStep(Kind::kYield, message.yield());
    case proto::Phase::kExit:
      return PlainStep(Kind::kExit, message.exit());
    case proto::Phase::kWake:
      return WakeStep(message.wake());
    case proto::Phase::STEP_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError(
      "empty; give one of run_ns, sleep_ns, wait, wake, yield, down_ns, exit, "
      "poll_ns");
}

absl::StatusOr<Workload> ProgramFromProto(const proto::Program& message) {
  PhasesWorkload program;
  for (int i = 0; i < message.phases_size(); ++i) {
    absl::StatusOr<PhaseSpec> phase = PhaseFromProto(message.phases(i));
    if (!phase.ok()) {
      return ErrorAt(absl::StrCat("program.phases[", i, "]"),
                     phase.status().message());
    }
    program.phases.push_back(*phase);
  }
  return program;
}

template <typename Message>
absl::Status ReadWait(const Message& message, GuestWait& wait) {
  if (!message.has_wait()) return absl::OkStatus();
  if (!proto::GuestWait_IsValid(message.wait())) {
    return absl::InvalidArgumentError(
        "the number is not a way to wait; give GUEST_WAIT_WFI or "
        "GUEST_WAIT_SPIN");
  }
  wait = static_cast<GuestWait>(message.wait());
  return absl::OkStatus();
}

absl::StatusOr<Workload> TimerFromProto(const proto::TimerLatency& message) {
  TimerLatencyWorkload timer;
  if (message.has_delay_ns()) timer.delay = Nanoseconds(message.delay_ns());
  const absl::Status status = ReadWait(message, timer.wait);
  if (!status.ok()) return ErrorAt("timer_latency.wait", status.message());
  return timer;
}

absl::StatusOr<Workload> SignalFromProto(const proto::SignalLatency& message) {
  SignalLatencyWorkload signal;
  const absl::Status status = ReadWait(message, signal.wait);
  if (!status.ok()) return ErrorAt("signal_latency.wait", status.message());
  return signal;
}

absl::StatusOr<Workload> SenderFromProto(const proto::SignalSender& message) {
  const absl::StatusOr<VcpuName> target = ParseVcpuName(message.target());
  if (!target.ok()) {
    return ErrorAt("signal_sender.target", target.status().message());
  }
  SignalSenderWorkload sender;
  sender.target_domain = target->domain;
  sender.target_vcpu = target->index;
  if (message.has_gap_ns()) sender.gap = Nanoseconds(message.gap_ns());
  return sender;
}

void PhaseToProto(const PhaseSpec& phase, proto::Phase& message) {
  switch (phase.kind) {
    case Kind::kRun:
      return message.set_run_ns(phase.duration.ns());
    case Kind::kSleep:
      return message.set_sleep_ns(phase.duration.ns());
    case Kind::kDown:
      return message.set_down_ns(phase.duration.ns());
    case Kind::kWait:
      return message.set_wait(true);
    case Kind::kYield:
      return message.set_yield(true);
    case Kind::kExit:
      return message.set_exit(true);
    case Kind::kPoll:
      return message.set_poll_ns(phase.duration.ns());
    case Kind::kWake:
      return message.set_wake(
          FormatVcpuName(phase.target_domain, phase.target_vcpu));
  }
}

template <typename Message>
void WriteWait(GuestWait wait, Message& message) {
  if (wait == GuestWait()) return;
  message.set_wait(static_cast<proto::GuestWait>(wait));
}

struct Writer {
  void operator()(const PhasesWorkload& workload) const {
    if (workload.phases.empty()) return;
    proto::Program& program = *message.mutable_program();
    for (const PhaseSpec& phase : workload.phases) {
      PhaseToProto(phase, *program.add_phases());
    }
  }
  void operator()(const TimerLatencyWorkload& workload) const {
    proto::TimerLatency& timer = *message.mutable_timer_latency();
    timer.set_delay_ns(workload.delay.ns());
    WriteWait(workload.wait, timer);
  }
  void operator()(const SignalLatencyWorkload& workload) const {
    WriteWait(workload.wait, *message.mutable_signal_latency());
  }
  void operator()(const SignalSenderWorkload& workload) const {
    proto::SignalSender& sender = *message.mutable_signal_sender();
    sender.set_target(
        FormatVcpuName(workload.target_domain, workload.target_vcpu));
    sender.set_gap_ns(workload.gap.ns());
  }

  proto::Vcpu& message;
};

}  // namespace

absl::StatusOr<Workload> WorkloadFromProto(const proto::Vcpu& message) {
  switch (message.workload_case()) {
    case proto::Vcpu::kProgram:
      return ProgramFromProto(message.program());
    case proto::Vcpu::kTimerLatency:
      return TimerFromProto(message.timer_latency());
    case proto::Vcpu::kSignalLatency:
      return SignalFromProto(message.signal_latency());
    case proto::Vcpu::kSignalSender:
      return SenderFromProto(message.signal_sender());
    case proto::Vcpu::WORKLOAD_NOT_SET:
      break;
  }
  return PhasesWorkload();
}

void WorkloadToProto(const Workload& workload, proto::Vcpu& message) {
  std::visit(Writer{message}, workload);
}

}  // namespace xenotime
