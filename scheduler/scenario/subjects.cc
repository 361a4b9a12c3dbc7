#include "xenotime/scheduler/scenario/subjects.h"

namespace xenotime {

TraceSubjects SubjectsOf(const Scenario& scenario) {
  TraceSubjects subjects;
  subjects.pcpus = scenario.topology.pcpus();
  for (const DomainSpec& domain : scenario.domains) {
    for (uint32_t i = 0; i < domain.vcpus.size(); ++i) {
      subjects.vcpus.push_back({domain.number, i});
    }
  }
  return subjects;
}

}  // namespace xenotime
