#include "xenotime/cli/command_line.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "xenotime/tests/cli/fake_world.h"

namespace xenotime {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kGood[] =
    "scheduler credit\npcpus 2\nduration 1000000\n"
    "domain 1 vcpus=1\nvcpu 1.0 : run 1000; sleep 1000\n";

class CommandLineTest : public testing::Test {
 protected:
  CommandLineTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << text;
    return path;
  }

  static std::string Read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  FakeWorld world_;
  const std::string folder_ = testing::TempDir() + "command_line_test";
};

TEST_F(CommandLineTest, HelpIsCompleteOnEveryCommand) {
  for (const char* command : {"compare", "run", "explain", "validate", "list",
                              "conform", "reproduce", "clock"}) {
    FakeWorld world;
    EXPECT_EQ(world.Execute({command, "--help"}), kExitOk);
    EXPECT_THAT(world.out.str(), HasSubstr("--help")) << command;
    EXPECT_THAT(world.err.str(), IsEmpty());
  }
  EXPECT_EQ(world_.Execute({"--help"}), kExitOk);
  for (const char* word : {"compare", "run", "validate", "list", "conform",
                           "--version", "Exit codes"}) {
    EXPECT_THAT(world_.out.str(), HasSubstr(word));
  }
}

TEST_F(CommandLineTest, ARunThatFailsIsAnErrorWithItsReason) {
  world_.runner = [](const Scenario& scenario, const PolicyRegistry&,
                     const RunOptions& options) {
    Report report = FakeReport(scenario, options, {});
    report.partial = true;
    report.failure = "pCPU 0, vCPU 1.0 at 7 ns: the guests let no time pass";
    return report;
  };
  EXPECT_EQ(world_.Execute({"run", Write("a.scenario", kGood)}), kExitNegative);
  EXPECT_THAT(world_.err.str(), HasSubstr("pCPU 0, vCPU 1.0 at 7 ns"));
  EXPECT_EQ(world_.Execute({"compare", Write("a.scenario", kGood),
                            "--executor=sim", "--schedulers=credit"}),
            kExitNegative);
  EXPECT_THAT(world_.err.str(), HasSubstr("sim credit trap: pCPU 0, vCPU 1.0"));
  EXPECT_THAT(world_.out.str(), HasSubstr("FAILED: sim credit trap: pCPU 0"));
}

TEST_F(CommandLineTest, VersionNamesTheCommit) {
  EXPECT_EQ(world_.Execute({"--version"}), kExitOk);
  EXPECT_THAT(world_.out.str(),
              AllOf(StartsWith("xenotime "), HasSubstr("(commit ")));
}

TEST_F(CommandLineTest, WrongUsageIsExitCode2) {
  const std::vector<std::vector<std::string>> lines = {
      {},
      {"frobnicate"},
      {"run"},
      {"run", "mix", "--no-such-option"},
      {"run", "mix", "--format=xml"},
      {"run", "mix", "--seed=-1"},
      {"run", "mix", "--seed=010"},
      {"run", "mix", "--seed=18446744073709551616"},
      {"run", ""},
      {"run", "mix", "--trace=-"},
      {"compare", "--repeat=0"},
      {"compare", "--repeat=many"},
      {"list", "everything"},
      {"conform"}};
  for (const auto& words : lines) {
    FakeWorld world;
    EXPECT_EQ(world.Execute(words), kExitUsage)
        << testing::PrintToString(words);
    EXPECT_THAT(world.err.str(), StartsWith("xenotime: "));
    EXPECT_THAT(world.out.str(), IsEmpty());
    EXPECT_EQ(world.runs, 0);
  }
}

