#include "xenotime/scheduler/scenario/validate_adjustments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

PolicyInfo Info(const std::string& name, bool real_time, bool frames) {
  PolicyInfo info;
  info.name = name;
  info.real_time = real_time;
  info.frames = frames;
  return info;
}

// Domains 1, of two vCPUs, and 2, of one; pool 0 has the scheduler, pool 5 is
// of credit.
class ValidateAdjustmentsTest : public ::testing::Test {
 protected:
  ValidateAdjustmentsTest() {
    scenario_.domains.resize(2);
    scenario_.domains[0].vcpus.resize(2);
    scenario_.domains[1].number = 2;
    scenario_.domains[1].vcpus.resize(1);
  }

  Findings Check(const PolicyInfo& policy) const {
    Findings findings;
    ValidateAdjustments(scenario_, {{0, &policy}, {5, &credit_}}, findings);
    return findings;
  }
  Findings CheckRtds() const { return Check(Info("rtds", true, false)); }
  Findings CheckArinc653() const {
    return Check(Info("arinc653", false, true));
  }
  // A table of 10 ms: 1.0 and 1.1 for 4 ms each.
  FrameTable& Table() {
    if (!scenario_.frames) {
      scenario_.frames = {
          .major = Milliseconds(10),
          .entries = {{1, 0, Milliseconds(4)}, {1, 1, Milliseconds(4)}}};
    }
    return *scenario_.frames;
  }
  static RealTimeParameters Parameters(Duration period, Duration budget) {
    return {.period = period, .budget = budget};
  }

  Scenario scenario_;

 private:
  const PolicyInfo credit_ = Info("credit", false, false);
};

void ExpectError(const Findings& findings, const std::string& message) {
  EXPECT_THAT(findings.errors, ElementsAre(HasSubstr(message)));
}
void ExpectWarning(const Findings& findings, const std::string& message) {
  EXPECT_THAT(findings.errors, IsEmpty());
  EXPECT_THAT(findings.warnings, ElementsAre(HasSubstr(message)));
}
void ExpectNothing(const Findings& findings) {
  EXPECT_THAT(findings.errors, IsEmpty());
  EXPECT_THAT(findings.warnings, IsEmpty());
}

TEST_F(ValidateAdjustmentsTest, NothingGivenIsFineUnderRtds) {
  ExpectNothing(CheckRtds());
}

TEST_F(ValidateAdjustmentsTest, TheLimitsOfPeriodAndBudgetAreValid) {
  const Duration longest((int64_t{1} << 62) / 1000 * 1000);
  scenario_.domains[0].real_time = Parameters(longest, longest);
  scenario_.domains[1].vcpus[0].real_time =
      Parameters(Microseconds(10), Microseconds(10));
  ExpectNothing(CheckRtds());
}

TEST_F(ValidateAdjustmentsTest, AShortPeriodIsAnError) {
  scenario_.domains[1].real_time = Parameters(Microseconds(9), Microseconds(9));
  ExpectError(CheckRtds(),
              "domains[1].period_ns: a period of 9000 ns is not valid; give "
              "10000..4611686018427387903");
}

TEST_F(ValidateAdjustmentsTest, ABudgetAboveThePeriodIsAnError) {
  scenario_.domains[0].vcpus[1].real_time =
      Parameters(Milliseconds(1), Milliseconds(4));
  ExpectError(CheckRtds(),
              "domains[0].vcpus[1].budget_ns: a budget of 4000000 ns is not "
              "valid; give 10000..1000000, the period");
}

TEST_F(ValidateAdjustmentsTest, PartsOfMicrosecondsAreAnError) {
  scenario_.domains[0].real_time =
      Parameters(Milliseconds(1), Nanoseconds(10500));
  ExpectError(CheckRtds(),
              "domains[0].budget_ns: 10500 ns is not valid; give whole "
              "microseconds");
}

TEST_F(ValidateAdjustmentsTest, OtherSchedulersDoNotHavePeriods) {
  scenario_.domains[0].vcpus[0].real_time = RealTimeParameters();
  scenario_.domains[0].vcpus[1].real_time = RealTimeParameters();
  scenario_.domains[1].real_time = RealTimeParameters();
  ExpectWarning(Check(Info("null", false, false)),
                "domains[0].vcpus[0]: period, budget and extratime have no "
                "effect, as scheduler null");
  scenario_.domains[0].pool = 5;
  ExpectWarning(CheckRtds(), "as scheduler credit");
  scenario_.domains[1].pool = 5;
  ExpectWarning(CheckRtds(), "domains[0].vcpus[0]");
}

