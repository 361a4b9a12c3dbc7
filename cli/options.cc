#include "xenotime/cli/options.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"

namespace xenotime {
namespace {

// What is wrong with the text of a seed; "" if nothing. CLI11 by itself reads
// "010" as octal and takes the largest number for one that is too large.
std::string SeedError(const std::string& text) {
  uint64_t value = 0;
  const bool decimal = !text.empty() &&
                       absl::c_all_of(text, absl::ascii_isdigit) &&
                       (text == "0" || text[0] != '0');
  if (decimal && absl::SimpleAtoi(text, &value)) return "";
  return "\"" + text + "\" is not valid; give a whole number 0.." +
         std::to_string(std::numeric_limits<uint64_t>::max());
}

void AddFormatOption(CLI::App& command, std::string& format,
                     const std::vector<std::string>& words,
                     const std::string& help) {
  command.add_option("--format", format, help)
      ->check(CLI::IsMember(words))
      ->type_name("WORD")
      ->capture_default_str();
}

std::string EmptyError(const std::string& text) {
  return text.empty() ? "is empty; name a file or a workload" : "";
}

// The options that choose and change a scenario, without those of its run.
void AddSourceOptions(CLI::App& command, ScenarioArguments& arguments) {
  command
      .add_option("SCENARIO", arguments.source,
                  "A text proto or .scenario file, - for standard input, or a "
                  "built-in workload (see `xenotime list workloads`)")
      ->check(EmptyError)
      ->type_name("");
  // Their order counts, so each is taken when it is met.
  const auto add_change = [&](const char* name, ScenarioChange::Kind kind,
                              const char* type, const char* help) {
    command
        .add_option_function<std::string>(
            name,
            [&arguments, kind](const std::string& text) {
              arguments.changes.push_back({kind, text});
            },
            help)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->trigger_on_parse()
        ->type_name(type);
  };
  add_change("--set", ScenarioChange::Kind::kSet, "PATH=VALUE",
             "Change one field of the scenario, for example "
             "domains[0].weight=512 or parameters.tslice_ms=10; may be "
             "repeated");
  add_change("--xen", ScenarioChange::Kind::kXen, "OPTIONS",
             "Boot options as Xen has them, for example \"sched=credit2 "
             "sched_ratelimit_us=500\" (see `xenotime list parameters`); of "
             "--set and --xen the later one wins");
}

void AddSchedulerOption(CLI::App& command, std::string& scheduler) {
  command
      .add_option("--scheduler", scheduler,
                  "Use this scheduler (default: the scenario's)")
      ->type_name("NAME");
}

void AddScenarioOptions(CLI::App& command, ScenarioArguments& arguments) {
  AddSourceOptions(command, arguments);
  command
      .add_option("--duration", arguments.duration,
                  "How long to run, for example 500ms, 2s, 1500us (default: as "
                  "the scenario says)")
      ->type_name("TIME");
  command
      .add_option("--seed", arguments.seed,
                  "Of everything random in the simulation")
      ->check(SeedError)
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--idle", arguments.idle,
                  "How idle pCPU threads wait: poll, park or spin-then-park "
                  "(default: as the scenario says)")
      ->type_name("WORD");
}

// What `run` and `compare` do with their results.
template <typename Arguments>
void AddResultOptions(CLI::App& command, Arguments& arguments) {
  command
      .add_option("--output", arguments.output,
                  "Write the result to a file (default: standard output)")
      ->type_name("FILE");
  command.add_flag("--stages", arguments.stages,
                   "Show where the time of a wake-up goes, stage by stage");
  command.add_flag("--samples", arguments.samples,
                   "Keep every sample in the JSON");
}

}  // namespace

