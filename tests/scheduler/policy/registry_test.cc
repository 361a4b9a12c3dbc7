#include "xenotime/scheduler/policy/registry.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"

namespace xenotime {
namespace {

PolicyParameter Number(const char* name, const char* unit, int64_t value,
                       int64_t minimum, int64_t maximum) {
  PolicyParameter p;
  p.name = name;
  p.unit = unit;
  p.default_value = value;
  p.minimum = minimum;
  p.maximum = maximum;
  return p;
}

std::vector<PolicyParameter> Table() {
  std::vector<PolicyParameter> table = {
      Number("slice_ms", "ms", 30, 1, 1000),
      Number("limit_us", "us", 1000, 100, 500'000),
      Number("one", "0/1", 1, 0, 1),
      Number("over", "", -3, -18, 0),
      Number("queue", "word", 1, 0, 0),
  };
  table[1].zero_is_off = true;
  table[4].words = {"cpu", "socket", "all"};
  return table;
}

PolicyInfo Named(const std::string& name) {
  PolicyInfo info;
  info.name = name;
  info.summary = "the policy called " + name;
  return info;
}

std::string ErrorOf(const absl::Status& status) {
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(PolicyParametersTest, BeginWithTheirDefaults) {
  const auto table = Table();
  const PolicyParameters parameters(table);
  EXPECT_EQ(parameters.Get("slice_ms"), 30);
  EXPECT_EQ(parameters.Get("over"), -3);
  EXPECT_EQ(parameters.Get("queue"), 1);
}

TEST(PolicyParametersTest, TakeTheLimitsThemselves) {
  const auto table = Table();
  PolicyParameters parameters(table);
  for (const char* text : {"1", "1000", "30"}) {
    EXPECT_TRUE(parameters.Set("slice_ms", text).ok()) << text;
    EXPECT_EQ(parameters.Get("slice_ms"), std::stoi(text));
  }
  EXPECT_TRUE(parameters.Set("over", "-18").ok());
  EXPECT_EQ(parameters.Get("over"), -18);
}

TEST(PolicyParametersTest, RefuseWhatIsOutsideAndKeepTheOldValue) {
  const auto table = Table();
  PolicyParameters parameters(table);
  for (const char* text :
       {"0", "1001", "-1", "", "x", "5ms", "1.5", "99999999999999999999"}) {
    EXPECT_FALSE(parameters.Set("slice_ms", text).ok()) << text;
  }
  EXPECT_EQ(parameters.Get("slice_ms"), 30);
}

TEST(PolicyParametersTest, ZeroMeansOffWhereThatIsLegal) {
  const auto table = Table();
  PolicyParameters parameters(table);
  EXPECT_TRUE(parameters.Set("limit_us", "0").ok());
  EXPECT_EQ(parameters.Get("limit_us"), 0);
  EXPECT_EQ(ErrorOf(parameters.Set("limit_us", "99")),
            "parameter limit_us: \"99\" is not valid; give 0 (off) or "
            "100..500000 us");
}

TEST(PolicyParametersTest, ErrorsSayWhatWouldBeValid) {
  const auto table = Table();
  PolicyParameters parameters(table);
  EXPECT_EQ(ErrorOf(parameters.Set("slice_ms", "0")),
            "parameter slice_ms: \"0\" is not valid; give 1..1000 ms");
  EXPECT_EQ(ErrorOf(parameters.Set("one", "yes")),
            "parameter one: \"yes\" is not valid; give 0..1");
  EXPECT_EQ(
      ErrorOf(parameters.Set("queue", "core")),
      "parameter queue: \"core\" is not valid; give one of cpu, socket, all");
  EXPECT_EQ(ErrorOf(parameters.Set("slize_ms", "1")),
            "unknown parameter \"slize_ms\"; this scheduler has slice_ms, "
            "limit_us, one, over, queue");
}

TEST(PolicyParametersTest, WordsAreIndices) {
  const auto table = Table();
  PolicyParameters parameters(table);
  EXPECT_TRUE(parameters.Set("queue", "all").ok());
  EXPECT_EQ(parameters.Get("queue"), 2);
  EXPECT_FALSE(parameters.Set("queue", "1").ok());
}

TEST(PolicyParametersTest, ASchedulerWithoutParametersSaysSo) {
  const std::vector<PolicyParameter> none;
  PolicyParameters parameters(none);
  EXPECT_EQ(ErrorOf(parameters.Set("slice_ms", "1")),
            "unknown parameter \"slice_ms\"; this scheduler has none");
}

TEST(PolicyRegistryTest, FindsWhatWasAdded) {
  PolicyRegistry registry;
  registry.Add(Named("mine"));
  registry.Add(Named("yours"));
  const auto found = registry.Find("yours");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ((*found)->summary, "the policy called yours");
  EXPECT_EQ(registry.policies().size(), 2u);
}

TEST(PolicyRegistryTest, NamesWhatItKnowsWhenAskedForSomethingElse) {
  PolicyRegistry registry;
  registry.Add(Named("mine"));
  registry.Add(Named("yours"));
  const auto found = registry.Find("theirs");
  EXPECT_EQ(found.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(std::string(found.status().message()),
            "unknown scheduler \"theirs\"; known are mine, yours");
}

TEST(PolicyRegistryTest, EntriesDoNotMoveWhenOthersAreAdded) {
  PolicyRegistry registry;
  registry.Add(Named("first"));
  const PolicyInfo* first = *registry.Find("first");
  for (int i = 0; i < 100; ++i) registry.Add(Named(std::to_string(i)));
  EXPECT_EQ(*registry.Find("first"), first);
}

}  // namespace
}  // namespace xenotime
