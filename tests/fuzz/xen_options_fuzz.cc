#include <cstdlib>
#include <string>

#include "absl/strings/string_view.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/apply_xen_options.h"
#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/tests/fuzz/fuzz_target.h"

namespace {

const xenotime::PolicyRegistry& Registry() {
  static const auto* const kRegistry = [] {
    auto* registry = new xenotime::PolicyRegistry;
    xenotime::AddBuiltinPolicies(*registry);
    return registry;
  }();
  return *kRegistry;
}

// The first byte chooses the machine.
xenotime::Findings Apply(absl::string_view text, xenotime::Scenario& scenario) {
  if (!text.empty() && text[0] % 2 != 0) {
    scenario.topology.architecture = xenotime::Architecture::kArm;
  }
  scenario.xen = std::string(text);
  return xenotime::ApplyXenOptions(scenario, Registry());
}

}  // namespace

// Whatever the text, messages are printable and the outcome is the same twice.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  xenotime::Scenario scenario;
  const xenotime::Findings findings = Apply(text, scenario);
  for (const auto* list : {&findings.errors, &findings.warnings}) {
    for (const std::string& message : *list) {
      for (const char c : message) {
        if (c < ' ' || c > '~') std::abort();
      }
    }
  }
  xenotime::Scenario again;
  const xenotime::Findings second = Apply(text, again);
  if (!(again == scenario) || second.warnings != findings.warnings) {
    std::abort();
  }
  if (!scenario.xen.empty()) std::abort();
  return 0;
}
