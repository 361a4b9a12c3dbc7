// What a wake-up costs on threads, beside the same hand-over between two bare
// threads, floors and subjects interleaved in one process:
//
//   wake_path_benchmark [--rounds=N] [--ms=N] [--json]
//
// Remote form: a guest on pCPU 0 signals a guest that waits on pCPU 1. Local
// form: a guest waits for its own timer. Medians over the rounds of the rounds'
// medians, in nanoseconds, and ratios to the floor of the same process.
// Disturbed samples (a thread off its core for over 5 us) are left out and
// counted.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/guest/irq_latency.h"
#include "xenotime/scheduler/policies/credit/credit_policy.h"
#include "xenotime/scheduler/policies/null/null_policy.h"
#include "xenotime/scheduler/threads/executor.h"
#include "xenotime/scheduler/threads/tsc_clock.h"
#include "xenotime/scheduler/trace/trace_buffer.h"
#include "xenotime/tests/benchmarks/bare_handover.h"
#include "xenotime/time/host_cores.h"

namespace xenotime {
namespace {

// The floors. A bare hand-over by polling passes a message in one cache line
// and its flag in another, as two threads would do it; with the message in the
// flag itself it is the passing of one line, below which nothing can be.
constexpr const char* kLine = "bare line";
constexpr const char* kPolled = "bare polled";
constexpr const char* kFutex = "bare futex";

struct Settings {
  int rounds = 7;
  int64_t ms = 60;
  bool json = false;
};

// One thing that is measured, and what each of its rounds gave.
struct Line {
  std::string name;
  std::string floor;  // the line that it is compared with; "" for none
  std::function<std::vector<int64_t>(Line&)> measure;  // ns
  std::vector<double> medians = {};
  int64_t samples = 0;
  int64_t dropped = 0;

