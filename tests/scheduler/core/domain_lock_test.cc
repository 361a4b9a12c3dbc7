#include "xenotime/scheduler/core/domain_lock.h"

#include <cstdint>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

// An attempt that leaves no lock behind: clang's analysis follows branches, but
// not the macros of GoogleTest.
bool CanTake(DomainLock& lock) {
  if (!lock.TryLock()) return false;
  lock.Unlock();
  return true;
}

// A second attempt is what this is about.
bool CanTakeWhatIsHeld(DomainLock& lock) ABSL_NO_THREAD_SAFETY_ANALYSIS {
  if (!lock.TryLock()) return true;
  const bool taken = lock.TryLock();
  lock.Unlock();
  return taken;
}

TEST(DomainLockTest, TryLockFailsExactlyWhenHeld) {
  for (LockMode mode : {LockMode::kSingleThread, LockMode::kSpin}) {
    DomainLock lock;
    lock.set_mode(mode);
    EXPECT_TRUE(CanTake(lock));
    EXPECT_FALSE(CanTakeWhatIsHeld(lock));
    EXPECT_TRUE(CanTake(lock));
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
