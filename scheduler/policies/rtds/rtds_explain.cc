// What a snapshot and an explanation say.

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/policies/rtds/rtds_policy.h"

namespace xenotime {
namespace {

// Bits of `flags` in a snapshot.
constexpr int kScheduled = 2;
constexpr int kDelayedAdd = 4;
constexpr int kDepleted = 8;
constexpr int kExtratime = 16;

std::string Standing(const rtds::DeferrableServer& server) {
  return absl::StrCat("level ", server.level, ", deadline ",
                      server.deadline.ns(), ", ", server.left.ns(), " ns left");
}

}  // namespace

std::string RtdsPolicy::Describe(VcpuId v) const {
  if (!v.valid()) return "";
  const Unit& unit = U(v);
  const rtds::DeferrableServer& server = unit.server;
  const int flags =
      (unit.scheduled ? kScheduled : 0) | (unit.delayed_add ? kDelayedAdd : 0) |
      (server.depleted ? kDepleted : 0) | (server.extratime ? kExtratime : 0);
  return absl::StrCat("budget=", server.left.ns(),
                      " deadline=", server.deadline.ns(),
                      " period=", server.period.ns(), " level=", server.level,
                      " flags=", flags, " cpu=", vcpu(v).cpu().value());
}

std::vector<Candidate> RtdsPolicy::Candidates(Instant now, PcpuId p,
                                              VcpuId current) const {
  std::vector<Candidate> candidates;
  if (current.valid()) {
    rtds::DeferrableServer server = U(current).server;
    server.Burn(now);
    const char* fate = ": goes on unless somebody is strictly higher";
    if (!vcpu(current).runnable()) {
      fate = ": not runnable";
    } else if (server.left <= Duration()) {
      fate = ": depleted";
    }
    candidates.push_back(
        {current, absl::StrCat("current, ", Standing(server), fate)});
  }
  bool found = false;
  for (VcpuId v = run_queue_.front(); v.valid(); v = U(v).link.next) {
    const char* fate = ": behind the first";
    if (!MayRunOn(vcpu(v), p)) {
      fate = ": outside its hard affinity";
    } else if (!vcpu(v).runnable()) {
      fate = ": not runnable, to be dropped";
    } else if (!found) {
      fate = ": first of the queue that may run here";
      found = true;
    }
    candidates.push_back({v, absl::StrCat(Standing(U(v).server), fate)});
  }
  for (VcpuId v = depleted_queue_.front(); v.valid(); v = U(v).link.next) {
    candidates.push_back({v, absl::StrCat("depleted, waits for its deadline ",
                                          U(v).server.deadline.ns())});
  }
  return candidates;
}

}  // namespace xenotime
