#include "xenotime/cli/parameter_list.h"

#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/scenario/toolstack_requests.h"
#include "xenotime/scheduler/scenario/xen_option_table.h"
#include "xenotime/tests/cli/fake_world.h"

namespace xenotime {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

PolicyRegistry Builtin() {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  return registry;
}

void ExpectNarrow(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 120u) << line;
  }
}

TEST(ParameterListTest, TheTablesFitTheTerminal) {
  ExpectNarrow(XenParametersTable(Builtin()));
  ExpectNarrow(PolicyParametersTable(Builtin()));
}

TEST(ParameterListTest, EveryOptionHasItsLine) {
  const std::string text = XenParametersTable(Builtin());
  for (const XenOption& option : XenOptions()) {
    EXPECT_THAT(text, HasSubstr("\n" + std::string(option.name)));
  }
  for (XenSection section : kXenSections) {
    EXPECT_THAT(text, HasSubstr("[" + std::string(XenSectionName(section))));
  }
  EXPECT_THAT(text, ContainsRegex("sched-gran \\(x86\\) +word +cpu"));
  EXPECT_THAT(text, ContainsRegex("sched_credit_tslice_ms +ms +30 +1..1000 +"
                                  "30, warning +credit: tslice_ms"));
  EXPECT_THAT(text, ContainsRegex("timer_slop +ns +50000 +any +as given +none "
                                  "yet"));
}

TEST(ParameterListTest, AnEffectNeedsAScheduler) {
  EXPECT_THAT(XenParametersTable(FakeRegistry()),
              ContainsRegex("credit2_runqueue .*none yet"));
}

TEST(ParameterListTest, RequestsAreListed) {
  EXPECT_THAT(XenParametersTable(Builtin()),
              AllOf(ContainsRegex("domain +weight +sched-credit"),
                    ContainsRegex("pool +slice +sched-credit -s -t +ms +30"),
                    ContainsRegex("vCPU +pin +vcpu-pin")));
}

TEST(ParameterListTest, TheJsonHasEverything) {
  const auto options = BootOptionsJson(Builtin());
  ASSERT_EQ(options.size(), XenOptions().size());
  EXPECT_EQ(options[2]["name"], "sched_ratelimit_us");
  EXPECT_EQ(options[2]["parameter"], "ratelimit_us");
  EXPECT_EQ(options[2]["has_effect"], true);
  EXPECT_EQ(options[1]["architecture"], "x86");
  EXPECT_EQ(ToolstackRequestsJson().size(), ToolstackRequests().size());
  EXPECT_EQ(PolicyParametersJson(FakeRegistry())[0]["maximum"], 1000);
}

}  // namespace
}  // namespace xenotime
