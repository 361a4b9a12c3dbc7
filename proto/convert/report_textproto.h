#ifndef XENOTIME_PROTO_CONVERT_REPORT_TEXTPROTO_H_
#define XENOTIME_PROTO_CONVERT_REPORT_TEXTPROTO_H_

#include <string>

#include "xenotime/scheduler/scenario/report.h"

namespace xenotime {

// A report in protobuf's text format, as proto.Report. Thread rule: pure.
std::string WriteReportTextproto(const Report& report);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_REPORT_TEXTPROTO_H_
