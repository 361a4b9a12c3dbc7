#include "xenotime/formats/golden_trace.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "gtest/gtest.h"
#include "xenotime/scheduler/trace/metrics.h"
#include "xenotime/tests/formats/golden_samples.h"

namespace xenotime {
namespace {

std::vector<std::string> Words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> Lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

SwitchReason ReasonNamed(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(SwitchReason::kEnd); ++i) {
    const auto reason = static_cast<SwitchReason>(i);
    if (name == SwitchReasonName(reason)) return reason;
  }
  ADD_FAILURE() << "no such reason: " << name;
  return SwitchReason::kEnd;
}

// "key=value" of a summary line.
std::string Value(const std::string& word) {
  return word.substr(word.find('=') + 1);
}

// What a golden summary says about who there is.
struct Cast {
  TraceSubjects subjects;
  std::map<std::string, VcpuId> ids;
  std::vector<Report::DomainFacts> domains;
};

Cast CastOf(const std::string& summary) {
  Cast cast;
  for (const std::string& line : Lines(summary)) {
    const std::vector<std::string> w = Words(line);
    if (w[0] == "vcpu") {
      cast.ids[w[1]] = VcpuId(static_cast<uint32_t>(cast.ids.size()));
      uint32_t domain = 0, index = 0;
      EXPECT_EQ(sscanf(w[1].c_str(), "%u.%u", &domain, &index), 2);
      cast.subjects.vcpus.push_back({domain, index});
    } else if (w[0] == "pcpu") {
      ++cast.subjects.pcpus;
    } else if (w[0] == "domain") {
      cast.domains.push_back({static_cast<uint32_t>(std::stoul(w[1])),
                              static_cast<uint32_t>(std::stoul(Value(w[2]))),
                              static_cast<uint32_t>(std::stoul(Value(w[3])))});
    }
  }
  return cast;
}

std::vector<Interval> ParseTrace(const std::string& trace, const Cast& cast) {
  std::vector<Interval> intervals;
  for (const std::string& line : Lines(trace)) {
    const std::vector<std::string> w = Words(line);
    intervals.push_back({PcpuId(static_cast<uint32_t>(std::stoul(w[0]))),
                         w[1] == "idle" ? VcpuId::None() : cast.ids.at(w[1]),
                         Instant(std::stoll(w[2])), Instant(std::stoll(w[3])),
                         ReasonNamed(w[4])});
  }
  return intervals;
}

TraceEvent Switch(const Interval& from, VcpuId to, Instant time) {
  return {.time = time,
          .arg = from.vcpu.value(),
          .vcpu = to,
          .pcpu = static_cast<uint16_t>(from.pcpu.value()),
          .kind = TraceKind::kSwitch,
          .detail = static_cast<uint8_t>(from.reason),
          .arg2 = 0};
}

// The switches that make these intervals, in the order of the trace: that of an
// engine, but for the order of pCPUs within an instant. Between two intervals
// of one vCPU was an idle one of length zero.
std::vector<TraceEvent> SwitchesOf(const std::vector<Interval>& intervals,
                                   uint32_t pcpus) {
  std::vector<TraceEvent> events;
  std::vector<Interval> last;
  for (uint32_t p = 0; p < pcpus; ++p) {
    last.push_back({.pcpu = PcpuId(p),
                    .vcpu = VcpuId::None(),
                    .start = Instant(),
                    .end = Instant(),
                    .reason = SwitchReason::kIdle});
  }
  for (const Interval& i : intervals) {
    Interval& before = last[i.pcpu.value()];
    if (i.vcpu.valid() && i.vcpu == before.vcpu) {
      events.push_back(Switch(before, VcpuId::None(), i.start));
      before.vcpu = VcpuId::None();
      before.reason = SwitchReason::kIdle;
    }
    if (i.vcpu != before.vcpu) {
      events.push_back(Switch(before, i.vcpu, i.start));
    }
    before = i;
  }
  return events;
}

// The vCPUs with an interval of length zero. They were dispatched twice at one
// instant, perhaps on two pCPUs, and a trace does not say where first.
std::set<std::string> Hasty(const std::string& trace) {
  std::set<std::string> names;
  for (const std::string& line : Lines(trace)) {
    const std::vector<std::string> w = Words(line);
    if (w[2] == w[3]) names.insert(w[1]);
  }
  return names;
}

// A summary reduced to what a trace alone determines. Not determined: wakes,
// yields, counts of the event loop, waste; the number of switches, as idle
// intervals of length zero are dropped; migrations of hasty vCPUs.
std::string Derivable(const std::string& summary,
                      const std::set<std::string>& hasty) {
  std::string out;
  for (const std::string& line : Lines(summary)) {
    std::vector<std::string> w = Words(line);
    if (w[0] == "nonworkconserving") continue;
    if (w[0] == "vcpu") w.resize(hasty.count(w[1]) ? 4 : 5);
    if (w[0] == "total") w.resize(3);
    for (const std::string& word : w) out += word + " ";
    out += "\n";
  }
  return out;
}

// Feeds a golden trace through recorder and folder and compares the output.
void ExpectRoundTrip(const GoldenSample& sample) {
  SCOPED_TRACE(sample.name);
  const Cast cast = CastOf(sample.summary);
  const std::vector<Interval> intervals = ParseTrace(sample.trace, cast);
  IntervalRecorder recorder(cast.subjects.pcpus);
  MetricsFolder folder(cast.subjects);
  for (const TraceEvent& event : SwitchesOf(intervals, cast.subjects.pcpus)) {
    recorder.Append(PcpuId(event.pcpu), event);
    folder.Append(PcpuId(event.pcpu), event);
  }
  const Instant end(sample.duration_ns);
  EXPECT_EQ(GoldenTrace(recorder.Finish(end), cast.subjects), sample.trace);
  Report report;
  report.duration = end - Instant();
  report.domains = cast.domains;
  report.metrics = folder.Finish(end);
  const std::set<std::string> hasty = Hasty(sample.trace);
  EXPECT_EQ(Derivable(GoldenSummary(report), hasty),
            Derivable(sample.summary, hasty));
}

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

int64_t DurationOf(const std::string& scenario) {
  for (const std::string& line : Lines(scenario)) {
    const std::vector<std::string> w = Words(line);
    if (w.size() > 1 && w[0] == "duration") return std::stoll(w[1]);
  }
  return 0;
}

TEST(GoldenTraceTest, EmbeddedSamplesSurviveARoundTripThroughRecords) {
  for (const GoldenSample& sample : EmbeddedGoldenSamples()) {
    ExpectRoundTrip(sample);
  }
}

TEST(GoldenTraceTest, SharedGoldenTracesSurviveARoundTripThroughRecords) {
  const char* shared = std::getenv("XENOTIME_SHARED");
  if (shared == nullptr) GTEST_SKIP() << "XENOTIME_SHARED is not set";
  int seen = 0;
  for (const char* folder : {"named", "random"}) {
    const auto directory = std::filesystem::path(shared) / "golden" / folder;
    ASSERT_TRUE(std::filesystem::is_directory(directory)) << directory;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      std::filesystem::path path = entry.path();
      if (path.extension() != ".trace") continue;
      const std::string trace = ReadFile(path);
      const std::string summary = ReadFile(path.replace_extension("summary"));
      const std::string scenario = ReadFile(path.replace_extension("scenario"));
      ExpectRoundTrip({path.stem(), DurationOf(scenario), trace, summary});
      ++seen;
    }
  }
  EXPECT_GT(seen, 200);
}

