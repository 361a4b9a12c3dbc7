// Every form under the explorer, and mutants of some. What the explorer finds
// is printed step by step.

#include <atomic>
#include <coroutine>
#include <cstdint>
#include <iostream>
#include <string>

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "xenotime/tests/time/rendezvous/explored.h"
#include "xenotime/time/memory/explorer.h"
#include "xenotime/time/rendezvous/rules.h"

namespace xenotime {
namespace {

using Form = RendezvousForm;

constexpr Form kForms[] = {Form::kMasterKeeps, Form::kAllWrite, Form::kIfNeeded,
                           Form::kFiveRounds,  Form::kMaxStamp, Form::kStd,
                           Form::kNop};

void ExpectHolds(Form form, uint32_t cpus, int rounds) {
  ExploredRendezvous rendezvous(form, cpus, rounds);
  const auto result = Explore(rendezvous.Make<RendezvousRules>());
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->failure, "") << absl::StrJoin(result->steps, "\n");
  EXPECT_GT(result->endings, 0);
  std::cout << LetterOf(form) << ", " << cpus << " CPUs, " << rounds
            << " rounds: " << result->states << " states\n";
}

TEST(ExploredRendezvousTest, EveryFormHoldsForTwoCpusAndFiveRounds) {
  for (const Form form : kForms) ExpectHolds(form, 2, 5);
}

TEST(ExploredRendezvousTest, EveryFormHoldsForThreeCpusAndFiveRounds) {
  for (const Form form : kForms) ExpectHolds(form, 3, 5);
}

// (e) has too many states for four: its first samples come in every order.
TEST(ExploredRendezvousTest, AllButOneHoldForFourCpusAndFiveRounds) {
  for (const Form form : kForms) {
    if (form != Form::kMaxStamp) ExpectHolds(form, 4, 5);
  }
}

TEST(ExploredRendezvousTest, WhatIsTooLargeIsSaidWithAnEstimate) {
  ExploredRendezvous rendezvous(Form::kMaxStamp, 4, 5);
  const auto result = Explore(rendezvous.Make<RendezvousRules>(), 1'000);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.status().message().find("more than 1000 states"),
            std::string::npos)
      << result.status();
  EXPECT_NE(result.status().message().find("paths"), std::string::npos);
  std::cout << result.status() << "\n";
}

TEST(ExploredRendezvousTest, EveryFormHoldsOnRandomPathsOfEightCpus) {
  for (const Form form : kForms) {
    ExploredRendezvous rendezvous(form, 8, 5);
    const ExplorationResult result =
        ExploreAtRandom(rendezvous.Make<RendezvousRules>(), 20, 1);
    EXPECT_EQ(result.failure, "") << absl::StrJoin(result.steps, "\n");
    EXPECT_EQ(result.endings, 20);
  }
}

// Fails unless the explorer finds `failure`, a part of the message.
template <typename Rules>
void ExpectCaught(Form form, uint32_t cpus, int rounds,
                  const std::string& failure) {
  ExploredRendezvous rendezvous(form, cpus, rounds);
  const auto result = Explore(rendezvous.Make<Rules>());
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_NE(result->failure.find(failure), std::string::npos)
      << "form " << LetterOf(form) << ": \"" << result->failure << "\"";
  EXPECT_FALSE(result->steps.empty());
  std::cout << "form " << LetterOf(form) << ": " << result->failure << "\n  "
            << absl::StrJoin(result->steps, "\n  ") << "\n";
}

struct EqualityInFirstWait : RendezvousRules {
  static constexpr Until FirstWait(uint64_t cpus) { return Until::Equal(cpus); }
};
TEST(ExploredMutantTest, ASlaveThatWaitsForExactlyNMissesIt) {
  ExpectCaught<EqualityInFirstWait>(Form::kMaxStamp, 3, 3, "deadlock");
}

struct EqualityInSecondWait : RendezvousRules {
  static constexpr Until SecondWait(uint64_t) { return Until::Equal(0); }
};
TEST(ExploredMutantTest, ASlaveThatWaitsForExactlyZeroMissesIt) {
  ExpectCaught<EqualityInSecondWait>(Form::kMaxStamp, 3, 3, "deadlock");
}

struct MisplacedReset : RendezvousRules {
  static constexpr bool kResetMisplaced = true;
};
TEST(ExploredMutantTest, ACounterThatIsClearedTooEarlyOrTooLateIsMissed) {
  ExpectCaught<MisplacedReset>(Form::kMaxStamp, 2, 3, "before the master");
  ExpectCaught<MisplacedReset>(Form::kFiveRounds, 2, 5, "deadlock");
}

// In (e) the reset of the counter alone would do: nothing is read before it.
struct NoRelease : RendezvousRules {
  static constexpr std::memory_order kRelease = std::memory_order_relaxed;
  static constexpr std::memory_order kReset = std::memory_order_relaxed;
};
TEST(ExploredMutantTest, WithoutReleaseByTheMasterSlavesWriteWhatIsOld) {
  ExpectCaught<NoRelease>(Form::kFiveRounds, 2, 5, "deadlock");
  ExpectCaught<NoRelease>(Form::kMaxStamp, 2, 3, "writes 0");
}

struct NoAcquire : RendezvousRules {
  static constexpr std::memory_order kWait = std::memory_order_relaxed;
};
TEST(ExploredMutantTest, WithoutAcquireSlavesWriteWhatIsOld) {
  ExpectCaught<NoAcquire>(Form::kAllWrite, 2, 1, "writes its TSC 0 times");
  ExpectCaught<NoAcquire>(Form::kFiveRounds, 2, 5, "deadlock");
  ExpectCaught<NoAcquire>(Form::kMaxStamp, 2, 3, "not 2");
}

// What is online while CPU 2 goes off line, in place of the copy.
struct LiveCount : RendezvousRules {
  struct Online {
    ModelCpu::Access access;
    uint64_t cpus;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> on) const noexcept {
      access.await_suspend(on);
    }
    uint64_t await_resume() const noexcept {
      return cpus - access.await_resume();
    }
  };
  static Online Cpus(ModelCpu& cpu, const RendezvousSetting& setting) {
    const ModelWord gone{ExploredRendezvous::kGone};
    return {cpu.Load(gone, std::memory_order_acquire), setting.cpus};
  }
};

