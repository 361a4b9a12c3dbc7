#ifndef XENOTIME_SCHEDULER_SIM_NOISE_H_
#define XENOTIME_SCHEDULER_SIM_NOISE_H_

#include <cstdint>

#include "xenotime/scheduler/core/rng.h"
#include "xenotime/scheduler/sim/models.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Draws from the latency and fault models, one random stream per purpose, so
// that switching one on leaves the draws of the others as they were.
class Noise {
 public:
  Noise(const SimModels& models, uint64_t seed)
      : latency_(models.latency),
        faults_(models.faults),
        cost_rng_(seed, "cost"),
        ipi_rng_(seed, "ipi"),
        timer_rng_(seed, "timer"),
        exit_rng_(seed, "guest_exit"),
        stall_rng_(seed, "stall"),
        fault_rng_(seed, "fault") {}

  // A piece of hypervisor work of nominal cost `cost`.
  Duration Work(Duration cost) {
    const int64_t range =
        (cost * static_cast<int64_t>(latency_.cost_percent)).ns() / 100;
    if (range > 0) cost += Duration(cost_rng_.Between(0, range));
    if (faults_.stall_ppm > 0 && stall_rng_.Chance(faults_.stall_ppm)) {
      cost += faults_.stall;
    }
    return cost;
  }
  Duration Ipi(Duration delivery) {
    delivery += Draw(ipi_rng_, latency_.ipi);
    if (faults_.late_ipi_ppm > 0 && ipi_rng_.Chance(faults_.late_ipi_ppm)) {
      delivery += faults_.late_ipi;
    }
    return delivery;
  }
  Duration TimerLateness() { return Draw(timer_rng_, latency_.timer); }
  Duration GuestExit(Duration cost) {
    cost = Work(cost);
    return cost + Draw(exit_rng_, latency_.guest_exit);
  }

  bool SpuriousTickle() {
    return fault_rng_.Chance(faults_.spurious_tickle_ppm);
  }
  bool SpuriousWake() { return fault_rng_.Chance(faults_.spurious_wake_ppm); }
  // Which of `count` the fault hits.
  uint32_t Victim(uint32_t count) {
    return static_cast<uint32_t>(fault_rng_.Below(count));
  }

 private:
  static Duration Draw(Rng& rng, Duration range) {
    if (range <= Duration()) return Duration();
    return Duration(rng.Between(0, range.ns()));
  }

  const LatencyModel latency_;
  const FaultModel faults_;
  Rng cost_rng_, ipi_rng_, timer_rng_, exit_rng_, stall_rng_, fault_rng_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SIM_NOISE_H_
