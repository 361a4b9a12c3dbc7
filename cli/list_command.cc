#include "xenotime/cli/list_command.h"

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "xenotime/cli/parameter_list.h"
#include "xenotime/cli/table.h"
#include "xenotime/formats/json_text.h"
#include "xenotime/scheduler/scenario/default_scenario.h"

namespace xenotime {
namespace {

using Json = nlohmann::ordered_json;

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

std::string TextOf(const std::string& what, const PolicyRegistry& registry) {
  if (what == "parameters") return XenParametersTable(registry);
  if (what == "workloads") return SummaryTable(WorkloadsJson());
  return absl::StrCat(SummaryTable(SchedulersJson(registry)), "\n",
                      PolicyParametersTable(registry));
}

Json JsonOf(const std::string& what, const PolicyRegistry& registry) {
  Json json = {{"schema_version", 1}};
  if (what == "workloads") {
    json["workloads"] = WorkloadsJson();
    return json;
  }
  if (what == "schedulers") json["schedulers"] = SchedulersJson(registry);
  json["parameters"] = PolicyParametersJson(registry);
  if (what == "parameters") {
    json["boot_options"] = BootOptionsJson(registry);
    json["requests"] = ToolstackRequestsJson();
  }
  return json;
}

}  // namespace

int ExecuteList(const ListArguments& arguments,
                const Environment& environment) {
  environment.out << (arguments.format == "json"
                          ? JsonText(
                                JsonOf(arguments.what, environment.registry))
                          : TextOf(arguments.what, environment.registry));
  return kExitOk;
}

}  // namespace xenotime
