#ifndef XENOTIME_TESTS_CONFORMANCE_CONFORMANCE_H_
#define XENOTIME_TESTS_CONFORMANCE_CONFORMANCE_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// What a policy promises beyond the contract of Policy. The defaults are those
// of a plain time-sharing scheduler; a policy that promises less or more says
// so, and the suite asks for no more than that.
struct PolicyTraits {
  // More vCPUs than pCPUs all make progress. Off: who has a pCPU keeps it, and
  // others wait until it goes off line.
  bool time_shares = true;
  // A runnable vCPU does not wait for long beside an idle pCPU that it may use.
  bool work_conserving = true;
  // vCPUs that compute all the time, of equal weight, get equal time.
  bool fair = true;
  // CPU time is shared by the domains' weights.
  bool weights = false;
  // A domain's cap limits it.
  bool caps = false;
  // It may ask for decisions without progress until it is broken off (Xen's
  // null does so): then that remark is no failure.
  bool may_get_stuck = false;
  // A vCPU runs only within its hard affinity. Off: it is ignored.
  bool affinity = true;
  // So many vCPUs it can let run.
  uint32_t most_vcpus = std::numeric_limits<uint32_t>::max();
  // Tells the policy what it must know before anybody can run, by adding it to
  // the scenario of each run. May be null.
  void (*prepare)(Scenario&) = nullptr;
};

// For `prepare`: each vCPU owns a minor frame, 200 us long, of pool 0, so that
// signals go round fast enough; of many vCPUs the first 64.
void GiveEachVcpuAFrame(Scenario& scenario);

// For `prepare`: of each period of 10 ms every vCPU has an equal part, so that
// together they have what the machine has. More than that rtds does not promise
// to anybody.
void GiveEachVcpuABudget(Scenario& scenario);

struct PolicyUnderTest {
  std::string name;  // as registered
  PolicyTraits traits = {};
};

// What a conformance test is about. `add` is called once per run.
struct ConformanceSubject {
  void (*add)(PolicyRegistry&) = nullptr;
  std::vector<PolicyUnderTest> policies;
};

// Defined by whoever links //tests/conformance:suite; the Starlark macro
// xenotime_conformance_test writes it.
ConformanceSubject SubjectOfConformance();

}  // namespace xenotime

#endif  // XENOTIME_TESTS_CONFORMANCE_CONFORMANCE_H_
