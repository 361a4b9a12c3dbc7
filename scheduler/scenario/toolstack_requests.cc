#include "xenotime/scheduler/scenario/toolstack_requests.h"

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/limits.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

// Limits of rtds.
constexpr Duration kLeastRealTime = Microseconds(10);
constexpr Duration kMostPeriod = Duration((int64_t{1} << 62) - 1);

using Requests = std::vector<ToolstackRequest>;

void AddOfDomains(Requests& table) {
  const Requests rows = {
      {"domain", "weight", "sched-credit, sched-credit2 -d -w", "-", "256",
       "16 bits; 0 leaves it as it is (here: an error)", "1..65535", "weight"},
      {"domain", "cap", "sched-credit -d -c", "%", "0 (none)",
       "16 bits; 65535 leaves it; above 100 x vCPUs is accepted",
       "0..100 x vCPUs", "cap"},
      {"domain", "cap", "sched-credit2 -d -c", "%", "0 (none)",
       "at most 100 x vCPUs, else -EINVAL, when the weight of the same request "
       "is put already; 0 removes it",
       "0..100 x vCPUs", "cap"},
      {"domain", "pool", "cpupool-migrate", "pool", "0",
       "-ENOENT: no such pool, or one without pCPUs; -EBUSY: pinned for a "
       "while; its own pool is a success; parameters become the defaults",
       "-", "at: pool"},
      {"domain", "pause", "pause, unpause", "count", "0",
       "at most 255 by the toolstack", "-", "at: pause, unpause"},
      {"domain", "vcpus", "vcpu-set", "vCPUs", "all",
       "none; the guest co-operates", "-", "down"},
  };
  table.insert(table.end(), rows.begin(), rows.end());
}

void AddOfVcpus(Requests& table) {
  const Requests rows = {
      {"vCPU", "period", "sched-rtds -d -v -p", "us", "10000",
       "10 us..2^62-1 ns", ">= 1", "period, at: period"},
      {"vCPU", "budget", "sched-rtds -d -v -b", "us", "4000", "10 us..period",
       "1..period", "budget, at: budget"},
      {"vCPU", "extratime", "sched-rtds -d -v -e", "0/1", "1",
       "only in a request about a vCPU", "-", "extratime, at: extratime"},
      {"vCPU", "pin", "vcpu-pin DOM VCPU HARD SOFT", "pCPUs", "all",
       "-EINVAL: hard misses the pool; -EBUSY: pinned for a while (-f drops "
       "dom0's); always leads to a new choice of pCPU",
       "-", "at: hard, soft"},
  };
  table.insert(table.end(), rows.begin(), rows.end());
}

void AddOfPools(Requests& table) {
  const Requests rows = {
      {"pool", "slice", "sched-credit -s -t", "ms", "30",
       "1..1000; one bad item refuses all: -EINVAL", "-", "param tslice_ms"},
      {"pool", "ratelimit", "sched-credit -s -r", "us", "1000",
       "0 or 100..500000, at most the slice", "-", "param ratelimit_us"},
      {"pool", "migrate delay", "sched-credit -s -m", "us", "0", "0..100000",
       "-", "param migrate_delay_us"},
      {"pool", "ratelimit", "sched-credit2 -s -r", "us", "1000",
       "0 or 100..500000", "-", "param ratelimit_us"},
      {"pool", "schedule", "ARINC653 set schedule", "table", "-",
       "major >= 1 ns; 1..64 entries; each runtime > 0; sum <= major", "-",
       "at: arinc653"},
      {"pool", "create", "cpupool-create", "scheduler", "-",
       "-ENOENT: unknown scheduler; -ENOSPC: more than 2 x pCPU ids", "-",
       "pool"},
      {"pool", "destroy", "cpupool-destroy", "pool", "-",
       "-EBUSY: pCPUs or domains in it", "-", "-"},
      {"pool", "add", "cpupool-cpu-add", "pCPU", "-",
       "-ENODEV: not free, off line, or locked", "-", "at: pcpu"},
      {"pool", "remove", "cpupool-cpu-remove", "pCPU", "-",
       "-EBUSY, -EADDRNOTAVAIL, -EADDRINUSE, -EAGAIN, -EINVAL", "-",
       "at: pcpu"},
      {"pool", "sched-gran", "/cpupool/ID/sched-gran (x86)", "word", "cpu",
       "-EBUSY: pCPUs in it; -EINVAL: unknown word, asymmetric topology", "-",
       "granularity"},
  };
  table.insert(table.end(), rows.begin(), rows.end());
}

}  // namespace

