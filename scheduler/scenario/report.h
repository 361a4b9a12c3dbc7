#ifndef XENOTIME_SCHEDULER_SCENARIO_REPORT_H_
#define XENOTIME_SCHEDULER_SCENARIO_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/threads/facts.h"
#include "xenotime/scheduler/trace/metrics.h"
#include "xenotime/time/types.h"

namespace xenotime {

enum class ExecutorKind : uint8_t { kSim, kThreads };

constexpr const char* ExecutorName(ExecutorKind kind) {
  return kind == ExecutorKind::kSim ? "sim" : "threads";
}

// Facts about a run in the simulation.
struct SimFacts {
  int64_t events = 0;
  int64_t cpu_ns = 0;  // CPU time of the event loop, start-up excluded
};

// What one run of one scenario under one policy gave.
struct Report {
  std::string scenario;
  std::string scheduler;
  // Pools beside pool 0, whose scheduler is `scheduler`.
  struct PoolFacts {
    uint32_t number = 0;
    std::string scheduler;
  };
  std::vector<PoolFacts> pools;
  std::string vwfi;
  ExecutorKind executor = ExecutorKind::kSim;
  uint64_t seed = 0;
  Duration duration;     // simulated, or elapsed on threads
  bool partial = false;  // ended before its end
  // Why the simulation ended the run by itself (guests that let no time pass,
  // a policy that asks for decisions for ever), naming pCPU, vCPU and time;
  // "": it did not. A run that failed is partial.
  std::string failure;
  uint64_t trace_hash = 0;  // simulation only
  int64_t schedule_calls = 0;
  RunMetrics metrics;
  // Weight and cap as last requested, by domain in the scenario's order.
  struct DomainFacts {
    uint32_t number = 0;
    uint32_t weight = 0;
    uint32_t cap = 0;
  };
  std::vector<DomainFacts> domains;
  SimFacts sim;
  ThreadsFacts threads;
  std::vector<std::string> warnings;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_REPORT_H_
