#include "xenotime/scheduler/trace/cap_fold.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

// One domain of one vCPU with a cap of 40 percent, judged every 100 ns.
TraceSubjects Capped() {
  return {.pcpus = 1,
          .vcpus = {{1, 0}},
          .domains = {1},
          .domain_of = {0},
          .cap_window = {Duration(100)},
          .terms = {{.from = Instant(),
                     .domains = {{.weight = 256, .cap = 40}},
                     .pool_pcpus = {1}}}};
}

// Closes one window in which the vCPU got and wanted so much in all so far.
void Close(CapFold& fold, int64_t received, int64_t demanded) {
  fold.CloseWindows([=](VcpuId, Instant) { return received; },
                    [=](VcpuId, Instant) { return demanded; });
}

TEST(CapFoldTest, WindowsAreComparedWithWhatIsAllowed) {
  const TraceSubjects subjects = Capped();
  CapFold fold(subjects);
  EXPECT_EQ(fold.next_end(), Instant(100));
  Close(fold, 50, 100);
  EXPECT_EQ(fold.next_end(), Instant(200));
  Close(fold, 50 + 25, 200);
  const CapError& e = fold.errors()[0];
  EXPECT_EQ(e.window_ns, 100);
  EXPECT_EQ(e.windows, 2);
  EXPECT_EQ(e.allowed_ns, 40);
  EXPECT_EQ(e.max_over_ns, 10);
  EXPECT_EQ(e.max_under_ns, 15);
  EXPECT_EQ(e.mean_ns(), -3);  // -2.5, rounded down
}

TEST(CapFoldTest, AWindowWithoutEnoughDemandIsNotJudged) {
  const TraceSubjects subjects = Capped();
  CapFold fold(subjects);
  Close(fold, 10, 39);
  EXPECT_EQ(fold.errors()[0].windows, 0);
  EXPECT_EQ(fold.errors()[0].mean_ns(), 0);
}

TEST(CapFoldTest, AWindowInWhichTheCapChangesIsNotJudged) {
  TraceSubjects subjects = Capped();
  subjects.terms.push_back({.from = Instant(150),
                            .domains = {{.weight = 256, .cap = 80}},
                            .pool_pcpus = {1}});
  CapFold fold(subjects);
  for (int i = 1; i <= 3; ++i) Close(fold, 90 * i, 100 * i);
  const CapError& e = fold.errors()[0];
  EXPECT_EQ(e.windows, 2);
  EXPECT_EQ(e.allowed_ns, 80);
  EXPECT_EQ(e.max_over_ns, 50);
  EXPECT_EQ(e.sum_ns, 50 + 10);
}

TEST(CapFoldTest, AChangeAtTheEdgeOfAWindowLeavesItWhole) {
  TraceSubjects subjects = Capped();
  subjects.terms.push_back({.from = Instant(100),
                            .domains = {{.weight = 256, .cap = 80}},
                            .pool_pcpus = {1}});
  CapFold fold(subjects);
  Close(fold, 40, 100);
  Close(fold, 40 + 80, 200);
  EXPECT_EQ(fold.errors()[0].windows, 2);
  EXPECT_EQ(fold.errors()[0].sum_ns, 0);
}

TEST(CapFoldTest, DomainsWithoutACapOrAWindowAreLeftAlone) {
  TraceSubjects subjects = Capped();
  subjects.terms[0].domains[0].cap = 0;
  EXPECT_EQ(CapFold(subjects).next_end(), Instant::Never());
  EXPECT_FALSE(CapFold(subjects).capped(0));
  subjects = Capped();
  subjects.cap_window = {Duration()};
  EXPECT_EQ(CapFold(subjects).next_end(), Instant::Never());
  EXPECT_TRUE(CapFold(subjects).capped(0));
}

}  // namespace
}  // namespace xenotime