TEST_F(ValidateAdjustmentsTest, ASoundTableIsFine) {
  Table();
  ExpectNothing(CheckArinc653());
}

TEST_F(ValidateAdjustmentsTest, WithoutATableNobodyRunsUnderArinc653) {
  ExpectWarning(CheckArinc653(), "frames: there is none");
}

TEST_F(ValidateAdjustmentsTest, OtherSchedulersDoNotHaveTables) {
  Table();
  ExpectWarning(CheckRtds(), "frames: it has no effect, as scheduler rtds");
}

TEST_F(ValidateAdjustmentsTest, ATableThatIsPutLaterIsCheckedToo) {
  Table();
  AdminAction& action = scenario_.actions.emplace_back();
  action.kind = AdminAction::Kind::kSetFrames;
  action.frames = *scenario_.frames;
  ExpectNothing(CheckArinc653());
  action.frames.major = Nanoseconds(1);
  ExpectError(CheckArinc653(), "actions[0].frames.entries: the minor frames");
  action.frames.entries.clear();
  ExpectError(CheckArinc653(), "actions[0].frames.entries: 0 minor frames");
  action.frames = *std::exchange(scenario_.frames, std::nullopt);
  ExpectWarning(CheckRtds(), "actions[0].frames: it has no effect");
}

TEST_F(ValidateAdjustmentsTest, ATableHasOneToSixtyFourEntries) {
  Table().entries.clear();
  ExpectError(CheckArinc653(),
              "frames.entries: 0 minor frames are not valid; give 1..64");
  Table().entries.assign(65, {1, 0, Nanoseconds(1)});
  ExpectError(CheckArinc653(), "frames.entries: 65 minor frames");
  Table().entries.resize(64);
  ExpectNothing(CheckArinc653());
}

TEST_F(ValidateAdjustmentsTest, TheMinorFramesMayFillTheMajorFrameOnly) {
  Table().entries[1].runtime = Milliseconds(6);
  ExpectNothing(CheckArinc653());
  Table().entries[1].runtime = Milliseconds(6) + Nanoseconds(1);
  ExpectError(CheckArinc653(),
              "frames.entries: the minor frames take 10000001 ns; give at most "
              "the major frame, 10000000");
  Table().entries[1].runtime = Duration::Max();
  ExpectError(CheckArinc653(), "the minor frames take 9223372036854775807");
}

TEST_F(ValidateAdjustmentsTest, FramesOfNoLengthAreErrors) {
  Table().entries[1].runtime = Duration();
  ExpectError(CheckArinc653(), "frames.entries[1].runtime_ns: 0 ns is not");
  Table().entries[1].runtime = Milliseconds(4);
  Table().major = Duration();
  ExpectError(CheckArinc653(), "frames.major_ns: 0 ns is not valid; give at");
}

TEST_F(ValidateAdjustmentsTest, TheOwnersExist) {
  Table().entries[0].domain = 9;
  ExpectError(CheckArinc653(),
              "frames.entries[0].vcpu: there is no domain 9; give");
  Table().entries[0] = {2, 1, Milliseconds(4)};
  ExpectError(CheckArinc653(),
              "frames.entries[0].vcpu: there is no vCPU 2.1; domain 2 has 1 "
              "vCPU");
}

TEST_F(ValidateAdjustmentsTest, AnOwnerInAnotherPoolIsOdd) {
  Table().entries.pop_back();
  scenario_.domains[0].pool = 5;
  ExpectWarning(CheckArinc653(),
                "frames.entries[0].vcpu: domain 1 is created in pool 5");
}

TEST_F(ValidateAdjustmentsTest, PoolsHaveTablesOfTheirOwn) {
  PoolSpec pool;
  pool.number = 5;
  pool.frames = Table();
  pool.frames->major = Duration(-1);
  scenario_.frames.reset();
  scenario_.pools = {pool};
  scenario_.domains[0].pool = 5;
  const Findings findings = CheckRtds();
  EXPECT_THAT(findings.errors,
              ElementsAre(HasSubstr("pools[0].frames.major_ns: -1 ns")));
  EXPECT_THAT(findings.warnings,
              ElementsAre(HasSubstr("pools[0].frames: it has no effect, as "
                                    "scheduler credit")));
}

}  // namespace
}  // namespace xenotime
