#include "xenotime/scheduler/policies/builtin.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/policies/arinc653/arinc653_policy.h"
#include "xenotime/scheduler/policies/credit/credit_policy.h"
#include "xenotime/scheduler/policies/credit2/credit2_policy.h"
#include "xenotime/scheduler/policies/null/null_policy.h"
#include "xenotime/scheduler/policies/rtds/rtds_policy.h"

namespace xenotime {
namespace {

PolicyInfo NullInfo() {
  return {
      .name = "null",
      .summary = "each pCPU belongs to one vCPU; the rest wait (Xen's null)",
      .parameters = {},
      .cap_rule = CapRule::kIgnored,
      .make =
          [](PolicyHost& host, const PolicyParameters&) {
            return std::make_unique<NullPolicy>(host);
          },
  };
}

std::vector<PolicyParameter> CreditTable() {
  return {
      {.name = "tslice_ms",
       .unit = "ms",
       .default_value = 30,
       .minimum = 1,
       .maximum = 1000,
       .help = "time slice, and period of the accounting"},
      {.name = "ratelimit_us",
       .unit = "us",
       .default_value = 1000,
       .minimum = 100,
       .maximum = 500'000,
       .zero_is_off = true,
       .help = "a vCPU is not preempted before it has run this long"},
      {.name = "migrate_delay_us",
       .unit = "us",
       .default_value = 0,
       .minimum = 0,
       .maximum = 100'000,
       .help = "a vCPU that ran this recently is not stolen (cache-hot)"},
      {.name = "load_balance_ratelimit_us",
       .unit = "us",
       .default_value = 1000,
       .minimum = 0,
       .maximum = 1'000'000,
       .help = "a pCPU looks for work to steal at most this often"},
      {.name = "tickle_one_idle",
       .unit = "0/1",
       .default_value = 1,
       .minimum = 0,
       .maximum = 1,
       .help = "a wake asks one idle pCPU to look, not all of them"},
      {.name = "smt_power_savings",
       .unit = "0/1",
       .default_value = 0,
       .minimum = 0,
       .maximum = 1,
       .help = "fill busy cores first instead of spreading"},
  };
}

std::unique_ptr<Policy> MakeCredit(PolicyHost& host,
                                   const PolicyParameters& parameters) {
  return std::make_unique<CreditPolicy>(
      host, CreditParameters{
                .tslice_ms = parameters.Get("tslice_ms"),
                .ratelimit_us = parameters.Get("ratelimit_us"),
                .migrate_delay_us = parameters.Get("migrate_delay_us"),
                .load_balance_ratelimit_us =
                    parameters.Get("load_balance_ratelimit_us"),
                .tickle_one_idle = parameters.Get("tickle_one_idle") != 0,
                .smt_power_savings = parameters.Get("smt_power_savings") != 0,
            });
}

std::string WarnAboutCredit(const PolicyParameters& parameters) {
  const int64_t slice_us = parameters.Get("tslice_ms") * 1000;
  if (parameters.Get("ratelimit_us") <= slice_us) return "";
  return absl::StrCat(
      "ratelimit_us is longer than the time slice; credit uses ", slice_us,
      " us");
}

PolicyInfo CreditInfo() {
  return {
      .name = "credit",
      .summary = "run queue per pCPU, credits, boost, stealing (Xen's credit)",
      .parameters = CreditTable(),
      .cap_rule = CapRule::kWarn,
      .make = MakeCredit,
      .warn = WarnAboutCredit,
      .cap_window =
          [](const PolicyParameters& p) {
            return Milliseconds(p.Get("tslice_ms"));
          },
  };
}

// How loads are averaged, and what balancing tolerates.
std::vector<PolicyParameter> Credit2LoadTable() {
  return {
      {.name = "load_window_shift",
       .unit = "bits",
       .default_value = 30,
       .minimum = 11,
       .maximum = 73,
       .help = "window of the load average: 2 to this power, in ns"},
      {.name = "load_precision_shift",
       .unit = "bits",
       .default_value = 18,
       .minimum = 4,
       .maximum = 40,
       .help = "fractional bits of the load average"},
      {.name = "balance_under",
       .unit = "bits",
       .default_value = 0,
       .minimum = -40,
       .maximum = 20,
       .help = "tolerated difference of load below capacity: 2 to this power"},
      {.name = "balance_over",
       .unit = "bits",
       .default_value = -3,
       .minimum = -40,
       .maximum = 20,
       .help = "the same at or above capacity"},
  };
}

std::vector<PolicyParameter> Credit2Table() {
  std::vector<PolicyParameter> table = {
      {.name = "runqueue",
       .unit = "word",
       .default_value = static_cast<int64_t>(RunqueueArrangement::kSocket),
       .minimum = 0,
       .maximum = static_cast<int64_t>(RunqueueArrangement::kAll),
       .help = "which pCPUs share a run queue",
       .words = {"cpu", "core", "socket", "node", "all"}},
      {.name = "max_cpus_runqueue",
       .unit = "pCPUs",
       .default_value = 16,
       .minimum = 1,
       .maximum = 4096,
       .help = "at most so many share one; sizes are evened out"},
      {.name = "cap_period_ms",
       .unit = "ms",
       .default_value = 10,
       .minimum = 1,
       .maximum = 1'000'000,
       .help = "period of the budgets of capped domains"},
      {.name = "migrate_resist_us",
       .unit = "us",
       .default_value = 500,
       .minimum = 0,
       .maximum = 4'294'967'295,
       .help = "credit that a vCPU of another pCPU must have more"},
      {.name = "ratelimit_us",
       .unit = "us",
       .default_value = 1000,
       .minimum = 100,
       .maximum = 500'000,
       .zero_is_off = true,
       .help = "a vCPU is not preempted before it has run this long"},
      {.name = "smt_power_savings",
       .unit = "0/1",
       .default_value = 0,
       .minimum = 0,
       .maximum = 1,
       .help = "fill busy cores first instead of spreading"},
  };
  for (PolicyParameter& p : Credit2LoadTable()) table.push_back(std::move(p));
  return table;
}

std::unique_ptr<Policy> MakeCredit2(PolicyHost& host,
                                    const PolicyParameters& parameters) {
  return std::make_unique<Credit2Policy>(
      host, Credit2Parameters{
                .runqueue = static_cast<RunqueueArrangement>(
                    parameters.Get("runqueue")),
                .max_cpus_runqueue = parameters.Get("max_cpus_runqueue"),
                .cap_period_ms = parameters.Get("cap_period_ms"),
                .migrate_resist_us = parameters.Get("migrate_resist_us"),
                .load_window_shift = parameters.Get("load_window_shift"),
                .load_precision_shift = parameters.Get("load_precision_shift"),
                .balance_under = parameters.Get("balance_under"),
                .balance_over = parameters.Get("balance_over"),
                .ratelimit_us = parameters.Get("ratelimit_us"),
                .smt_power_savings = parameters.Get("smt_power_savings") != 0,
            });
}

std::string WarnAboutCredit2(const PolicyParameters& parameters) {
  const int64_t precision = parameters.Get("load_precision_shift");
  for (const char* name : {"balance_under", "balance_over"}) {
    if (precision + parameters.Get(name) >= 0) continue;
    return absl::StrCat(name, " is below -load_precision_shift; credit2 uses ",
                        -precision);
  }
  return "";
}

PolicyInfo Credit2Info() {
  return {
      .name = "credit2",
      .summary =
          "shared run queues ordered by credit, load balancing, budgets for "
          "caps (Xen's credit2)",
      .parameters = Credit2Table(),
      .cap_rule = CapRule::kReject,
      .make = MakeCredit2,
      .warn = WarnAboutCredit2,
      .cap_window =
          [](const PolicyParameters& p) {
            return Milliseconds(p.Get("cap_period_ms"));
          },
  };
}

PolicyInfo RtdsInfo() {
  return {
      .name = "rtds",
      .summary =
          "global earliest deadline first, a budget per period for each vCPU "
          "(Xen's rtds)",
      .parameters = {},
      .cap_rule = CapRule::kIgnored,
      .real_time = true,
      .make =
          [](PolicyHost& host, const PolicyParameters&) {
            return std::make_unique<RtdsPolicy>(host);
          },
  };
}

PolicyInfo Arinc653Info() {
  return {
      .name = "arinc653",
      .summary =
          "a cyclic table of minor frames says who may run (Xen's arinc653)",
      .parameters = {},
      .cap_rule = CapRule::kIgnored,
      .frames = true,
      .make =
          [](PolicyHost& host, const PolicyParameters&) {
            return std::make_unique<Arinc653Policy>(host);
          },
  };
}

}  // namespace

void AddBuiltinPolicies(PolicyRegistry& registry) {
  registry.Add(CreditInfo());
  registry.Add(Credit2Info());
  registry.Add(NullInfo());
  registry.Add(RtdsInfo());
  registry.Add(Arinc653Info());
}

}  // namespace xenotime
