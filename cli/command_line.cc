#include "xenotime/cli/command_line.h"

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/bazel/version.h"
#include "xenotime/cli/options.h"
#include "xenotime/scheduler/scenario/nearest_word.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

constexpr char kDescription[] =
    "Xenotime emulates Xen's vCPU scheduling and timekeeping, in a "
    "deterministic simulation and on real threads.";

constexpr char kFooter[] =
    "Exit codes: 0 done; 1 a check said no, or a run failed; 2 bad input;\n"
    "130 interrupted (Ctrl-C), with a partial report.\n"
    "More: docs/command-line.md. `xenotime COMMAND --help` for each command.";

std::string VersionText() {
  return absl::StrCat("xenotime ", std::string(Version()), " (commit ",
                      std::string(Commit()), ")");
}

// The parser and what it fills in.
class CommandLine {
 public:
  CommandLine() : app_(kDescription, "xenotime") {
    app_.set_version_flag("--version", VersionText());
    app_.footer(kFooter);
    app_.require_subcommand(1);
    compare_command_ = AddCompareOptions(app_, compare_);
    run_command_ = AddRunOptions(app_, run_);
    explain_command_ = AddExplainOptions(app_, explain_);
    validate_command_ = AddValidateOptions(app_, validate_);
    list_command_ = AddListOptions(app_, list_);
    conform_command_ = AddConformOptions(app_, conform_);
    reproduce_command_ = AddReproduceOptions(app_, reproduce_);
    clock_command_ = AddClockOptions(app_, clock_);
    app_.failure_message([](const CLI::App*, const CLI::Error& error) {
      return absl::StrCat("xenotime: ", Printable(error.what()),
                          "\nxenotime: --help shows what is understood\n");
    });
  }

  int Parse(int argc, const char* const* argv, const Environment& environment) {
    const std::string unknown = UnknownCommand(argc, argv);
    if (!unknown.empty()) {
      return BadInput(environment, absl::InvalidArgumentError(unknown));
    }
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app_.exit(error, environment.out, environment.err) == 0
                 ? kExitOk
                 : kExitUsage;
    }
    return Execute(environment);
  }

 private:
  // What to say if the first word is meant as a command and is none; else "".
  std::string UnknownCommand(int argc, const char* const* argv) const {
    const absl::string_view word = argc < 2 ? "" : argv[1];
    if (argc < 2 || absl::StartsWith(word, "-")) return "";
    std::vector<absl::string_view> names;
    for (const CLI::App* command : app_.get_subcommands(nullptr)) {
      if (word == command->get_name()) return "";
      names.push_back(command->get_name());
    }
    return absl::StrCat("unknown command ", Quoted(word), "; known are ",
                        absl::StrJoin(names, ", "), Suggestion(word, names));
  }

  int Execute(const Environment& environment) const {
    if (compare_command_->parsed())
      return ExecuteCompare(compare_, environment);
    if (run_command_->parsed()) return ExecuteRun(run_, environment);
    if (explain_command_->parsed()) {
      return ExecuteExplain(explain_, environment);
    }
    if (validate_command_->parsed()) {
      return ExecuteValidate(validate_, environment);
    }
    if (list_command_->parsed()) return ExecuteList(list_, environment);
    if (conform_command_->parsed()) {
      return ExecuteConform(conform_, environment);
    }
    if (clock_command_->parsed()) return ExecuteClock(clock_, environment);
    return ExecuteReproduce(reproduce_, environment);
  }

  CLI::App app_;
  CompareArguments compare_;
  RunArguments run_;
  ExplainArguments explain_;
  ValidateArguments validate_;
  ListArguments list_;
  ConformArguments conform_;
  ReproduceArguments reproduce_;
  ClockArguments clock_;
  CLI::App* compare_command_ = nullptr;
  CLI::App* run_command_ = nullptr;
  CLI::App* explain_command_ = nullptr;
  CLI::App* validate_command_ = nullptr;
  CLI::App* list_command_ = nullptr;
  CLI::App* conform_command_ = nullptr;
  CLI::App* reproduce_command_ = nullptr;
  CLI::App* clock_command_ = nullptr;
};

}  // namespace

int RunCommandLine(int argc, const char* const* argv,
                   const Environment& environment) {
  CommandLine command_line;
  return command_line.Parse(argc, argv, environment);
}

}  // namespace xenotime
