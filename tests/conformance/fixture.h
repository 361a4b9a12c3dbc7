#ifndef XENOTIME_TESTS_CONFORMANCE_FIXTURE_H_
#define XENOTIME_TESTS_CONFORMANCE_FIXTURE_H_

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run_options.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/tests/conformance/conformance.h"
#include "xenotime/tests/conformance/observed.h"
#include "xenotime/time/types.h"

namespace xenotime::conformance {

// One policy on one executor.
struct ConformanceCase {
  PolicyUnderTest policy;
  ExecutorKind executor = ExecutorKind::kSim;
};
void PrintTo(const ConformanceCase& c, std::ostream* out);

// The policies under test in the simulation, and what to call them.
std::vector<ConformanceCase> SimCases();
std::string NameOfCase(const testing::TestParamInfo<ConformanceCase>& param);

// What every test of the suite starts from. Tests say what must hold after a
// run; whatever must hold during any run is checked by Observe.
class ConformanceTest : public testing::TestWithParam<ConformanceCase> {
 protected:
  // Skips the test where the executor is not available.
  void SetUp() override;

  const PolicyTraits& traits() const { return GetParam().policy.traits; }
  bool sim() const { return GetParam().executor == ExecutorKind::kSim; }
  const PolicyRegistry& registry() const { return registry_; }
  // How often something must have happened at least: `n` times in the
  // simulation. How fast real threads are is the host's affair.
  int64_t Often(int64_t n) const { return sim() ? n : 2; }
  // The end of the run, in which everybody must still get along: from `last`
  // before its end, or on threads from its middle.
  Instant Late(const Observed& run, Duration last) const {
    if (sim()) return run.end() - last;
    return Instant() + Duration((run.end() - Instant()).ns() / 2);
  }

  // A machine of one socket under the policy, without domains.
  Scenario Machine(uint32_t pcpus, Duration duration = Milliseconds(200)) const;

  // With what the policy must be told.
  Scenario Prepared(Scenario scenario) const;

  // Runs it with all checks on: the engine's invariants, the rules of
  // ExpectSaneTrace in the simulation, and that no pCPU got stuck.
  Observed Observe(const Scenario& scenario, uint64_t seed = 1) const;
  Observed Observe(const Scenario& scenario, RunOptions options) const;

 private:
  bool HasThreads() const;

  PolicyRegistry registry_;
};

// Tests of what only the simulation can do.
class SimConformanceTest : public ConformanceTest {};

}  // namespace xenotime::conformance

#endif  // XENOTIME_TESTS_CONFORMANCE_FIXTURE_H_
