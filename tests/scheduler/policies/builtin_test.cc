#include "xenotime/scheduler/policies/builtin.h"

#include <string>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

class BuiltinTest : public testing::Test {
 protected:
  BuiltinTest() { AddBuiltinPolicies(registry_); }

  const PolicyInfo& Info(const char* name) { return **registry_.Find(name); }
  bool Takes(const char* name, const std::string& text) {
    PolicyParameters parameters(Info("credit").parameters);
    return parameters.Set(name, text).ok();
  }

  PolicyRegistry registry_;
};

TEST_F(BuiltinTest, EveryPolicyCanBeMadeAndSaysWhatItIs) {
  EXPECT_GE(registry_.policies().size(), 2u);
  for (const auto& info : registry_.policies()) {
    EXPECT_FALSE(info->summary.empty()) << info->name;
    EXPECT_TRUE(info->make) << info->name;
    for (const PolicyParameter& p : info->parameters) {
      EXPECT_FALSE(p.help.empty()) << info->name << " " << p.name;
      EXPECT_FALSE(p.unit.empty()) << info->name << " " << p.name;
    }
  }
}

TEST_F(BuiltinTest, DefaultsAreValid) {
  for (const auto& info : registry_.policies()) {
    PolicyParameters parameters(info->parameters);
    for (const PolicyParameter& p : info->parameters) {
      const std::string text =
          p.words.empty() ? std::to_string(p.default_value)
                          : p.words[static_cast<size_t>(p.default_value)];
      EXPECT_TRUE(parameters.Set(p.name, text).ok()) << p.name;
    }
  }
}

TEST_F(BuiltinTest, NullHasNoParametersAndNoCaps) {
  EXPECT_TRUE(Info("null").parameters.empty());
  EXPECT_EQ(Info("null").cap_rule, CapRule::kIgnored);
}

TEST_F(BuiltinTest, CreditHasXensDefaults) {
  const PolicyParameters parameters(Info("credit").parameters);
  EXPECT_EQ(parameters.Get("tslice_ms"), 30);
  EXPECT_EQ(parameters.Get("ratelimit_us"), 1000);
  EXPECT_EQ(parameters.Get("migrate_delay_us"), 0);
  EXPECT_EQ(parameters.Get("load_balance_ratelimit_us"), 1000);
  EXPECT_EQ(parameters.Get("tickle_one_idle"), 1);
  EXPECT_EQ(parameters.Get("smt_power_savings"), 0);
  EXPECT_EQ(Info("credit").cap_rule, CapRule::kWarn);
}

TEST_F(BuiltinTest, CreditsParametersEndAtXensLimits) {
  EXPECT_TRUE(Takes("tslice_ms", "1") && Takes("tslice_ms", "1000"));
  EXPECT_FALSE(Takes("tslice_ms", "0") || Takes("tslice_ms", "1001"));
  EXPECT_TRUE(Takes("ratelimit_us", "0") && Takes("ratelimit_us", "100") &&
              Takes("ratelimit_us", "500000"));
  EXPECT_FALSE(Takes("ratelimit_us", "99") || Takes("ratelimit_us", "500001"));
  EXPECT_TRUE(Takes("migrate_delay_us", "100000"));
  EXPECT_FALSE(Takes("migrate_delay_us", "100001"));
  EXPECT_TRUE(Takes("load_balance_ratelimit_us", "0") &&
              Takes("load_balance_ratelimit_us", "1000000"));
  EXPECT_FALSE(Takes("load_balance_ratelimit_us", "1000001"));
  EXPECT_FALSE(Takes("tickle_one_idle", "2"));
}

TEST_F(BuiltinTest, Credit2WarnsOfATolerancePastItsPrecision) {
  PolicyParameters parameters(Info("credit2").parameters);
  EXPECT_EQ(Info("credit2").warn(parameters), "");
  ASSERT_TRUE(parameters.Set("balance_over", "-19").ok());
  EXPECT_EQ(Info("credit2").warn(parameters),
            "balance_over is below -load_precision_shift; credit2 uses -18");
}

}  // namespace
}  // namespace xenotime
