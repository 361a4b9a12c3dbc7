#include "xenotime/cli/reproduce_command.h"

#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/cli/chain_table.h"
#include "xenotime/cli/skew_table.h"
#include "xenotime/presets/presets.h"
#include "xenotime/proto/convert/preset_textproto.h"
#include "xenotime/proto/convert/text_file.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/time/consequence/consequence.h"
#include "xenotime/time/rendezvous/modelled_trial.h"
#include "xenotime/time/rendezvous/native_trial.h"

namespace xenotime {
namespace {

absl::StatusOr<Preset> LoadPreset(const std::string& name) {
  std::vector<absl::string_view> known;
  for (const PresetText& preset : BuiltinPresets()) {
    if (preset.name == name) {
      return ParsePresetTextproto(preset.text, preset.name);
    }
    known.push_back(preset.name);
  }
  const absl::StatusOr<std::string> text = ReadTextFile(name, "a preset file");
  if (text.ok()) return ParsePresetTextproto(*text, name);
  if (absl::IsInvalidArgument(text.status())) return text.status();
  return absl::InvalidArgumentError(absl::StrCat(
      "--preset: ", Quoted(name), " is no file that can be read; built in ",
      known.size() == 1 ? "is " : "are ", absl::StrJoin(known, ", ")));
}

absl::Status AddModelled(const ReproduceArguments& arguments,
                         std::vector<SkewRow>& rows) {
  const absl::StatusOr<Preset> preset = LoadPreset(arguments.preset);
  if (!preset.ok()) return preset.status();
  const auto trial = RunModelledTrial({.model = preset->meeting,
                                       .samples = arguments.rounds,
                                       .seed = arguments.seed});
  if (!trial.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(arguments.preset, ": ", trial.status().message()));
  }
  absl::c_move(SkewRows("sim", *trial), std::back_inserter(rows));
  return absl::OkStatus();
}

absl::Status AddNative(const ReproduceArguments& arguments,
                       std::vector<SkewRow>& rows) {
  const auto trial =
      RunNativeTrial({.cpus = arguments.cpus, .samples = arguments.rounds});
  if (!trial.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--executor=threads: ", trial.status().message()));
  }
  absl::c_move(SkewRows("threads", trial->series), std::back_inserter(rows));
  return absl::OkStatus();
}

int ReproduceChain(const ReproduceArguments& arguments,
                   const Environment& environment) {
  const absl::StatusOr<Preset> preset = LoadPreset(arguments.preset);
  if (!preset.ok()) return BadInput(environment, preset.status());
  const ConsequenceOptions options{.model = preset->meeting,
                                   .samples = arguments.rounds,
                                   .seed = arguments.seed};
  const auto table = FollowConsequences(options);
  if (!table.ok()) {
    return BadInput(environment,
                    absl::InvalidArgumentError(absl::StrCat(
                        arguments.preset, ": ", table.status().message())));
  }
  environment.out << (arguments.format == "json"
                          ? ChainTableJson(*table, options.costs)
                          : ChainTableText(*table, options.costs));
  return kExitOk;
}

}  // namespace

int ExecuteReproduce(const ReproduceArguments& arguments,
                     const Environment& environment) {
  if (arguments.table == "chain") return ReproduceChain(arguments, environment);
  std::vector<SkewRow> rows;
  for (const std::string& executor : arguments.executors) {
    const absl::Status status = executor == "sim" ? AddModelled(arguments, rows)
                                                  : AddNative(arguments, rows);
    if (!status.ok()) return BadInput(environment, status);
  }
  environment.out << (arguments.format == "json" ? SkewTableJson(rows)
                                                 : SkewTableText(rows));
  return kExitOk;
}

}  // namespace xenotime
