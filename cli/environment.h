#ifndef XENOTIME_CLI_ENVIRONMENT_H_
#define XENOTIME_CLI_ENVIRONMENT_H_

#include <atomic>
#include <functional>
#include <ostream>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run_options.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Exit codes of the command.
inline constexpr int kExitOk = 0;
inline constexpr int kExitNegative = 1;  // a check said no, or a run failed
inline constexpr int kExitUsage = 2;     // bad input
inline constexpr int kExitInterrupted = 130;

// Runs one scenario; Run() itself outside of tests.
using Runner = std::function<absl::StatusOr<Report>(
    const Scenario&, const PolicyRegistry&, const RunOptions&)>;

// What a command sees of the world. Everything is borrowed. `err` carries
// messages and progress, `out` results only.
struct Environment {
  const PolicyRegistry& registry;
  std::ostream& out;
  std::ostream& err;
  Runner run;
  bool err_is_terminal = false;
  const std::atomic<bool>* stop = nullptr;  // Ctrl-C; may be null

  bool interrupted() const { return stop != nullptr && stop->load(); }
};

// All of these escape control characters.

// Prints an error, a line of `status` each, and returns an exit code. What goes
// wrong before a run is bad input, kExitUsage; later it is kExitNegative.
// REQUIRES: not ok.
int BadInput(const Environment& environment, const absl::Status& status);
int Failure(const Environment& environment, const absl::Status& status);

void Warn(const Environment& environment, absl::string_view message);

// Writes a result to the file `output`, or to `out` if it is empty or "-".
// Returns `code`, or the exit code of the failure.
int Deliver(const Environment& environment, const std::string& output,
            absl::string_view text, int code);

}  // namespace xenotime

#endif  // XENOTIME_CLI_ENVIRONMENT_H_
