#include "xenotime/scheduler/core/domain_lock.h"

#include <cstdint>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(DomainLockTest, TryLockFailsExactlyWhenHeld) {
  for (LockMode mode : {LockMode::kSingleThread, LockMode::kSpin}) {
    DomainLock lock;
    lock.set_mode(mode);
    ASSERT_TRUE(lock.TryLock());
    EXPECT_FALSE(lock.TryLock());
    lock.Unlock();
    EXPECT_TRUE(lock.TryLock());
    lock.Unlock();
  }
}

TEST(DomainLockTest, IsFreeAfterUnlock) {
  DomainLock lock;
  lock.Lock();
  lock.Unlock();
  lock.Lock();
  lock.Unlock();
  EXPECT_EQ(lock.mode(), LockMode::kSingleThread);
}

// Taking a lock twice is what this test is about.
void LockTwice(DomainLock& lock) ABSL_NO_THREAD_SAFETY_ANALYSIS {
  lock.Lock();
  lock.Lock();
}

TEST(DomainLockDeathTest, ASingleThreadThatTakesItTwiceIsStopped) {
  DomainLock lock;
  EXPECT_DEATH(LockTwice(lock), "");
}

TEST(DomainLockTest, ThreadsExcludeEachOther) {
  constexpr int kThreads = 3;
  constexpr int kRounds = 5'000;
  DomainLock lock;
  lock.set_mode(LockMode::kSpin);
  int64_t counter = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kRounds; ++i) {
        lock.Lock();
        counter = counter + 1;
        lock.Unlock();
        while (!lock.TryLock()) std::this_thread::yield();
        counter = counter + 1;
        lock.Unlock();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counter, int64_t{2} * kThreads * kRounds);
}

}  // namespace
}  // namespace xenotime
