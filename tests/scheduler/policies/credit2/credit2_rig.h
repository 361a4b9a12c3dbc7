#ifndef XENOTIME_TESTS_SCHEDULER_POLICIES_CREDIT2_CREDIT2_RIG_H_
#define XENOTIME_TESTS_SCHEDULER_POLICIES_CREDIT2_CREDIT2_RIG_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/policies/credit2/credit2_policy.h"
#include "xenotime/tests/testing/engine_rig.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The credit2 scheduler in an engine whose time, decisions and replenishments
// happen when a test says so. Domain 1 has `vcpus` vCPUs; each AddDomain adds
// more.
class Credit2Rig : public EngineRig<Credit2Policy> {
 public:
  Credit2Rig(const TopologyShape& shape, uint32_t vcpus,
             const Credit2Parameters& parameters = {})
      : EngineRig(shape, vcpus, [&](PolicyHost& port) {
          return std::make_unique<Credit2Policy>(port, parameters);
        }) {}

  void Advance(Duration d) { now += d; }

  // "credit=10000000 budget=-1 avgload=131072 rq=0 flags=0 cpu=0"
  std::string Text(uint32_t v) const { return policy->Describe(VcpuId(v)); }
  int64_t Value(uint32_t v, const std::string& key) const {
    return Find(" " + Text(v), " " + key + "=");
  }
  int64_t Credit(uint32_t v) const { return Value(v, "credit"); }
  int64_t Budget(uint32_t v) const { return Value(v, "budget"); }
  int64_t Flags(uint32_t v) const { return Value(v, "flags"); }
  int64_t RunqueueOf(uint32_t v) const { return Value(v, "rq"); }
  uint32_t Home(uint32_t v) const { return V(v).cpu().value(); }
  // Of run queue `rq`: load, avgload or b_avgload.
  int64_t Load(uint32_t rq, const std::string& key) const {
    const std::string all = policy->Describe(VcpuId::None());
    const size_t line = all.find("rq" + std::to_string(rq) + " ");
    return Find(all.substr(line), " " + key + "=");
  }

  void Hard(uint32_t v, const std::vector<uint32_t>& members) {
    const CpuSet set = ToSet(members);
    engine.SetAffinity(On(0), VcpuId(v), &set, nullptr);
  }
  void Soft(uint32_t v, const std::vector<uint32_t>& members) {
    const CpuSet set = ToSet(members);
    engine.SetAffinity(On(0), VcpuId(v), nullptr, &set);
  }
  void Weight(DomainId d, uint32_t weight) {
    engine.AdjustDomain(On(0), d, weight, 0);
  }
  void Cap(DomainId d, uint32_t cap) {
    engine.AdjustDomain(On(0), d, 256, cap);
  }
  // Timers in order of the domains' creation.
  void Replenish(uint32_t nth_domain = 0) {
    engine.OnTimer(On(0), TimerId(nth_domain));
  }
  void Block(uint32_t v) {
    const uint32_t p = Home(v);
    engine.Block(On(p), VcpuId(v), kEventSignal);
    Decide(p);
  }
  void Signal(uint32_t v) { engine.Signal(On(0), VcpuId(v), kEventSignal); }
  // v comes up and, on a pCPU that it finds idle, runs.
  void Start(uint32_t v) {
    Up(v);
    Drain();
  }
  // What the slice of the decision on p is.
  int64_t SliceAt(uint32_t p) { return (Decide(p).slice_end - now).ns(); }

 private:
  static int64_t Find(const std::string& text, const std::string& key) {
    return std::stoll(text.substr(text.find(key) + key.size()));
  }
  CpuSet ToSet(const std::vector<uint32_t>& members) const {
    CpuSet set(engine.topology().pcpus());
    for (uint32_t p : members) set.Add(PcpuId(p));
    return set;
  }
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_SCHEDULER_POLICIES_CREDIT2_CREDIT2_RIG_H_
