#ifndef XENOTIME_TIME_TYPES_H_
#define XENOTIME_TIME_TYPES_H_

#include <compare>
#include <cstdint>
#include <limits>

namespace xenotime {

// A span of time in whole nanoseconds, signed.
//
// Hypervisor time is 64-bit integer nanoseconds (Xen term s_time_t). The type
// exists so that a raw count, a point in time and a span cannot be mixed up.
//
// Arithmetic saturates at Duration::Max() and Duration::Min() instead of
// overflowing: an "infinite" deadline stays infinite. Thread rule: a value.
class Duration {
 public:
  constexpr Duration() = default;
  constexpr explicit Duration(int64_t ns) : ns_(ns) {}

  // The largest span, used as "never" (2^63-1 ns, about 292 years).
  static constexpr Duration Max() {
    return Duration(std::numeric_limits<int64_t>::max());
  }
  static constexpr Duration Min() {
    return Duration(std::numeric_limits<int64_t>::min());
  }

  constexpr int64_t ns() const { return ns_; }

  friend constexpr auto operator<=>(Duration, Duration) = default;

  friend constexpr Duration operator+(Duration a, Duration b) {
    int64_t sum = 0;
    if (__builtin_add_overflow(a.ns_, b.ns_, &sum)) {
      return b.ns_ > 0 ? Max() : Min();
    }
    return Duration(sum);
  }
  friend constexpr Duration operator-(Duration a, Duration b) {
    int64_t difference = 0;
    if (__builtin_sub_overflow(a.ns_, b.ns_, &difference)) {
      return b.ns_ < 0 ? Max() : Min();
    }
    return Duration(difference);
  }
  friend constexpr Duration operator*(Duration a, int64_t factor) {
    int64_t product = 0;
    if (__builtin_mul_overflow(a.ns_, factor, &product)) {
      return (a.ns_ < 0) == (factor < 0) ? Max() : Min();
    }
    return Duration(product);
  }
  constexpr Duration& operator+=(Duration b) { return *this = *this + b; }
  constexpr Duration& operator-=(Duration b) { return *this = *this - b; }

 private:
  int64_t ns_ = 0;
};

constexpr Duration Nanoseconds(int64_t n) { return Duration(n); }
constexpr Duration Microseconds(int64_t n) { return Duration(1) * n * 1000; }
constexpr Duration Milliseconds(int64_t n) {
  return Duration(1) * n * 1'000'000;
}
constexpr Duration Seconds(int64_t n) {
  return Duration(1) * n * 1'000'000'000;
}

// A point in time: nanoseconds since the machine's boot.
//
// The origin is that of one machine (a simulated run, or one run on threads);
// instants of different machines are not comparable. Saturates as Duration.
class Instant {
 public:
  constexpr Instant() = default;
  constexpr explicit Instant(int64_t ns) : ns_(ns) {}

  // Later than every event: the deadline of a timer that is not set.
  static constexpr Instant Never() {
    return Instant(std::numeric_limits<int64_t>::max());
  }

  constexpr int64_t ns() const { return ns_; }

  friend constexpr auto operator<=>(Instant, Instant) = default;

  friend constexpr Instant operator+(Instant t, Duration d) {
    return Instant((Duration(t.ns_) + d).ns());
  }
  friend constexpr Instant operator-(Instant t, Duration d) {
    return Instant((Duration(t.ns_) - d).ns());
  }
  friend constexpr Duration operator-(Instant a, Instant b) {
    return Duration(a.ns_) - Duration(b.ns_);
  }
  constexpr Instant& operator+=(Duration d) { return *this = *this + d; }

 private:
  int64_t ns_ = 0;
};

// A count of a CPU's time stamp counter (TSC), or a difference of two.
class Cycles {
 public:
  constexpr Cycles() = default;
  constexpr explicit Cycles(int64_t count) : count_(count) {}
  constexpr int64_t count() const { return count_; }
  friend constexpr auto operator<=>(Cycles, Cycles) = default;
  friend constexpr Cycles operator+(Cycles a, Cycles b) {
    return Cycles((Duration(a.count_) + Duration(b.count_)).ns());
  }
  friend constexpr Cycles operator-(Cycles a, Cycles b) {
    return Cycles((Duration(a.count_) - Duration(b.count_)).ns());
  }

 private:
  int64_t count_ = 0;
};

// A frequency in whole hertz.
class Hertz {
 public:
  constexpr Hertz() = default;
  constexpr explicit Hertz(int64_t hz) : hz_(hz) {}
  constexpr int64_t hz() const { return hz_; }
  friend constexpr auto operator<=>(Hertz, Hertz) = default;

 private:
  int64_t hz_ = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_TYPES_H_