// Each refused with a message that says where.
TEST_F(CommandLineTest, BadInputNamesFileAndLineOrField) {
  struct Case {
    std::vector<std::string> words;  // after the command
    std::vector<std::string> said;
  };
  const std::string good = Write("good.scenario", kGood);
  const auto file = [&](const char* name, const std::string& text) {
    return Write(name, text);
  };
  const std::string domain =
      "domains { number: 1 vcpus { program { phases { "
      "run_ns: 5 } } } }\n";
  const std::vector<Case> cases = {
      {{folder_ + "/missing.scenario"}, {"missing.scenario"}},
      {{folder_}, {folder_}},
      {{file("empty.textproto", "")}, {"empty.textproto:1"}},
      {{file("malformed.textproto", "name: \"x\"\ndomains {\n  oops\n}\n")},
       {"malformed.textproto:4"}},
      {{file("unknown.scenario", "pcpus 2\nfrequency 5\n")},
       {"unknown.scenario:2", "frequency"}},
      {{file("scheduler.textproto", "scheduler: \"bfs\"\n" + domain)},
       {"scheduler.textproto:1: scheduler", "bfs", "credit, null"}},
      {{file("zero.scenario", "pcpus 0\n")}, {"zero.scenario:1"}},
      {{file("weight0.textproto",
             "domains { number: 1 weight: 0 vcpus {} }\n")},
       {"weight0.textproto:1: domains[0].weight"}},
      {{file("weight.textproto",
             "domains { number: 1 weight: 65536 vcpus {} }\n")},
       {"weight.textproto:1: domains[0].weight", "65536"}},
      {{file("cap.textproto", "domains { number: 1 cap: 101 vcpus {} }\n")},
       {"cap.textproto:1: domains[0].cap", "101"}},
      {{file("negative.textproto", "duration_ns: -5\n" + domain)},
       {"negative.textproto:1: duration_ns"}},
      {{file("overflow.scenario", "duration 9223372036854775808\n")},
       {"overflow.scenario:1"}},
      {{file("affinity.textproto",
             "domains { number: 1 vcpus { hard: \"7\" } }\n")},
       {"affinity.textproto:1: domains[0].vcpus[0].hard", "7"}},
      {{file("novcpus.textproto", "domains { number: 1 }\n")},
       {"novcpus.textproto:1: domains[0].vcpus"}},
      {{file("key.textproto",
             "parameters { name: \"speed\" value: \"1\" }\n" + domain)},
       {"key.textproto:1: parameters.speed"}},
      {{good, "--set=domains[9].weight=5"}, {"--set: ", "domains[9]"}},
      {{good, "--set=nonsense"}, {"--set: ", "nonsense"}},
      {{good, "--set=domains[0].weight=0"},
       {"good.scenario: domains[0].weight"}},
      {{good, "--duration=-1s"}, {"--duration: ", "is negative"}},
      {{good, "--duration=99999999999999s"}, {"--duration: ", "too long"}},
      {{good, "--duration=0"}, {"good.scenario: duration"}},
      {{good, "--idle=sleep"}, {"--idle: ", "sleep", "poll"}},
      {{good, "--executor=gpu"}, {"--executor: ", "gpu"}},
      {{good, "--output=" + folder_}, {"--output: ", "is a folder"}},
      {{good, "--output=" + folder_ + "/no/file"}, {"--output: ", "no folder"}},
      {{"no-such-workload"}, {"no-such-workload", "irq-remote"}},
  };
  for (const char* command : {"run", "compare"}) {
    for (const Case& c : cases) {
      FakeWorld world;
      std::vector<std::string> words = {command};
      words.insert(words.end(), c.words.begin(), c.words.end());
      EXPECT_EQ(world.Execute(words), kExitUsage)
          << testing::PrintToString(words) << world.err.str();
      EXPECT_THAT(world.err.str(), StartsWith("xenotime: "));
      for (const std::string& said : c.said) {
        EXPECT_THAT(world.err.str(), HasSubstr(said)) << command;
      }
      EXPECT_THAT(world.out.str(), IsEmpty());
      EXPECT_EQ(world.runs, 0) << "checked before anything runs";
    }
  }
}

TEST_F(CommandLineTest, BadInputLeavesFilesAlone) {
  const std::string kept = Write("kept.trace", "precious\n");
  const std::string bad = Write("bad.scenario", "pcpus 0\n");
  EXPECT_EQ(world_.Execute({"run", bad, "--trace=" + kept,
                            "--output=" + folder_ + "/new.txt"}),
            kExitUsage);
  EXPECT_EQ(Read(kept), "precious\n");
  EXPECT_FALSE(fs::exists(folder_ + "/new.txt"));
}

TEST_F(CommandLineTest, RunReportsBothFormatsOfAScenario) {
  const std::string text = Write("a.scenario", kGood);
  EXPECT_EQ(world_.Execute({"run", text, "--seed=9"}), kExitOk)
      << world_.err.str();
  EXPECT_THAT(world_.out.str(),
              AllOf(HasSubstr("a: scheduler credit"), HasSubstr("seed 9"),
                    HasSubstr("1.0"), Not(HasSubstr("PARTIAL"))));
}

