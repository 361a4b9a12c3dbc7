#include "xenotime/scheduler/trace/cap_fold.h"

#include <algorithm>

namespace xenotime {

CapFold::CapFold(const TraceSubjects& subjects)
    : subjects_(subjects),
      capped_(subjects.domains.size()),
      errors_(subjects.domains.size()) {
  for (uint32_t d = 0; d < subjects.domains.size(); ++d) {
    const Duration window =
        d < subjects.cap_window.size() ? subjects.cap_window[d] : Duration();
    capped_[d] =
        std::any_of(subjects.terms.begin(), subjects.terms.end(),
                    [d](const auto& t) { return t.domains[d].cap != 0; });
    if (!capped_[d] || window <= Duration()) continue;
    Domain& domain = domains_.emplace_back();
    domain.index = d;
    domain.window = window;
    domain.end = Instant() + window;
    for (uint32_t v = 0; v < subjects.domain_of.size(); ++v) {
      if (subjects.domain_of[v] == d) domain.vcpus.push_back(VcpuId(v));
    }
    errors_[d].window_ns = window.ns();
  }
  FindNextEnd();
}

void CapFold::FindNextEnd() {
  next_end_ = Instant::Never();
  for (const Domain& domain : domains_) {
    next_end_ = std::min(next_end_, domain.end);
  }
}

void CapFold::CloseWindows(const Total& received, const Total& demanded) {
  for (Domain& domain : domains_) {
    if (domain.end == next_end_) Close(domain, received, demanded);
  }
  FindNextEnd();
}

void CapFold::Close(Domain& domain, const Total& received,
                    const Total& demanded) {
  int64_t got = 0;
  int64_t wanted = 0;
  for (VcpuId v : domain.vcpus) {
    got += received(v, domain.end);
    wanted += demanded(v, domain.end);
  }
  Judge(domain, got - domain.received_before, wanted - domain.demanded_before);
  domain.received_before = got;
  domain.demanded_before = wanted;
  domain.end += domain.window;
}

void CapFold::Judge(const Domain& domain, int64_t received, int64_t demanded) {
  const uint32_t cap =
      CapWithin(domain.index, domain.end - domain.window, domain.end);
  const int64_t allowed = domain.window.ns() * cap / 100;
  if (cap == 0 || demanded < allowed) return;
  CapError& error = errors_[domain.index];
  const int64_t difference = received - allowed;
  ++error.windows;
  error.allowed_ns = allowed;
  error.sum_ns += difference;
  error.max_over_ns = std::max(error.max_over_ns, difference);
  error.max_under_ns = std::max(error.max_under_ns, -difference);
}

uint32_t CapFold::CapWithin(uint32_t domain, Instant start, Instant end) const {
  uint32_t cap = 0;
  for (const TraceSubjects::Terms& terms : subjects_.terms) {
    if (terms.from >= end) break;
    const uint32_t now = terms.domains[domain].cap;
    if (terms.from > start && now != cap) return 0;
    cap = now;
  }
  return cap;
}

}  // namespace xenotime
