#include "xenotime/formats/machine_text.h"

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

// The value, or a failed line and the first of all values.
template <typename Value>
Value OrFail(LineCursor& line, const absl::StatusOr<Value>& value) {
  if (value.ok()) return *value;
  line.Fail(value.status().message());
  return Value();
}

}  // namespace

void ReadTopology(LineCursor& line, TopologyShape& shape) {
  shape.sockets = line.Number("number of sockets", 1, Topology::kMaxPcpus);
  shape.cores = line.Number("cores per socket", 1, Topology::kMaxPcpus);
  shape.threads = line.Number("threads per core", 1, Topology::kMaxPcpus);
  const uint64_t pcpus =
      uint64_t{shape.sockets} * shape.cores * shape.threads;  // below 2^36
  if (pcpus > Topology::kMaxPcpus) {
    line.Fail(absl::StrCat("the topology has ", pcpus, " pCPUs; give at most ",
                           Topology::kMaxPcpus));
  }
}

Vwfi ReadVwfi(LineCursor& line) {
  return OrFail(line,
                ParseVwfi(line.Word("vwfi, one of trap, yield or native")));
}

SchedGran ReadGranularity(LineCursor& line) {
  return OrFail(
      line,
      ParseGranularity(line.Word("granularity, one of cpu, core or socket")));
}

}  // namespace xenotime
