#include "xenotime/scheduler/scenario/xen_option_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/policy/registry.h"

namespace xenotime {
namespace {

TEST(XenOptionTableTest, EveryRowSaysWhatPeopleAskFor) {
  std::set<std::string> names;
  for (const XenOption& option : XenOptions()) {
    EXPECT_TRUE(names.insert(std::string(option.name)).second) << option.name;
    EXPECT_FALSE(option.unit.empty()) << option.name;
    EXPECT_FALSE(option.default_text.empty()) << option.name;
    EXPECT_FALSE(option.valid.empty()) << option.name;
    EXPECT_FALSE(option.invalid_gets.empty()) << option.name;
    EXPECT_FALSE(option.part.empty()) << option.name;
    EXPECT_EQ(option.target == XenTarget::kParameter,
              !option.schedulers.empty())
        << option.name;
  }
  EXPECT_EQ(names.size(), 36u);
}

TEST(XenOptionTableTest, OptionsAreFoundByNameAndConstantsAreNot) {
  ASSERT_NE(FindXenOption("sched-gran"), nullptr);
  EXPECT_EQ(FindXenOption("sched-gran")->section, XenSection::kGeneric);
  EXPECT_EQ(FindXenOption("vwfi")->section, XenSection::kTimers);
  EXPECT_EQ(FindXenOption("ratelimit_us"), nullptr);
  EXPECT_EQ(FindXenOption("(AMD pause filter)"), nullptr);
  EXPECT_EQ(FindXenOption(""), nullptr);
}

TEST(XenOptionTableTest, OptionsExistWhereTheirArchitectureIs) {
  const XenOption& granularity = *FindXenOption("sched-gran");
  EXPECT_TRUE(granularity.ExistsOn(Architecture::kX86));
  EXPECT_FALSE(granularity.ExistsOn(Architecture::kArm));
  EXPECT_FALSE(FindXenOption("vwfi")->ExistsOn(Architecture::kX86));
  EXPECT_TRUE(FindXenOption("timer_slop")->ExistsOn(Architecture::kArm));
}

TEST(XenOptionTableTest, AWrongNameFindsTheNearest) {
  EXPECT_EQ(NearestXenOption("sched_ratelimt_us"), "sched_ratelimit_us");
  EXPECT_EQ(NearestXenOption("timerslop"), "timer_slop");
  EXPECT_EQ(NearestXenOption("console"), "");
}

// The options of Xen and the parameters of our policies are one thing.
TEST(XenOptionTableTest, EveryParameterOfABuiltinPolicyHasItsOption) {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  for (const auto& policy : registry.policies()) {
    for (const PolicyParameter& parameter : policy->parameters) {
      const XenOption* option = FindXenOptionOf(policy->name, parameter.name);
      ASSERT_NE(option, nullptr) << policy->name << " " << parameter.name;
      if (option->type != XenType::kUnsigned &&
          option->type != XenType::kSigned) {
        continue;
      }
      EXPECT_EQ(std::string(option->default_text),
                absl::StrCat(parameter.default_value))
          << option->name;
      EXPECT_EQ(option->zero_is_off, parameter.zero_is_off) << option->name;
    }
  }
  EXPECT_EQ(FindXenOptionOf("null", "ratelimit_us"), nullptr);
}

TEST(XenOptionTableTest, WhatCreditCorrectsIsWhatOursRefuses) {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  for (const PolicyParameter& p : (*registry.Find("credit"))->parameters) {
    const XenOption* option = FindXenOptionOf("credit", p.name);
    ASSERT_NE(option, nullptr);
    if (option->type == XenType::kBool) continue;
    EXPECT_EQ(option->minimum, p.minimum) << p.name;
    EXPECT_EQ(option->maximum, p.maximum) << p.name;
  }
}

}  // namespace
}  // namespace xenotime
