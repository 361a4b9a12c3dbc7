#include "xenotime/cli/explain_text.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/cli/duration_text.h"
#include "xenotime/cli/table.h"

namespace xenotime {
namespace {

constexpr size_t kMostCandidates = 16;

std::string Time(Instant t) { return absl::StrCat(Thousands(t.ns()), " ns"); }

std::string Name(const Explanation& e, VcpuId v) {
  return e.subjects.NameOf(v);
}

std::string StateText(const Explanation& e) {
  if (!e.exists) {
    return "it does not exist then: its domain is not created, or destroyed\n";
  }
  std::string text =
      absl::StrCat(RunStateName(e.state), " since ", Time(e.since),
                   ", on pCPU ", e.pcpu.value(), ", where ",
                   e.current == e.vcpu ? "it is" : Name(e, e.current),
                   e.current == e.vcpu ? "" : " is", " current\n");
  if (!e.withheld.empty()) {
    absl::StrAppend(&text, "it may not run: ", absl::StrJoin(e.withheld, ", "),
                    "\n");
  }
  if (!e.policy_state.empty()) {
    absl::StrAppend(&text, "policy: ", e.policy_state, "\n");
  }
  return text;
}

// "preempted" says more than "switched out".
std::string RoleText(const Explanation& e, const ExplainedDecision& d) {
  std::string text =
      absl::StrCat(Name(e, e.vcpu), " was ", DecisionRoleName(d.role));
  if (d.role == DecisionRole::kSwitchedOut && d.reason.has_value()) {
    absl::StrAppend(&text, " (", SwitchReasonName(*d.reason), ")");
  }
  return text;
}

std::string RequestsText(const ExplainedDecision& d) {
  if (d.requests.empty()) return "  asked for by nobody on record\n";
  std::string text;
  for (const DecisionRequests::Request& r : d.requests) {
    absl::StrAppend(&text, "  asked for: ", r.who);
    if (r.time != d.time) absl::StrAppend(&text, ", at ", Time(r.time));
    text += "\n";
  }
  return text;
}

std::string CandidatesText(const Explanation& e, const ExplainedDecision& d) {
  if (d.candidates.empty()) return "";
  Table table({{"  CANDIDATE", Table::Align::kLeft},
               {"STATE BEFORE", Table::Align::kLeft},
               {"VERDICT", Table::Align::kLeft}});
  size_t hidden = 0;
  for (size_t i = 0; i < d.candidates.size(); ++i) {
    const ExplainedCandidate& c = d.candidates[i];
    if (i >= kMostCandidates && c.vcpu != e.vcpu) {
      ++hidden;
      continue;
    }
    table.AddRow({absl::StrCat("  ", Name(e, c.vcpu)), c.state, c.verdict});
  }
  std::string text = table.ToString();
  if (hidden != 0) absl::StrAppend(&text, "  and ", hidden, " more\n");
  return text;
}

std::string DecisionText(const Explanation& e, const ExplainedDecision& d) {
  std::string text =
      absl::StrCat("at ", Time(d.time), " on pCPU ", d.pcpu.value(), " (",
                   d.scheduler, "): ", RoleText(e, d), "\n", RequestsText(d));
  absl::StrAppend(&text, "  ", Name(e, d.previous), " -> ", Name(e, d.next));
  if (d.reason.has_value() && d.previous.valid()) {
    absl::StrAppend(&text, ", ", Name(e, d.previous),
                    " left: ", SwitchReasonName(*d.reason));
  }
  if (d.migrated) text += ", taken from another pCPU";
  absl::StrAppend(
      &text,
      d.slice < Duration()
          ? ", no time limit"
          : absl::StrCat(", for at most ", Thousands(d.slice.ns()), " ns"),
      "\n", CandidatesText(e, d));
  if (!d.rule.empty()) absl::StrAppend(&text, "  rule: ", d.rule, "\n");
  return text;
}

}  // namespace

std::string ExplainText(const Explanation& e) {
  std::string text = absl::StrCat(e.scenario, ": scheduler ", e.scheduler,
                                  ", seed ", e.seed, "\nvCPU ", Name(e, e.vcpu),
                                  " at ", Time(e.at), ": ", StateText(e));
  if (e.before.has_value()) {
    absl::StrAppend(&text, "\nThe last decision that concerned it, ",
                    DecisionText(e, *e.before));
  } else {
    text += "\nNo decision had concerned it until then.\n";
  }
  if (e.after.has_value()) {
    absl::StrAppend(&text, "\nThe next one, ", DecisionText(e, *e.after));
  } else {
    text += "\nNo decision concerned it from then on.\n";
  }
  return text;
}

}  // namespace xenotime
