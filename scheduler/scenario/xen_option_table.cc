#include "xenotime/scheduler/scenario/xen_option_table.h"

#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "xenotime/scheduler/scenario/nearest_word.h"

namespace xenotime {
namespace {

using Words = std::vector<absl::string_view>;

constexpr int64_t kMaxU32 = std::numeric_limits<uint32_t>::max();
constexpr auto kX86 = XenArchitecture::kX86;
constexpr auto kArm = XenArchitecture::kArm;
constexpr auto kKeep = XenRule::kKeep;
constexpr auto kDefault = XenRule::kDefault;
constexpr auto kClip = XenRule::kClip;
constexpr auto kReject = XenRule::kReject;

// A line of the table under construction.
class Row {
 public:
  Row(absl::string_view name, XenType type, absl::string_view unit) {
    row_.name = name;
    row_.type = type;
    row_.unit = unit;
  }

  // What people read: the default, the valid values, what others get.
  Row& Reads(absl::string_view default_text, absl::string_view valid,
             absl::string_view invalid_gets = "kept, message") {
    row_.default_text = default_text;
    row_.valid = valid;
    row_.invalid_gets = invalid_gets;
    return *this;
  }
  // The part of Xenotime.
  Row& Part(absl::string_view part) {
    row_.part = part;
    return *this;
  }
  Row& On(XenArchitecture architecture) {
    row_.architecture = architecture;
    return *this;
  }
  Row& Sets(XenTarget target) {
    row_.target = target;
    return *this;
  }
  Row& Sets(Words schedulers, absl::string_view parameter) {
    row_.target = XenTarget::kParameter;
    row_.schedulers = std::move(schedulers);
    row_.parameter = parameter;
    return *this;
  }
  Row& Range(int64_t default_value, int64_t minimum, int64_t maximum,
             XenRule below, XenRule above) {
    row_.default_value = default_value;
    row_.minimum = minimum;
    row_.maximum = maximum;
    row_.below = below;
    row_.above = above;
    return *this;
  }
  Row& ZeroIsOff() {
    row_.zero_is_off = true;
    return *this;
  }
  Row& OneOf(Words words) {
    row_.words = std::move(words);
    return *this;
  }

  XenOption Done(XenSection section) const {
    XenOption row = row_;
    row.section = section;
    return row;
  }

