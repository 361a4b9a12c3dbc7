// Caps under random guests: never more than the cap's share and what the
// specification lets a domain run over.

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

constexpr int64_t kMs = 1'000'000;

// A machine, a capped domain 1, and perhaps a neighbour.
struct Case {
  Case(const std::string& scheduler, uint64_t seed, bool blocking)
      : rng(seed, "caps_property_test") {
    pcpus = rng.Between(1, 4);
    vcpus = rng.Between(1, 5);
    // credit counts a vCPU's part of a period in whole credits of 0.1 ms.
    cap = rng.Between(5, 100 * std::min(pcpus, vcpus));
    duration = rng.Between(100, 2'000) * kMs;
    text = absl::StrCat("scheduler ", scheduler, "\npcpus ", pcpus,
                        "\nduration ", duration, "\ndomain 1 vcpus=", vcpus,
                        " cap=", cap, "\ndomain 2\n");
    for (int64_t v = 0; v < vcpus; ++v) {
      absl::StrAppend(&text, "vcpu 1.", v, " : ", Program(blocking), "\n");
    }
    absl::StrAppend(&text, "vcpu 2.0 : ", Program(rng.Chance(700'000)), "\n");
  }

  std::string Program(bool blocking) {
    if (!blocking) return "run 1000000000";
    return absl::StrCat("run ", rng.Between(1, 30 * kMs), "; sleep ",
                        rng.Between(1, 10 * kMs));
  }

  int64_t Received() const {
    const Report report = RunText(text).report;
    int64_t received = 0;
    for (int64_t v = 0; v < vcpus; ++v) {
      received += report.metrics.vcpus[static_cast<size_t>(v)].run_ns;
    }
    return received;
  }

  Rng rng;
  int64_t pcpus, vcpus, cap, duration;
  std::string text;
};

// A budget for each period of 10 ms that has begun. Each vCPU may run over its
// part by the shortest slice, 0.5 ms, once: it is a debt then (credit2.md, 10).
TEST(CapsProperty, Credit2GivesTheBudgetOfEachPeriodAndOneShortestSlice) {
  constexpr int64_t kPeriod = 10 * kMs;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    const Case test("credit2", seed, seed % 4 != 0);
    const int64_t periods = test.duration / kPeriod + 1;
    const int64_t most =
        periods * (kPeriod * test.cap / 100) + test.vcpus * kMs / 2;
    EXPECT_LE(test.Received(), most) << "seed " << seed << "\n" << test.text;
  }
}

// What the accounting of each 30 ms gives; each vCPU may be in debt for one of
// them, and those that run have not paid for the present one. (One that blocks
// may be away at every tick, and is not charged then: credit.md, 4.)
TEST(CapsProperty, CreditGivesHogsTheirShareAndOnePeriodEach) {
  constexpr int64_t kPeriod = 30 * kMs;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    const Case test("credit", seed, false);
    const int64_t running = std::min(test.pcpus, test.vcpus);
    const int64_t share = (test.duration + kPeriod) * test.cap / 100;
    EXPECT_LE(test.Received(), share + (test.vcpus + running) * kPeriod)
        << "seed " << seed << "\n"
        << test.text;
  }
}

}  // namespace
}  // namespace xenotime
