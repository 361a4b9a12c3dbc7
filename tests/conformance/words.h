#ifndef XENOTIME_TESTS_CONFORMANCE_WORDS_H_
#define XENOTIME_TESTS_CONFORMANCE_WORDS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/time/types.h"

namespace xenotime::conformance {

// Words for scenarios, so that a test reads like one.

inline PhaseSpec Compute(Duration d) { return {PhaseSpec::Kind::kRun, d}; }
inline PhaseSpec Sleep(Duration d) { return {PhaseSpec::Kind::kSleep, d}; }
inline PhaseSpec Wait() { return {PhaseSpec::Kind::kWait}; }
inline PhaseSpec Wake(uint32_t domain, uint32_t vcpu = 0) {
  return {PhaseSpec::Kind::kWake, Duration(), domain, vcpu};
}
inline PhaseSpec YieldOnce() { return {PhaseSpec::Kind::kYield}; }
// Off line for `d`; for ever if it is zero.
inline PhaseSpec Down(Duration d = {}) { return {PhaseSpec::Kind::kDown, d}; }
inline PhaseSpec Exit() { return {PhaseSpec::Kind::kExit}; }

inline VcpuSpec Loop(std::vector<PhaseSpec> phases) {
  VcpuSpec vcpu;
  vcpu.workload = PhasesWorkload{std::move(phases)};
  return vcpu;
}
inline VcpuSpec Hog() { return Loop({Compute(Milliseconds(7))}); }
inline VcpuSpec Sleeper(Duration run, Duration sleep) {
  return Loop({Compute(run), Sleep(sleep)});
}
inline VcpuSpec Pinned(VcpuSpec vcpu, PcpuList hard) {
  vcpu.hard = std::move(hard);
  return vcpu;
}
inline VcpuSpec Preferring(VcpuSpec vcpu, PcpuList soft) {
  vcpu.soft = std::move(soft);
  return vcpu;
}
inline VcpuSpec StartingAt(VcpuSpec vcpu, Duration start) {
  vcpu.start = Instant() + start;
  return vcpu;
}

// Adds the next domain, numbered from 1, and returns it.
inline DomainSpec& AddDomain(Scenario& scenario, std::vector<VcpuSpec> vcpus) {
  DomainSpec domain;
  domain.number = static_cast<uint32_t>(scenario.domains.size()) + 1;
  domain.vcpus = std::move(vcpus);
  scenario.domains.push_back(std::move(domain));
  return scenario.domains.back();
}
inline void AddHogs(Scenario& scenario, uint32_t count) {
  AddDomain(scenario, std::vector<VcpuSpec>(count, Hog()));
}

inline AdminAction HardAffinityAt(Duration at, uint32_t domain, uint32_t vcpu,
                                  PcpuList hard) {
  AdminAction action;
  action.at = Instant() + at;
  action.domain = domain;
  action.vcpu = vcpu;
  action.hard = std::move(hard);
  return action;
}
inline AdminAction WeightAt(Duration at, uint32_t domain, uint32_t weight) {
  AdminAction action;
  action.at = Instant() + at;
  action.domain = domain;
  action.weight = weight;
  return action;
}
inline AdminAction CapAt(Duration at, uint32_t domain, uint32_t cap) {
  AdminAction action;
  action.at = Instant() + at;
  action.domain = domain;
  action.cap = cap;
  return action;
}

}  // namespace xenotime::conformance

#endif  // XENOTIME_TESTS_CONFORMANCE_WORDS_H_
