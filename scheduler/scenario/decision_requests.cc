#include "xenotime/scheduler/scenario/decision_requests.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace xenotime {

DecisionRequests::DecisionRequests(const TraceSubjects& subjects)
    : subjects_(subjects), requests_(subjects.pcpus), causes_(subjects.pcpus) {}

void DecisionRequests::Append(PcpuId /*executing*/, const TraceEvent& event) {
  switch (event.kind) {
    case TraceKind::kTickle:
      return Tickle(event);
    case TraceKind::kBlock:
      return Ask(event.pcpu, event.time,
                 absl::StrCat(Name(event.vcpu), " blocks"));
    case TraceKind::kYield:
      return Ask(event.pcpu, event.time,
                 absl::StrCat(Name(event.vcpu), " yields"));
    case TraceKind::kWake:
      return Did(event, absl::StrCat("the wake of ", Name(event.vcpu)));
    case TraceKind::kSleep:
      return Did(event, absl::StrCat(Name(event.vcpu), " was put to sleep"));
    case TraceKind::kUnpark:
      return Did(event, absl::StrCat(Name(event.vcpu), " was given back"));
    case TraceKind::kPark:
      return Did(event, absl::StrCat(Name(event.vcpu), " was withheld"));
    case TraceKind::kSwitch: {
      const VcpuId from(static_cast<uint32_t>(event.arg));
      return Did(event, absl::StrCat("its switch from ", Name(from), " to ",
                                     Name(event.vcpu)));
    }
    default:
      return;
  }
}

void DecisionRequests::Tickle(const TraceEvent& event) {
  std::string who = absl::StrCat("tickle by pCPU ", event.pcpu);
  if (event.vcpu.valid()) {
    absl::StrAppend(&who, " after the wake of ", Name(event.vcpu));
  } else if (event.pcpu < causes_.size()) {
    const Cause& cause = causes_[event.pcpu];
    if (cause.epoch == epoch_ && cause.time == event.time) {
      absl::StrAppend(&who, " after ", cause.what);
    }
  }
  Ask(event.arg, event.time, std::move(who));
}

void DecisionRequests::Did(const TraceEvent& event, std::string what) {
  if (event.pcpu >= causes_.size()) return;
  causes_[event.pcpu] = {epoch_, event.time, std::move(what)};
}

void DecisionRequests::Ask(uint64_t pcpu, Instant time, std::string who) {
  constexpr size_t kMost = 8;
  if (pcpu >= requests_.size()) return;
  std::vector<Request>& list = requests_[pcpu];
  for (const Request& known : list) {
    if (known.time == time && known.who == who) return;
  }
  if (list.size() == kMost) list.erase(list.begin());
  list.push_back({time, std::move(who)});
}

std::vector<DecisionRequests::Request> DecisionRequests::Take(PcpuId pcpu) {
  ++epoch_;
  return std::exchange(requests_[pcpu.value()], {});
}

}  // namespace xenotime
