#ifndef XENOTIME_TESTS_SCHEDULER_POLICIES_CREDIT_CREDIT_RIG_H_
#define XENOTIME_TESTS_SCHEDULER_POLICIES_CREDIT_CREDIT_RIG_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/policies/credit/credit_policy.h"
#include "xenotime/tests/testing/engine_rig.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The credit scheduler in an engine whose time, ticks and accountings happen
// when a test says so. Domain 1 has `vcpus` vCPUs; each AddDomain adds more.
class CreditRig : public EngineRig<CreditPolicy> {
 public:
  CreditRig(const TopologyShape& shape, uint32_t vcpus,
            const CreditParameters& parameters = {})
      : EngineRig(shape, vcpus, [&](PolicyHost& port) {
          return std::make_unique<CreditPolicy>(port, parameters);
        }) {}

  // Timers in order of creation: accounting, then a tick per pCPU.
  static TimerId TickTimer(uint32_t p) { return TimerId(1 + p); }
  void Tick(uint32_t p) { engine.OnTimer(On(p), TickTimer(p)); }
  void Account() { engine.OnTimer(On(0), TimerId(0)); }
  void Advance(Duration d) { now += d; }

  // "credit=-3 pri=-1 flags=0 active=1 cpu=0"
  std::string State(uint32_t v) const { return policy->Describe(VcpuId(v)); }
  int Value(uint32_t v, const std::string& key) const {
    const std::string text = " " + State(v);
    return std::stoi(text.substr(text.find(" " + key + "=") + key.size() + 2));
  }
  int Credit(uint32_t v) const { return Value(v, "credit"); }
  int Priority(uint32_t v) const { return Value(v, "pri"); }

  void Hard(uint32_t v, const std::vector<uint32_t>& members) {
    const CpuSet set = ToSet(members);
    engine.SetAffinity(On(0), VcpuId(v), &set, nullptr);
  }
  void Soft(uint32_t v, const std::vector<uint32_t>& members) {
    const CpuSet set = ToSet(members);
    engine.SetAffinity(On(0), VcpuId(v), nullptr, &set);
  }
  void Block(uint32_t v) {
    const uint32_t p = V(v).cpu().value();
    engine.Block(On(p), VcpuId(v), kEventSignal);
    Decide(p);
  }
  void Signal(uint32_t v, uint32_t executing = 0) {
    engine.Signal(On(executing), VcpuId(v), kEventSignal);
  }
  // v, coming up for the first time on an otherwise idle pCPU, runs for `d`,
  // is found by a tick, and blocks: it is active with a credit of -d.
  void RunAndBlock(uint32_t v, Duration d) {
    Up(v);
    const uint32_t p = V(v).cpu().value();
    Decide(p);
    Advance(d);
    Tick(p);
    Block(v);
  }

 private:
  CpuSet ToSet(const std::vector<uint32_t>& members) const {
    CpuSet set(engine.topology().pcpus());
    for (uint32_t p : members) set.Add(PcpuId(p));
    return set;
  }
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_SCHEDULER_POLICIES_CREDIT_CREDIT_RIG_H_
