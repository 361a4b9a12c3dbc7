#include "xenotime/tests/conformance/fixture.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/tests/conformance/words.h"

namespace xenotime::conformance {
namespace {

std::vector<ConformanceCase> CasesOf(ExecutorKind executor) {
  std::vector<ConformanceCase> cases;
  for (const PolicyUnderTest& policy : SubjectOfConformance().policies) {
    cases.push_back({policy, executor});
  }
  return cases;
}

}  // namespace

std::vector<ConformanceCase> SimCases() { return CasesOf(ExecutorKind::kSim); }

std::string NameOfCase(const testing::TestParamInfo<ConformanceCase>& param) {
  std::string name = param.param.policy.name;
  for (char& c : name) {
    if (!isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

void PrintTo(const ConformanceCase& c, std::ostream* out) {
  *out << c.policy.name << " on " << ExecutorName(c.executor);
}

// Whether this build can run on threads; asked once.
bool ConformanceTest::HasThreads() const {
  static const bool has = [this] {
    Scenario tiny = Machine(1, Milliseconds(1));
    AddHogs(tiny, 1);
    RunOptions options;
    options.executor = ExecutorKind::kThreads;
    const absl::Status status =
        xenotime::Run(tiny, registry_, options).status();
    return !absl::IsUnimplemented(status);
  }();
  return has;
}

void ConformanceTest::SetUp() {
  SubjectOfConformance().add(registry_);
  if (!sim() && !HasThreads()) GTEST_SKIP() << "no executor for threads";
}

Scenario ConformanceTest::Machine(uint32_t pcpus, Duration duration) const {
  Scenario scenario;
  scenario.name = "conformance";
  scenario.scheduler = GetParam().policy.name;
  scenario.topology.cores = pcpus;
  scenario.duration = duration;
  return scenario;
}

Observed ConformanceTest::Observe(const Scenario& scenario,
                                  uint64_t seed) const {
  RunOptions options;
  options.seed = seed;
  return Observe(scenario, std::move(options));
}

Scenario ConformanceTest::Prepared(Scenario scenario) const {
  if (traits().prepare != nullptr) traits().prepare(scenario);
  return scenario;
}

Observed ConformanceTest::Observe(const Scenario& scenario,
                                  RunOptions options) const {
  Recorder recorder;
  options.executor = GetParam().executor;
  options.check_invariants = sim();
  options.trace = &recorder;
  absl::StatusOr<Report> report =
      xenotime::Run(Prepared(scenario), registry_, options);
  if (!report.ok()) {
    ADD_FAILURE() << report.status().ToString();
    report = Report();
    size_t vcpus = 0;
    for (const DomainSpec& domain : scenario.domains) {
      vcpus += domain.vcpus.size();
    }
    report->metrics.vcpus.resize(vcpus);
    report->metrics.pcpu_idle_ns.resize(scenario.topology.pcpus());
  }
  if (!traits().may_get_stuck) {
    for (const std::string& remark : report->metrics.remarks) {
      ADD_FAILURE() << remark;
    }
  }
  const uint32_t pcpus = scenario.topology.pcpus();
  Observed observed(*std::move(report), recorder.events(), pcpus);
  if (sim()) ExpectSaneTrace(observed, pcpus);
  return observed;
}

INSTANTIATE_TEST_SUITE_P(Sim, ConformanceTest, testing::ValuesIn(SimCases()),
                         NameOfCase);
INSTANTIATE_TEST_SUITE_P(Threads, ConformanceTest,
                         testing::ValuesIn(CasesOf(ExecutorKind::kThreads)),
                         NameOfCase);
INSTANTIATE_TEST_SUITE_P(Sim, SimConformanceTest, testing::ValuesIn(SimCases()),
                         NameOfCase);

}  // namespace xenotime::conformance