Task GoOffLine(ModelCpu& cpu) {
  ModelWord gone{ExploredRendezvous::kGone};
  co_await cpu.Store(gone, 1, std::memory_order_release);
}

TEST(ExploredMutantTest, ACountThatChangesOnTheWayLeavesCpusBehind) {
  for (const Form form :
       {Form::kMasterKeeps, Form::kFiveRounds, Form::kMaxStamp}) {
    ExploredRendezvous rendezvous(form, 2, 3);
    Exploration exploration = rendezvous.Make<LiveCount>();
    exploration.cpus = 3;
    exploration.program = [inner = exploration.program](uint32_t cpu,
                                                        ModelCpu& on) {
      return cpu < 2 ? inner(cpu, on) : GoOffLine(on);
    };
    exploration.check_step = nullptr;
    exploration.check_end = nullptr;
    const auto result = Explore(exploration);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_NE(result->failure.find("deadlock"), std::string::npos)
        << LetterOf(form) << " " << result->failure;
    std::cout << "form " << LetterOf(form) << ": " << result->failure << "\n  "
              << absl::StrJoin(result->steps, "\n  ") << "\n";
  }
}

struct NoReleaseOnArrival : RendezvousRules {
  static constexpr std::memory_order kArrive = std::memory_order_relaxed;
};
TEST(ExploredMutantTest, WithoutReleaseBySlavesTheMasterMissesTheMaximum) {
  ExpectCaught<NoReleaseOnArrival>(Form::kMaxStamp, 2, 3, "not 2");
}

}  // namespace
}  // namespace xenotime
