#include "xenotime/scheduler/scenario/toolstack_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace xenotime {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

CapVerdict CheckUnder(CapRule rule, uint32_t cap, size_t vcpus) {
  PolicyInfo policy;
  policy.name = "p";
  policy.cap_rule = rule;
  return CheckCap(cap, vcpus, &policy);
}

TEST(ToolstackRequestsTest, EveryRowSaysWhatPeopleAskFor) {
  EXPECT_GE(ToolstackRequests().size(), 20u);
  for (const ToolstackRequest& row : ToolstackRequests()) {
    for (absl::string_view cell :
         {row.subject, row.word, row.command, row.unit, row.default_text,
          row.hypervisor, row.tool, row.scenario}) {
      EXPECT_FALSE(cell.empty()) << row.command;
    }
  }
}

TEST(CheckWeightTest, AWeightOfZeroIsRefusedWithTheReason) {
  EXPECT_EQ(CheckWeight(1), "");
  EXPECT_EQ(CheckWeight(65535), "");
  EXPECT_EQ(CheckWeight(65536), "65536 is not valid; give 1..65535");
  EXPECT_EQ(CheckWeight(0),
            "0 is not valid; give 1..65535 (to leave it as it is, leave it "
            "out)");
}

TEST(CheckCapTest, ThePolicyDecidesWhatACapMeans) {
  EXPECT_EQ(CheckUnder(CapRule::kIgnored, 0, 1).text, "");
  EXPECT_EQ(CheckUnder(CapRule::kReject, 200, 2).text, "");
  const CapVerdict refused = CheckUnder(CapRule::kReject, 201, 2);
  EXPECT_TRUE(refused.is_refused);
  EXPECT_EQ(refused.text,
            "201 percent is more than 2 vCPUs can use; give at most 200");
  const CapVerdict odd = CheckUnder(CapRule::kWarn, 101, 1);
  EXPECT_FALSE(odd.is_refused);
  EXPECT_THAT(odd.text, StartsWith("101 percent is more than 1 vCPU can"));
  EXPECT_THAT(CheckUnder(CapRule::kIgnored, 5, 1).text,
              HasSubstr("scheduler p has no caps"));
  EXPECT_TRUE(CheckUnder(CapRule::kIgnored, 65535, 999).is_refused);
  EXPECT_TRUE(CheckCap(65535, 999, nullptr).is_refused);
  EXPECT_EQ(CheckCap(101, 1, nullptr).text, "");
}

TEST(CheckRealTimeTest, TheBudgetLiesBetweenTenMicrosecondsAndThePeriod) {
  EXPECT_EQ(CheckRealTime(std::nullopt, std::nullopt), "");
  EXPECT_EQ(CheckRealTime(Microseconds(10), Microseconds(10)), "");
  EXPECT_EQ(CheckRealTime(std::nullopt, Seconds(5)), "");
  EXPECT_THAT(CheckRealTime(Nanoseconds(9'999), std::nullopt),
              HasSubstr("a period of 9999 ns is not valid; give 10000.."));
  EXPECT_THAT(CheckRealTime(Duration(int64_t{1} << 62), std::nullopt),
              HasSubstr("..4611686018427387903"));
  EXPECT_THAT(CheckRealTime(Milliseconds(1), Nanoseconds(1'000'001)),
              HasSubstr("give 10000..1000000, the period"));
  EXPECT_THAT(CheckRealTime(std::nullopt, Duration()),
              HasSubstr("a budget of 0 ns"));
}

TEST(CheckPoolTest, OneBadItemRefusesTheRequest) {
  EXPECT_EQ(CheckCreditPool(30, 1000, 0), "");
  EXPECT_EQ(CheckCreditPool(1, 1000, 100'000), "") << "equal is allowed";
  EXPECT_THAT(CheckCreditPool(0, 1000, 0), HasSubstr("a slice of 0 ms"));
  EXPECT_THAT(CheckCreditPool(1001, 1000, 0), HasSubstr("give 1..1000"));
  EXPECT_THAT(CheckCreditPool(1, 1001, 0),
              HasSubstr("longer than the slice; give at most 1000"));
  EXPECT_THAT(CheckCreditPool(30, 1000, 100'001),
              HasSubstr("a migrate delay of 100001 us"));
  EXPECT_EQ(CheckRateLimit(0), "");
  EXPECT_EQ(CheckRateLimit(100), "");
  EXPECT_THAT(CheckRateLimit(99), HasSubstr("a rate limit of 99 us"));
  EXPECT_THAT(CheckCreditPool(30, 500'001, 0), HasSubstr("100..500000"));
}

}  // namespace
}  // namespace xenotime
