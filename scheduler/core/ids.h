#ifndef XENOTIME_SCHEDULER_CORE_IDS_H_
#define XENOTIME_SCHEDULER_CORE_IDS_H_

#include <compare>
#include <cstdint>
#include <limits>

namespace xenotime {

// A dense index with a type of its own, so that a pCPU number cannot be used
// where a vCPU number is meant. Indices count from 0 within one machine.
template <typename Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(uint32_t value) : value_(value) {}

  // No object: for a pCPU's current vCPU it means "the idle vCPU".
  static constexpr Id None() { return Id(); }

  constexpr uint32_t value() const { return value_; }
  constexpr bool valid() const { return value_ != kNone; }

  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  uint32_t value_ = kNone;
};

// A physical CPU: in the simulation a modelled one, on threads an OS thread.
using PcpuId = Id<struct PcpuTag>;
// A virtual CPU, numbered over all domains in order of creation.
using VcpuId = Id<struct VcpuTag>;
// A domain, numbered in order of creation; its Xen-style number (the one the
// user wrote, at least 1) is Domain::number.
using DomainId = Id<struct DomainTag>;
// A cpupool of the machine.
using PoolId = Id<struct PoolTag>;
// A policy timer, numbered in order of creation.
using TimerId = Id<struct TimerTag>;

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_IDS_H_
