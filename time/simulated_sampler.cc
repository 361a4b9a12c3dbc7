#include "xenotime/time/simulated_sampler.h"

namespace xenotime {

uint64_t SimulatedSampler::ReadTscOrdered() {
  const int64_t cost = costs_.tsc_read.ns();
  Spend(cost / 2);
  const uint64_t value = tsc_->Read(*now_ns_);
  Spend(cost - cost / 2);
  return value;
}

uint64_t SimulatedSampler::ReadCounter() {
  const int64_t cost = counter_->timer().read_cost.ns();
  Spend(cost / 2);
  const uint64_t value = counter_->Read(*now_ns_);
  Spend(cost - cost / 2);
  return value;
}

absl::Status SimulatedSampler::WriteTsc(uint64_t value) {
  Spend(costs_.tsc_write.ns());
  return tsc_->Write(*now_ns_, value);
}

}  // namespace xenotime
