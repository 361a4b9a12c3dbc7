#include "xenotime/scheduler/scenario/domain_pools.h"

#include <gtest/gtest.h>

namespace xenotime {
namespace {

AdminAction At(int64_t ns, uint32_t domain) {
  AdminAction action;
  action.at = Instant(ns);
  action.domain = domain;
  return action;
}

AdminAction MoveAt(int64_t ns, uint32_t domain, uint32_t pool) {
  AdminAction action = At(ns, domain);
  action.kind = AdminAction::Kind::kMoveDomain;
  action.pool = pool;
  return action;
}

TEST(DomainPoolsTest, ADomainIsWhereItWasCreatedUntilItMoves) {
  Scenario scenario;
  scenario.domains.resize(2);
  scenario.domains[0].number = 1;
  scenario.domains[0].pool = 3;
  scenario.domains[1].number = 2;
  // Not in the order of time; those of one time happen as given.
  scenario.actions = {At(5, 1),        MoveAt(9, 1, 0), MoveAt(5, 1, 4),
                      At(5, 1),        At(8, 1),        At(9, 1),
                      MoveAt(9, 1, 7), At(9, 1),        At(9, 2)};
  const DomainPools pools(scenario);
  EXPECT_EQ(pools.AtFirst(1), 3u);
  EXPECT_EQ(pools.AtFirst(2), 0u);
  EXPECT_EQ(pools.AtFirst(99), 0u);
  EXPECT_EQ(pools.AtAction(1, 0), 3u);
  EXPECT_EQ(pools.AtAction(1, 3), 4u);
  EXPECT_EQ(pools.AtAction(1, 4), 4u);
  EXPECT_EQ(pools.AtAction(1, 5), 0u);
  EXPECT_EQ(pools.AtAction(1, 7), 7u);
  EXPECT_EQ(pools.AtAction(2, 8), 0u);
}

}  // namespace
}  // namespace xenotime
