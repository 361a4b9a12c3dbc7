#include <cstdlib>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/tests/fuzz/fuzz_target.h"

// What is accepted must survive writing and reading.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const absl::StatusOr<xenotime::Scenario> scenario =
      xenotime::ParseScenarioText(text, "fuzz");
  if (!scenario.ok()) return 0;
  const absl::StatusOr<xenotime::Scenario> again = xenotime::ParseScenarioText(
      xenotime::WriteScenarioText(*scenario), "again");
  if (!again.ok() || !(*again == *scenario)) std::abort();
  return 0;
}
