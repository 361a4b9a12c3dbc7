#include "xenotime/formats/report_json.h"

#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> Keys(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

VcpuMetrics MakeVcpu() {
  VcpuMetrics v;
  v.name = {1, 2};
  v.run_ns = 600;
  v.dispatches = 5;
  v.migrations = 1;
  v.yields = 3;
  v.steals = 2;
  v.entitled_ns = 800;
  v.left[static_cast<int>(SwitchReason::kPreempted)] = 4;
  for (int64_t ns : {40, 60}) v.waits.Add(ns);
  v.runstate_ns = {600, 100, 250, 50};
  for (int64_t ns : {10, 30, 20}) v.wake_to_run.Add(ns);
  v.guest_samples.Add(-4);
  return v;
}

Report MakeReport() {
  Report report;
  report.scenario = "demo";
  report.scheduler = "credit2";
  report.vwfi = "trap";
  report.seed = std::numeric_limits<uint64_t>::max();
  report.duration = Nanoseconds(1000);
  report.trace_hash = 0xABC;
  report.schedule_calls = 12;
  report.domains = {{.number = 1, .weight = 256, .cap = 50},
                    {.number = 7, .weight = 128, .cap = 0}};
  report.metrics.vcpus = {MakeVcpu()};
  report.metrics.domains = {{.number = 1,
                             .run_ns = 600,
                             .runnable_ns = 100,
                             .entitled_ns = 800,
                             .cap = {.window_ns = 100,
                                     .windows = 2,
                                     .allowed_ns = 50,
                                     .sum_ns = -5,
                                     .max_over_ns = 10,
                                     .max_under_ns = 15}}};
  report.metrics.fairness = {.jain_ppm = 990'000, .max_over_min_ppm = -1};
  report.metrics.wasted_pcpu_ns = 70;
  report.metrics.pcpu_idle_ns = {400, 1000};
  report.metrics.switches = 9;
  report.metrics.nonworkconserving_ns = 40;
  report.metrics.nonworkconserving_max_ns = 30;
  report.metrics.remarks = {"a remark"};
  report.sim = {.events = 3, .cpu_ns = 1000};
  report.warnings = {"a warning"};
  return report;
}

TEST(ReportJsonTest, TheKeysAreTheDocumentedOnesInOrder) {
  EXPECT_EQ(
      Keys(ReportJson(MakeReport())),
      (std::vector<std::string>{
          "schema_version", "scenario", "scheduler",   "pools",    "vwfi",
          "executor",       "seed",     "duration_ns", "partial",  "failure",
          "trace_hash",     "counts",   "totals",      "fairness", "vcpus",
          "pcpus",          "domains",  "stages",      "sim",      "remarks",
          "warnings"}));
}

TEST(ReportJsonTest, AFailureAndFurtherPoolsAreNamed) {
  Report report = MakeReport();
  EXPECT_EQ(ReportJson(report)["failure"], nullptr);
  report.failure = "pCPU 0 at 7 ns: why";
  report.pools = {{.number = 3, .scheduler = "null"}};
  const Json json = ReportJson(report);
  EXPECT_EQ(json["failure"], "pCPU 0 at 7 ns: why");
  EXPECT_EQ(json["pools"],
            Json::array({Json({{"pool", 3}, {"scheduler", "null"}})}));
}

TEST(ReportJsonTest, NumbersAreNumbersAndTheHashHasSixteenDigits) {
  const Json json = ReportJson(MakeReport());
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["seed"], std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(json["duration_ns"], 1000);
  EXPECT_EQ(json["partial"], false);
  EXPECT_EQ(json["trace_hash"], "0000000000000abc");
}

TEST(ReportJsonTest, CountsAndTotalsAddUpTheVcpus) {
  Report report = MakeReport();
  report.metrics.vcpus.push_back(MakeVcpu());
  const Json json = ReportJson(report);
  EXPECT_EQ(json["counts"], Json({{"schedule_calls", 12},
                                  {"switches", 9},
                                  {"dispatches", 10},
                                  {"migrations", 2},
                                  {"steals", 4},
                                  {"wakes", 6},
                                  {"yields", 6},
                                  {"left", Json({{"blocked", 0},
                                                 {"offline", 0},
                                                 {"parked", 0},
                                                 {"migrating", 0},
                                                 {"yielded", 0},
                                                 {"slice", 0},
                                                 {"preempted", 8}})}}));
  EXPECT_EQ(json["fairness"],
            Json({{"jain_ppm", 990'000}, {"max_over_min_ppm", nullptr}}));
  EXPECT_EQ(json["totals"], Json({{"run_ns", 1200},
                                  {"idle_ns", 1400},
                                  {"nonworkconserving_ns", 40},
                                  {"nonworkconserving_max_ns", 30},
                                  {"wasted_pcpu_ns", 70}}));
}

TEST(ReportJsonTest, AVcpuHasItsNameItsTimesAndItsLatencies) {
  const Json vcpu = ReportJson(MakeReport())["vcpus"][0];
  EXPECT_EQ(vcpu["vcpu"], "1.2");
  EXPECT_EQ(vcpu["domain"], 1);
  EXPECT_EQ(vcpu["index"], 2);
  EXPECT_EQ(vcpu["runstate_ns"], Json({{"running", 600},
                                       {"runnable", 100},
                                       {"blocked", 250},
                                       {"offline", 50}}));
  EXPECT_EQ(vcpu["wake_to_run"], Json({{"count", 3},
                                       {"min_ns", 10},
                                       {"average_ns", 20},
                                       {"median_ns", 20},
                                       {"p90_ns", 30},
                                       {"p99_ns", 30},
                                       {"p999_ns", 30},
                                       {"max_ns", 30},
                                       {"warm_max_ns", 0}}));
  EXPECT_EQ(vcpu["guest_samples"]["min_ns"], -4);
}

TEST(ReportJsonTest, AVcpuHasItsShareAndItsWaits) {
  const Json vcpu = ReportJson(MakeReport())["vcpus"][0];
  EXPECT_EQ(vcpu["entitled_ns"], 800);
  EXPECT_EQ(vcpu["share"], 0.75);
  EXPECT_EQ(vcpu["steals"], 2);
  EXPECT_EQ(vcpu["left"]["preempted"], 4);
  EXPECT_EQ(vcpu["waits"]["count"], 2);
  EXPECT_EQ(vcpu["waits"]["max_ns"], 60);
}

TEST(ReportJsonTest, DomainsShowTheirShareAlsoIfTheyNeverRan) {
  const Json domains = ReportJson(MakeReport())["domains"];
  EXPECT_EQ(domains[0],
            Json({{"domain", 1},
                  {"weight", 256},
                  {"cap", 50},
                  {"run_ns", 600},
                  {"pcpus_used", 0.6},
                  {"entitled_ns", 800},
                  {"share", 0.75},
                  {"runnable_ns", 100},
                  {"cap_error", Json({{"window_ns", 100},
                                      {"windows", 2},
                                      {"allowed_ns", 50},
                                      {"mean_ns", -3},
                                      {"mean_percent", -6.0},
                                      {"max_over_ns", 10},
                                      {"max_over_percent", 20.0},
                                      {"max_under_ns", 15},
                                      {"max_under_percent", 30.0}})}}));
  EXPECT_EQ(domains[1]["run_ns"], 0);
  EXPECT_EQ(domains[1]["share"], nullptr);
  EXPECT_EQ(domains[1]["cap_error"], nullptr);
}

TEST(ReportJsonTest, RawSamplesComeOnlyOnRequestAndInOrder) {
  const Report report = MakeReport();
  EXPECT_FALSE(
      ReportJson(report)["vcpus"][0]["wake_to_run"].contains("samples_ns"));
  const Json json = ReportJson(report, {.raw_samples = true});
  EXPECT_EQ(json["vcpus"][0]["wake_to_run"]["samples_ns"],
            Json::array({10, 30, 20}));
}

TEST(ReportJsonTest, StagesAreThoseThatOccurredAndTheirTotal) {
  Report report = MakeReport();
  EXPECT_EQ(ReportJson(report)["stages"], Json::array());
  report.metrics.stages[static_cast<int>(WakeStage::kDecided)].Add(7);
  report.metrics.stage_total.Add(7);
  const Json stages = ReportJson(report)["stages"];
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[0]["stage"], "decided");
  EXPECT_EQ(stages[0]["latency"]["median_ns"], 7);
  EXPECT_EQ(stages[1]["stage"], "total");
}

TEST(ReportJsonTest, ASimulationShowsItsSpeed) {
  Report report = MakeReport();
  EXPECT_EQ(
      ReportJson(report)["sim"],
      Json({{"events", 3}, {"cpu_ns", 1000}, {"cpu_ns_per_event", 333.333}}));
  report.sim.events = 0;
  EXPECT_TRUE(ReportJson(report)["sim"]["cpu_ns_per_event"].is_null());
}

TEST(ReportJsonTest, ARunOnThreadsShowsItsFactsAndHasNoHash) {
  Report report = MakeReport();
  report.executor = ExecutorKind::kThreads;
  report.threads.idle_mode = "poll";
  report.threads.host_steal_ns = {5, 6};
  report.threads.lost_records = 2;
  const Json json = ReportJson(report);
  EXPECT_FALSE(json.contains("sim"));
  EXPECT_TRUE(json["trace_hash"].is_null());
  EXPECT_EQ(json["threads"]["idle_mode"], "poll");
  EXPECT_EQ(json["threads"]["host_steal_ns"], Json::array({5, 6}));
  EXPECT_EQ(json["threads"]["lost_records"], 2);
}

// Every key of `json`, at any depth.
void CollectKeys(const Json& json, std::vector<std::string>* keys) {
  for (const auto& item : json.items()) {
    if (json.is_object()) keys->push_back(item.key());
    if (item.value().is_structured()) CollectKeys(item.value(), keys);
  }
}

TEST(ReportJsonTest, EveryKeyIsInTheDocument) {
  std::ifstream in("docs/report.md");
  const std::string document((std::istreambuf_iterator<char>(in)),
                             std::istreambuf_iterator<char>());
  ASSERT_FALSE(document.empty());
  Report report = MakeReport();
  report.metrics.stage_total.Add(1);
  std::vector<std::string> keys;
  CollectKeys(ReportJson(report, {.raw_samples = true}), &keys);
  report.executor = ExecutorKind::kThreads;
  CollectKeys(ReportJson(report), &keys);
  for (const std::string& key : keys) {
    EXPECT_NE(document.find("`" + key + "`"), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace xenotime
