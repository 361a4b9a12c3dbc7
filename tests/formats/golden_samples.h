#ifndef XENOTIME_TESTS_FORMATS_GOLDEN_SAMPLES_H_
#define XENOTIME_TESTS_FORMATS_GOLDEN_SAMPLES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace xenotime {

// A golden trace with its summary. Small ones from golden/named, verbatim.
struct GoldenSample {
  std::string name;
  int64_t duration_ns = 0;
  std::string trace;
  std::string summary;
};

inline std::vector<GoldenSample> EmbeddedGoldenSamples() {
  return {
      {"edge_A5", 117211,
       R"(0 1.0 0 117211 end
1 1.1 0 51642 blocked
2 1.2 0 117211 end
3 1.3 0 117211 end
1 1.4 51642 117211 end
)",
       R"(# vcpu run_ns dispatches migrations wakes lat_min lat_avg lat_max yields
vcpu 1.0 117211 1 0 0 0 0 0 0
vcpu 1.1 51642 1 0 0 0 0 0 0
vcpu 1.2 117211 1 0 0 0 0 0 0
vcpu 1.3 117211 1 0 0 0 0 0 0
vcpu 1.4 65569 1 0 0 0 0 0 0
domain 1 weight=256 cap=0 run_ns=468844 pct_of_one_pcpu=400.000
pcpu 0 idle_ns=0
pcpu 1 idle_ns=0
pcpu 2 idle_ns=0
pcpu 3 idle_ns=0
total run_ns=468844 idle_ns=0 schedule_calls=9 switches=5 events=12
nonworkconserving total_ns=0 max_ns=0
)"},
      {"edge_C17b", 11250000,
       R"(0 1.0 0 10000 blocked
1 1.1 0 1000000 slice
0 1.2 10000 2010000 parked
1 1.3 1000000 2000000 parked
1 idle 2000000 11000000 idle
0 idle 2010000 10000000 idle
0 1.3 10000000 11000000 slice
0 1.1 11000000 11250000 end
1 1.3 11000000 11250000 end
)",
       R"(# vcpu run_ns dispatches migrations wakes lat_min lat_avg lat_max yields
vcpu 1.0 10000 1 0 0 0 0 0 0
vcpu 1.1 1250000 2 1 0 0 0 0 0
vcpu 1.2 2000000 1 0 0 0 0 0 0
vcpu 1.3 2250000 3 2 0 0 0 0 0
domain 1 weight=256 cap=40 run_ns=5510000 pct_of_one_pcpu=48.978
pcpu 0 idle_ns=7990000
pcpu 1 idle_ns=9000000
total run_ns=5510000 idle_ns=16990000 schedule_calls=13 switches=9 events=43
nonworkconserving total_ns=1000000 max_ns=1000000
)"},
      {"edge_c37", 1171875,
       R"(0 idle 0 1171875 idle
1 4.0 0 1000000 slice
2 idle 0 1100000 idle
3 idle 0 1171875 idle
4 idle 0 1171875 idle
5 idle 0 1171875 idle
6 idle 0 1171875 idle
7 idle 0 1171875 idle
1 4.1 1000000 1050000 blocked
1 4.0 1050000 1171875 end
2 4.1 1100000 1150000 blocked
2 idle 1150000 1171875 idle
)",
       R"(# vcpu run_ns dispatches migrations wakes lat_min lat_avg lat_max yields
vcpu 4.0 1121875 2 0 0 0 0 0 0
vcpu 4.1 100000 2 1 1 0 0 0 0
domain 4 weight=256 cap=0 run_ns=1221875 pct_of_one_pcpu=104.267
pcpu 0 idle_ns=1171875
pcpu 1 idle_ns=0
pcpu 2 idle_ns=1121875
pcpu 3 idle_ns=1171875
pcpu 4 idle_ns=1171875
pcpu 5 idle_ns=1171875
pcpu 6 idle_ns=1171875
pcpu 7 idle_ns=1171875
total run_ns=1221875 idle_ns=8153125 schedule_calls=14 switches=5 events=18
nonworkconserving total_ns=1050000 max_ns=1050000
)"},
  };
}

}  // namespace xenotime

#endif  // XENOTIME_TESTS_FORMATS_GOLDEN_SAMPLES_H_
