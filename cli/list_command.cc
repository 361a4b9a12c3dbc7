#include "xenotime/cli/list_command.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "xenotime/cli/table.h"
#include "xenotime/formats/json_text.h"
#include "xenotime/scheduler/scenario/default_scenario.h"

namespace xenotime {
namespace {

using Json = nlohmann::ordered_json;

// A value as scenarios spell it.
std::string Spell(const PolicyParameter& parameter, int64_t value) {
  if (parameter.words.empty()) return absl::StrCat(value);
  const auto index = static_cast<size_t>(value);
  return index < parameter.words.size() ? parameter.words[index] : "?";
}

std::string RangeOf(const PolicyParameter& parameter) {
  if (!parameter.words.empty()) return absl::StrJoin(parameter.words, "|");
  return absl::StrCat(parameter.zero_is_off ? "0 (off), " : "",
                      parameter.minimum, "..", parameter.maximum);
}

Json SchedulersJson(const PolicyRegistry& registry) {
  Json list = Json::array();
  for (const auto& policy : registry.policies()) {
    list.push_back(Json{{"name", policy->name}, {"summary", policy->summary}});
  }
  return list;
}

Json WorkloadsJson() {
  Json list = Json::array();
  for (const BuiltinWorkload& workload : BuiltinWorkloads()) {
    list.push_back(Json{{"name", workload.name}, {"summary", workload.help}});
  }
  return list;
}

Json ParameterJson(const PolicyInfo& policy, const PolicyParameter& parameter) {
  Json json = {{"scheduler", policy.name},
               {"name", parameter.name},
               {"unit", parameter.unit}};
  if (parameter.words.empty()) {
    json["default"] = parameter.default_value;
    json["minimum"] = parameter.minimum;
    json["maximum"] = parameter.maximum;
    json["zero_is_off"] = parameter.zero_is_off;
  } else {
    json["default"] = Spell(parameter, parameter.default_value);
    json["words"] = parameter.words;
  }
  json["help"] = parameter.help;
  return json;
}

Json ParametersJson(const PolicyRegistry& registry) {
  Json list = Json::array();
  for (const auto& policy : registry.policies()) {
    for (const PolicyParameter& parameter : policy->parameters) {
      list.push_back(ParameterJson(*policy, parameter));
    }
  }
  return list;
}

// Of a list of objects with "name" and "summary".
std::string SummaryTable(const Json& list) {
  Table table(
      {{"NAME", Table::Align::kLeft}, {"SUMMARY", Table::Align::kLeft}});
  for (const Json& entry : list) {
    table.AddRow({entry.at("name").get<std::string>(),
                  entry.at("summary").get<std::string>()});
  }
  return table.ToString();
}

std::string ParametersTable(const PolicyRegistry& registry) {
  Table table({{"SCHEDULER", Table::Align::kLeft},
               {"PARAMETER", Table::Align::kLeft},
               {"UNIT", Table::Align::kLeft},
               {"DEFAULT"},
               {"RANGE", Table::Align::kLeft},
               {"HELP", Table::Align::kLeft}});
  for (const auto& policy : registry.policies()) {
    for (const PolicyParameter& parameter : policy->parameters) {
      table.AddRow({policy->name, parameter.name, parameter.unit,
                    Spell(parameter, parameter.default_value),
                    RangeOf(parameter), parameter.help});
    }
  }
  return table.ToString();
}

}  // namespace

int ExecuteList(const ListArguments& arguments,
                const Environment& environment) {
  if (arguments.what == "parameters" && arguments.format != "json") {
    environment.out << ParametersTable(environment.registry);
    return kExitOk;
  }
  const Json list =
      arguments.what == "parameters"  ? ParametersJson(environment.registry)
      : arguments.what == "workloads" ? WorkloadsJson()
                                      : SchedulersJson(environment.registry);
  environment.out << (arguments.format == "json"
                          ? JsonText(Json{{"schema_version", 1},
                                          {arguments.what, list}})
                          : SummaryTable(list));
  return kExitOk;
}

}  // namespace xenotime
