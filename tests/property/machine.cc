#include "xenotime/tests/property/machine.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/guest/phases.h"
#include "xenotime/scheduler/sim/executor.h"
#include "xenotime/scheduler/trace/hash_sink.h"
#include "xenotime/scheduler/trace/tee_sink.h"
#include "xenotime/tests/property/trace_checker.h"

namespace xenotime {
namespace {

constexpr uint32_t kDomains = 3;
constexpr DomainId kLateDomain(kDomains - 1);

GuestOp Op(GuestOp::Kind kind, int64_t ns = 0, VcpuId target = {}) {
  GuestOp op;
  op.kind = kind;
  op.duration = Nanoseconds(ns);
  op.target = target;
  return op;
}

// One execution of a list.
class Machine {
 public:
  explicit Machine(const MachineSpec& spec)
      : spec_(spec),
        vcpus_(kDomains * spec.vcpus_per_domain),
        checker_(spec.shape.pcpus(), vcpus_,
                 spec.resource > 1 ? TraceChecker::Masks::kOfResources
                                   : TraceChecker::Masks::kOfPcpus),
        sink_({&checker_, &hash_}),
        sim_(Topology(spec.shape), Config()),
        steps_(vcpus_),
        paused_(vcpus_) {
    Boot();
  }

  // Returns what went wrong.
  std::string Play(const Instructions& list) {
    for (const Instruction& instruction : list) {
      std::visit([this](const auto& i) { Add(i); }, instruction);
    }
    for (uint32_t v = 0; v < vcpus_; ++v) {
      // Some CPU time in each round, or the simulation would not advance.
      steps_[v].push_back(Op(GuestOp::Kind::kRun, 100'000));
      sim_.SetProgram(VcpuId(v), std::make_unique<PhasesProgram>(steps_[v]),
                      Instant(), v);  // the late ones come when they can
    }
    if (!Costed()) {
      sim_.SetSnapshot(Microseconds(100), [this](Instant) { Look(); });
    }
    sim_.RunUntil(at_ + Milliseconds(40));
    CheckEnd();
    return failure_.empty() ? checker_.failure() : failure_;
  }

  uint64_t hash() const { return hash_.hash(); }
  int64_t events() const { return sim_.events(); }

 private:
  SimConfig Config() {
    SimConfig config;
    config.models = spec_.models;
    config.seed = spec_.seed;
    config.trace = &sink_;
    config.vcpu_capacity = vcpus_;
    return config;
  }
  bool Costed() const { return !(spec_.models == SimModels()); }

  void Boot() {
    Engine& engine = sim_.engine();
    pools_.push_back(engine.AddPool(spec_.make_policy));
    if (spec_.make_neighbour) {
      pools_.push_back(engine.AddPool(spec_.make_neighbour));
    }
    for (uint32_t p = 0; p < spec_.shape.pcpus(); ++p) {
      engine.AddPcpu(sim_.BootContext(), PickPool(p / spec_.resource),
                     PcpuId(p));
    }
    sim_.Drain();
    for (uint32_t d = 0; d < kLateDomain.value(); ++d) {
      const DomainId domain = engine.CreateDomain(PickPool(d), d + 1);
      for (uint32_t v = 0; v < spec_.vcpus_per_domain; ++v) {
        engine.CreateVcpu(sim_.BootContext(), domain);
      }
      engine.AdjustDomain(sim_.BootContext(), domain, 256, 0);
      sim_.Drain();
    }
    engine.ReserveDomain(kDomains, spec_.vcpus_per_domain);
    for (const PoolId pool : pools_) {
      engine.SetFrames(sim_.BootContext(), pool, Frames());
    }
  }
  // A minor frame for each vCPU, each longer than the last, and some rest.
  FrameTable Frames() const {
    FrameTable table;
    for (uint32_t v = 0; v < vcpus_; ++v) {
      const Duration runtime = Microseconds(50 * (v + 1));
      table.entries.push_back({v / spec_.vcpus_per_domain + 1,
                               v % spec_.vcpus_per_domain, runtime});
      table.major += runtime;
    }
    table.major += Microseconds(30);
    return table;
  }

  VcpuId Pick(uint32_t v) const { return VcpuId(v % vcpus_); }
  PoolId PickPool(uint32_t pool) const { return pools_[pool % pools_.size()]; }
  // The pCPUs of one resource.
  std::vector<PcpuId> PickPcpus(uint32_t p) const {
    const uint32_t first =
        p % spec_.shape.pcpus() / spec_.resource * spec_.resource;
    std::vector<PcpuId> members;
    for (uint32_t i = 0; i < spec_.resource; ++i) {
      members.push_back(PcpuId(first + i));
    }
    return members;
  }
  void Step(uint32_t v, const GuestOp& op) { steps_[v % vcpus_].push_back(op); }
  template <typename Action>
  void At(Action action) {
    sim_.AddAction(at_, action);
  }
  template <typename Operation>
  void Alone(Operation operation) {
    sim_.AddOperation(at_, operation);
  }
  CpuSet Members(PoolId pool) const {
    CpuSet members(spec_.shape.pcpus());
    for (uint32_t p = 0; p < spec_.shape.pcpus(); ++p) {
      if (sim_.engine().pcpu(PcpuId(p)).pool == pool) members.Add(PcpuId(p));
    }
    return members;
  }
  // Whether a resource can leave its pool.
  bool CanSpare(const std::vector<PcpuId>& pcpus) const {
    const PoolId pool = sim_.engine().pcpu(pcpus[0]).pool;
    return pool.valid() && Members(pool).size() > pcpus.size();
  }
  CpuSet Mask(uint32_t bits) const {
    const uint32_t pcpus = spec_.shape.pcpus();
    CpuSet set(pcpus);
    for (uint32_t p = 0; p < pcpus; ++p) {
      if ((bits >> p & 1) != 0) set.Add(PcpuId(p));
    }
    return set.empty() ? CpuSet::All(pcpus) : set;
  }

  void Add(const Compute& i) { Step(i.vcpu, Op(GuestOp::Kind::kRun, i.ns)); }
  void Add(const Sleep& i) { Step(i.vcpu, Op(GuestOp::Kind::kSleep, i.ns)); }
  void Add(const Wait& i) { Step(i.vcpu, Op(GuestOp::Kind::kWait)); }
  void Add(const Signal& i) {
    Step(i.vcpu, Op(GuestOp::Kind::kSignal, 0, Pick(i.target)));
  }
  void Add(const Yield& i) { Step(i.vcpu, Op(GuestOp::Kind::kYield)); }
  void Add(const Down& i) { Step(i.vcpu, Op(GuestOp::Kind::kDown, i.ns)); }
  void Add(const Advance& i) { at_ += Nanoseconds(i.ns); }
  void Add(const Wake& i) {
    At([this, v = Pick(i.vcpu)](HookContext context) {
      sim_.engine().Signal(context, v, kEventSignal);
    });
  }
  void Add(const Up& i) {
    At([this, v = Pick(i.vcpu)](HookContext context) {
      sim_.engine().Up(context, v);
    });
  }
  void Add(const Pause& i) {
    At([this, v = Pick(i.vcpu)](HookContext context) {
      if (!sim_.engine().vcpu(v).managed) return;
      ++paused_[v.value()];
      sim_.engine().Pause(context, v);
    });
  }
  void Add(const Unpause& i) {
    At([this, v = Pick(i.vcpu)](HookContext context) {
      if (paused_[v.value()] == 0) return;
      --paused_[v.value()];
      sim_.engine().Unpause(context, v);
    });
  }
  void Add(const SetWeight& i) {
    At([this, i](HookContext context) {
      const DomainId domain(i.domain % kDomains);
      if (!sim_.engine().domain(domain).pool.valid()) return;
      sim_.engine().AdjustDomain(context, domain, i.weight, i.cap);
    });
  }
  void Add(const SetAffinity& i) {
    At([this, i](HookContext context) {
      const Engine& engine = sim_.engine();
      const PoolId pool = engine.domain(engine.vcpu(Pick(i.vcpu)).domain).pool;
      const CpuSet hard = Mask(i.hard), soft = Mask(i.soft);
      if (!hard.Intersects(Members(pool))) return;
      sim_.engine().SetAffinity(context, Pick(i.vcpu), &hard, &soft);
    });
  }
  void Add(const SetRealTime& i) {
    At([this, i](HookContext context) {
      sim_.engine().AdjustRealTime(context, Pick(i.vcpu),
                                   {.period = Microseconds(i.period_us),
                                    .budget = Microseconds(i.budget_us),
                                    .extratime = i.extratime});
    });
  }
  void Add(const Create& i) {
    Alone([this, i](HookContext context) {
      if (!std::exchange(created_, true)) {
        sim_.engine().StartDomain(context, kLateDomain, PickPool(i.pool));
      }
      return true;
    });
  }
  void Add(const Destroy&) {
    Alone([this](HookContext context) {
      return sim_.engine().DestroyDomain(context, kLateDomain);
    });
  }
  void Add(const MoveDomain& i) {
    Alone([this, i](HookContext context) {
      const DomainId domain(i.domain % kDomains);
      if (!sim_.engine().domain(domain).pool.valid()) return true;
      return sim_.engine().MoveDomain(context, domain, PickPool(i.pool));
    });
  }
  // Two operations: between them others may go on.
  void Add(const MovePcpu& i) {
    Add(Unplug{i.pcpu});
    Add(Plug{i.pcpu, i.pool});
  }
  void Add(const Unplug& i) {
    Alone([this, pcpus = PickPcpus(i.pcpu),
           begun = false](HookContext context) mutable {
      if (!begun && !CanSpare(pcpus)) return true;
      begun = true;
      Engine& engine = sim_.engine();
      for (PcpuId p : pcpus) {
        if (!engine.pcpu(p).pool.valid()) continue;  // it has left already
        if (!engine.RemovePcpu(context, p)) return false;
      }
      for (PcpuId p : pcpus) {
        if (p != PcpuId(0)) engine.SetOnline(p, false);
      }
      return true;
    });
  }
  void Add(const Plug& i) {
    Alone([this, pcpus = PickPcpus(i.pcpu),
           pool = PickPool(i.pool)](HookContext context) {
      Engine& engine = sim_.engine();
      if (engine.pcpu(pcpus[0]).pool.valid()) return true;
      for (PcpuId p : pcpus) engine.SetOnline(p, true);
      for (PcpuId p : pcpus) engine.AddPcpu(context, pool, p);
      engine.RestoreAffinities(context, pool);
      return true;
    });
  }

  void Fail(const std::string& what) {
    if (failure_.empty()) {
      failure_ = absl::StrCat("at ", sim_.now().ns(), " ns: ", what);
    }
  }
  void Look() {
    const auto broken = sim_.engine().BrokenInvariant();
    if (broken.has_value()) Fail(*broken);
    LookForLostWakes();
  }
  void LookForLostWakes() {
    for (uint32_t i = 0; i < vcpus_; ++i) {
      const Vcpu& v = sim_.engine().vcpu(VcpuId(i));
      if (v.Has(kPauseBlocked) && (v.pending & v.wait_mask) != 0) {
        Fail(absl::StrCat("vCPU ", i, " waits for an event that is there"));
      }
    }
  }
  void CheckEnd() {
    if (sim_.stopped()) Fail(sim_.remarks().back());
    if (!Costed()) Look();  // else a switch may be half done
    LookForLostWakes();
    Duration ran;
    for (uint32_t i = 0; i < vcpus_; ++i) {
      const RunStateClock& clock = sim_.engine().vcpu(VcpuId(i)).runstate;
      Duration sum;
      for (int state = 0; state < kRunStates; ++state) {
        sum += clock.Total(static_cast<RunState>(state), sim_.now());
      }
      if (sum != sim_.now() - Instant()) {
        Fail(absl::StrCat("vCPU ", i, ": runstates add up to ", sum.ns()));
      }
      ran += clock.Total(RunState::kRunning, sim_.now());
    }
    const Duration busy = checker_.Busy(sim_.now());
    if (ran != busy) {
      Fail(absl::StrCat("vCPUs ran for ", ran.ns(), " ns, but pCPUs were busy ",
                        busy.ns(), " ns"));
    }
  }

  const MachineSpec& spec_;
  const uint32_t vcpus_;
  TraceChecker checker_;
  HashSink hash_;
  TeeSink sink_;
  SimExecutor sim_;
  std::vector<std::vector<GuestOp>> steps_;  // by vCPU
  std::vector<int> paused_;                  // by vCPU
  std::vector<PoolId> pools_;
  bool created_ = false;  // the late domain
  Instant at_;
  std::string failure_;
};

// Reads until the other end is closed.
std::string ReadAll(int file) {
  std::string text;
  char buffer[512];
  for (;;) {
    const ssize_t count = read(file, buffer, sizeof(buffer));
    if (count <= 0) return text;
    text.append(buffer, static_cast<size_t>(count));
  }
}

// What a process says that came to its end: the mark, how many events there
// were, and in the next line the failure.
constexpr absl::string_view kEndMark = "\nevents ";

Outcome Parse(absl::string_view text, int status) {
  Outcome outcome;
  const size_t line = text.rfind(kEndMark);
  if (status == 0 && line != absl::string_view::npos) {
    text.remove_prefix(line + kEndMark.size());
    const size_t end = text.find('\n');
    if (absl::SimpleAtoi(text.substr(0, end), &outcome.events)) {
      outcome.failure = std::string(text.substr(end + 1));
      return outcome;
    }
  }
  outcome.failure = text.empty() ? "ended by a signal" : std::string(text);
  return outcome;
}

}  // namespace

Outcome Execute(const MachineSpec& spec, const Instructions& list) {
  Machine machine(spec);
  const std::string failure = machine.Play(list);
  if (!failure.empty()) return {failure, machine.events()};
  Machine again(spec);
  again.Play(list);
  const bool same = machine.hash() == again.hash();
  return {same ? "" : "two runs differ", machine.events() + again.events()};
}

Outcome ExecuteApart(const MachineSpec& spec, const Instructions& list) {
  int ends[2];
  if (pipe(ends) != 0) return {"no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);  // what a CHECK says on its way out
    const Outcome outcome = Execute(spec, list);
    const std::string text =
        absl::StrCat(kEndMark, outcome.events, "\n", outcome.failure);
    const ssize_t written = write(ends[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(ends[1]);
  const std::string text = ReadAll(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return Parse(text, status);
}

std::string LeastFailure(const MachineSpec& spec, const Instructions& list) {
  if (ExecuteApart(spec, list).failure.empty()) return "";
  const Instructions least = Shrink(list, [&](const Instructions& candidate) {
    return !ExecuteApart(spec, candidate).failure.empty();
  });
  return absl::StrCat("{", ToCpp(least), "}\n",
                      ExecuteApart(spec, least).failure);
}

}  // namespace xenotime