TEST(GoldenSummaryTest, EveryFigureHasItsPlace) {
  Report report;
  report.duration = Nanoseconds(500'000'000);
  report.schedule_calls = 227;
  report.sim.events = 485;
  report.domains = {{.number = 1, .weight = 512, .cap = 40}};
  report.metrics.switches = 217;
  report.metrics.nonworkconserving_ns = 9;
  report.metrics.nonworkconserving_max_ns = 5;
  report.metrics.pcpu_idle_ns = {0, 91'098'200};
  VcpuMetrics v;
  v.name = {1, 2};
  v.run_ns = 908'901'800;
  v.dispatches = 98;
  v.migrations = 1;
  v.yields = 3;
  for (int64_t latency : {4, 1, 3}) v.wake_to_run.Add(latency);
  report.metrics.vcpus = {v};
  EXPECT_EQ(GoldenSummary(report),
            "# vcpu run_ns dispatches migrations wakes lat_min lat_avg lat_max "
            "yields\n"
            "vcpu 1.2 908901800 98 1 3 1 2 4 3\n"
            "domain 1 weight=512 cap=40 run_ns=908901800 "
            "pct_of_one_pcpu=181.780\n"
            "pcpu 0 idle_ns=0\n"
            "pcpu 1 idle_ns=91098200\n"
            "total run_ns=908901800 idle_ns=91098200 schedule_calls=227 "
            "switches=217 events=485\n"
            "nonworkconserving total_ns=9 max_ns=5\n");
}

TEST(GoldenSummaryTest, ARunOfNoLengthHasNoShares) {
  Report report;
  report.domains = {{.number = 1, .weight = 256, .cap = 0}};
  EXPECT_NE(GoldenSummary(report).find("pct_of_one_pcpu=0.000\n"),
            std::string::npos);
}

TEST(GoldenSummaryTest, SharesDoNotOverflowOnTheLargestMachines) {
  Report report;
  report.duration = Seconds(100'000);
  report.domains = {{.number = 1, .weight = 256, .cap = 0}};
  report.metrics.vcpus.resize(1);
  report.metrics.vcpus[0].name = {1, 0};
  report.metrics.vcpus[0].run_ns = Seconds(100'000).ns() * 4096;
  EXPECT_NE(GoldenSummary(report).find("pct_of_one_pcpu=409600.000\n"),
            std::string::npos);
}

TEST(GoldenCreditsTest, ALineIsTheTimeAndTheTextOfThePolicy) {
  EXPECT_EQ(GoldenCreditsLine(Instant(1000001), "rq0 load=1"),
            "1000001 rq0 load=1\n");
}

}  // namespace
}  // namespace xenotime
