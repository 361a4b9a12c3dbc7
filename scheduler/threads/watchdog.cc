#include "xenotime/scheduler/threads/watchdog.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/scheduler/threads/pcpu_thread.h"

namespace xenotime {
namespace {

constexpr size_t kTailRecords = 40;
constexpr const char* kActivityNames[] = {"not started", "busy", "waiting",
                                          "finished"};

}  // namespace

Watchdog::Watchdog(const ThreadsMachine& machine)
    : machine_(machine),
      pcpus_(machine.pcpus.size()),
      vcpus_(machine.engine->vcpus()) {}

bool Watchdog::FindHang(Instant now) {
  if (machine_.options.watchdog <= Duration()) return false;
  for (size_t i = 0; i < pcpus_.size(); ++i) {
    const uint64_t progress = machine_.pcpus[i]->progress();
    const bool moved = progress != pcpus_[i].progress;
    pcpus_[i].progress = progress;
    if (Confirmed(pcpus_[i], !moved && Suspicious(i, now), now)) {
      finding_ = absl::StrCat("pCPU ", i, " passes no safe point");
      return true;
    }
  }
  for (size_t i = 0; i < vcpus_.size(); ++i) {
    if (Confirmed(vcpus_[i], LostWakeup(i), now)) {
      finding_ = absl::StrCat("vCPU ", i,
                              " is blocked although an event that "
                              "it waits for is pending");
      return true;
    }
  }
  return false;
}

bool Watchdog::Confirmed(Suspicion& suspicion, bool seen, Instant now) const {
  if (!seen) {
    suspicion.since = Instant::Never();
  } else if (suspicion.since == Instant::Never()) {
    suspicion.since = now;
  }
  return seen && now - suspicion.since >= machine_.options.watchdog;
}

bool Watchdog::Suspicious(size_t i, Instant now) {
  PcpuThread& pcpu = *machine_.pcpus[i];
  if (pcpu.activity() != PcpuThread::Activity::kWaiting) return true;
  return machine_.bells[i].HasUnnoticed() || pcpu.timers().NextDeadline() < now;
}

bool Watchdog::LostWakeup(size_t i) const {
  const Vcpu& v = machine_.engine->vcpu(VcpuId(static_cast<uint32_t>(i)));
  return v.Has(kPauseBlocked) &&
         (v.pending.load(std::memory_order_relaxed) &
          v.wait_mask.load(std::memory_order_relaxed)) != 0;
}

absl::Status Watchdog::Report() const {
  std::string text = absl::StrCat("the machine hung: ", finding_);
  for (size_t i = 0; i < pcpus_.size(); ++i) {
    absl::StrAppend(&text, "\n", DescribePcpu(i));
  }
  if (machine_.trace != nullptr) {
    absl::StrAppend(&text, "\nlast records of the trace:\n",
                    absl::StrJoin(machine_.trace->Tail(kTailRecords), "\n"));
  }
  return absl::InternalError(text);
}

std::string Watchdog::DescribePcpu(size_t i) const {
  PcpuThread& pcpu = *machine_.pcpus[i];
  return absl::StrCat(
      "pCPU ", i, ": ", kActivityNames[static_cast<int>(pcpu.activity())], ", ",
      pcpu.progress(), " steps",
      machine_.bells[i].HasUnnoticed() ? ", doorbell rang" : "",
      ", next timer at ", pcpu.timers().NextDeadline().ns(), " ns");
}

}  // namespace xenotime
