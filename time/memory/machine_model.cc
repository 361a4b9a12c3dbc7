#include "xenotime/time/memory/machine_model.h"

#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace xenotime {
namespace {

constexpr int64_t kMostCycles = 1'000'000'000;
constexpr uint32_t kMostCpus = 64;

struct Named {
  absl::string_view name;
  int64_t value;
  bool needed;  // may not be 0
};

}  // namespace

int64_t MachineModel::LineCost(uint32_t from, uint32_t to) const {
  if (from == to) return 0;
  if (from / threads == to / threads) return line_same_core;
  const uint32_t per_die = threads * cores;
  if (from / per_die == to / per_die) return line_same_die;
  const uint32_t per_socket = per_die * dies;
  if (from / per_socket == to / per_socket) return line_other_die;
  return line_other_socket;
}

absl::Status CheckModel(const MachineModel& model) {
  for (const uint32_t size :
       {model.sockets, model.dies, model.cores, model.threads}) {
    if (size < 1 || size > kMostCpus) {
      return absl::InvalidArgumentError(
          absl::StrCat("topology: ", size, " is not valid; give 1..", kMostCpus,
                       " sockets, dies, cores and threads"));
    }
  }
  if (model.cpus() > kMostCpus) {
    return absl::InvalidArgumentError(absl::StrCat(
        "topology: ", model.cpus(), " CPUs; give at most ", kMostCpus));
  }
  for (const Named& cost : std::initializer_list<Named>{
           {"line_same_core", model.line_same_core, model.threads > 1},
           {"line_same_die", model.line_same_die, model.cores > 1},
           {"line_other_die", model.line_other_die, model.dies > 1},
           {"line_other_socket", model.line_other_socket, model.sockets > 1},
           {"locked", model.locked, false},
           {"tsc_read", model.tsc_read, false},
           {"tsc_write", model.tsc_write, false},
           {"tsc_lead", model.tsc_lead, false},
           {"platform_read", model.platform_read, false},
           {"cold_exit", model.cold_exit, false},
           {"ipi", model.ipi, false},
           {"noise", model.noise, false}}) {
    if (cost.value < 0 || cost.value > kMostCycles) {
      return absl::InvalidArgumentError(
          absl::StrCat(cost.name, ": ", cost.value,
                       " cycles is not valid; give 0..", kMostCycles));
    }
    if (cost.needed && cost.value == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(cost.name,
                       ": it is 0, but there are CPUs at that distance; give "
                       "the cycles of one way of a cache line"));
    }
  }
  return absl::OkStatus();
}

}  // namespace xenotime
