// Hardware threads of one core: while more than one of them computes, each does
// so at a part of its speed.

#include <algorithm>

#include "absl/numeric/int128.h"
#include "xenotime/scheduler/sim/event_rank.h"
#include "xenotime/scheduler/sim/executor.h"

namespace xenotime {
namespace {

constexpr int64_t kFullSpeed = 100;

}  // namespace

// p computes `work`, in time at full speed.
void SimExecutor::StartStep(PcpuId p, Duration work) {
  PcpuState& pcpu = P(p);
  pcpu.op_started = now_;
  pcpu.op_work = work;
  queue_.Set(pcpu.op, now_ + Stretched(pcpu, work),
             EventRank(EventClass::kGuestOp, p, 0));
  CoreChanged(p);
}

// Rounded up: when the time is over, the work is done.
Duration SimExecutor::Stretched(const PcpuState& pcpu, Duration work) const {
  if (!pcpu.slowed) return work;
  const absl::int128 percent = costs_.smt_percent;
  const absl::int128 time =
      (absl::int128(work.ns()) * kFullSpeed + percent - 1) / percent;
  return time > Duration::Max().ns() ? Duration::Max()
                                     : Duration(static_cast<int64_t>(time));
}

Duration SimExecutor::WorkLeft(PcpuId p) const {
  const PcpuState& pcpu = pcpus_[p.value()];
  if (queue_.DeadlineOf(pcpu.op) <= now_) return Duration();
  const absl::int128 passed = (now_ - pcpu.op_started).ns();
  const absl::int128 done =
      pcpu.slowed ? passed * costs_.smt_percent / kFullSpeed : passed;
  return std::max(Duration(),
                  pcpu.op_work - Duration(static_cast<int64_t>(done)));
}

void SimExecutor::CoreChanged(PcpuId p) {
  changed_cores_.Add(engine_.topology().Threads(p).First());
}

// Once an event is over, so that what changes back at one instant costs
// nothing.
void SimExecutor::UpdateSpeeds() {
  while (!changed_cores_.empty()) {
    const CpuSet& threads =
        engine_.topology().Threads(changed_cores_.TakeLowest());
    uint32_t computing = 0;
    ForEachPcpu(threads,
                [&](PcpuId p) { computing += queue_.IsSet(P(p).op) ? 1 : 0; });
    ForEachPcpu(threads, [&](PcpuId p) {
      if (queue_.IsSet(P(p).op)) SetSlowed(p, computing > 1);
    });
  }
}

void SimExecutor::SetSlowed(PcpuId p, bool slowed) {
  PcpuState& pcpu = P(p);
  if (pcpu.slowed == slowed) return;
  pcpu.op_work = WorkLeft(p);
  pcpu.op_started = now_;
  pcpu.slowed = slowed;
  queue_.Set(pcpu.op, now_ + Stretched(pcpu, pcpu.op_work),
             EventRank(EventClass::kGuestOp, p, 0));
  if (config_.trace == nullptr) return;
  const int64_t speed = slowed ? costs_.smt_percent : kFullSpeed;
  config_.trace->Append(p, {.time = now_,
                            .arg = static_cast<uint64_t>(speed),
                            .vcpu = VcpuId::None(),
                            .pcpu = static_cast<uint16_t>(p.value()),
                            .kind = TraceKind::kSpeed});
}

}  // namespace xenotime
