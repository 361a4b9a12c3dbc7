#ifndef XENOTIME_PROTO_CONVERT_MODELS_CONVERT_H_
#define XENOTIME_PROTO_CONVERT_MODELS_CONVERT_H_

#include "absl/status/status.h"
#include "xenotime/proto/scenario.pb.h"
#include "xenotime/scheduler/sim/models.h"
#include "xenotime/scheduler/threads/options.h"

namespace xenotime {

// The executors' settings, from and to their messages. Reading takes over the
// fields that the message has and leaves the others as they are, so that one
// set of settings can be laid over another. Writing sets what differs from the
// defaults. Thread rule: pure.

void ReadCosts(const proto::CostModel& message, CostModel& costs);
void ReadLatency(const proto::LatencyModel& message, LatencyModel& latency);
void ReadFaults(const proto::FaultModel& message, FaultModel& faults);
// The error begins with the field's name.
absl::Status ReadThreads(const proto::Threads& message,
                         ThreadsOptions& threads);

void WriteCosts(const CostModel& costs, proto::CostModel& message);
void WriteLatency(const LatencyModel& latency, proto::LatencyModel& message);
void WriteFaults(const FaultModel& faults, proto::FaultModel& message);
void WriteThreads(const ThreadsOptions& threads, proto::Threads& message);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_MODELS_CONVERT_H_