CLI::App* AddCompareOptions(CLI::App& app, CompareArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "compare",
      "Run one scenario under several schedulers and say which differ");
  AddScenarioOptions(*command, arguments.scenario);
  const auto add_list = [&](const char* name, std::vector<std::string>& list,
                            const char* help) {
    command->add_option(name, list, help)
        ->allow_extra_args(false)
        ->type_name("WORD,...");
  };
  add_list("--schedulers", arguments.schedulers,
           "Which schedulers (default: all, or that of --xen; see `xenotime "
           "list schedulers`)");
  add_list("--vwfi", arguments.vwfi,
           "What WFI does (default: trap,yield,native, or that of --xen)");
  add_list("--executor", arguments.executors,
           "threads: on real threads; sim: simulated, deterministic (default: "
           "threads,sim)");
  command
      ->add_option("--repeat", arguments.repeats,
                   "How often; repeats of all variants are interleaved")
      ->check(CLI::Range(1, 10000))
      ->type_name("N")
      ->capture_default_str();
  AddFormatOption(*command, arguments.format, {"table", "json", "csv"},
                  "table, json or csv (a line per variant)");
  AddResultOptions(*command, arguments);
  command->footer(
      "A difference smaller than the noise of the repeats is called \"not\n"
      "distinguishable\"; docs/compare.md says how that is decided.\n"
      "Examples:\n"
      "  xenotime compare\n"
      "  xenotime compare mine.scenario --schedulers=credit,null --vwfi=trap "
      "--repeat=11");
  return command;
}

CLI::App* AddRunOptions(CLI::App& app, RunArguments& arguments) {
  CLI::App* command =
      app.add_subcommand("run", "Run one scenario once and report");
  AddScenarioOptions(*command, arguments.scenario);
  command->get_option("SCENARIO")->required();
  AddSchedulerOption(*command, arguments.scheduler);
  command
      ->add_option("--vwfi", arguments.vwfi,
                   "What WFI does: trap, yield or native (default: the "
                   "scenario's)")
      ->type_name("WORD");
  command
      ->add_option("--executor", arguments.executor,
                   "sim: simulated, deterministic; threads: on real threads")
      ->type_name("sim|threads")
      ->capture_default_str();
  command
      ->add_option("--trace", arguments.trace,
                   "Also write every interval on a pCPU, as golden traces do")
      ->type_name("FILE");
  AddFormatOption(*command, arguments.format,
                  {"table", "json", "csv", "textproto"},
                  "table, json, csv (a line per vCPU) or textproto");
  AddResultOptions(*command, arguments);
  command
      ->add_option("--metrics", arguments.metrics,
                   "In the table: essential, or all (docs/report.md)")
      ->check(CLI::IsMember({"essential", "all"}))
      ->type_name("WORD")
      ->capture_default_str();
  command->add_flag("--check-invariants", arguments.check_invariants,
                    "Check the engine's state after every event; slow");
  command->footer(
      "Examples:\n"
      "  xenotime run irq-timer --executor=threads --duration=500ms --stages\n"
      "  xenotime run mine.scenario --set parameters.tslice_ms=10 "
      "--trace=mine.trace");
  return command;
}

CLI::App* AddExplainOptions(CLI::App& app, ExplainArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "explain", "Say why a vCPU was preempted, moved or kept waiting");
  AddScenarioOptions(*command, arguments.scenario);
  command->get_option("SCENARIO")->required();
  command->add_option("--vcpu", arguments.vcpu, "Which vCPU, such as 1.0")
      ->required()
      ->type_name("D.V");
  command
      ->add_option("--at", arguments.at,
                   "When, since the start, for example 12ms or 1500us")
      ->required()
      ->type_name("TIME");
  command
      ->add_option("--scheduler", arguments.scheduler,
                   "Use this scheduler (default: the scenario's)")
      ->type_name("NAME");
  command
      ->add_option("--vwfi", arguments.vwfi,
                   "What WFI does: trap, yield or native (default: the "
                   "scenario's)")
      ->type_name("WORD");
  command->add_flag("--json", arguments.json, "Print JSON");
  command->footer(
      "Runs the scenario in the simulation and shows the vCPU's state then,\n"
      "the last decision that concerned it and the next one: who asked for\n"
      "it, whom the policy looked at, and the rule that decided.\n"
      "Examples:\n"
      "  xenotime explain mix --vcpu 1.0 --at 12ms\n"
      "  xenotime explain mine.scenario --vcpu 2.1 --at 300us --scheduler null "
      "--json");
  return command;
}