const std::vector<ToolstackRequest>& ToolstackRequests() {
  static const auto* const kTable = [] {
    auto* table = new Requests;
    AddOfDomains(*table);
    AddOfVcpus(*table);
    AddOfPools(*table);
    return table;
  }();
  return *kTable;
}

std::string CheckWeight(uint32_t weight) {
  if (weight >= 1 && weight <= kMaxWeight) return "";
  return absl::StrCat(
      weight, " is not valid; give 1..", kMaxWeight,
      weight == 0 ? " (to leave it as it is, leave it out)" : "");
}

CapVerdict CheckCap(uint32_t cap, size_t vcpus, const PolicyInfo* policy) {
  if (cap == 0) return {};
  if (cap > kMaxCap) {
    return {absl::StrCat(cap, " is not valid; give 0 (none) or 1..", kMaxCap,
                         " percent of one pCPU"),
            true};
  }
  if (policy == nullptr) return {};
  if (policy->cap_rule == CapRule::kIgnored) {
    return {absl::StrCat(cap, " has no effect, as scheduler ", policy->name,
                         " has no caps; give 0")};
  }
  const uint64_t most = uint64_t{100} * vcpus;
  if (cap <= most) return {};
  return {absl::StrCat(cap, " percent is more than ", Counted(vcpus, "vCPU"),
                       " can use; give at most ", most),
          policy->cap_rule == CapRule::kReject};
}

std::string CheckRealTime(const std::optional<Duration>& period,
                          const std::optional<Duration>& budget) {
  if (period && (*period < kLeastRealTime || *period > kMostPeriod)) {
    return absl::StrCat("a period of ", period->ns(), " ns is not valid; give ",
                        kLeastRealTime.ns(), "..", kMostPeriod.ns());
  }
  const Duration most = period.value_or(kMostPeriod);
  if (budget && (*budget < kLeastRealTime || *budget > most)) {
    return absl::StrCat("a budget of ", budget->ns(), " ns is not valid; give ",
                        kLeastRealTime.ns(), "..", most.ns(),
                        period ? ", the period" : "");
  }
  for (const auto& value : {period, budget}) {
    if (!value || value->ns() % 1000 == 0) continue;
    return absl::StrCat(value->ns(),
                        " ns is not valid; give whole microseconds");
  }
  return "";
}

std::string CheckRateLimit(int64_t ratelimit_us) {
  if (ratelimit_us == 0 || (ratelimit_us >= 100 && ratelimit_us <= 500'000)) {
    return "";
  }
  return absl::StrCat("a rate limit of ", ratelimit_us,
                      " us is not valid; give 0 (off) or 100..500000");
}

std::string CheckCreditPool(int64_t tslice_ms, int64_t ratelimit_us,
                            int64_t migrate_delay_us) {
  if (tslice_ms < 1 || tslice_ms > 1000) {
    return absl::StrCat("a slice of ", tslice_ms,
                        " ms is not valid; give 1..1000");
  }
  const std::string ratelimit = CheckRateLimit(ratelimit_us);
  if (!ratelimit.empty()) return ratelimit;
  if (ratelimit_us > 1000 * tslice_ms) {
    return absl::StrCat("a rate limit of ", ratelimit_us,
                        " us is longer than the slice; give at most ",
                        1000 * tslice_ms);
  }
  if (migrate_delay_us < 0 || migrate_delay_us > 100'000) {
    return absl::StrCat("a migrate delay of ", migrate_delay_us,
                        " us is not valid; give 0..100000");
  }
  return "";
}

}  // namespace xenotime
