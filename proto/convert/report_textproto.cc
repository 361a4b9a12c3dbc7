#include "xenotime/proto/convert/report_textproto.h"

#include "google/protobuf/text_format.h"
#include "xenotime/proto/convert/report_convert.h"

namespace xenotime {

std::string WriteReportTextproto(const Report& report) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(ReportToProto(report), &text);
  return text;
}

}  // namespace xenotime
