#include "xenotime/scheduler/trace/idle_waiting_fold.h"

#include <algorithm>
#include <bitset>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

constexpr PcpuId kP0(0), kP1(1);
constexpr VcpuId kA(0), kB(1);

TEST(IdleWaitingFoldTest, AnIdleMachineWithoutWaitersWastesNothing) {
  IdleWaitingFold fold(2, 2);
  fold.Finish(Instant(100));
  EXPECT_EQ(fold.total_ns(), 0);
}

TEST(IdleWaitingFoldTest, TimeCountsWhileSomebodyWaitsAndSomethingIdles) {
  IdleWaitingFold fold(1, 1);
  fold.Advance(Instant(10));
  fold.SetWaiting(kA, true);
  fold.Advance(Instant(30));
  fold.SetIdle(kP0, false);
  fold.Advance(Instant(50));
  fold.Finish(Instant(60));
  EXPECT_EQ(fold.total_ns(), 20);
}

TEST(IdleWaitingFoldTest, OnlyTheStateAfterAnInstantCounts) {
  IdleWaitingFold fold(1, 1);
  fold.Advance(Instant(10));
  fold.SetWaiting(kA, true);
  fold.SetWaiting(kA, false);
  fold.Finish(Instant(60));
  EXPECT_EQ(fold.total_ns(), 0);
}

TEST(IdleWaitingFoldTest, AChangeWithinAnInstantDoesNotInterruptAStretch) {
  IdleWaitingFold fold(1, 1);
  fold.SetWaiting(kA, true);
  fold.Advance(Instant(10));
  fold.SetWaiting(kA, false);
  fold.SetWaiting(kA, true);
  fold.Finish(Instant(30));
  EXPECT_EQ(fold.max_ns(), 30);
}

TEST(IdleWaitingFoldTest, TheMaximumIsTheLongestContiguousStretch) {
  IdleWaitingFold fold(1, 1);
  fold.SetWaiting(kA, true);
  fold.Advance(Instant(10));
  fold.SetWaiting(kA, false);
  fold.Advance(Instant(20));
  fold.SetWaiting(kA, true);
  fold.Finish(Instant(45));
  EXPECT_EQ(fold.total_ns(), 35);
  EXPECT_EQ(fold.max_ns(), 25);
}

TEST(IdleWaitingFoldTest, AStretchOpenAtTheLastRecordEndsThereIfTheRunDoes) {
  IdleWaitingFold fold(1, 1);
  fold.SetWaiting(kA, true);
  fold.Advance(Instant(10));
  fold.SetWaiting(kA, false);
  fold.Finish(Instant(10));
  EXPECT_EQ(fold.total_ns(), 10);
}

TEST(IdleWaitingFoldTest, AnIdlePcpuOutsideTheAffinityIsNoWaste) {
  IdleWaitingFold fold(2, 2);
  fold.SetAffinityWord(kA, 0, 0b01);
  fold.SetIdle(kP0, false);
  fold.SetWaiting(kA, true);
  fold.Advance(Instant(10));
  fold.SetAffinityWord(kA, 0, 0b11);
  fold.Advance(Instant(15));
  fold.SetAffinityWord(kA, 0, 0b01);
  fold.Finish(Instant(30));
  EXPECT_EQ(fold.total_ns(), 5);
}

TEST(IdleWaitingFoldTest, VcpusOfOneMaskComeAndGoOneByOne) {
  IdleWaitingFold fold(2, 2);
  fold.SetIdle(kP0, false);
  fold.SetAffinityWord(kA, 0, 0b10);
  fold.SetAffinityWord(kB, 0, 0b10);
  fold.SetWaiting(kA, true);
  fold.SetWaiting(kB, true);
  fold.Advance(Instant(10));
  fold.SetWaiting(kA, false);
  fold.Advance(Instant(20));
  fold.SetAffinityWord(kB, 0, 0b01);
  fold.Advance(Instant(30));
  fold.SetIdle(kP1, false);
  fold.Finish(Instant(40));
  EXPECT_EQ(fold.total_ns(), 20);
}

