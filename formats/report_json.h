#ifndef XENOTIME_FORMATS_REPORT_JSON_H_
#define XENOTIME_FORMATS_REPORT_JSON_H_

#include "nlohmann/json.hpp"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/trace/samples.h"

namespace xenotime {

struct ReportJsonOptions {
  // Also every single sample, as `samples_ns` beside its summary. Large.
  bool raw_samples = false;
};

// The version of the keys, `schema_version`. A new key leaves it as it is; a
// key that goes, or means something else, raises it.
inline constexpr int kReportSchemaVersion = 1;

// A report as JSON, for scripts and other programs.
//
// Every key and unit is documented in docs/report.md. Numbers are numbers, also
// those beyond 2^53; only the hash is a string, of 16 hexadecimal digits. A key
// that does not apply is absent if it stands for a whole executor (`sim`,
// `threads`), and null otherwise. Keys come in the order of the document.
//
// Thread rule: pure functions.
nlohmann::ordered_json ReportJson(const Report& report,
                                  const ReportJsonOptions& options = {});

// The summary of some samples: the object that the report uses everywhere.
nlohmann::ordered_json SamplesJson(const Samples& samples,
                                   const ReportJsonOptions& options = {});

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_REPORT_JSON_H_
