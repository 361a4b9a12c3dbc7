#ifndef XENOTIME_SCHEDULER_POLICY_REGISTRY_H_
#define XENOTIME_SCHEDULER_POLICY_REGISTRY_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/time/types.h"

namespace xenotime {

// One parameter of a policy: its name in scenarios, unit, default and range.
struct PolicyParameter {
  std::string name;  // Xen's spelling
  std::string unit;  // "ms", "us", "0/1", "word" ...
  int64_t default_value = 0;
  int64_t minimum = 0;
  int64_t maximum = 0;
  // Zero is legal although it is below the minimum ("off").
  bool zero_is_off = false;
  std::string help;
  // For words: the value is an index into these.
  std::vector<std::string> words = {};
};

// Values for the parameters of one policy, by position in its table.
class PolicyParameters {
 public:
  explicit PolicyParameters(const std::vector<PolicyParameter>& table);

  // Sets `name` from text; the error names the parameter, the text, and what
  // would be valid. Words, 0/1 and decimal integers are understood.
  absl::Status Set(std::string_view name, std::string_view text);

  // REQUIRES: `name` is in the table.
  int64_t Get(std::string_view name) const;

 private:
  const std::vector<PolicyParameter>* table_;
  std::vector<int64_t> values_;
};

// What to do with a domain's cap above 100 percent times its vCPUs.
enum class CapRule : uint8_t {
  kIgnored,  // the policy has no caps
  kWarn,     // the hypervisor does not check it
  kReject,   // the hypervisor refuses it
};

// A policy that can be chosen by name.
struct PolicyInfo {
  std::string name;
  std::string summary;  // one line
  std::vector<PolicyParameter> parameters;
  CapRule cap_rule = CapRule::kIgnored;
  bool real_time = false;  // vCPUs have RealTimeParameters
  bool frames = false;     // a pool has a FrameTable
  std::function<std::unique_ptr<Policy>(PolicyHost&, const PolicyParameters&)>
      make;
  // What is odd about values that are valid one by one ("ratelimit_us above
  // tslice_ms ..."), "" if nothing. May be empty.
  std::function<std::string(const PolicyParameters&)> warn = {};
  // How long the windows are, one after the other from the start, in which it
  // enforces caps. Empty: it has none, or they are not to be judged.
  std::function<Duration(const PolicyParameters&)> cap_window = {};
};

// The policies that a program knows: an explicit table, filled by its main
// function (see BuiltinPolicies), no static initialisers. A user's own policy
// is added with Add. Thread rule: fill it first, then read it from anywhere.
class PolicyRegistry {
 public:
  // REQUIRES: no policy of this name yet.
  void Add(PolicyInfo info);

  // The error lists the known names.
  absl::StatusOr<const PolicyInfo*> Find(std::string_view name) const;
  const std::vector<std::unique_ptr<PolicyInfo>>& policies() const {
    return policies_;
  }

 private:
  std::vector<std::unique_ptr<PolicyInfo>> policies_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICY_REGISTRY_H_