TEST_F(CommandLineTest, RunPassesOptionsOn) {
  RunOptions seen;
  Scenario scenario;
  world_.runner = [&](const Scenario& given, const PolicyRegistry&,
                      const RunOptions& options) {
    seen = options;
    scenario = given;
    return FakeReport(given, options, {1});
  };
  EXPECT_EQ(world_.Execute({"run", "irq-timer", "--executor=threads",
                            "--scheduler=null", "--vwfi=native", "--idle=poll",
                            "--duration=5ms", "--stages", "--check-invariants",
                            "--set", "domains[0].weight=512"}),
            kExitOk)
      << world_.err.str();
  EXPECT_EQ(seen.executor, ExecutorKind::kThreads);
  EXPECT_TRUE(seen.stages);
  EXPECT_TRUE(seen.check_invariants);
  EXPECT_EQ(seen.stop, &world_.stop);
  EXPECT_EQ(scenario.scheduler, "null");
  EXPECT_EQ(scenario.vwfi, Vwfi::kNative);
  EXPECT_EQ(scenario.threads.idle, IdleMode::kPoll);
  EXPECT_EQ(scenario.duration, Milliseconds(5));
  EXPECT_EQ(scenario.domains[0].weight, 512u);
}

TEST_F(CommandLineTest, RunWritesTheTraceItWasGiven) {
  world_.runner = [](const Scenario& scenario, const PolicyRegistry&,
                     const RunOptions& options) {
    options.trace->Append(PcpuId(0), {.time = Instant(10),
                                      .vcpu = VcpuId(0),
                                      .pcpu = 0,
                                      .kind = TraceKind::kSwitch});
    return FakeReport(scenario, options, {});
  };
  const std::string trace = folder_ + "/a.trace";
  EXPECT_EQ(
      world_.Execute({"run", Write("a.scenario", kGood), "--trace=" + trace}),
      kExitOk)
      << world_.err.str();
  EXPECT_EQ(Read(trace),
            "0 idle 0 10 idle\n1 idle 0 1000000 idle\n0 1.0 10 1000000 end\n");
}

TEST_F(CommandLineTest, JsonCarriesItsOrigin) {
  const std::string a = Write("a.scenario", kGood);
  const std::string path = folder_ + "/report.json";
  EXPECT_EQ(world_.Execute({"run", a, "--format=json", "--output=" + path}),
            kExitOk);
  EXPECT_THAT(world_.out.str(), IsEmpty());
  const auto report = nlohmann::json::parse(Read(path));
  for (const char* key : {"schema_version", "version", "commit",
                          "scenario_hash", "seed", "host", "vcpus"}) {
    EXPECT_TRUE(report.contains(key)) << key;
  }
  EXPECT_TRUE(report["seed"].is_number());
}

TEST_F(CommandLineTest, CompareJsonIsOneDocument) {
  EXPECT_EQ(world_.Execute({"compare", "--format=json", "--repeat=2",
                            "--executor=sim", "--seed=5", "--samples"}),
            kExitOk)
      << world_.err.str();
  const auto json = nlohmann::json::parse(world_.out.str());
  EXPECT_EQ(json["seed"], 5);
  EXPECT_EQ(json["variants"].size(), 6u);
  EXPECT_EQ(json["variants"][0]["repeats"][1]["seed"], 6);
  EXPECT_EQ(json["variants"][0]["repeats"][0]["samples_ns"].size(), 3u);
  EXPECT_EQ(json["variants"][0]["median_over_repeats"]["median_ns"], 200);
  EXPECT_EQ(json["differences"].size(), 3u + 6u);
  EXPECT_EQ(json["differences"][0]["verdict"], "not distinguishable");
  EXPECT_TRUE(json.contains("scenario_hash"));
  EXPECT_EQ(world_.runs, 12);
}

TEST_F(CommandLineTest, CompareShowsATable) {
  EXPECT_EQ(world_.Execute({"compare", "--repeat=1"}), kExitOk);
  const std::string out = world_.out.str();
  EXPECT_THAT(out,
              AllOf(HasSubstr("threads: 2 pCPUs"), HasSubstr("sim: "),
                    HasSubstr("WARM MAX"), HasSubstr("not distinguishable")));
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 110u) << line;
  }
}

