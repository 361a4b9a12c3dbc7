#include "xenotime/time/rendezvous/native_trial.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/time/averages.h"
#include "xenotime/time/cpu.h"
#include "xenotime/time/host_cores.h"
#include "xenotime/time/line_distance.h"
#include "xenotime/time/memory/native_cpu.h"
#include "xenotime/time/memory/task.h"
#include "xenotime/time/rendezvous/protocol.h"
#include "xenotime/time/rendezvous/rendezvous.h"
#include "xenotime/time/rendezvous/startup_sync.h"

namespace xenotime {
namespace {

using Block = RendezvousBlock<NativeCpu::Word>;

// From the release on: time enough for every thread to see it.
constexpr uint64_t kLeadTicks = 20'000;
// Walked through before each sample, as a second passes between two of them on
// a real machine and leaves the caches to others.
constexpr size_t kEvictedWords = (1 << 20) / sizeof(uint64_t);

// What the threads share besides the block. One per trial.
struct Meeting {
  alignas(64) std::atomic<uint64_t> turn{0};      // of the sample that begins
  alignas(64) std::atomic<uint64_t> go_at{0};     // host TSC
  alignas(64) std::atomic<uint64_t> finished{0};  // CPUs, all samples together
  alignas(64) std::atomic<bool> stop{false};
};

// What one thread has measured and what it executes.
struct alignas(64) Station {
  NativeCpu cpu;
  CalibrationRecord record;
  Task task;
  uint64_t entry = 0, exit = 0;
  std::vector<uint64_t> evicted = std::vector<uint64_t>(kEvictedWords);
};

// Something that all CPUs do together.
struct Subject {
  std::string name;
  // Makes what `cpu` will do.
  std::function<Task(uint32_t cpu, Station&, Block&)> make;
};

Task BareBarrier(uint64_t cpus, Block& block) {
  block.count.fetch_add(1, std::memory_order_acq_rel);
  while (block.count.load(std::memory_order_acquire) < cpus) CpuRelax();
  co_return;
}

std::vector<Subject> Subjects(uint32_t cpus) {
  std::vector<Subject> subjects;
  const auto add_form = [&](std::string name, RendezvousForm form,
                            bool writes) {
    RendezvousSetting setting;
    setting.cpus = cpus;
    setting.constant_rate = writes;
    subjects.push_back(
        {std::move(name),
         [form, setting](uint32_t cpu, Station& station, Block& block) {
           return Rendezvous(form, cpu == 0, station.cpu, block, setting,
                             station.record);
         }});
  };
  for (const auto form :
       {RendezvousForm::kMasterKeeps, RendezvousForm::kAllWrite,
        RendezvousForm::kFiveRounds, RendezvousForm::kMaxStamp,
        RendezvousForm::kStd}) {
    add_form(std::string(1, LetterOf(form)), form, true);
  }
  add_form("control", RendezvousForm::kMasterKeeps, false);
  subjects.push_back({"none", [](uint32_t cpu, Station& s, Block& block) {
                        return cpu == 0 ? BringUp(s.cpu, block)
                                        : ComeUp(s.cpu, block);
                      }});
  subjects.push_back({"barrier", [cpus](uint32_t, Station&, Block& block) {
                        return BareBarrier(cpus, block);
                      }});
  return subjects;
}

class Trial {
 public:
  explicit Trial(const NativeTrialOptions& options)
      : options_(options), stations_(options.cpus), cores_(AllowedCores()) {}

  std::vector<TrialSeries> Run() {
    std::vector<Subject> subjects = Subjects(options_.cpus);
    std::vector<std::vector<Sample>> samples(subjects.size());
    std::vector<std::thread> threads;
    for (uint32_t cpu = 1; cpu < options_.cpus; ++cpu) {
      threads.emplace_back([this, cpu] { Serve(cpu); });
    }
    PinToCore(cores_[0]);
    for (uint32_t i = 0; i < options_.samples; ++i) {
      for (size_t s = 0; s < subjects.size(); ++s) {
        samples[s].push_back(TakeSample(subjects[s]));
      }
    }
    meeting_.stop.store(true, std::memory_order_release);
    for (std::thread& thread : threads) thread.join();
    std::vector<TrialSeries> series;
    for (size_t s = 0; s < subjects.size(); ++s) {
      series.push_back(SeriesOf(subjects[s].name, samples[s]));
    }
    return series;
  }

 private:
  struct Sample {
    int64_t skew = 0, spread = 0, cost = 0, cost_after_arrival = 0;
    int64_t longest = 0;  // of all CPUs
  };