// The same by definition: looks at everything between any two instants.
class Naive {
 public:
  Naive(uint32_t pcpus, uint32_t vcpus)
      : idle(pcpus, true), waiting(vcpus, false), masks(vcpus) {
    for (auto& mask : masks) mask.set();
  }

  void Pass(int64_t ns) {
    if (ns == 0) return;
    stretch = Wasteful() ? stretch + ns : 0;
    if (Wasteful()) total += ns;
    max = std::max(max, stretch);
  }

  std::vector<bool> idle, waiting;
  std::vector<std::bitset<128>> masks;
  int64_t total = 0, max = 0, stretch = 0;

 private:
  bool Wasteful() const {
    for (size_t v = 0; v < waiting.size(); ++v) {
      for (size_t p = 0; waiting[v] && p < idle.size(); ++p) {
        if (idle[p] && masks[v].test(p)) return true;
      }
    }
    return false;
  }
};

// A sparse mask word, so that waste is not the rule.
uint64_t MaskWord(Rng& rng) {
  return rng.Next() & rng.Next() & rng.Next() & rng.Next();
}

void Step(Rng& rng, IdleWaitingFold& fold, Naive& naive) {
  const auto p = static_cast<uint32_t>(rng.Below(naive.idle.size()));
  const auto v = static_cast<uint32_t>(rng.Below(naive.waiting.size()));
  switch (rng.Below(4)) {
    case 0:
      naive.idle[p] = rng.Chance(100'000);
      fold.SetIdle(PcpuId(p), naive.idle[p]);
      break;
    case 1:
    case 2:
      naive.waiting[v] = rng.Chance(400'000);
      fold.SetWaiting(VcpuId(v), naive.waiting[v]);
      break;
    default:
      for (uint32_t word = 0; word < 2; ++word) {
        const uint64_t bits = MaskWord(rng);
        for (uint32_t i = 0; i < 64; ++i) {
          naive.masks[v].set(word * 64 + i, bits >> i & 1);
        }
        fold.SetAffinityWord(VcpuId(v), word, bits);
      }
  }
}

TEST(IdleWaitingFoldTest, RandomHistoriesAgreeWithTheDefinition) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed, "idle_waiting");
    const auto pcpus = static_cast<uint32_t>(rng.Between(1, 70));
    IdleWaitingFold fold(pcpus, 6);
    Naive naive(pcpus, 6);
    int64_t now = 0;
    for (int i = 0; i < 2000; ++i) {
      Step(rng, fold, naive);
      const int64_t gap = rng.Between(0, 2);
      naive.Pass(gap);
      now += gap;
      fold.Advance(Instant(now));
    }
    fold.Finish(Instant(now));
    EXPECT_EQ(fold.total_ns(), naive.total);
    EXPECT_EQ(fold.max_ns(), naive.max);
    EXPECT_GT(fold.total_ns(), 0);
  }
}

TEST(IdleWaitingFoldTest, TheIntegralCountsEveryIdlePcpuThatCouldRunAWaiter) {
  IdleWaitingFold fold(3, 2);
  fold.SetWaiting(kA, true);
  fold.Advance(Instant(10));  // three idle ones
  fold.SetIdle(kP0, false);
  fold.Advance(Instant(30));  // two
  fold.SetWaiting(kB, true);
  fold.Finish(Instant(40));  // still two
  EXPECT_EQ(fold.pcpu_ns(), 3 * 10 + 2 * 20 + 2 * 10);
}

TEST(IdleWaitingFoldTest, APcpuThatTwoWaitersCouldUseCountsOnce) {
  IdleWaitingFold fold(3, 2);
  fold.SetAffinityWord(kA, 0, 0b011);
  fold.SetAffinityWord(kB, 0, 0b110);
  fold.SetWaiting(kA, true);
  fold.SetWaiting(kB, true);
  fold.Advance(Instant(10));  // the union: all three
  fold.SetIdle(kP1, false);
  fold.Advance(Instant(20));
  fold.SetWaiting(kA, false);
  fold.Advance(Instant(30));
  fold.SetWaiting(kB, false);
  fold.Finish(Instant(100));
  EXPECT_EQ(fold.pcpu_ns(), 30 + 20 + 10);
}

}  // namespace
}  // namespace xenotime
