#include "xenotime/cli/provenance.h"

#include <cstdint>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "xenotime/bazel/version.h"
#include "xenotime/formats/host_facts.h"
#include "xenotime/proto/convert/scenario_textproto.h"

namespace xenotime {
namespace {

// Constants of FNV-1a, 64 bits (Fowler, Noll, Vo).
uint64_t Fnv1a(absl::string_view text) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3u;
  }
  return hash;
}

}  // namespace

std::string ScenarioHash(const Scenario& scenario) {
  Scenario anonymous = scenario;
  anonymous.name.clear();
  anonymous.description.clear();
  return absl::StrFormat("%016x", Fnv1a(WriteScenarioTextproto(anonymous)));
}

nlohmann::ordered_json WithProvenance(const nlohmann::ordered_json& document,
                                      const Scenario& scenario) {
  nlohmann::ordered_json result;
  result["schema_version"] = document.at("schema_version");
  result["version"] = std::string(Version());
  result["commit"] = std::string(Commit());
  result["scenario_hash"] = ScenarioHash(scenario);
  result["host"] = HostFactsJson(CollectHostFacts());
  for (const auto& [key, value] : document.items()) {
    if (!result.contains(key)) result[key] = value;
  }
  return result;
}

}  // namespace xenotime
