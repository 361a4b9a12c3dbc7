#include "xenotime/proto/convert/action_convert.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/proto/convert/adjustment_convert.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using Kind = AdminAction::Kind;

static_assert(static_cast<int>(Kind::kAdjust) == proto::ACTION_KIND_ADJUST);
static_assert(static_cast<int>(Kind::kUnpause) == proto::ACTION_KIND_UNPAUSE);
static_assert(static_cast<int>(Kind::kPlug) == proto::ACTION_KIND_PLUG);
static_assert(static_cast<int>(Kind::kSetFrames) ==
              proto::ACTION_KIND_SET_FRAMES);

absl::Status Error(absl::string_view field, absl::string_view message) {
  return absl::InvalidArgumentError(absl::StrCat(field, ": ", message));
}

absl::Status ReadSubject(const proto::Action& message, AdminAction& action) {
  if (message.has_domain()) {
    action.domain = message.domain();
  } else if (message.has_vcpu()) {
    const absl::StatusOr<VcpuName> name = ParseVcpuName(message.vcpu());
    if (!name.ok()) return Error(".vcpu", name.status().message());
    action.domain = name->domain;
    action.vcpu = name->index;
  } else if (action.OfDomain()) {
    return Error("", "it names nothing; give domain or vcpu");
  }
  return absl::OkStatus();
}

absl::Status ReadList(absl::string_view field, const std::string& text,
                      uint32_t pcpus, PcpuList& out) {
  absl::StatusOr<PcpuList> list = ParsePcpuList(text, pcpus);
  if (!list.ok()) return Error(field, list.status().message());
  out = *std::move(list);
  return absl::OkStatus();
}

absl::Status ReadLists(const proto::Action& message, uint32_t pcpus,
                       AdminAction& action) {
  absl::Status status;
  if (message.has_hard()) {
    status = ReadList(".hard", message.hard(), pcpus, action.hard.emplace());
  }
  if (status.ok() && message.has_soft()) {
    status = ReadList(".soft", message.soft(), pcpus, action.soft.emplace());
  }
  if (status.ok() && message.has_pcpus()) {
    status = ReadList(".pcpus", message.pcpus(), pcpus, action.pcpus);
  }
  return status;
}

}  // namespace

absl::StatusOr<AdminAction> ActionFromProto(const proto::Action& message,
                                            uint32_t pcpus) {
  AdminAction action;
  action.at = Instant(message.at_ns());
  if (!proto::ActionKind_IsValid(message.kind())) {
    return Error(".kind", absl::StrCat(static_cast<int>(message.kind()),
                                       " is no kind; give one by name"));
  }
  action.kind = static_cast<Kind>(message.kind());
  absl::Status status = ReadSubject(message, action);
  if (status.ok()) status = ReadLists(message, pcpus, action);
  if (!status.ok()) return status;
  if (message.has_weight()) action.weight = message.weight();
  if (message.has_cap()) action.cap = message.cap();
  if (message.has_period_ns()) action.period = Duration(message.period_ns());
  if (message.has_budget_ns()) action.budget = Duration(message.budget_ns());
  if (message.has_extratime()) action.extratime = message.extratime();
  if (message.has_frames()) {
    absl::StatusOr<FrameTable> frames = FramesFromProto(message.frames());
    if (!frames.ok()) return Error(".frames", frames.status().message());
    action.frames = *std::move(frames);
  }
  action.pool = message.pool();
  action.restore_affinity = message.restore_affinity();
  return action;
}

void ActionToProto(const AdminAction& action, uint32_t pcpus,
                   proto::Action& message) {
  message.set_at_ns(action.at.ns());
  if (action.kind != Kind::kAdjust) {
    message.set_kind(static_cast<proto::ActionKind>(action.kind));
  }
  if (action.vcpu) {
    message.set_vcpu(FormatVcpuName(action.domain, *action.vcpu));
  } else if (action.OfDomain()) {
    message.set_domain(action.domain);
  }
  if (action.weight) message.set_weight(*action.weight);
  if (action.cap) message.set_cap(*action.cap);
  if (action.hard) message.set_hard(FormatPcpuList(*action.hard, pcpus));
  if (action.soft) message.set_soft(FormatPcpuList(*action.soft, pcpus));
  if (action.period) message.set_period_ns(action.period->ns());
  if (action.budget) message.set_budget_ns(action.budget->ns());
  if (action.extratime) message.set_extratime(*action.extratime);
  if (action.pool != 0) message.set_pool(action.pool);
  if (!action.pcpus.empty()) {
    message.set_pcpus(FormatPcpuList(action.pcpus, pcpus));
  }
  if (action.kind == Kind::kSetFrames) {
    FramesToProto(action.frames, *message.mutable_frames());
  }
  if (action.restore_affinity) message.set_restore_affinity(true);
}

}  // namespace xenotime
