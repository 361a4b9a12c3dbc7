#include "xenotime/cli/provenance.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/scenario/default_scenario.h"

namespace xenotime {
namespace {

TEST(ScenarioHash, IsOfWhatRuns) {
  const Scenario scenario = DefaultScenario();
  Scenario renamed = scenario;
  renamed.name = "other";
  renamed.description = "for people";
  EXPECT_EQ(ScenarioHash(renamed), ScenarioHash(scenario));
  Scenario changed = scenario;
  changed.domains[0].weight += 1;
  EXPECT_NE(ScenarioHash(changed), ScenarioHash(scenario));
  EXPECT_EQ(ScenarioHash(scenario).size(), 16u);
}

TEST(WithProvenance, PutsItFirstAndKeepsTheRest) {
  const nlohmann::ordered_json document = {{"schema_version", 3}, {"x", 1}};
  const auto result = WithProvenance(document, DefaultScenario());
  std::vector<std::string> keys;
  for (const auto& [key, value] : result.items()) keys.push_back(key);
  EXPECT_THAT(keys, testing::ElementsAre("schema_version", "version", "commit",
                                         "scenario_hash", "host", "x"));
  EXPECT_EQ(result["schema_version"], 3);
}

}  // namespace
}  // namespace xenotime
