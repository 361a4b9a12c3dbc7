#include "xenotime/cli/figures.h"

namespace xenotime {

Figures FiguresOf(const VariantResult& result) {
  const auto spread = [&](int64_t SampleSummary::*member) {
    return SpreadOf(result.Collect([&](const RepeatResult& repeat) {
      return repeat.latency.summary.*member;
    }));
  };
  Figures figures = {.average_ns = spread(&SampleSummary::average).median,
                     .min_ns = spread(&SampleSummary::min).min,
                     .median_ns = spread(&SampleSummary::median),
                     .p99_ns = spread(&SampleSummary::p99).median,
                     .max_ns = spread(&SampleSummary::max).max,
                     .warm_max_ns = spread(&SampleSummary::warm_max).max,
                     .samples = 0,
                     .dropped = 0,
                     .cpu = {}};
  for (const RepeatResult& repeat : result.repeats) {
    figures.samples += repeat.latency.summary.count;
    figures.dropped += repeat.dropped_samples;
    figures.cpu.used_ns += repeat.cpu.used_ns;
    figures.cpu.available_ns += repeat.cpu.available_ns;
  }
  return figures;
}

}  // namespace xenotime