  double Median() const {
    std::vector<double> sorted = medians;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
  }
};

class SampleSink final : public TraceSink {
 public:
  void Append(PcpuId, const TraceEvent& event) override {
    if (event.kind == TraceKind::kSample) {
      samples.push_back(static_cast<int64_t>(event.arg));
    }
  }
  std::vector<int64_t> samples;
};

struct Subject {
  enum class Form { kRemote, kTimer };
  std::string policy = {};
  Vwfi vwfi = Vwfi::kTrap;
  IdleMode idle = IdleMode::kPoll;
  RemoteWake remote_wake = RemoteWake::kByTarget;
  Form form = Form::kRemote;
  bool engine_trace = false;
};

std::unique_ptr<Policy> MakePolicy(const std::string& name, PolicyHost& host) {
  if (name == "null") return std::make_unique<NullPolicy>(host);
  return std::make_unique<CreditPolicy>(host, CreditParameters());
}

Duration GapOf(const Subject& subject) {
  return subject.idle == IdleMode::kPoll ? Microseconds(20) : Microseconds(200);
}

// One vCPU, alone on `p`.
VcpuId AddVcpu(ThreadsExecutor& executor, DomainId domain, PcpuId p) {
  Engine& engine = executor.engine();
  const VcpuId v = engine.CreateVcpu(executor.BootContext(), domain);
  const CpuSet only = CpuSet::Of(engine.topology().pcpus(), p);
  engine.SetAffinity(executor.BootContext(), v, &only, nullptr);
  executor.Drain();
  return v;
}

void AddGuests(ThreadsExecutor& executor, const Subject& subject) {
  Engine& engine = executor.engine();
  const PoolId pool = engine.AddPool(
      [&](PolicyHost& host) { return MakePolicy(subject.policy, host); });
  for (uint32_t p = 0; p < engine.topology().pcpus(); ++p) {
    engine.AddPcpu(executor.BootContext(), pool, PcpuId(p));
    executor.Drain();
  }
  const DomainId domain = engine.CreateDomain(pool, 1);
  const VcpuId sender = AddVcpu(executor, domain, PcpuId(0));
  const VcpuId receiver = AddVcpu(executor, domain, PcpuId(1));
  if (subject.form == Subject::Form::kRemote) {
    executor.SetProgram(
        sender, std::make_unique<SignalSenderProgram>(receiver, GapOf(subject)),
        Instant() + Milliseconds(1), 0);
    executor.SetProgram(receiver,
                        std::make_unique<SignalLatencyProgram>(GuestWait::kWfi),
                        Instant(), 1);
  } else {
    executor.SetProgram(
        receiver,
        std::make_unique<TimerLatencyProgram>(GapOf(subject), GuestWait::kWfi),
        Instant(), 1);
  }
}

std::vector<int64_t> Measure(const Subject& subject, const Settings& settings,
                             Line& line) {
  TraceBuffer trace(2, 1u << 17);
  ThreadsConfig config;
  config.options.idle = subject.idle;
  config.options.remote_wake = subject.remote_wake;
  config.vwfi = subject.vwfi;
  config.trace = &trace;
  config.samples_only = !subject.engine_trace;
  config.vcpu_capacity = 2;
  ThreadsExecutor executor(Topology({.cores = 2}), config);
  AddGuests(executor, subject);
  const absl::Status status =
      executor.RunUntil(Instant() + Milliseconds(settings.ms));
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    std::exit(1);
  }
  SampleSink sink;
  trace.MergeInto(sink);
  line.dropped += executor.facts().dropped_samples;
  return std::move(sink.samples);
}

Line BareLine(std::string name, BareForm form, const Settings& settings) {
  return {.name = std::move(name),
          .floor = "",
          .measure = [form, settings](Line& line) {
            const TscClock clock(TscRate::Host(), 0);
            const std::vector<int> cores = AllowedCores();
            const Duration gap =
                form == BareForm::kFutex ? Microseconds(200) : Microseconds(20);
            std::vector<int64_t> samples =
                BareHandovers(form, cores[0], cores[1], clock.Ticks(gap),
                              clock.Ticks(Milliseconds(settings.ms)),
                              clock.Ticks(Microseconds(5)), &line.dropped);
            for (int64_t& s : samples) s = clock.Nanoseconds(s);
            return samples;
          }};
}

Line SubjectLine(std::string name, std::string floor, const Subject& subject,
                 const Settings& settings) {
  return {.name = std::move(name),
          .floor = std::move(floor),
          .measure = [subject, settings](Line& line) {
            return Measure(subject, settings, line);
          }};
}

std::vector<Line> Lines(const Settings& s) {
  using enum IdleMode;
  const auto kTimer = Subject::Form::kTimer;
  std::vector<Line> lines;
  lines.push_back(BareLine(kLine, BareForm::kLine, s));
  lines.push_back(BareLine(kPolled, BareForm::kMessage, s));
  lines.push_back(BareLine(kFutex, BareForm::kFutex, s));
  for (const std::string policy : {"null", "credit"}) {
    const auto add = [&](const std::string& what, const std::string& floor,
                         Subject subject) {
      subject.policy = policy;
      lines.push_back(SubjectLine(policy + " " + what, floor, subject, s));
    };
    add("native", kPolled, {.vwfi = Vwfi::kNative});
    add("yield", kPolled, {.vwfi = Vwfi::kYield});
    add("block", kPolled, {});
    add("block traced", kPolled, {.engine_trace = true});
    add("block by sender", kPolled, {.remote_wake = RemoteWake::kBySender});
    add("block parked", kFutex, {.idle = kPark});
    add("native timer", "", {.vwfi = Vwfi::kNative, .form = kTimer});
    add("yield timer", "", {.vwfi = Vwfi::kYield, .form = kTimer});
    add("block timer", "", {.form = kTimer});
    add("block parked timer", "", {.idle = kPark, .form = kTimer});
  }
  return lines;
}

void MeasureRound(std::vector<Line>& lines) {
  for (Line& line : lines) {
    std::vector<int64_t> samples = line.measure(line);
    line.samples += static_cast<int64_t>(samples.size());
    if (samples.empty()) continue;
    const auto middle = samples.begin() + samples.size() / 2;
    std::nth_element(samples.begin(), middle, samples.end());
    line.medians.push_back(static_cast<double>(*middle));
  }
}

double Ratio(const Line& line, const std::string& floor_name,
             const std::vector<Line>& lines) {
  for (const Line& floor : lines) {
    if (floor.name == floor_name) return line.Median() / floor.Median();
  }
  return 0;
}

// What a line that is compared with the polled hand-over is to the barest one.
std::string BarestFloor(const Line& line) {
  return line.floor == kPolled ? kLine : "";
}

void PrintRatio(double ratio) {
  ratio > 0 ? std::printf(" %8.2f", ratio) : std::printf(" %8s", "");
}

void Print(const std::vector<Line>& lines) {
  std::printf("%-28s %10s %8s %8s %10s %8s\n", "", "median ns", "ratio",
              "of line", "samples", "dropped");
  for (const Line& line : lines) {
    std::printf("%-28s %10.0f", line.name.c_str(), line.Median());
    PrintRatio(Ratio(line, line.floor, lines));
    PrintRatio(Ratio(line, BarestFloor(line), lines));
    std::printf(" %10lld %8lld\n", static_cast<long long>(line.samples),
                static_cast<long long>(line.dropped));
  }
}

void PrintJson(const std::vector<Line>& lines) {
  std::printf("[");
  for (size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    std::printf(
        "%s\n  {\"name\": \"%s\", \"median_ns\": %.0f, \"floor\": \"%s\", "
        "\"ratio\": %.3f, \"ratio_of_line\": %.3f, \"samples\": %lld, "
        "\"dropped\": %lld}",
        i == 0 ? "" : ",", line.name.c_str(), line.Median(), line.floor.c_str(),
        Ratio(line, line.floor, lines), Ratio(line, BarestFloor(line), lines),
        static_cast<long long>(line.samples),
        static_cast<long long>(line.dropped));
  }
  std::printf("\n]\n");
}

Settings ParseArguments(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--rounds=", 9) == 0) {
      settings.rounds = std::max(1, std::atoi(argv[i] + 9));
    } else if (std::strncmp(argv[i], "--ms=", 5) == 0) {
      settings.ms = std::max(10, std::atoi(argv[i] + 5));
    } else if (std::strcmp(argv[i], "--json") == 0) {
      settings.json = true;
    } else {
      std::fprintf(stderr, "usage: %s [--rounds=N] [--ms=N] [--json]\n",
                   argv[0]);
      std::exit(2);
    }
  }
  return settings;
}

int Main(int argc, char** argv) {
  const Settings settings = ParseArguments(argc, argv);
  if (AllowedCores().size() < 2) {
    std::fprintf(stderr, "needs two cores\n");
    return 1;
  }
  std::vector<Line> lines = Lines(settings);
  for (int round = 0; round < settings.rounds; ++round) MeasureRound(lines);
  settings.json ? PrintJson(lines) : Print(lines);
  return 0;
}

}  // namespace
}  // namespace xenotime

int main(int argc, char** argv) { return xenotime::Main(argc, argv); }
