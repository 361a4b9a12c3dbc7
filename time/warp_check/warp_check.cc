#include "xenotime/time/warp_check/warp_check.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/time/cpu.h"
#include "xenotime/time/host_cores.h"
#include "xenotime/time/memory/native_cpu.h"
#include "xenotime/time/memory/task.h"
#include "xenotime/time/warp_check/warp_loop.h"

namespace xenotime {
namespace {

absl::Status CheckOptions(const WarpCheckOptions& options, size_t cores) {
  const size_t cpus = options.tsc_offsets.size();
  if (cpus < 2 || cpus > cores) {
    return absl::InvalidArgumentError(
        absl::StrCat("tsc_offsets: ", cpus, " CPUs, and there are ", cores,
                     " cores that this process may use; give 2..", cores));
  }
  if (options.ticks == 0) {
    return absl::InvalidArgumentError("ticks: 0; give the ticks of 20 ms");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<WarpVerdict> CheckWarpOnThreads(
    const WarpCheckOptions& options) {
  const std::vector<int> cores = AllowedCores();
  const absl::Status status = CheckOptions(options, cores.size());
  if (!status.ok()) return status;
  const auto cpus = static_cast<uint32_t>(options.tsc_offsets.size());
  auto block = std::make_unique<WarpBlock<NativeCpu::Word>>();
  std::atomic<uint32_t> arrived{0};
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < cpus; ++i) {
    threads.emplace_back([&, i] {
      PinToCore(cores[i]);
      NativeCpu cpu;
      cpu.set_offset(static_cast<uint64_t>(options.tsc_offsets[i]));
      Task task = WarpLoop(cpu, *block, options.ticks);
      arrived.fetch_add(1);
      while (arrived.load() != cpus) CpuRelax();
      task.Resume();
    });
  }
  for (std::thread& thread : threads) thread.join();
  return WarpVerdict{.max_warp = block->max_warp.load(),
                     .warps = block->warps.load()};
}

}  // namespace xenotime
