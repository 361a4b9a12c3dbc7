#include "xenotime/time/warp_check/modelled_warp.h"

#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/time/memory/modelled_machine.h"
#include "xenotime/time/memory/request.h"
#include "xenotime/time/memory/task.h"
#include "xenotime/time/warp_check/warp_loop.h"

namespace xenotime {
namespace {

constexpr int64_t kMostOffset = 1'000'000'000'000;
constexpr uint64_t kMostTicks = 1'000'000'000;

std::vector<uint32_t> CpusOf(const ModelledWarpOptions& options) {
  if (!options.cpus.empty()) return options.cpus;
  std::vector<uint32_t> cpus;
  for (uint32_t i = 0; i < options.check.tsc_offsets.size(); ++i) {
    cpus.push_back(i);
  }
  return cpus;
}

absl::Status CheckCpus(const MachineModel& model,
                       const std::vector<uint32_t>& cpus, size_t offsets) {
  if (offsets < 2 || offsets > model.cpus()) {
    return absl::InvalidArgumentError(
        absl::StrCat("tsc_offsets: ", offsets, " CPUs, and the model has ",
                     model.cpus(), "; give 2..", model.cpus()));
  }
  if (cpus.size() != offsets) {
    return absl::InvalidArgumentError(
        absl::StrCat("cpus: ", cpus.size(), " of them, but ", offsets,
                     " tsc_offsets; give one for each, or none"));
  }
  std::set<uint32_t> seen;
  for (const uint32_t cpu : cpus) {
    if (cpu >= model.cpus() || !seen.insert(cpu).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("cpus: ", cpu, " is given twice, or is not one of the ",
                       model.cpus(), " of the model"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckOptions(const MachineModel& model,
                          const std::vector<uint32_t>& cpus,
                          const ModelledWarpOptions& options) {
  absl::Status status = CheckModel(model);
  if (!status.ok()) return status;
  status = CheckCpus(model, cpus, options.check.tsc_offsets.size());
  if (!status.ok()) return status;
  for (const int64_t offset : options.check.tsc_offsets) {
    if (offset < -kMostOffset || offset > kMostOffset) {
      return absl::InvalidArgumentError(
          absl::StrCat("tsc_offsets: ", offset, "; give at most ", kMostOffset,
                       " either way"));
    }
  }
  if (options.check.ticks < 1 || options.check.ticks > kMostTicks) {
    return absl::InvalidArgumentError(
        absl::StrCat("ticks: ", options.check.ticks, "; give 1..", kMostTicks));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<WarpVerdict> CheckWarpInModel(
    const MachineModel& model, const ModelledWarpOptions& options) {
  const std::vector<uint32_t> cpus = CpusOf(options);
  const absl::Status status = CheckOptions(model, cpus, options);
  if (!status.ok()) return status;
  WarpBlock<ModelWord> block;
  block.lock.id = 0;
  block.last.id = 1;
  block.max_warp.id = 2;
  block.warps.id = 3;
  ModelledMachine machine(model, options.seed);
  std::vector<ModelledMachine::Part> parts;
  for (size_t i = 0; i < cpus.size(); ++i) {
    // No TSC is below 0.
    machine.set_tsc_offset(cpus[i], kMostOffset + options.check.tsc_offsets[i]);
    parts.push_back({.cpu = cpus[i],
                     .program =
                         [&](ModelCpu& on) {
                           return WarpLoop(on, block, options.check.ticks);
                         },
                     .entry = 0});
  }
  machine.Run(parts);
  return WarpVerdict{.max_warp = machine.word(block.max_warp.id),
                     .warps = machine.word(block.warps.id)};
}

absl::StatusOr<int64_t> FindWarpThreshold(const MachineModel& model,
                                          const WarpThresholdOptions& options) {
  ModelledWarpOptions run{
      .check = {.tsc_offsets = {kMostOffset, 0}, .ticks = options.ticks},
      .cpus = {options.ahead, options.behind},
      .seed = options.seed};
  absl::StatusOr<WarpVerdict> verdict = CheckWarpInModel(model, run);
  if (!verdict.ok()) return verdict.status();
  if (!verdict->unstable()) {
    return absl::NotFoundError(
        absl::StrCat("no skew is seen within ", options.ticks,
                     " ticks: the lock does not go from CPU ", options.ahead,
                     " to CPU ", options.behind));
  }
  int64_t unseen = -1;
  int64_t seen = kMostOffset;
  while (seen - unseen > 1) {
    const int64_t skew = unseen + (seen - unseen) / 2;
    run.check.tsc_offsets[0] = skew;
    verdict = CheckWarpInModel(model, run);
    if (!verdict.ok()) return verdict.status();
    (verdict->unstable() ? seen : unseen) = skew;
  }
  return seen;
}

}  // namespace xenotime
