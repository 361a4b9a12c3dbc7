#include "xenotime/scheduler/trace/entitlement_fold.h"

#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

constexpr VcpuId kA(0), kB(1);

// Two domains of one vCPU each on one pCPU.
TraceSubjects TwoOnOne() {
  return {.pcpus = 1,
          .vcpus = {{1, 0}, {2, 0}},
          .domains = {1, 2},
          .domain_of = {0, 1},
          .cap_window = {},
          .terms = {{.from = Instant(),
                     .domains = {{.weight = 256}, {.weight = 256}},
                     .pool_pcpus = {1}}}};
}

// Both demand all the time.
int64_t Always(VcpuId, Instant at) { return at.ns(); }

void ExpectNear(int64_t value, int64_t expected) {
  EXPECT_LE(value, expected);
  EXPECT_GE(value, expected - 4);
}

TEST(EntitlementFoldTest, EqualWeightsHalveAPcpu) {
  const TraceSubjects subjects = TwoOnOne();
  EntitlementFold fold(subjects);
  EXPECT_EQ(fold.part_end(), Instant::Never());
  fold.Finish(Instant(1000), Always);
  ExpectNear(fold.entitled_ns(kA), 500);
  ExpectNear(fold.entitled_ns(kB), 500);
}

TEST(EntitlementFoldTest, WhoeverDemandsLessLeavesItToTheOther) {
  const TraceSubjects subjects = TwoOnOne();
  EntitlementFold fold(subjects);
  fold.Finish(Instant(1000), [](VcpuId v, Instant at) {
    return v == kA ? at.ns() / 10 : at.ns();
  });
  EXPECT_EQ(fold.entitled_ns(kA), 100);
  ExpectNear(fold.entitled_ns(kB), 900);
}

TEST(EntitlementFoldTest, ChangedTermsHoldFromTheirTimeOn) {
  TraceSubjects subjects = TwoOnOne();
  subjects.terms.push_back({.from = Instant(1000),
                            .domains = {{.weight = 256}, {.weight = 768}},
                            .pool_pcpus = {1}});
  EntitlementFold fold(subjects);
  EXPECT_EQ(fold.part_end(), Instant(1000));
  fold.ClosePart(Always);
  fold.Finish(Instant(2000), Always);
  ExpectNear(fold.entitled_ns(kA), 500 + 250);
  ExpectNear(fold.entitled_ns(kB), 500 + 750);
}

TEST(EntitlementFoldTest, ACapIsThePartOfOnePcpu) {
  TraceSubjects subjects = TwoOnOne();
  subjects.terms[0].domains[0].cap = 20;
  EntitlementFold fold(subjects);
  fold.Finish(Instant(1000), Always);
  ExpectNear(fold.entitled_ns(kA), 200);
  ExpectNear(fold.entitled_ns(kB), 800);
}

TEST(EntitlementFoldTest, PoolsAreDividedEachForItself) {
  TraceSubjects subjects = TwoOnOne();
  subjects.pcpus = 3;
  subjects.terms[0].pool_pcpus = {2, 1};
  subjects.terms[0].domains[1].pool = 1;
  EntitlementFold fold(subjects);
  fold.Finish(Instant(1000), Always);
  EXPECT_EQ(fold.entitled_ns(kA), 1000);  // more than it can demand is not
  EXPECT_EQ(fold.entitled_ns(kB), 1000);
}

TEST(EntitlementFoldTest, WithoutTermsNobodyIsEntitledToAnything) {
  const TraceSubjects subjects = {.pcpus = 1, .vcpus = {{1, 0}}};
  EntitlementFold fold(subjects);
  fold.Finish(Instant(1000), Always);
  EXPECT_EQ(fold.entitled_ns(kA), 0);
}

}  // namespace
}  // namespace xenotime
