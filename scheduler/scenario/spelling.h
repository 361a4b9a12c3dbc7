#ifndef XENOTIME_SCHEDULER_SCENARIO_SPELLING_H_
#define XENOTIME_SCHEDULER_SCENARIO_SPELLING_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// How scenarios spell numbers, vCPUs, sets of pCPUs and choices: one spelling
// for every format, the command line and reports. Thread rule: pure.

// A number of decimal digits and nothing else; none if it does not fit.
std::optional<int64_t> ParseDecimal(absl::string_view text);

// A vCPU by its domain's number and its index: "2.0".
struct VcpuName {
  uint32_t domain = 0;
  uint32_t index = 0;
};
absl::StatusOr<VcpuName> ParseVcpuName(absl::string_view text);
std::string FormatVcpuName(uint32_t domain, uint32_t index);

// Ids and ranges in any order, "0-3,5", or "all": every pCPU of a machine with
// `pcpus` of them. Ids above the machine's are for Validate to refuse, ids that
// no machine has are refused here.
absl::StatusOr<PcpuList> ParsePcpuList(absl::string_view text, uint32_t pcpus);
// The shortest spelling; "" of an empty list, which ParsePcpuList refuses.
std::string FormatPcpuList(const PcpuList& list, uint32_t pcpus);

// "trap", "yield", "native".
std::string VwfiName(Vwfi vwfi);
absl::StatusOr<Vwfi> ParseVwfi(absl::string_view text);

// "cpu", "core", "socket".
std::string GranularityName(SchedGran granularity);
absl::StatusOr<SchedGran> ParseGranularity(absl::string_view text);

// "wfi", "spin".
std::string GuestWaitName(GuestWait wait);
absl::StatusOr<GuestWait> ParseGuestWait(absl::string_view text);

// "1 vCPU", "2 vCPUs".
std::string Counted(uint64_t count, absl::string_view thing);

// Text from outside for a terminal: control characters are escaped, the rest,
// UTF-8 included, stays.
std::string Printable(absl::string_view text);

// Text from outside as a message shows it: in quotes, without control
// characters, and short.
std::string Quoted(absl::string_view text);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_SPELLING_H_
