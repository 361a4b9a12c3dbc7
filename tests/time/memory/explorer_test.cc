// The explorer and its memory, by the usual small programs: which outcomes
// C++20 allows, all of them, and no others.

#include "xenotime/time/memory/explorer.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/time/memory/request.h"
#include "xenotime/time/memory/task.h"

namespace xenotime {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

// What the CPUs have read, at the end of each path; a CPU "reads" by writing
// its TSC, which is the one thing that is kept.
using Outcomes = std::set<std::vector<std::vector<uint64_t>>>;
using Program = std::function<Task(ModelCpu&)>;

struct Explored {
  Outcomes outcomes;
  ExplorationResult result;
};

Explored RunAll(const std::vector<Program>& programs) {
  Explored explored;
  Exploration exploration;
  exploration.cpus = static_cast<uint32_t>(programs.size());
  exploration.words = 2;
  exploration.program = [&](uint32_t cpu, ModelCpu& on) {
    return programs[cpu](on);
  };
  exploration.check_end = [&](const std::vector<ExploredCpu>& cpus) {
    std::vector<std::vector<uint64_t>> outcome;
    for (const ExploredCpu& cpu : cpus) outcome.push_back(cpu.written);
    explored.outcomes.insert(outcome);
    return "";
  };
  const auto result = Explore(exploration);
  EXPECT_TRUE(result.ok()) << result.status();
  explored.result = *result;
  return explored;
}

ModelWord X() { return {0}; }
ModelWord Y() { return {1}; }

Task StoreBoth(ModelCpu& cpu, std::memory_order order) {
  ModelWord x = X(), y = Y();
  co_await cpu.Store(x, 1, kRelaxed);
  co_await cpu.Store(y, 1, order);
}

Task LoadBoth(ModelCpu& cpu, std::memory_order order) {
  const ModelWord x = X(), y = Y();
  co_await cpu.WriteTsc(co_await cpu.Load(y, order));
  co_await cpu.WriteTsc(co_await cpu.Load(x, kRelaxed));
}

Program Storing(std::memory_order order) {
  return [order](ModelCpu& cpu) { return StoreBoth(cpu, order); };
}
Program Loading(std::memory_order order) {
  return [order](ModelCpu& cpu) { return LoadBoth(cpu, order); };
}

TEST(ExplorerTest, AMessageThatIsReleasedAndAcquiredIsSeen) {
  const Outcomes outcomes =
      RunAll({Storing(kRelease), Loading(kAcquire)}).outcomes;
  EXPECT_EQ(outcomes, (Outcomes{{{}, {0, 0}}, {{}, {0, 1}}, {{}, {1, 1}}}));
}

TEST(ExplorerTest, WithoutEitherOfThemItMayNotBe) {
  const Outcomes all = {{{}, {0, 0}}, {{}, {0, 1}}, {{}, {1, 0}}, {{}, {1, 1}}};
  EXPECT_EQ(RunAll({Storing(kRelaxed), Loading(kAcquire)}).outcomes, all);
  EXPECT_EQ(RunAll({Storing(kRelease), Loading(kRelaxed)}).outcomes, all);
}

Task StoreThenLoad(ModelCpu& cpu, ModelWord own, ModelWord other,
                   bool barrier) {
  co_await cpu.Store(own, 1, kRelease);
  if (barrier) co_await cpu.FullBarrier();
  co_await cpu.WriteTsc(co_await cpu.Load(other, kAcquire));
}

TEST(ExplorerTest, OnlyFullBarriersKeepStoresBeforeLoads) {
  const auto programs = [](bool barrier) {
    return std::vector<Program>{
        [=](ModelCpu& cpu) { return StoreThenLoad(cpu, X(), Y(), barrier); },
        [=](ModelCpu& cpu) { return StoreThenLoad(cpu, Y(), X(), barrier); }};
  };
  EXPECT_EQ(RunAll(programs(false)).outcomes,
            (Outcomes{{{0}, {0}}, {{0}, {1}}, {{1}, {0}}, {{1}, {1}}}));
  EXPECT_EQ(RunAll(programs(true)).outcomes,
            (Outcomes{{{0}, {1}}, {{1}, {0}}, {{1}, {1}}}));
}

Task LoadTwice(ModelCpu& cpu) {
  const ModelWord x = X();
  co_await cpu.WriteTsc(co_await cpu.Load(x, kRelaxed));
  co_await cpu.WriteTsc(co_await cpu.Load(x, kRelaxed));
}

Task StoreOnce(ModelCpu& cpu) {
  ModelWord x = X();
  co_await cpu.Store(x, 1, kRelaxed);
}

TEST(ExplorerTest, OneWordNeverGoesBack) {
  const Outcomes outcomes = RunAll({StoreOnce, LoadTwice}).outcomes;
  EXPECT_EQ(outcomes, (Outcomes{{{}, {0, 0}}, {{}, {0, 1}}, {{}, {1, 1}}}));
}

Task Increment(ModelCpu& cpu) {
  ModelWord x = X();
  co_await cpu.Add(x, 1, kRelaxed);
}

Task ExchangeTwice(ModelCpu& cpu) {
  ModelWord x = X();
  co_await cpu.WriteTsc(co_await cpu.CompareExchange(x, 0, 10));
  co_await cpu.WriteTsc(co_await cpu.Load(x, kRelaxed));
}

TEST(ExplorerTest, NoIncrementIsLost) {
  const auto waits = [](ModelCpu& cpu) -> Task {
    ModelWord x = X();
    co_await cpu.Spin(x, Until::Equal(3), kAcquire, SpinTurn::kPause);
  };
  const Explored explored = RunAll({Increment, Increment, Increment, waits});
  EXPECT_EQ(explored.result.failure, "");
  EXPECT_EQ(RunAll({Increment, ExchangeTwice}).outcomes,
            (Outcomes{{{}, {0, 10}}, {{}, {0, 11}}, {{}, {1, 1}}}))
      << "after 0 was found there is 10, or one more";
}

TEST(ExplorerTest, WhoWaitsForWhatNeverComesIsADeadlockWithItsSteps) {
  const auto waits = [](ModelCpu& cpu) -> Task {
    ModelWord x = X();
    co_await cpu.Spin(x, Until::Equal(2), kAcquire, SpinTurn::kPause);
  };
  const Explored explored = RunAll({Increment, waits});
  EXPECT_EQ(explored.result.failure,
            "deadlock: CPU 1 waits for ever in spin until word 0 == 2");
  EXPECT_EQ(explored.result.steps.front(), "CPU 0: add 1 to word 0 -> 0");
}

TEST(ExplorerTest, AValueThatGoesByCanBeMissed) {
  const auto waits = [](ModelCpu& cpu) -> Task {
    ModelWord x = X();
    co_await cpu.Spin(x, Until::Equal(1), kAcquire, SpinTurn::kPause);
  };
  const Explored explored = RunAll({Increment, Increment, waits});
  EXPECT_NE(explored.result.failure.find("deadlock"), std::string::npos);
}

}  // namespace
}  // namespace xenotime
