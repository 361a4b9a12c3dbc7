#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_LOAD_AVERAGE_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_LOAD_AVERAGE_H_

#include <cstdint>

#include "absl/numeric/int128.h"
#include "xenotime/time/types.h"

namespace xenotime::credit2 {

// How load is averaged: over a window of 2^window units of 1024 ns, in fixed
// point with `precision` fractional bits (credit2.md, 9.1). Thread rule: a
// value.
class LoadScale {
 public:
  // `window_shift` and `precision_shift` as the parameters of these names.
  LoadScale(int window_shift, int precision_shift)
      : window_(window_shift - kGranularity), precision_(precision_shift) {}

  static int64_t UnitsAt(Instant now) { return now.ns() >> kGranularity; }

  int precision() const { return precision_; }
  int64_t FromLoad(int64_t load) const { return load << precision_; }
  // Of a new unit: it counts as half a load.
  int64_t Initial() const { return int64_t{1} << (precision_ - 1); }

  // Whether an average of that age says nothing any more.
  bool Forgotten(int64_t last, int64_t now) const {
    return window_ < 63 && now - last > int64_t{1} << window_;
  }
  // The average after `units` more with `load`. The two terms are truncated
  // one by one, as in Xen.
  int64_t Advance(int64_t average, int64_t load, int64_t units) const {
    return average + Shifted(units, FromLoad(load)) - Shifted(units, average);
  }

 private:
  static constexpr int kGranularity = 10;

  int64_t Shifted(int64_t units, int64_t value) const {
    return static_cast<int64_t>((absl::int128(units) * value) >> window_);
  }

  int window_;
  int precision_;
};

}  // namespace xenotime::credit2

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_LOAD_AVERAGE_H_
