#ifndef XENOTIME_CLI_PROGRESS_H_
#define XENOTIME_CLI_PROGRESS_H_

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>

#include "absl/strings/string_view.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/time/types.h"

namespace xenotime {

// One line on a terminal that says how far long work is; it is rewritten in
// place, and wiped when this object goes. Without a terminal nothing is
// written.
//
// `out` is borrowed. Thread rule: one thread.
class Progress {
 public:
  Progress(std::ostream& out, bool is_terminal)
      : out_(out), enabled_(is_terminal) {}
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool enabled() const { return enabled_; }
  // Shows `text`, cut to the width of a terminal.
  void Show(absl::string_view text);
  // Wipes the line, so that other text can follow.
  void Clear();

 private:
  std::ostream& out_;
  const bool enabled_;
  size_t shown_ = 0;
};

// Shows how far a simulation has come, from the times in its trace, a few times
// a second.
//
// Thread rule: one thread at a time.
class ProgressSink final : public TraceSink {
 public:
  // `label` stands before "N % of the simulated time".
  ProgressSink(Progress& progress, std::string label, Duration end);
  void Append(PcpuId executing, const TraceEvent& event) override;

 private:
  Progress& progress_;
  const std::string label_;
  const Duration end_;
  uint32_t records_ = 0;
  int64_t next_ns_ = 0;  // of the host's steady clock
};

}  // namespace xenotime

#endif  // XENOTIME_CLI_PROGRESS_H_
