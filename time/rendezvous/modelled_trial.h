#ifndef XENOTIME_TIME_RENDEZVOUS_MODELLED_TRIAL_H_
#define XENOTIME_TIME_RENDEZVOUS_MODELLED_TRIAL_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/time/memory/machine_model.h"
#include "xenotime/time/rendezvous/trial_series.h"

namespace xenotime {

struct ModelledTrialOptions {
  MachineModel model;
  uint32_t samples = 100;  // of each subject; at least 1
  uint64_t seed = 1;       // of the model's noise
};

// Rendezvous of all CPUs of a modelled machine: a, b, d, e and f, and "none":
// every CPU has come up by the start-up synchronisation, one after the other.
// Deterministic. INVALID_ARGUMENT: as CheckModel; no samples; one CPU only.
absl::StatusOr<std::vector<TrialSeries>> RunModelledTrial(
    const ModelledTrialOptions& options);

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_MODELLED_TRIAL_H_
