#ifndef XENOTIME_PROTO_CONVERT_REPORT_CONVERT_H_
#define XENOTIME_PROTO_CONVERT_REPORT_CONVERT_H_

#include "xenotime/proto/report.pb.h"
#include "xenotime/scheduler/scenario/report.h"

namespace xenotime {

// The report as a message: samples summarised, everything else as it is.
// Thread rule: pure.
proto::Report ReportToProto(const Report& report);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_REPORT_CONVERT_H_
