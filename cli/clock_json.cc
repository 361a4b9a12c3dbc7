#include "xenotime/cli/clock_json.h"

#include "nlohmann/json.hpp"
#include "xenotime/cli/clock_words.h"
#include "xenotime/formats/json_text.h"
#include "xenotime/time/survey/host_cpus.h"
#include "xenotime/time/survey/read_cost.h"

namespace xenotime {
namespace {

using Json = nlohmann::ordered_json;

Json HostJson(const ClockSurvey& survey) {
  return Json{
      {"model", survey.host.model},           {"vendor", survey.host.vendor},
      {"family", survey.host.family},         {"cpus", survey.host.count},
      {"configured_cpus", survey.configured}, {"sockets", survey.host.sockets},
      {"surveyed_cpus", survey.cpus}};
}

Json TscJson(const ClockSurvey& survey) {
  Json flags = Json::object();
  for (const absl::string_view flag : TimeFlags()) {
    flags[std::string(flag)] = survey.host.Has(flag);
  }
  Json quality = Json::object();
  for (const QualityWord& word : QualityWords(survey)) {
    quality[word.name] = Json{{"up", word.up}, {"why_not", *word.why_not}};
  }
  return Json{{"hz", survey.tsc_hz}, {"flags", flags}, {"quality", quality}};
}

Json ReadsJson(const ClockSurvey& survey) {
  Json list = Json::array();
  for (const ReadCost& cost : survey.reads) {
    list.push_back(Json{{"read", std::string(NameOf(cost.read))},
                        {"milliticks", cost.milliticks},
                        {"ps", Picoseconds(cost.milliticks, survey.tsc_hz)}});
  }
  return list;
}

Json PairsJson(const ClockSurvey& survey) {
  Json list = Json::array();
  for (const PairSurvey& pair : survey.pairs) {
    list.push_back(Json{
        {"cpus", Json::array({pair.first, pair.second})},
        {"line_ticks", pair.line.median_ticks},
        {"line_least_ticks", pair.line.least_ticks},
        {"line_ps", Picoseconds(1'000 * pair.line.median_ticks, survey.tsc_hz)},
        {"warps", pair.warp.warps},
        {"max_warp_ticks", pair.warp.max_warp}});
  }
  return list;
}

Json RendezvousJson(const ClockSurvey& survey) {
  Json list = Json::array();
  for (const RendezvousSurvey& entry : survey.rendezvous) {
    Json json = {{"clocksource", entry.clocksource_tsc ? "tsc" : ""},
                 {"form", std::string(NameOf(entry.form))},
                 {"letter", std::string(1, LetterOf(entry.form))},
                 {"refused", entry.refused},
                 {"leaves", LeavesWhat(entry)},
                 {"skew_ticks", nullptr},
                 {"cost_ticks", nullptr},
                 {"disturbed", nullptr}};
    if (entry.left.has_value()) {
      json["skew_ticks"] = entry.left->spread_ticks;
      json["cost_ticks"] = entry.left->cost_ticks;
      json["disturbed"] = entry.left->disturbed;
    }
    list.push_back(json);
  }
  return list;
}

}  // namespace

std::string ClockJson(const ClockSurvey& survey) {
  return JsonText(Json{{"schema_version", 1},
                       {"partial", survey.partial},
                       {"host", HostJson(survey)},
                       {"tsc", TscJson(survey)},
                       {"reads", ReadsJson(survey)},
                       {"pairs", PairsJson(survey)},
                       {"rendezvous", RendezvousJson(survey)}});
}

}  // namespace xenotime
