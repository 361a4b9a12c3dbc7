#ifndef XENOTIME_TESTS_TESTING_ENGINE_RIG_H_
#define XENOTIME_TESTS_TESTING_ENGINE_RIG_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/tests/testing/recording_host.h"
#include "xenotime/tests/testing/scripted_policy.h"
#include "xenotime/time/types.h"

namespace xenotime {

// An engine with one pool, one domain, and an executor that only records: time
// and decisions happen when a test says so.
template <typename PolicyType>
class EngineRig {
 public:
  using Make = std::function<std::unique_ptr<PolicyType>(PolicyHost&)>;

  EngineRig(const TopologyShape& shape, uint32_t vcpus, const Make& make)
      : engine(Topology(shape), host,
               {.trace = &host, .stages = &host, .vcpu_capacity = 64}) {
    pool = engine.AddPool([&](PolicyHost& port) {
      auto made = make(port);
      policy = made.get();
      return made;
    });
    for (uint32_t p = 0; p < shape.pcpus(); ++p) {
      engine.AddPcpu(On(0), pool, PcpuId(p));
    }
    domain = AddDomain(1, vcpus);
    host.Forget();
  }

  HookContext On(uint32_t p) const { return {now, PcpuId(p)}; }
  const Vcpu& V(uint32_t v) const { return engine.vcpu(VcpuId(v)); }
  RunState State(uint32_t v) const { return V(v).runstate.state(); }
  VcpuId Current(uint32_t p) const { return engine.current(PcpuId(p)); }

  DomainId AddDomain(uint32_t number, uint32_t vcpus) {
    const DomainId id = engine.CreateDomain(pool, number);
    for (uint32_t v = 0; v < vcpus; ++v) engine.CreateVcpu(On(0), id);
    return id;
  }
  void Up(uint32_t v) { engine.Up(On(0), VcpuId(v)); }

  // A decision on p, and the end of the switch.
  Switched Decide(uint32_t p) {
    host.pending.erase(p);
    const Switched result = engine.Decide(On(p));
    if (result.changed()) engine.ContextSaved(On(p), result.previous);
    return result;
  }
  // Everybody that owes a decision decides, lowest pCPU first.
  void Drain() {
    while (!host.pending.empty()) Decide(*host.pending.begin());
  }

  Instant now;
  RecordingHost host;
  Engine engine;
  PolicyType* policy = nullptr;
  PoolId pool;
  DomainId domain;
};

// The rig of the engine's own tests.
class ScriptedRig : public EngineRig<ScriptedPolicy> {
 public:
  explicit ScriptedRig(uint32_t pcpus, uint32_t vcpus)
      : EngineRig({.cores = pcpus}, vcpus, [](PolicyHost& port) {
          return std::make_unique<ScriptedPolicy>(port);
        }) {
    policy->TakeLog();
  }

  // p decides for v (negative: idle).
  Switched Run(uint32_t p, int v, Duration slice = Duration(-1)) {
    policy->decisions.push_back(
        {.next = v < 0 ? VcpuId::None() : VcpuId(static_cast<uint32_t>(v)),
         .slice = slice});
    return Decide(p);
  }
  // Brings v up and makes it current on its pCPU.
  void Start(uint32_t v) {
    Up(v);
    Run(V(v).cpu().value(), static_cast<int>(v));
    policy->TakeLog();
    host.Forget();
  }
  CpuSet Set(const std::vector<uint32_t>& members) const {
    CpuSet set(engine.topology().pcpus());
    for (uint32_t p : members) set.Add(PcpuId(p));
    return set;
  }
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TESTING_ENGINE_RIG_H_
