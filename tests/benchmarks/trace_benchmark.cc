#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "benchmark/benchmark.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/trace/hash_sink.h"
#include "xenotime/scheduler/trace/interval_recorder.h"
#include "xenotime/scheduler/trace/metrics.h"
#include "xenotime/scheduler/trace/subjects.h"
#include "xenotime/scheduler/trace/trace_buffer.h"
#include "xenotime/time/types.h"

// Cost of a trace record in each sink. The argument is the number of pCPUs;
// there are four vCPUs for each, which block, wake and are preempted at random.

namespace xenotime {
namespace {

constexpr size_t kRecords = 1 << 16;

TraceSubjects Subjects(uint32_t pcpus) {
  TraceSubjects subjects{.pcpus = pcpus, .vcpus = {}};
  for (uint32_t i = 0; i < pcpus * 4; ++i) subjects.vcpus.push_back({1, i});
  return subjects;
}

class History {
 public:
  explicit History(uint32_t pcpus) : on_(pcpus), busy_(pcpus * 4) {}

  std::vector<TraceEvent> Make() {
    while (events_.size() < kRecords) Step();
    events_.resize(kRecords);
    return std::move(events_);
  }

 private:
  void Put(TraceKind kind, VcpuId vcpu, uint32_t pcpu, uint64_t arg,
           SwitchReason reason) {
    TraceEvent event;
    event.time = Instant(now_);
    event.arg = arg;
    event.vcpu = vcpu;
    event.pcpu = static_cast<uint16_t>(pcpu);
    event.kind = kind;
    event.detail = static_cast<uint8_t>(reason);
    events_.push_back(event);
  }

  void Step() {
    now_ += rng_.Between(0, 1000);
    const auto p = static_cast<uint32_t>(rng_.Below(on_.size()));
    const auto v = static_cast<uint32_t>(rng_.Below(busy_.size()));
    const VcpuId next = busy_[v] ? VcpuId::None() : VcpuId(v);
    if (next == on_[p]) return;
    if (next.valid()) {
      Put(TraceKind::kUnblock, next, p, 0, SwitchReason::kIdle);
      Put(TraceKind::kWake, next, p, 0, SwitchReason::kIdle);
      busy_[v] = true;
    }
    const bool blocks = rng_.Chance(700'000);
    Put(TraceKind::kSwitch, next, p, on_[p].value(),
        blocks ? SwitchReason::kBlocked : SwitchReason::kSlice);
    if (on_[p].valid()) busy_[on_[p].value()] = false;
    on_[p] = next;
  }

  Rng rng_{1, "trace_benchmark"};
  int64_t now_ = 0;
  std::vector<VcpuId> on_;
  std::vector<bool> busy_;
  std::vector<TraceEvent> events_;
};

void Feed(const std::vector<TraceEvent>& events, TraceSink& sink) {
  // Through the interface, as executors do.
  benchmark::DoNotOptimize(&sink);
  for (const TraceEvent& event : events) {
    sink.Append(PcpuId(event.pcpu), event);
  }
}

void CountRecords(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kRecords));
}

void BM_HashSink(benchmark::State& state) {
  const auto events = History(static_cast<uint32_t>(state.range(0))).Make();
  HashSink sink;
  for (auto _ : state) Feed(events, sink);
  benchmark::DoNotOptimize(sink.hash());
  CountRecords(state);
}
BENCHMARK(BM_HashSink)->Arg(4);

void BM_MetricsFolder(benchmark::State& state) {
  const auto pcpus = static_cast<uint32_t>(state.range(0));
  const auto events = History(pcpus).Make();
  for (auto _ : state) {
    MetricsFolder folder(Subjects(pcpus));
    Feed(events, folder);
    benchmark::DoNotOptimize(folder.Finish(events.back().time));
  }
  CountRecords(state);
}
BENCHMARK(BM_MetricsFolder)->Arg(4)->Arg(64)->Arg(4096);

void BM_IntervalRecorder(benchmark::State& state) {
  const auto pcpus = static_cast<uint32_t>(state.range(0));
  const auto events = History(pcpus).Make();
  for (auto _ : state) {
    IntervalRecorder recorder(pcpus);
    Feed(events, recorder);
    benchmark::DoNotOptimize(recorder.Finish(events.back().time));
  }
  CountRecords(state);
}
BENCHMARK(BM_IntervalRecorder)->Arg(4)->Arg(4096);

// Making and freeing the buffer is not what a pCPU pays for.
void BM_TraceBuffer(benchmark::State& state) {
  const auto pcpus = static_cast<uint32_t>(state.range(0));
  const auto events = History(pcpus).Make();
  for (auto _ : state) {
    state.PauseTiming();
    TraceBuffer buffer(pcpus, kRecords);
    state.ResumeTiming();
    Feed(events, buffer);
  }
  CountRecords(state);
}
BENCHMARK(BM_TraceBuffer)->Arg(4);

void BM_MergeOfTraceBuffer(benchmark::State& state) {
  const auto pcpus = static_cast<uint32_t>(state.range(0));
  TraceBuffer buffer(pcpus, kRecords);
  for (const TraceEvent& event : History(pcpus).Make()) {
    buffer.Append(PcpuId(event.pcpu), event);
  }
  for (auto _ : state) {
    HashSink sink;
    buffer.MergeInto(sink);
    benchmark::DoNotOptimize(sink.hash());
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(buffer.size()));
}
BENCHMARK(BM_MergeOfTraceBuffer)->Arg(4)->Arg(64);

}  // namespace
}  // namespace xenotime