CLI::App* AddValidateOptions(CLI::App& app, ValidateArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "validate", "Say what is wrong with a scenario, without running it");
  AddSourceOptions(*command, arguments.scenario);
  command->get_option("SCENARIO")->required();
  AddSchedulerOption(*command, arguments.scheduler);
  command->footer(
      "Prints all findings and exits with 2 if any is an error, else with 0.");
  return command;
}

CLI::App* AddListOptions(CLI::App& app, ListArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "list", "Show which schedulers, workloads or parameters there are");
  command
      ->add_option("WHAT", arguments.what,
                   "schedulers, workloads or parameters")
      ->required()
      ->check(CLI::IsMember({"schedulers", "workloads", "parameters"}))
      ->type_name("");
  AddFormatOption(*command, arguments.format, {"table", "json"},
                  "table or json");
  return command;
}

CLI::App* AddConformOptions(CLI::App& app, ConformArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "conform", "Compare runs in the simulation with recorded traces");
  command
      ->add_option("DIR", arguments.folder,
                   "Every NAME.scenario below it that has a NAME.trace is run")
      ->required();
  command->add_flag("--summary", arguments.summary,
                    "Also compare with NAME.summary");
  command->add_flag("--credits", arguments.credits,
                    "Also compare with NAME.credits");
  command->footer(
      "Prints the first line that differs for each scenario that does, and\n"
      "\"M of N identical\" last. Exits with 0 only if all are identical.");
  return command;
}

CLI::App* AddReproduceOptions(CLI::App& app, ReproduceArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "reproduce", "Put a published table beside what Xenotime gives");
  command
      ->add_option("TABLE", arguments.table,
                   "skew: TSC skew and cost of the forms of the rendezvous of "
                   "2009; chain: what that means to a guest, sim only")
      ->required()
      ->check(CLI::IsMember({"skew", "chain"}))
      ->type_name("");
  command
      ->add_option("--executor", arguments.executors,
                   "sim (the modelled machine of --preset), threads (this "
                   "host), or both: sim,threads")
      ->delimiter(',')
      ->check(CLI::IsMember({"sim", "threads"}))
      ->type_name("LIST")
      ->capture_default_str();
  command
      ->add_option("--cpus", arguments.cpus,
                   "How many threads meet; at most the cores of this host")
      ->check(CLI::Range(2, 64))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--rounds", arguments.rounds, "Rendezvous of each form")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--preset", arguments.preset,
                   "The modelled machine: a built-in preset (core2quad), or a "
                   "file (proto/preset.proto)")
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option_function<std::string>(
          "--seed",
          [&arguments](const std::string& text) {
            (void)absl::SimpleAtoi(text, &arguments.seed);
          },
          "Of the model's noise; 1 if not given")
      ->check(SeedError)
      ->type_name("N");
  AddFormatOption(*command, arguments.format, {"table", "json"},
                  "table or json");
  return command;
}

CLI::App* AddClockOptions(CLI::App& app, ClockArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "clock", "Survey the clocks of this machine: TSC, reads, skew");
  command
      ->add_option("--cpus", arguments.cpus,
                   "Only the first N that this process may use; all if not "
                   "given")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  AddFormatOption(*command, arguments.format, {"text", "json"}, "text or json");
  command->footer(
      "Takes about 25 ms for each pair of CPUs. What the figures mean:\n"
      "docs/clock.md.");
  return command;
}

}  // namespace xenotime
