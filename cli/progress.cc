#include "xenotime/cli/progress.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

constexpr size_t kWidth = 79;
constexpr int64_t kPeriodNs = 200'000'000;
// The clock is read once in so many records: a power of two.
constexpr uint32_t kRecordsPerLook = 4096;

int64_t SteadyNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

void Progress::Show(absl::string_view text) {
  if (!enabled_) return;
  const std::string cut = Printable(text.substr(0, kWidth)).substr(0, kWidth);
  const size_t leftover = shown_ > cut.size() ? shown_ - cut.size() : 0;
  out_ << "\r" << cut << std::string(leftover, ' ') << std::flush;
  shown_ = cut.size();
}

void Progress::Clear() {
  if (shown_ == 0) return;
  out_ << "\r" << std::string(shown_, ' ') << "\r" << std::flush;
  shown_ = 0;
}

ProgressSink::ProgressSink(Progress& progress, std::string label, Duration end)
    : progress_(progress),
      label_(std::move(label)),
      end_(end),
      next_ns_(SteadyNs() + kPeriodNs) {}

void ProgressSink::Append(PcpuId /*executing*/, const TraceEvent& event) {
  if (++records_ % kRecordsPerLook != 0) return;
  const int64_t now_ns = SteadyNs();
  if (now_ns < next_ns_) return;
  next_ns_ = now_ns + kPeriodNs;
  // Divided first: the product could overflow.
  const int64_t percent =
      event.time.ns() / std::max<int64_t>(1, end_.ns() / 100);
  progress_.Show(absl::StrCat(label_, std::min<int64_t>(percent, 100),
                              " % of the simulated time"));
}

}  // namespace xenotime
