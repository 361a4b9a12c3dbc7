#include "xenotime/scheduler/trace/trace_buffer.h"

#include <thread>
#include <tuple>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/trace/records.h"

namespace xenotime {
namespace {

void Put(TraceBuffer& buffer, uint32_t pcpu, int64_t time, uint64_t arg = 0) {
  TraceEvent event = Record(time, TraceKind::kNote, kIdleVcpu, 0, arg);
  event.pcpu = static_cast<uint16_t>(pcpu);
  buffer.Append(PcpuId(pcpu), event);
}

// (time, executing pCPU, arg) of all records.
std::vector<std::tuple<int64_t, uint32_t, uint64_t>> Merged(
    const TraceBuffer& buffer) {
  KeepingSink sink;
  buffer.MergeInto(sink);
  std::vector<std::tuple<int64_t, uint32_t, uint64_t>> rows;
  for (const auto& [pcpu, event] : sink.kept) {
    rows.emplace_back(event.time.ns(), pcpu.value(), event.arg);
  }
  return rows;
}

using Rows = std::vector<std::tuple<int64_t, uint32_t, uint64_t>>;

TEST(TraceBufferTest, MergesByTimeThenByPcpuInTheOrderOfEachPcpu) {
  TraceBuffer buffer(3, 8);
  Put(buffer, 2, 5, 1);
  Put(buffer, 2, 5, 2);
  Put(buffer, 2, 9, 3);
  Put(buffer, 0, 7, 4);
  Put(buffer, 1, 5, 5);
  Put(buffer, 1, 9, 6);
  EXPECT_EQ(
      Merged(buffer),
      (Rows{{5, 1, 5}, {5, 2, 1}, {5, 2, 2}, {7, 0, 4}, {9, 1, 6}, {9, 2, 3}}));
}

TEST(TraceBufferTest, ATimeThatStepsBackDoesNotOvertakeItsPredecessor) {
  TraceBuffer buffer(2, 8);
  Put(buffer, 0, 10, 1);
  Put(buffer, 0, 3, 2);
  Put(buffer, 1, 5, 3);
  EXPECT_EQ(Merged(buffer), (Rows{{5, 1, 3}, {10, 0, 1}, {3, 0, 2}}));
}

TEST(TraceBufferTest, AnEmptyBufferMergesIntoNothing) {
  EXPECT_TRUE(Merged(TraceBuffer(4, 16)).empty());
}

TEST(TraceBufferTest, WhatDoesNotFitIsCounted) {
  TraceBuffer buffer(2, 2);
  for (int i = 0; i < 5; ++i) Put(buffer, 0, i);
  Put(buffer, 1, 0);
  EXPECT_EQ(buffer.size(), 3u);
  EXPECT_EQ(buffer.lost(), 3);
  EXPECT_EQ(buffer.Tail(10).back(), "3 later record(s) were lost");
}

TEST(TraceBufferTest, ABufferWithoutRoomLosesAll) {
  TraceBuffer buffer(1, 0);
  Put(buffer, 0, 1);
  EXPECT_EQ(buffer.size(), 0u);
  EXPECT_EQ(buffer.lost(), 1);
  EXPECT_TRUE(Merged(buffer).empty());
}

TEST(TraceBufferTest, TheTailIsTheLastRecordsOfAllPcpus) {
  TraceBuffer buffer(2, 8);
  for (int i = 0; i < 5; ++i) Put(buffer, 0, i);
  Put(buffer, 1, 3);
  EXPECT_EQ(buffer.Tail(3),
            (std::vector<std::string>{"3 p0 note code 0 value 0",
                                      "3 p1 note code 0 value 0",
                                      "4 p0 note code 0 value 0"}));
  EXPECT_TRUE(buffer.Tail(0).empty());
  EXPECT_EQ(buffer.Tail(100).size(), 6u);
}

TEST(TraceBufferTest, TheTailCanBeReadWhileWritersWrite) {
  constexpr int kRecords = 20'000;
  TraceBuffer buffer(2, kRecords);
  const auto write = [&buffer](uint32_t pcpu) {
    for (int i = 0; i < kRecords; ++i) Put(buffer, pcpu, i);
  };
  std::thread first(write, 0), second(write, 1);
  size_t seen = 0;
  while (seen < 2 * kRecords) {
    const std::vector<std::string> tail = buffer.Tail(4);
    for (const std::string& line : tail) {
      ASSERT_NE(line.find("note code 0 value 0"), std::string::npos) << line;
    }
    const size_t size = buffer.size();
    ASSERT_GE(size, seen);
    seen = size;
    std::this_thread::yield();
  }
  first.join();
  second.join();
  EXPECT_EQ(buffer.lost(), 0);
  EXPECT_EQ(Merged(buffer).size(), size_t{2} * kRecords);
}

}  // namespace
}  // namespace xenotime
