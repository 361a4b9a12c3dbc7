#include "xenotime/cli/conform_command.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "xenotime/cli/progress.h"
#include "xenotime/cli/scenario_arguments.h"
#include "xenotime/cli/text_difference.h"
#include "xenotime/formats/golden_trace.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/scenario/subjects.h"
#include "xenotime/scheduler/trace/interval_recorder.h"

namespace xenotime {
namespace {

namespace fs = std::filesystem;

// The paths of NAME.scenario files with a NAME.trace, without their extensions,
// ascending.
absl::StatusOr<std::vector<std::string>> FindCases(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return absl::NotFoundError(
        absl::StrCat(folder, ": there is no such folder"));
  }
  std::vector<std::string> cases;
  for (fs::recursive_directory_iterator it(folder, error), end;
       !error && it != end; it.increment(error)) {
    fs::path path = it->path();
    if (path.extension() != ".scenario") continue;
    if (!fs::exists(path.replace_extension(".trace"))) continue;
    cases.push_back(path.replace_extension().string());
  }
  if (error) {
    return absl::NotFoundError(absl::StrCat(folder, ": ", error.message()));
  }
  if (cases.empty()) {
    return absl::NotFoundError(absl::StrCat(
        folder, ": no NAME.scenario with a NAME.trace below this folder"));
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

// None if the file cannot be read, or is a folder.
std::optional<std::string> ReadWhole(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// What one run gave, in the words of the recorded files.
struct Output {
  std::string trace;
  std::string summary;
  std::string credits;
};

absl::StatusOr<Output> RunCase(const Scenario& scenario,
                               const Environment& environment) {
  Output output;
  IntervalRecorder recorder(scenario.topology.pcpus());
  RunOptions options;
  options.trace = &recorder;
  options.stop = environment.stop;
  options.snapshot = [&](Instant time, const std::string& line) {
    output.credits += GoldenCreditsLine(time, line);
  };
  const absl::StatusOr<Report> report =
      environment.run(scenario, environment.registry, options);
  if (!report.ok()) return report.status();
  output.trace = GoldenTrace(recorder.Finish(Instant(report->duration.ns())),
                             SubjectsOf(scenario));
  output.summary = GoldenSummary(*report);
  return output;
}

// Why `actual` is not what the file holds; none if it is, or there is no file.
std::optional<std::string> CompareFile(const std::string& name,
                                       absl::string_view extension,
                                       absl::string_view actual) {
  const std::string path = absl::StrCat(name, extension);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  const std::optional<std::string> expected = ReadWhole(path);
  if (!expected.has_value()) return absl::StrCat(extension, " cannot be read");
  std::optional<std::string> difference = FirstDifference(*expected, actual);
  if (!difference.has_value()) return std::nullopt;
  return absl::StrCat(extension, " ", *difference);
}

// Why a case differs; none if it is identical.
std::optional<std::string> Check(const ConformArguments& arguments,
                                 const std::string& name,
                                 const Environment& environment) {
  const absl::StatusOr<Scenario> scenario = ReadScenario(name + ".scenario");
  if (!scenario.ok()) return std::string(scenario.status().message());
  const absl::StatusOr<Output> output = RunCase(*scenario, environment);
  if (!output.ok()) {
    return absl::StrJoin(absl::StrSplit(output.status().message(), '\n'), "; ");
  }
  auto difference = CompareFile(name, ".trace", output->trace);
  if (!difference.has_value() && arguments.summary) {
    difference = CompareFile(name, ".summary", output->summary);
  }
  if (!difference.has_value() && arguments.credits) {
    difference = CompareFile(name, ".credits", output->credits);
  }
  return difference;
}

}  // namespace

int ExecuteConform(const ConformArguments& arguments,
                   const Environment& environment) {
  const auto cases = FindCases(arguments.folder);
  if (!cases.ok()) return BadInput(environment, cases.status());
  Progress progress(environment.err, environment.err_is_terminal);
  size_t done = 0;
  size_t identical = 0;
  for (const std::string& name : *cases) {
    progress.Show(absl::StrCat(done + 1, " of ", cases->size(), ": ", name));
    const auto difference = Check(arguments, name, environment);
    // An interrupted run is no evidence.
    if (environment.interrupted()) break;
    ++done;
    if (!difference.has_value()) {
      ++identical;
      continue;
    }
    progress.Clear();
    environment.out << Printable(name) << ": " << Printable(*difference)
                    << std::endl;
  }
  progress.Clear();
  if (environment.interrupted()) {
    environment.out << "PARTIAL: interrupted after " << done << " of "
                    << cases->size() << "\n";
  }
  environment.out << identical << " of " << cases->size() << " identical\n";
  if (environment.interrupted()) return kExitInterrupted;
  return identical == cases->size() ? kExitOk : kExitNegative;
}

}  // namespace xenotime
