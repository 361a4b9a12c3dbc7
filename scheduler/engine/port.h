#ifndef XENOTIME_SCHEDULER_ENGINE_PORT_H_
#define XENOTIME_SCHEDULER_ENGINE_PORT_H_

#include "xenotime/scheduler/engine/engine.h"

namespace xenotime {

// One pool's side of the engine towards its policy.
class Engine::Port final : public PolicyHost {
 public:
  Port(Engine& engine, PoolId pool, const MachineView& view)
      : engine_(engine), pool_(pool), view_(view) {}

  const MachineView& machine() const override { return view_; }
  void Tickle(const HookContext& context, PcpuId p) override;
  void Retry(const HookContext& context) override;
  void Assign(const HookContext& context, VcpuId v, PcpuId p) override;
  void Pause(const HookContext& context, VcpuId v) override;
  void Unpause(const HookContext& context, VcpuId v) override;
  void Park(const HookContext& context, VcpuId v) override;
  void Unpark(const HookContext& context, VcpuId v) override;
  void RequestMigration(const HookContext& context, VcpuId v) override;
  TimerId AddTimer(PcpuId p, TimerScope scope) override;
  void SetTimer(TimerId timer, Instant deadline) override;
  void StopTimer(TimerId timer) override;
  void MoveTimer(TimerId timer, PcpuId p) override;
  bool TryLock(const HookContext& context, PcpuId p) override;
  void Unlock(const HookContext& context, PcpuId p) override;
  void Defer(const HookContext& context) override;
  void Note(const HookContext& context, uint8_t code, VcpuId v,
            int64_t value) override;

 private:
  Engine& engine_;
  const PoolId pool_;
  const MachineView& view_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_ENGINE_PORT_H_