  // A slave's thread.
  void Serve(uint32_t cpu) {
    PinToCore(cores_[cpu]);
    for (uint64_t turn = 1;; ++turn) {
      while (meeting_.turn.load(std::memory_order_acquire) != turn) {
        if (meeting_.stop.load(std::memory_order_acquire)) return;
        CpuRelax();
      }
      TakePart(cpu);
    }
  }

  // Everybody, at one instant of the host's TSC.
  void TakePart(uint32_t cpu) {
    Station& station = stations_[cpu];
    for (uint64_t& word : station.evicted) ++word;
    ready_.fetch_add(1, std::memory_order_acq_rel);
    if (cpu == 0) {
      while (ready_.load(std::memory_order_acquire) % options_.cpus != 0) {
        CpuRelax();
      }
      meeting_.go_at.store(ReadTsc() + kLeadTicks, std::memory_order_release);
    }
    uint64_t go = 0;
    while ((go = meeting_.go_at.load(std::memory_order_acquire)) == 0) {
      CpuRelax();
    }
    while (static_cast<int64_t>(ReadTsc() - go) < 0) {
    }
    station.entry = ReadTscOrdered();
    station.task.Resume();
    station.exit = ReadTscOrdered();
    meeting_.finished.fetch_add(1, std::memory_order_acq_rel);
  }

  Sample TakeSample(const Subject& subject) {
    block_ = std::make_unique<Block>();
    for (uint32_t cpu = 0; cpu < options_.cpus; ++cpu) {
      stations_[cpu].cpu.set_offset(0);
      stations_[cpu].task = subject.make(cpu, stations_[cpu], *block_);
    }
    meeting_.go_at.store(0, std::memory_order_relaxed);
    const uint64_t finished =
        meeting_.finished.load(std::memory_order_acquire) + options_.cpus;
    meeting_.turn.fetch_add(1, std::memory_order_acq_rel);
    TakePart(0);
    while (meeting_.finished.load(std::memory_order_acquire) != finished) {
      CpuRelax();
    }
    return Measure();
  }

  Sample Measure() const {
    const Station& master = stations_[0];
    Sample sample;
    uint64_t last_entry = master.entry;
    int64_t least = 0, most = 0;
    for (const Station& station : stations_) {
      const auto skew =
          static_cast<int64_t>(station.cpu.offset() - master.cpu.offset());
      if (std::abs(skew) > std::abs(sample.skew)) sample.skew = skew;
      least = std::min(least, skew);
      most = std::max(most, skew);
      last_entry = std::max(last_entry, station.entry);
      sample.longest = std::max(
          sample.longest, static_cast<int64_t>(station.exit - station.entry));
    }
    sample.spread = most - least;
    sample.cost = static_cast<int64_t>(master.exit - master.entry);
    sample.cost_after_arrival = static_cast<int64_t>(master.exit - last_entry);
    return sample;
  }

  static TrialSeries SeriesOf(const std::string& name,
                              const std::vector<Sample>& samples) {
    constexpr int64_t kDisturbed = 20;  // times the median
    std::vector<int64_t> longest;
    for (const Sample& sample : samples) longest.push_back(sample.longest);
    const int64_t limit = kDisturbed * MedianOf(longest);
    TrialSeries series;
    series.subject = name;
    for (const Sample& sample : samples) {
      if (sample.longest > limit) {
        ++series.disturbed;
        continue;
      }
      series.skew.push_back(sample.skew);
      series.spread.push_back(sample.spread);
      series.cost.push_back(sample.cost);
      series.cost_after_arrival.push_back(sample.cost_after_arrival);
    }
    return series;
  }

  const NativeTrialOptions options_;
  std::vector<Station> stations_;
  const std::vector<int> cores_;
  Meeting meeting_;
  alignas(64) std::atomic<uint64_t> ready_{0};
  std::unique_ptr<Block> block_;
};

}  // namespace

absl::StatusOr<NativeTrial> RunNativeTrial(const NativeTrialOptions& options) {
  const std::vector<int> cores = AllowedCores();
  if (options.cpus < 2 || options.cpus > cores.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.cpus, " CPUs cannot meet on the ", cores.size(),
                     " cores that this process may use; give 2..", cores.size(),
                     ", as each must spin on a core of its own"));
  }
  if (options.samples < 1) {
    return absl::InvalidArgumentError("no samples; give at least 1");
  }
  NativeTrial trial;
  trial.series = Trial(options).Run();
  RestoreCores(cores);
  const auto line = MeasureLine(cores[0], cores[1]);
  if (!line.ok()) return line.status();
  trial.line_ticks = line->median_ticks;
  return trial;
}

}  // namespace xenotime
