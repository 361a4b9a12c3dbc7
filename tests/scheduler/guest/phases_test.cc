#include "xenotime/scheduler/guest/phases.h"

#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

GuestOp Op(GuestOp::Kind kind, int64_t ns = 0) {
  GuestOp op;
  op.kind = kind;
  op.duration = Nanoseconds(ns);
  return op;
}

TEST(PhasesProgramTest, LoopsOverItsSteps) {
  PhasesProgram program({Op(GuestOp::Kind::kRun, 5), Op(GuestOp::Kind::kYield),
                         Op(GuestOp::Kind::kSleep, 7)});
  for (int round = 0; round < 3; ++round) {
    const GuestOp run = program.Next({});
    EXPECT_EQ(run.kind, GuestOp::Kind::kRun);
    EXPECT_EQ(run.duration, Nanoseconds(5));
    EXPECT_EQ(program.Next({}).kind, GuestOp::Kind::kYield);
    EXPECT_EQ(program.Next({}).duration, Nanoseconds(7));
  }
}

TEST(PhasesProgramTest, ASingleStepRepeats) {
  PhasesProgram program({Op(GuestOp::Kind::kRun, 5)});
  program.Next({});
  EXPECT_EQ(program.Next({}).kind, GuestOp::Kind::kRun);
}

}  // namespace
}  // namespace xenotime
