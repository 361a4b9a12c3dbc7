#include "xenotime/tests/conformance/observed.h"

#include <algorithm>
#include <utility>

#include "gtest/gtest.h"

namespace xenotime::conformance {

Observed::Observed(Report report, std::vector<TraceEvent> events,
                   uint32_t pcpus)
    : report_(std::move(report)), events_(std::move(events)), pcpus_(pcpus) {
  IntervalRecorder recorder(pcpus);
  for (const TraceEvent& event : events_) {
    recorder.Append(PcpuId(event.pcpu), event);
  }
  intervals_ = recorder.Finish(end());
}

int64_t Observed::RunNsWithin(uint32_t v, Instant from, Instant to) const {
  int64_t ns = 0;
  for (const Interval& i : intervals_) {
    if (i.vcpu != VcpuId(v)) continue;
    const Instant start = std::max(i.start, from);
    const Instant stop = std::min(i.end, to);
    if (start < stop) ns += (stop - start).ns();
  }
  return ns;
}

CpuSet Observed::PcpusWithin(uint32_t v, Instant from, Instant to) const {
  CpuSet set(pcpus_);
  for (const Interval& i : intervals_) {
    if (i.vcpu != VcpuId(v)) continue;
    if (std::max(i.start, from) < std::min(i.end, to)) set.Add(i.pcpu);
  }
  return set;
}

int Observed::Ran() const {
  return static_cast<int>(
      std::count_if(report_.metrics.vcpus.begin(), report_.metrics.vcpus.end(),
                    [](const VcpuMetrics& v) { return v.run_ns > 0; }));
}

namespace {

// Follows the records of a run.
class TraceChecker {
 public:
  TraceChecker(uint32_t pcpus, size_t vcpus)
      : current_(pcpus),
        on_(vcpus),
        blocked_(vcpus, false),
        hard_(vcpus, CpuSet::All(pcpus)) {}

  void Check(const TraceEvent& event) {
    switch (event.kind) {
      case TraceKind::kSwitch:
        CheckSwitch(event);
        break;
      case TraceKind::kBlock:
        blocked_[event.vcpu.value()] = true;
        break;
      case TraceKind::kUnblock:
        blocked_[event.vcpu.value()] = false;
        break;
      case TraceKind::kAffinity:
        hard_[event.vcpu.value()].SetWord(event.arg2, event.arg);
        break;
      default:
        break;
    }
  }

 private:
  void CheckSwitch(const TraceEvent& event) {
    const PcpuId p(event.pcpu);
    const VcpuId left(static_cast<uint32_t>(event.arg));
    EXPECT_EQ(left, current_[p.value()]) << "at " << event.time.ns();
    if (left.valid()) on_[left.value()] = PcpuId::None();
    current_[p.value()] = event.vcpu;
    if (!event.vcpu.valid()) return;
    const uint32_t v = event.vcpu.value();
    EXPECT_FALSE(on_[v].valid())
        << "vCPU " << v << " on two pCPUs at " << event.time.ns();
    EXPECT_FALSE(blocked_[v])
        << "vCPU " << v << " runs while blocked at " << event.time.ns();
    EXPECT_TRUE(hard_[v].Contains(p))
        << "vCPU " << v << " outside its hard affinity on pCPU " << p.value()
        << " at " << event.time.ns();
    on_[v] = p;
  }

  std::vector<VcpuId> current_;  // by pCPU
  std::vector<PcpuId> on_;       // by vCPU
  std::vector<bool> blocked_;
  std::vector<CpuSet> hard_;
};

}  // namespace

void ExpectSaneTrace(const Observed& observed, uint32_t pcpus) {
  TraceChecker checker(pcpus, observed.report().metrics.vcpus.size());
  for (const TraceEvent& event : observed.events()) {
    checker.Check(event);
    if (testing::Test::HasFailure()) return;  // one message is enough
  }
}

}  // namespace xenotime::conformance
