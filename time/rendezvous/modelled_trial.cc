#include "xenotime/time/rendezvous/modelled_trial.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "xenotime/time/memory/modelled_machine.h"
#include "xenotime/time/memory/request.h"
#include "xenotime/time/rendezvous/protocol.h"
#include "xenotime/time/rendezvous/startup_sync.h"

namespace xenotime {
namespace {

using Block = RendezvousBlock<ModelWord>;

class Trial {
 public:
  Trial(const MachineModel& model, uint64_t seed)
      : model_(model), machine_(model, seed), records_(model.cpus()) {
    block_.count.id = 0;
    block_.end.id = 1;
    block_.master_stime.id = 2;
    block_.master_tsc.id = 3;
    block_.max_tsc.id = 4;
  }

  // All CPUs meet; the others enter later than CPU 0, by an interrupt.
  void Meet(RendezvousForm form, TrialSeries& series) {
    RendezvousSetting setting;
    setting.cpus = model_.cpus();
    std::vector<ModelledMachine::Part> parts;
    for (uint32_t cpu = 0; cpu < model_.cpus(); ++cpu) {
      parts.push_back({.cpu = cpu,
                       .program =
                           [this, form, cpu, setting](ModelCpu& on) {
                             return Rendezvous(form, cpu == 0, on, block_,
                                               setting, records_[cpu]);
                           },
                       .entry = cpu == 0 ? 0 : model_.ipi});
    }
    Add(machine_.Run(parts)[0], series);
  }

  void ComeUpInTurn(TrialSeries& series) {
    int64_t cost = 0;
    for (uint32_t cpu = 1; cpu < model_.cpus(); ++cpu) {
      const auto exits = machine_.Run(
          {{.cpu = 0,
            .program = [this](ModelCpu& on) { return BringUp(on, block_); },
            .entry = 0},
           {.cpu = cpu,
            .program = [this](ModelCpu& on) { return ComeUp(on, block_); },
            .entry = 0}});
      cost += exits[0];
    }
    Add(cost, series);
  }

 private:
  void Add(int64_t cost, TrialSeries& series) {
    int64_t least = 0, most = 0;
    std::vector<int64_t>& offsets = series.offsets.emplace_back(1, 0);
    for (uint32_t cpu = 1; cpu < model_.cpus(); ++cpu) {
      const int64_t skew = machine_.tsc_offset(cpu) - machine_.tsc_offset(0);
      offsets.push_back(skew);
      least = std::min(least, skew);
      most = std::max(most, skew);
    }
    series.skew.push_back(-least > most ? least : most);
    series.spread.push_back(most - least);
    series.cost.push_back(cost);
    series.cost_after_arrival.push_back(cost - std::min(cost, model_.ipi));
  }

  const MachineModel model_;
  ModelledMachine machine_;
  Block block_;
  std::vector<CalibrationRecord> records_;
};

}  // namespace

absl::StatusOr<std::vector<TrialSeries>> RunModelledTrial(
    const ModelledTrialOptions& options) {
  const absl::Status status = CheckModel(options.model);
  if (!status.ok()) return status;
  if (options.model.cpus() < 2) {
    return absl::InvalidArgumentError(
        "topology: one CPU has nobody to meet; give at least 2");
  }
  if (options.samples < 1) {
    return absl::InvalidArgumentError("no samples; give at least 1");
  }
  Trial trial(options.model, options.seed);
  std::vector<TrialSeries> result;
  for (const auto form :
       {RendezvousForm::kMasterKeeps, RendezvousForm::kAllWrite,
        RendezvousForm::kFiveRounds, RendezvousForm::kMaxStamp,
        RendezvousForm::kStd}) {
    TrialSeries& series = result.emplace_back();
    series.subject = std::string(1, LetterOf(form));
    for (uint32_t i = 0; i < options.samples; ++i) trial.Meet(form, series);
  }
  TrialSeries& none = result.emplace_back();
  none.subject = "none";
  for (uint32_t i = 0; i < options.samples; ++i) trial.ComeUpInTurn(none);
  return result;
}

}  // namespace xenotime
