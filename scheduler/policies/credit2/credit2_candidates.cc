// Whom the next decision would look at, for explanations. The order and the
// predicates are those of credit2_decision.cc.

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/policies/credit2/charging.h"
#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

// How far a decision has come.
struct Credit2Policy::Progress {
  Instant now;
  PcpuId here;
  int32_t best_credit = credit2::kIdleCredit;
  bool yields = false;
  const char* decided = nullptr;  // why nobody else is looked at
};

std::vector<Candidate> Credit2Policy::Candidates(Instant now, PcpuId p,
                                                 VcpuId current) const {
  const Runqueue& rq = RqOf(p);
  Progress progress{.now = now, .here = p};
  std::vector<Candidate> seen;
  if (current.valid()) {
    seen.push_back({current, CurrentVerdict(rq, vcpu(current), progress)});
  }
  for (size_t i = 0; i < rq.queue.size(); ++i) {
    const VcpuId v = rq.queue[i].vcpu;
    seen.push_back({v, WaitingVerdict(rq, vcpu(v), progress)});
  }
  return seen;
}

std::string Credit2Policy::CurrentVerdict(const Runqueue& rq, const Vcpu& v,
                                          Progress& progress) const {
  Unit unit = U(v.id);  // a copy: it is charged first
  credit2::Burn(unit, rq.max_weight, progress.now);
  std::string verdict = absl::StrCat("current, credit ", unit.credit);
  if (!v.runnable()) return verdict + ": cannot run any more";
  if (unit.budget <= 0 && !MayGrab(unit)) {
    return verdict + ": its domain's budget is used up, parked";
  }
  progress.yields = unit.Has(credit2::kYield);
  if (!progress.yields && RateLimited(v, progress.now)) {
    progress.decided = "waits for the rate limit of the current one";
    return absl::StrCat(verdict, ": runs on, has run ",
                        (progress.now - v.last_switch).ns(),
                        " ns of the rate limit's ", ratelimit_.ns());
  }
  if (PrefersElsewhere(v, rq, progress.here)) {
    return verdict + ": makes way, a pCPU of its soft affinity is free";
  }
  progress.best_credit = unit.credit;
  return verdict + (progress.yields ? ": yields to anybody who may run here"
                                    : ": goes on unless somebody has more");
}

std::string Credit2Policy::WaitingVerdict(const Runqueue& rq, const Vcpu& v,
                                          Progress& progress) const {
  const Unit& unit = U(v.id);
  const std::string credit = absl::StrCat("credit ", unit.credit);
  if (progress.decided != nullptr) {
    return absl::StrCat(credit, ": ", progress.decided);
  }
  if (!progress.yields && unit.credit <= progress.best_credit) {
    return absl::StrCat(credit, " not above the current's ",
                        progress.best_credit);
  }
  if (const char* obstacle =
          Obstacle(unit, v, rq, progress.here, progress.best_credit)) {
    return absl::StrCat(credit, ": ", obstacle);
  }
  if (!MayGrab(unit)) {
    return credit + ": its domain's budget is used up, parked";
  }
  progress.decided = "behind the chosen one";
  return credit + ": the first that may run here";
}

}  // namespace xenotime
