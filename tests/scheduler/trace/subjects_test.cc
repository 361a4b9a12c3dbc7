#include "xenotime/scheduler/trace/subjects.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(TraceSubjectsTest, NamesAreDomainAndIndex) {
  const TraceSubjects subjects{.pcpus = 1, .vcpus = {{1, 0}, {12, 3}}};
  EXPECT_EQ(subjects.NameOf(VcpuId(1)), "12.3");
}

TEST(TraceSubjectsTest, NobodyIsIdleAndAStrangerIsANumber) {
  const TraceSubjects subjects{.pcpus = 1, .vcpus = {{1, 0}}};
  EXPECT_EQ(subjects.NameOf(VcpuId::None()), "idle");
  EXPECT_EQ(subjects.NameOf(VcpuId(7)), "v7");
}

}  // namespace
}  // namespace xenotime
