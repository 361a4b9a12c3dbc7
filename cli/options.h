#ifndef XENOTIME_CLI_OPTIONS_H_
#define XENOTIME_CLI_OPTIONS_H_

#include "xenotime/cli/clock_command.h"
#include "xenotime/cli/compare_command.h"
#include "xenotime/cli/conform_command.h"
#include "xenotime/cli/explain_command.h"
#include "xenotime/cli/list_command.h"
#include "xenotime/cli/reproduce_command.h"
#include "xenotime/cli/run_command.h"
#include "xenotime/cli/scenario_arguments.h"
#include "xenotime/cli/validate_command.h"

namespace CLI {
class App;
}  // namespace CLI

namespace xenotime {

// How the commands are spelled: each function adds one command with its options
// and their help to `app`, and returns it. Parsing writes into `arguments`,
// which must outlive `app`; what they hold before is the default that the help
// shows. The only file, with command_line.cc, that sees CLI11.
CLI::App* AddCompareOptions(CLI::App& app, CompareArguments& arguments);
CLI::App* AddRunOptions(CLI::App& app, RunArguments& arguments);
CLI::App* AddExplainOptions(CLI::App& app, ExplainArguments& arguments);
CLI::App* AddValidateOptions(CLI::App& app, ValidateArguments& arguments);
CLI::App* AddListOptions(CLI::App& app, ListArguments& arguments);
CLI::App* AddConformOptions(CLI::App& app, ConformArguments& arguments);
CLI::App* AddReproduceOptions(CLI::App& app, ReproduceArguments& arguments);
CLI::App* AddClockOptions(CLI::App& app, ClockArguments& arguments);

}  // namespace xenotime

#endif  // XENOTIME_CLI_OPTIONS_H_
