#include "xenotime/time/memory/modelled_machine.h"

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/time/memory/machine_model.h"
#include "xenotime/time/memory/request.h"
#include "xenotime/time/memory/task.h"

namespace xenotime {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

// Two dies of two cores.
MachineModel Model() {
  MachineModel model;
  model.dies = 2;
  model.cores = 2;
  model.line_same_die = 50;
  model.line_other_die = 70;
  model.locked = 20;
  model.tsc_read = 24;
  model.tsc_write = 40;
  return model;
}

Task AddOne(ModelCpu& cpu) {
  ModelWord word{0};
  co_await cpu.Add(word, 1, kRelaxed);
}

Task WaitFor(ModelCpu& cpu, uint64_t value) {
  ModelWord word{0};
  co_await cpu.Spin(word, Until::AtLeast(value), kRelaxed, SpinTurn::kPause);
}

Task Write(ModelCpu& cpu, uint64_t value) { co_await cpu.WriteTsc(value); }

Task LoadThenReadTsc(ModelCpu& cpu, TscRead how, uint64_t& value) {
  ModelWord word{0};
  (void)co_await cpu.Load(word, kRelaxed);
  value = co_await cpu.ReadTsc(how);
}

TEST(ModelledMachineTest, ALineTravelsByItsDistance) {
  EXPECT_EQ(Model().LineCost(0, 0), 0);
  EXPECT_EQ(Model().LineCost(0, 1), 50);
  EXPECT_EQ(Model().LineCost(1, 2), 70);
  for (const uint32_t other : {1u, 2u}) {
    ModelledMachine machine(Model(), 1);
    const auto exits =
        machine.Run({{.cpu = 0, .program = AddOne, .entry = 0},
                     {.cpu = other,
                      .program = [](ModelCpu& cpu) { return WaitFor(cpu, 1); },
                      .entry = 100}});
    EXPECT_EQ(exits[0], 20);  // it had the line
    EXPECT_EQ(exits[1], 100 + Model().LineCost(0, other));
  }
}

TEST(ModelledMachineTest, SpinnersGetTheLineOneAfterTheOther) {
  ModelledMachine machine(Model(), 1);
  const auto waits = [](ModelCpu& cpu) { return WaitFor(cpu, 1); };
  const auto exits = machine.Run({{.cpu = 0, .program = AddOne, .entry = 1'000},
                                  {.cpu = 1, .program = waits, .entry = 0},
                                  {.cpu = 2, .program = waits, .entry = 0},
                                  {.cpu = 3, .program = waits, .entry = 0}});
  const int64_t released = exits[0];
  EXPECT_EQ(released, 1'000 + 70 + 20) << "the furthest reader gives up";
  EXPECT_EQ(exits[1], released + 50);
  EXPECT_EQ(exits[2], released + 50 + 70);
  EXPECT_EQ(exits[3], released + 50 + 70 + 70);
}

TEST(ModelledMachineTest, AWriteOfTheTscTakesEffectAtItsEnd) {
  ModelledMachine machine(Model(), 1);
  const auto write = [](ModelCpu& cpu) { return Write(cpu, 500); };
  machine.Run({{.cpu = 0, .program = write, .entry = 0},
               {.cpu = 1, .program = write, .entry = 30}});
  EXPECT_EQ(machine.tsc_offset(0), 500 - 40);
  EXPECT_EQ(machine.tsc_offset(1), 500 - 70);
}

TEST(ModelledMachineTest, AnUnorderedReadingIsEarlyByTheLeadOrOneAccess) {
  const auto sample = [](TscRead how, int64_t lead) {
    MachineModel model = Model();
    model.tsc_lead = lead;
    ModelledMachine machine(model, 1);
    uint64_t value = 0;
    machine.Run(
        {{.cpu = 0, .program = AddOne, .entry = 0},
         {.cpu = 2,
          .program =
              [&](ModelCpu& cpu) { return LoadThenReadTsc(cpu, how, value); },
          .entry = 1'000}});
    return value;
  };
  EXPECT_EQ(sample(TscRead::kOrdered, 60), 1'000u + 70 + 24);
  EXPECT_EQ(sample(TscRead::kPlain, 60), 1'000u + 70 + 24 - 60);
  EXPECT_EQ(sample(TscRead::kPlain, 500), 1'000u) << "not before the load";
}

TEST(ModelledMachineTest, TheExitOfALoopIsColdOnlyOnceARun) {
  MachineModel model = Model();
  model.cold_exit = 200;
  ModelledMachine machine(model, 1);
  const auto twice = [](ModelCpu& cpu) -> Task {
    ModelWord word{0};
    co_await cpu.Spin(word, Until::AtLeast(0), kRelaxed, SpinTurn::kPause);
    co_await cpu.Spin(word, Until::AtLeast(0), kRelaxed, SpinTurn::kPause);
  };
  EXPECT_EQ(machine.Run({{.cpu = 0, .program = twice, .entry = 0}})[0], 200);
  EXPECT_EQ(machine.Run({{.cpu = 0, .program = twice, .entry = 0}})[0], 200);
}

TEST(ModelledMachineTest, WhoWroteLastIsServedAfterTheOthersThatWait) {
  ModelledMachine machine(Model(), 1);
  std::vector<uint32_t> order;
  const auto writer = [&order](uint32_t number, bool twice) {
    return [&order, number, twice](ModelCpu& cpu) -> Task {
      ModelWord word{0};
      co_await cpu.Store(word, 1, kRelaxed);
      order.push_back(number);
      if (!twice) co_return;
      for (int i = 0; i < 2; ++i) co_await cpu.Pause();
      co_await cpu.Store(word, 2, kRelaxed);
      order.push_back(number);
    };
  };
  const auto reader = [](ModelCpu& cpu) -> Task {
    ModelWord word{0};
    (void)co_await cpu.Load(word, kRelaxed);
  };
  // The reader's transfer lasts from 10 to 80; CPU 0 asks at 20, 1 at 70.
  machine.Run({{.cpu = 0, .program = writer(0, true), .entry = 0},
               {.cpu = 1, .program = writer(1, false), .entry = 70},
               {.cpu = 2, .program = reader, .entry = 10}});
  EXPECT_EQ(order, (std::vector<uint32_t>{0, 1, 0}));
  EXPECT_EQ(machine.word(0), 2u) << "in effect when served, not when asked";
}

TEST(ModelledMachineTest, APauseTakesTenCycles) {
  ModelledMachine machine(Model(), 1);
  const auto pause = [](ModelCpu& cpu) -> Task { co_await cpu.Pause(); };
  EXPECT_EQ(machine.Run({{.cpu = 0, .program = pause, .entry = 0}})[0], 10);
}

}  // namespace
}  // namespace xenotime
