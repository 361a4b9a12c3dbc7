#include "xenotime/cli/parameter_list.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/cli/table.h"
#include "xenotime/scheduler/scenario/apply_xen_options.h"
#include "xenotime/scheduler/scenario/parameter_names.h"
#include "xenotime/scheduler/scenario/toolstack_requests.h"
#include "xenotime/scheduler/scenario/xen_option_table.h"

namespace xenotime {
namespace {

using Json = nlohmann::ordered_json;
constexpr auto kLeft = Table::Align::kLeft;

std::string Text(absl::string_view text) { return std::string(text); }

// A value as scenarios spell it.
std::string Spell(const PolicyParameter& parameter, int64_t value) {
  if (parameter.words.empty()) return absl::StrCat(value);
  const auto index = static_cast<size_t>(value);
  return index < parameter.words.size() ? parameter.words[index] : "?";
}

std::string RangeOf(const PolicyParameter& parameter) {
  if (!parameter.words.empty()) return absl::StrJoin(parameter.words, ", ");
  return absl::StrCat(parameter.zero_is_off ? "0 (off), " : "",
                      parameter.minimum, "..", parameter.maximum);
}

std::string XenNameOf(const PolicyInfo& policy,
                      const PolicyParameter& parameter) {
  const XenOption* option = FindXenOptionOf(policy.name, parameter.name);
  return option == nullptr ? "" : Text(option->name);
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
  json["xen_name"] = XenNameOf(policy, parameter);
  json["help"] = parameter.help;
  return json;
}

std::string NameWithArchitecture(const XenOption& option) {
  switch (option.architecture) {
    case XenArchitecture::kX86:
      return absl::StrCat(option.name, " (x86)");
    case XenArchitecture::kArm:
      return absl::StrCat(option.name, " (Arm)");
    case XenArchitecture::kAll:
      break;
  }
  return Text(option.name);
}

// What an option changes in this program: the schedulers, and their name of it.
std::string EffectOf(const XenOption& option, const PolicyRegistry& registry) {
  if (option.type == XenType::kFixed) return "-";
  if (!HasEffect(option, registry)) return "none yet";
  if (option.target != XenTarget::kParameter) {
    return option.target == XenTarget::kScheduler ? "scheduler"
           : option.target == XenTarget::kVwfi    ? "vwfi"
                                                  : "granularity";
  }
  std::vector<std::string> schedulers;
  for (absl::string_view scheduler : option.schedulers) {
    const auto policy = registry.Find(Text(scheduler));
    if (!policy.ok() || !ParameterNameIn(**policy, option.name)) continue;
    schedulers.push_back(Text(scheduler));
  }
  return absl::StrCat(absl::StrJoin(schedulers, ", "), ": ", option.parameter);
}

std::string BootOptionsTable(const PolicyRegistry& registry) {
  Table table({{"BOOT OPTION", kLeft},
               {"UNIT", kLeft},
               {"DEFAULT", kLeft},
               {"VALID", kLeft, 20},
               {"INVALID GETS", kLeft, 16},
               {"EFFECT", kLeft, 25}});
  for (XenSection section : kXenSections) {
    table.AddRow({});
    table.AddRow({absl::StrCat("[", XenSectionName(section), "]")});
    for (const XenOption& option : XenOptions()) {
      if (option.section != section) continue;
      table.AddRow({NameWithArchitecture(option), Text(option.unit),
                    Text(option.default_text), Text(option.valid),
                    Text(option.invalid_gets), EffectOf(option, registry)});
    }
  }
  return table.ToString();
}

std::string RequestsTable() {
  Table table({{"OF", kLeft},
               {"REQUEST", kLeft},
               {"XL COMMAND", kLeft, 28},
               {"UNIT", kLeft},
               {"DEFAULT", kLeft},
               {"HYPERVISOR CHECKS", kLeft, 30},
               {"TOOL CHECKS", kLeft, 14}});
  for (const ToolstackRequest& row : ToolstackRequests()) {
    table.AddRow({Text(row.subject), Text(row.word), Text(row.command),
                  Text(row.unit), Text(row.default_text), Text(row.hypervisor),
                  Text(row.tool)});
  }
  return table.ToString();
}

const char* TypeName(XenType type) {
  constexpr const char* kNames[] = {
      "unsigned",     "signed",   "bool",      "string", "word", "any word",
      "int or range", "int list", "node list", "free",   "fixed"};
  return kNames[static_cast<int>(type)];
}

}  // namespace

std::string PolicyParametersTable(const PolicyRegistry& registry) {
  Table table({{"SCHEDULER", kLeft},
               {"PARAMETER", kLeft},
               {"UNIT", kLeft},
               {"DEFAULT"},
               {"RANGE", kLeft, 17},
               {"HELP", kLeft, 46}});
  for (const auto& policy : registry.policies()) {
    for (const PolicyParameter& parameter : policy->parameters) {
      table.AddRow({policy->name, parameter.name, parameter.unit,
                    Spell(parameter, parameter.default_value),
                    RangeOf(parameter), parameter.help});
    }
  }
  return table.empty() ? "" : table.ToString();
}

Json PolicyParametersJson(const PolicyRegistry& registry) {
  Json list = Json::array();
  for (const auto& policy : registry.policies()) {
    for (const PolicyParameter& parameter : policy->parameters) {
      list.push_back(ParameterJson(*policy, parameter));
    }
  }
  return list;
}

std::string XenParametersTable(const PolicyRegistry& registry) {
  return absl::StrCat(
      BootOptionsTable(registry),
      "\nBool: NAME, no-NAME, NAME=on|yes|true|enable|1, =off|no|false|disable|"
      "0. An unknown name has no effect;\nthe last assignment counts. "
      "\"message\", \"warning\": the run goes on, and its report says so.\n\n",
      RequestsTable(),
      "\nSchedulers' own names of parameters: xenotime list schedulers. More: "
      "docs/parameters.md\n");
}

Json BootOptionsJson(const PolicyRegistry& registry) {
  constexpr const char* kArchitectures[] = {"all", "x86", "arm"};
  Json list = Json::array();
  for (const XenOption& option : XenOptions()) {
    Json schedulers = Json::array();
    for (absl::string_view name : option.schedulers) {
      schedulers.push_back(Text(name));
    }
    list.push_back(Json{
        {"name", Text(option.name)},
        {"section", Text(XenSectionName(option.section))},
        {"type", TypeName(option.type)},
        {"unit", Text(option.unit)},
        {"architecture", kArchitectures[static_cast<int>(option.architecture)]},
        {"default", Text(option.default_text)},
        {"valid", Text(option.valid)},
        {"invalid_gets", Text(option.invalid_gets)},
        {"help", Text(option.part)},
        {"schedulers", std::move(schedulers)},
        {"parameter", Text(option.parameter)},
        {"has_effect", HasEffect(option, registry)}});
  }
  return list;
}

Json ToolstackRequestsJson() {
  Json list = Json::array();
  for (const ToolstackRequest& row : ToolstackRequests()) {
    list.push_back(Json{{"of", Text(row.subject)},
                        {"request", Text(row.word)},
                        {"command", Text(row.command)},
                        {"unit", Text(row.unit)},
                        {"default", Text(row.default_text)},
                        {"hypervisor_checks", Text(row.hypervisor)},
                        {"tool_checks", Text(row.tool)},
                        {"scenario", Text(row.scenario)}});
  }
  return list;
}

}  // namespace xenotime
