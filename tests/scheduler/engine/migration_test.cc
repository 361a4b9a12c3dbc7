// Affinity and migration (core.md, section 7).

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/tests/testing/engine_rig.h"

namespace xenotime {
namespace {

using Log = std::vector<std::string>;
using Pcpus = std::vector<uint32_t>;

constexpr VcpuId kA(0);

TEST(EngineMigration, AQueuedVcpuMovesAtOnce) {
  ScriptedRig rig(2, 1);
  rig.Up(0);
  rig.policy->TakeLog();
  const CpuSet one = rig.Set({1});
  rig.engine.SetAffinity(rig.On(0), kA, &one, nullptr);
  EXPECT_EQ(rig.policy->TakeLog(),
            (Log{"affinity 0 hard 1 soft same", "sleep 0", "pick 0",
                 "migrate 0 to 1", "wake 0"}));
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(1));
  EXPECT_EQ(rig.State(0), RunState::kRunnable);
  EXPECT_TRUE(rig.V(0).runnable());
  EXPECT_EQ(rig.host.Records(TraceKind::kMigrate).size(), 1u);
}

TEST(EngineMigration, ARunningVcpuMovesOnceItsContextIsSaved) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  const CpuSet one = rig.Set({1});
  rig.engine.SetAffinity(rig.On(0), kA, &one, nullptr);
  EXPECT_EQ(rig.policy->TakeLog(),
            (Log{"affinity 0 hard 1 soft same", "sleep 0"}));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(0));

  const Switched result = rig.engine.Decide(rig.On(0));
  EXPECT_EQ(rig.policy->TakeLog(), Log{"decide 0"});
  rig.engine.ContextSaved(rig.On(0), result.previous);
  EXPECT_EQ(rig.policy->TakeLog(),
            (Log{"saved 0", "pick 0", "migrate 0 to 1", "wake 0"}));
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(1));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{1});
}

TEST(EngineMigration, ABlockedVcpuMovesAndStaysBlocked) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  rig.engine.Block(rig.On(0), kA, kEventSignal);
  rig.Run(0, -1);
  rig.policy->TakeLog();
  const CpuSet one = rig.Set({1});
  rig.engine.SetAffinity(rig.On(0), kA, &one, nullptr);
  EXPECT_EQ(rig.policy->TakeLog(),
            (Log{"affinity 0 hard 1 soft same", "sleep 0", "pick 0",
                 "migrate 0 to 1"}));
  EXPECT_EQ(rig.State(0), RunState::kBlocked);
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(1));
}

TEST(EngineMigration, AVcpuThatIsDownMovesAndStaysDown) {
  ScriptedRig rig(2, 1);
  const CpuSet one = rig.Set({1});
  rig.engine.SetAffinity(rig.On(0), kA, &one, nullptr);
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(1));
  EXPECT_EQ(rig.State(0), RunState::kOffline);
  rig.policy->TakeLog();
  rig.Up(0);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"wake 0"});
}

TEST(EngineMigration, EveryChangeOfAffinityPicksAnewEvenWithoutNeed) {
  ScriptedRig rig(2, 1);
  rig.Up(0);
  rig.policy->TakeLog();
  const CpuSet all = rig.Set({0, 1});
  rig.engine.SetAffinity(rig.On(0), kA, nullptr, &all);
  EXPECT_EQ(rig.policy->TakeLog(),
            (Log{"affinity 0 hard same soft 0-1", "sleep 0", "pick 0",
                 "migrate 0 to 0", "wake 0"}));
  EXPECT_TRUE(rig.host.Records(TraceKind::kMigrate).empty());
}

TEST(EngineMigration, TwoChangesBeforeTheSwitchPickOnce) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  const CpuSet one = rig.Set({1});
  rig.engine.SetAffinity(rig.On(0), kA, &one, nullptr);
  rig.engine.SetAffinity(rig.On(0), kA, nullptr, &one);
  rig.policy->TakeLog();
  rig.Run(0, -1);
  EXPECT_EQ(rig.policy->TakeLog(),
            (Log{"decide 0", "saved 0", "pick 0", "migrate 0 to 1", "wake 0"}));
  rig.engine.ContextSaved(rig.On(0), kA);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"saved 0"});
}

TEST(EngineMigration, APolicyCanMoveACurrentVcpu) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  rig.policy->port().RequestMigration(rig.On(0), kA);
  EXPECT_FALSE(rig.V(0).runnable());
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  rig.policy->picks.push_back(PcpuId(1));
  rig.Run(0, -1);
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(1));
  EXPECT_TRUE(rig.V(0).runnable());
  const auto wakes = rig.host.Records(TraceKind::kWake);
  ASSERT_EQ(wakes.size(), 1u);
  EXPECT_EQ(wakes[0].detail, static_cast<uint8_t>(WakeCause::kMigrated));
}

TEST(EngineMigrationDeathTest, OnlyARunningVcpuCanBeAskedToMigrate) {
  ScriptedRig rig(1, 1);
  rig.Up(0);
  EXPECT_DEATH(rig.policy->port().RequestMigration(rig.On(0), kA),
               "only a running vCPU");
}

TEST(EngineMigration, SoftAffinityMattersOnlyWhenItSaysMore) {
  ScriptedRig rig(4, 1);
  const auto effective = [&](std::vector<uint32_t> hard,
                             std::vector<uint32_t> soft) {
    const CpuSet h = rig.Set(hard), s = rig.Set(soft);
    rig.engine.SetAffinity(rig.On(0), kA, &h, &s);
    return rig.V(0).soft_effective;
  };
  EXPECT_TRUE(effective({0, 1, 2, 3}, {1}));
  EXPECT_TRUE(effective({0, 1}, {1, 2, 3}));
  EXPECT_FALSE(effective({0, 1}, {0, 1, 2, 3}));  // nothing outside it
  EXPECT_FALSE(effective({0, 1}, {2, 3}));        // nothing inside it
  EXPECT_FALSE(effective({2}, {2}));
}

TEST(EngineMigration, TheHardMaskIsTracedWordByWord) {
  ScriptedRig rig(65, 1);
  const CpuSet two = rig.Set({1, 64});
  rig.engine.SetAffinity(rig.On(0), kA, &two, nullptr);
  const auto records = rig.host.Records(TraceKind::kAffinity);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].arg, 2u);
  EXPECT_EQ(records[1].arg, 1u);
  EXPECT_EQ(records[1].arg2, 1u);
}

}  // namespace
}  // namespace xenotime