 private:
  XenOption row_;
};

std::vector<Row> GenericOptions() {
  return {
      Row("sched", XenType::kString, "name")
          .Reads("credit2", "a name: list schedulers", "credit2, message")
          .Part("the scheduler of pool 0")
          .Sets(XenTarget::kScheduler),
      Row("sched-gran", XenType::kWord, "word")
          .Reads("cpu", "cpu, core, socket")
          .Part("how many pCPUs are scheduled as one")
          .On(kX86)
          .Sets(XenTarget::kGranularity)
          .OneOf({"cpu", "core", "socket"}),
      Row("sched_ratelimit_us", XenType::kSigned, "us")
          .Reads("1000", "0 (off), 100..500000", "1000, warning")
          .Part("no preemption before; credit: at most its slice")
          .Sets({"credit", "credit2"}, "ratelimit_us")
          .Range(1000, 100, 500'000, kDefault, kDefault)
          .ZeroIsOff(),
      Row("sched_smt_power_savings", XenType::kBool, "bool")
          .Reads("false", "bool")
          .Part("fill busy cores first")
          .Sets({"credit", "credit2"}, "smt_power_savings"),
      Row("dom0_vcpus_pin", XenType::kBool, "bool")
          .Reads("false", "bool")
          .Part("dom0: hard affinity of each vCPU"),
      Row("dom0_max_vcpus", XenType::kIntOrRange, "vCPUs")
          .Reads("all pCPUs", "N, MIN-MAX", "clamped")
          .Part("dom0: how many vCPUs"),
      Row("dom0_nodes", XenType::kNodeList, "list")
          .Reads("none, strict", "PXM ids, relaxed, strict")
          .Part("dom0: hard (strict) or soft affinity")
          .On(kX86),
      Row("maxcpus", XenType::kUnsigned, "pCPUs")
          .Reads("all", ">= 1", "as given")
          .Part("how many pCPUs are brought up"),
      Row("smt", XenType::kBool, "bool")
          .Reads("true", "bool")
          .Part("threads of the topology")
          .On(kX86),
  };
}

std::vector<Row> CreditOptions() {
  return {
      Row("sched_credit_tslice_ms", XenType::kUnsigned, "ms")
          .Reads("30", "1..1000", "30, warning")
          .Part("time slice, and period of the accounting")
          .Sets({"credit"}, "tslice_ms")
          .Range(30, 1, 1000, kDefault, kDefault),
      Row("vcpu_migration_delay", XenType::kUnsigned, "us")
          .Reads("0", "0..100000", "0, warning")
          .Part("cache-hot vCPUs are not stolen")
          .Sets({"credit"}, "migrate_delay_us")
          .Range(0, 0, 100'000, kKeep, kDefault),
      Row("load-balance-ratelimit", XenType::kUnsigned, "us")
          .Reads("1000", "0..1000000", "1000000, warning")
          .Part("how often a pCPU looks for work to steal")
          .Sets({"credit"}, "load_balance_ratelimit_us")
          .Range(1000, 0, 1'000'000, kKeep, kClip),
      Row("tickle_one_idle_cpu", XenType::kBool, "bool")
          .Reads("true", "bool")
          .Part("a wake-up tickles one idle pCPU, not all")
          .Sets({"credit"}, "tickle_one_idle"),
  };
}

std::vector<Row> Credit2Options() {
  const Words credit2 = {"credit2"};
  return {
      Row("credit2_runqueue", XenType::kWord, "word")
          .Reads("socket", "cpu, core, socket, node, all")
          .Part("which pCPUs share a run queue")
          .Sets(credit2, "runqueue")
          .OneOf({"cpu", "core", "socket", "node", "all"}),
      // 0 is a division by zero in Xen.
      Row("sched_credit2_max_cpus_runqueue", XenType::kUnsigned, "pCPUs")
          .Reads("16", ">= 1", "0: an error; > 4096: 4096")
          .Part("largest run queue")
          .Sets(credit2, "max_cpus_runqueue")
          .Range(16, 1, Topology::kMaxPcpus, kReject, kClip),
      Row("sched_credit2_migrate_resist", XenType::kUnsigned, "us")
          .Reads("500", "any", "as given")
          .Part("reluctance to change the run queue")
          .Sets(credit2, "migrate_resist_us"),
      Row("credit2_balance_under", XenType::kSigned, "shift")
          .Reads("0", "exponent P + it >= 0", "an error")
          .Part("imbalance tolerated below capacity")
          .Sets(credit2, "balance_under"),
      Row("credit2_balance_over", XenType::kSigned, "shift")
          .Reads("-3", "exponent P + it >= 0", "an error")
          .Part("imbalance tolerated above capacity")
          .Sets(credit2, "balance_over"),
      Row("credit2_load_window_shift", XenType::kUnsigned, "bits")
          .Reads("30", "11..73", "< 11: 30, warning; > 73: an error")
          .Part("window of the load average")
          .Sets(credit2, "load_window_shift")
          .Range(30, 11, 73, kDefault, kReject),
      Row("credit2_load_precision_shift", XenType::kUnsigned, "bits")
          .Reads("18", ">= 4", "4, warning")
          .Part("P, the precision of the load")
          .Sets(credit2, "load_precision_shift")
          .Range(18, 4, kMaxU32, kClip, kKeep),
      Row("credit2_cap_period_ms", XenType::kUnsigned, "ms")
          .Reads("10", ">= 1", "10, warning")
          .Part("period in which a cap's budget is refilled")
          .Sets(credit2, "cap_period_ms")
          .Range(10, 1, kMaxU32, kDefault, kKeep),
  };
}

std::vector<Row> ClockOptions() {
  return {
      Row("timer_slop", XenType::kUnsigned, "ns")
          .Reads("50000", "any", "as given")
          .Part("timers are armed at clock + slop at the earliest"),
      Row("vwfi", XenType::kAnyWord, "word")
          .Reads("trap", "native; all else: trap", "trap, silently")
          .Part("what a guest's WFI does")
          .On(kArm)
          .Sets(XenTarget::kVwfi)
          .OneOf({"trap", "native"}),
      Row("tsc", XenType::kWord, "word")
          .Reads("none", "unstable, skewed, stable:socket")
          .Part("what the TSC is trusted for")
          .On(kX86)
          .OneOf({"unstable", "skewed", "stable:socket"}),
      Row("clocksource", XenType::kString, "name")
          .Reads("automatic", "pit, hpet, acpi, tsc", "automatic, warning")
          .Part("the platform timer")
          .On(kX86)
          .OneOf({"pit", "hpet", "acpi", "tsc"}),
      Row("tdt", XenType::kBool, "bool")
          .Reads("true", "bool")
          .Part("TSC-deadline timer, if there is one")
          .On(kX86),
      Row("rcu-idle-timer-period-ms", XenType::kUnsigned, "ms")
          .Reads("10", "1..100", "10, warning")
          .Part("first period of the RCU timer of idle pCPUs")
          .Range(10, 1, 100, kDefault, kDefault),
  };
}

std::vector<Row> IdleOptions() {
  return {
      Row("hpet", XenType::kFree, "list")
          .Reads("used", "bool or list", "as given")
          .Part("wake-up source of deep C-states")
          .On(kX86),
      Row("hpetbroadcast", XenType::kBool, "bool")
          .Reads("false", "bool")
          .Part("wake-up source of deep C-states")
          .On(kX86),
      Row("cpuidle", XenType::kBool, "bool")
          .Reads("true", "bool")
          .Part("choice of the idle driver")
          .On(kX86),
      Row("mwait-idle", XenType::kBool, "bool")
          .Reads("true", "bool")
          .Part("choice of the idle driver")
          .On(kX86),
      Row("max_cstate", XenType::kIntList, "ints")
          .Reads("unlimited", "int[,int]; 0: none")
          .Part("deepest C-state")
          .On(kX86),
      Row("ple_gap", XenType::kUnsigned, "cycles")
          .Reads("128", "any; 0: off", "as given")
          .Part("a PAUSE loop becomes a yield (Intel)")
          .On(kX86),
      Row("ple_window", XenType::kUnsigned, "cycles")
          .Reads("4096", "any", "as given")
          .Part("a PAUSE loop becomes a yield (Intel)")
          .On(kX86),
      Row("(AMD pause filter)", XenType::kFixed, "count")
          .Reads("4000", "fixed, threshold 1000", "-")
          .Part("a PAUSE loop becomes a yield")
          .On(kX86),
      Row("cpufreq", XenType::kFree, "list")
          .Reads("xen", "list", "as given")
          .Part("speed of the pCPUs; governor ondemand"),
  };
}

void Append(const std::vector<Row>& rows, XenSection section,
            std::vector<XenOption>& table) {
  for (const Row& row : rows) table.push_back(row.Done(section));
}

}  // namespace

absl::string_view XenSectionName(XenSection section) {
  constexpr absl::string_view kNames[] = {"scheduler selection, generic",
                                          "credit", "credit2",
                                          "timers, idle, clock"};
  return kNames[static_cast<int>(section)];
}

const std::vector<XenOption>& XenOptions() {
  static const auto* const kTable = [] {
    auto* table = new std::vector<XenOption>;
    Append(GenericOptions(), XenSection::kGeneric, *table);
    Append(CreditOptions(), XenSection::kCredit, *table);
    Append(Credit2Options(), XenSection::kCredit2, *table);
    Append(ClockOptions(), XenSection::kTimers, *table);
    Append(IdleOptions(), XenSection::kTimers, *table);
    return table;
  }();
  return *kTable;
}

const XenOption* FindXenOption(absl::string_view name) {
  for (const XenOption& option : XenOptions()) {
    if (option.name == name && option.type != XenType::kFixed) return &option;
  }
  return nullptr;
}

const XenOption* FindXenOptionOf(absl::string_view scheduler,
                                 absl::string_view parameter) {
  for (const XenOption& option : XenOptions()) {
    if (option.target == XenTarget::kParameter &&
        option.parameter == parameter &&
        absl::c_linear_search(option.schedulers, scheduler)) {
      return &option;
    }
  }
  return nullptr;
}

absl::string_view NearestXenOption(absl::string_view name) {
  std::vector<absl::string_view> names;
  for (const XenOption& option : XenOptions()) {
    if (option.type != XenType::kFixed) names.push_back(option.name);
  }
  return NearestWord(name, names);
}

}  // namespace xenotime