TEST_F(CommandLineTest, CompareCsvHasALinePerVariant) {
  EXPECT_EQ(world_.Execute({"compare", "mix", "--repeat=1", "--format=csv",
                            "--schedulers=null", "--vwfi=trap,yield"}),
            kExitOk);
  const std::string csv = world_.out.str();
  EXPECT_THAT(csv, StartsWith("executor,scheduler,vwfi,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
}

TEST_F(CommandLineTest, InterruptedReportsAreMarked) {
  world_.runner = [&](const Scenario& scenario, const PolicyRegistry&,
                      const RunOptions& options) {
    world_.stop = true;
    Report report = FakeReport(scenario, options, {100});
    report.partial = true;
    return report;
  };
  EXPECT_EQ(world_.Execute({"run", "mix"}), kExitInterrupted);
  EXPECT_THAT(world_.out.str(), HasSubstr("PARTIAL"));
  world_.stop = false;
  world_.out.str("");
  EXPECT_EQ(world_.Execute({"compare", "mix"}), kExitInterrupted);
  EXPECT_THAT(world_.out.str(), HasSubstr("PARTIAL"));
  world_.stop = false;
  world_.out.str("");
  EXPECT_EQ(world_.Execute({"compare", "mix", "--format=json"}),
            kExitInterrupted);
  EXPECT_EQ(nlohmann::json::parse(world_.out.str())["partial"], true);
}

TEST_F(CommandLineTest, AFailedRunIsExitCode1) {
  world_.runner = [](const Scenario&, const PolicyRegistry&,
                     const RunOptions&) -> absl::StatusOr<Report> {
    return absl::InternalError("stuck");
  };
  EXPECT_EQ(world_.Execute({"run", "mix"}), kExitNegative);
  EXPECT_THAT(world_.err.str(), HasSubstr("stuck"));
}

TEST_F(CommandLineTest, ProgressIsOnATerminalOnly) {
  EXPECT_EQ(world_.Execute({"compare", "mix", "--executor=sim"}), kExitOk);
  EXPECT_THAT(world_.err.str(), IsEmpty());
  world_.terminal = true;
  EXPECT_EQ(world_.Execute({"compare", "mix", "--executor=sim"}), kExitOk);
  EXPECT_THAT(world_.err.str(), HasSubstr("\rrepeat 1 of 5: sim credit trap"));
  EXPECT_THAT(world_.out.str(), Not(HasSubstr("\r")));
}

TEST_F(CommandLineTest, ValidateShowsEveryFinding) {
  const std::string bad =
      Write("bad.textproto",
            "duration_ns: 0\ndomains { number: 1 weight: 0 vcpus {} }\n");
  EXPECT_EQ(world_.Execute({"validate", bad}), kExitUsage);
  EXPECT_THAT(world_.err.str(),
              AllOf(HasSubstr("bad.textproto:1: error: duration_ns"),
                    HasSubstr("bad.textproto:2: error: domains[0].weight")));
  EXPECT_EQ(world_.Execute({"validate", Write("good.scenario", kGood)}),
            kExitOk);
  EXPECT_THAT(world_.out.str(), HasSubstr("good.scenario: valid\n"));
}

TEST_F(CommandLineTest, ListsWhatThereIs) {
  EXPECT_EQ(world_.Execute({"list", "schedulers"}), kExitOk);
  EXPECT_THAT(world_.out.str(), HasSubstr("proportional share"));
  EXPECT_EQ(world_.Execute({"list", "workloads"}), kExitOk);
  EXPECT_THAT(world_.out.str(), HasSubstr("irq-remote"));
  EXPECT_EQ(world_.Execute({"list", "parameters"}), kExitOk);
  EXPECT_THAT(world_.out.str(), HasSubstr("sched_ratelimit_us"));
  world_.out.str("");
  EXPECT_EQ(world_.Execute({"list", "parameters", "--format=json"}), kExitOk);
  auto json = nlohmann::json::parse(world_.out.str());
  EXPECT_EQ(json["parameters"][0]["default"], 30);
  EXPECT_EQ(json["boot_options"][0]["name"], "sched");
  EXPECT_EQ(json["requests"][0]["request"], "weight");
  world_.out.str("");
  EXPECT_EQ(world_.Execute({"list", "schedulers", "--format=json"}), kExitOk);
  json = nlohmann::json::parse(world_.out.str());
  EXPECT_EQ(json["schedulers"][1]["name"], "null");
  EXPECT_EQ(json["parameters"][0]["xen_name"], "sched_credit_tslice_ms");
}

}  // namespace
}  // namespace xenotime
