#ifndef XENOTIME_TESTS_SCHEDULER_POLICIES_RTDS_RTDS_RIG_H_
#define XENOTIME_TESTS_SCHEDULER_POLICIES_RTDS_RTDS_RIG_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/policies/rtds/rtds_policy.h"
#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/tests/testing/engine_rig.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The rtds scheduler in an engine whose time and replenishments happen when a
// test says so. Domain 1 has `vcpus` vCPUs.
class RtdsRig : public EngineRig<RtdsPolicy> {
 public:
  RtdsRig(uint32_t pcpus, uint32_t vcpus)
      : EngineRig({.cores = pcpus}, vcpus, [](PolicyHost& port) {
          return std::make_unique<RtdsPolicy>(port);
        }) {}

  static Instant Ms(int64_t ms) { return Instant() + Milliseconds(ms); }
  void At(int64_t ms) { now = Ms(ms); }

  void RealTime(uint32_t v, int64_t period_ms, int64_t budget_ms,
                bool extratime = false) {
    engine.AdjustRealTime(On(0), VcpuId(v),
                          {.period = Milliseconds(period_ms),
                           .budget = Milliseconds(budget_ms),
                           .extratime = extratime});
  }

  // "budget=4000000 deadline=10000000 period=... level=0 flags=0 cpu=0"
  int64_t Value(uint32_t v, const std::string& key) const {
    const std::string text = " " + policy->Describe(VcpuId(v));
    return std::stoll(text.substr(text.find(" " + key + "=") + key.size() + 2));
  }
  Duration Budget(uint32_t v) const { return Duration(Value(v, "budget")); }
  Instant Deadline(uint32_t v) const { return Instant(Value(v, "deadline")); }
  int64_t Level(uint32_t v) const { return Value(v, "level"); }
  bool Depleted(uint32_t v) const { return (Value(v, "flags") & 8) != 0; }

  // The replenishment timer.
  Instant TimerDeadline() const { return host.deadlines[0]; }
  void FireTimer() {
    host.deadlines[0] = Instant::Never();
    engine.OnTimer(On(host.timer_pcpus[0].value()), TimerId(0));
  }

  // v wakes up for the first time, and everybody decides.
  void Start(uint32_t v) {
    Up(v);
    Drain();
  }
  // v, current, blocks; the decision that follows is not yet made.
  void Block(uint32_t v) {
    engine.Block(On(V(v).cpu().value()), VcpuId(v), kEventSignal);
  }
  void Signal(uint32_t v) { engine.Signal(On(0), VcpuId(v), kEventSignal); }
  void Hard(uint32_t v, const std::vector<uint32_t>& members) {
    CpuSet set(engine.topology().pcpus());
    for (uint32_t p : members) set.Add(PcpuId(p));
    engine.SetAffinity(On(0), VcpuId(v), &set, nullptr);
  }
  int Where(uint32_t v) const {
    for (uint32_t p = 0; p < engine.topology().pcpus(); ++p) {
      if (Current(p) == VcpuId(v)) return static_cast<int>(p);
    }
    return -1;
  }
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_SCHEDULER_POLICIES_RTDS_RTDS_RIG_H_
