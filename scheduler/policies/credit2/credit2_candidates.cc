// What a decision would look at, for explanations.

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

std::vector<Candidate> Credit2Policy::Candidates(Instant now, PcpuId p,
                                                 VcpuId current) const {
  const Runqueue& rq = RqOf(p);
  std::vector<Candidate> candidates;
  int32_t best_credit = credit2::kIdleCredit;
  bool yields = false;
  if (current.valid()) {
    const Vcpu& v = vcpu(current);
    yields = U(current).Has(credit2::kYield);
    std::string verdict = "current";
    if (yields) {
      absl::StrAppend(&verdict, ", yields");
    } else if (RateLimited(v, now)) {
      absl::StrAppend(&verdict, ", still protected by the ratelimit");
    }
    if (!v.runnable()) {
      absl::StrAppend(&verdict, ", not runnable");
    } else if (PrefersElsewhere(v, rq, p)) {
      absl::StrAppend(&verdict, ", a pCPU of its soft affinity is free");
    } else {
      best_credit = U(current).credit;
    }
    candidates.push_back({current, verdict});
  }
  for (VcpuId v = rq.queue.front(); v.valid(); v = U(v).queue.next) {
    const char* obstacle = Obstacle(rq, v, p, best_credit);
    if (!yields && U(v).credit <= best_credit) {
      obstacle = "no more credit than the current one";
    }
    if (obstacle == nullptr) obstacle = "may run here";
    candidates.push_back(
        {v, absl::StrCat("credit ", U(v).credit, ": ", obstacle)});
  }
  return candidates;
}

}  // namespace xenotime
