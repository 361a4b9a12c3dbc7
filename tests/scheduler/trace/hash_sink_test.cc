#include "xenotime/scheduler/trace/hash_sink.h"

#include <set>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/trace/records.h"

namespace xenotime {
namespace {

uint64_t HashOf(const std::vector<TraceEvent>& events) {
  HashSink sink;
  for (const TraceEvent& e : events) sink.Append(PcpuId(0), e);
  return sink.hash();
}

// One record after another with one field changed each.
std::vector<TraceEvent> Neighbours() {
  std::vector<TraceEvent> all(1, SwitchRecord(100, 2, VcpuId(3), VcpuId(4)));
  for (int bit = 0; bit < 64; ++bit) {
    TraceEvent e = all[0];
    e.time = Instant(static_cast<int64_t>(100 ^ uint64_t{1} << bit));
    all.push_back(e);
    e = all[0];
    e.arg ^= uint64_t{1} << bit;
    all.push_back(e);
  }
  for (int bit = 0; bit < 32; ++bit) {
    TraceEvent e = all[0];
    e.vcpu = VcpuId(4 ^ 1u << bit);
    all.push_back(e);
    e = all[0];
    e.arg2 ^= 1u << bit;
    all.push_back(e);
  }
  for (int bit = 0; bit < 16; ++bit) {
    TraceEvent e = all[0];
    e.pcpu = static_cast<uint16_t>(e.pcpu ^ 1u << bit);
    all.push_back(e);
  }
  for (int bit = 0; bit < 8; ++bit) {
    TraceEvent e = all[0];
    e.detail = static_cast<uint8_t>(1u << bit);
    all.push_back(e);
  }
  return all;
}

TEST(HashSinkTest, EveryBitOfEveryFieldCounts) {
  std::set<uint64_t> hashes;
  for (const TraceEvent& e : Neighbours()) hashes.insert(HashOf({e}));
  EXPECT_EQ(hashes.size(), Neighbours().size());
  TraceEvent e = Neighbours()[0];
  e.kind = TraceKind::kWake;
  EXPECT_TRUE(hashes.insert(HashOf({e})).second);
}

TEST(HashSinkTest, OrderAndNumberCount) {
  const TraceEvent a = Record(1, TraceKind::kWake, VcpuId(0));
  const TraceEvent b = Record(1, TraceKind::kWake, VcpuId(1));
  const std::set<uint64_t> hashes = {
      HashOf({}),     HashOf({a}),    HashOf({b}),           HashOf({a, b}),
      HashOf({b, a}), HashOf({a, a}), HashOf({TraceEvent()})};
  EXPECT_EQ(hashes.size(), 7u);
}

// The value is part of what users store: it may change only with a note in the
// change log.
TEST(HashSinkTest, TheHashOfAKnownTraceStaysAsItIs) {
  EXPECT_EQ(HashOf(Neighbours()), 6981540016064240234u);
}

}  // namespace
}  // namespace xenotime
