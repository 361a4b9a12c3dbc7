#ifndef XENOTIME_TESTS_TIME_RENDEZVOUS_EXPLORED_H_
#define XENOTIME_TESTS_TIME_RENDEZVOUS_EXPLORED_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "xenotime/time/memory/explorer.h"
#include "xenotime/time/rendezvous/protocol.h"

namespace xenotime {

// A rendezvous under the explorer, and what must hold of each form.
class ExploredRendezvous {
 public:
  using Block = RendezvousBlock<ModelWord>;
  enum Word : uint32_t {
    kCount,
    kEnd,
    kMasterStime,
    kMasterTsc,
    kMaxTsc,
    kGone,
    kWords
  };

  ExploredRendezvous(RendezvousForm form, uint32_t cpus, int rounds)
      : form_(form) {
    setting_.cpus = cpus;
    setting_.rounds = rounds;
    block_.count.id = kCount;
    block_.end.id = kEnd;
    block_.master_stime.id = kMasterStime;
    block_.master_tsc.id = kMasterTsc;
    block_.max_tsc.id = kMaxTsc;
    records_.resize(cpus);
  }

  template <typename Rules>
  Exploration Make() {
    Exploration exploration;
    exploration.cpus = static_cast<uint32_t>(setting_.cpus);
    exploration.words = kWords;
    // With more the number of states explodes, and it is the order that counts.
    exploration.samples =
        form_ == RendezvousForm::kMaxStamp ? setting_.cpus : 2;
    exploration.word_names = {"count",      "end",     "master_stime",
                              "master_tsc", "max_tsc", "gone"};
    exploration.program = [this](uint32_t cpu, ModelCpu& on) {
      return Rendezvous<Rules>(form_, cpu == 0, on, block_, setting_,
                               records_[cpu]);
    };
    exploration.check_step = [](const auto& cpus, uint32_t cpu) {
      return CheckRounds(cpus, cpu);
    };
    exploration.check_end = [this](const auto& cpus) {
      return CheckWrites(cpus);
    };
    return exploration;
  }

 private:
  // Barriers are passed by the master first, and by nobody before everybody
  // has passed the one before: no round is mixed with the next.
  static std::string CheckRounds(const std::vector<ExploredCpu>& cpus,
                                 uint32_t cpu) {
    const uint32_t passed = cpus[cpu].spins;
    if (cpu != 0 && cpus[0].spins < passed) {
      return absl::StrCat("CPU ", cpu, " passes barrier ", passed,
                          " before the master");
    }
    for (uint32_t other = 0; other < cpus.size(); ++other) {
      if (cpus[other].spins + 1 < passed) {
        return absl::StrCat("CPU ", cpu, " passes barrier ", passed, ", CPU ",
                            other, " has not passed barrier ", passed - 1);
      }
    }
    return "";
  }

  std::string CheckWrites(const std::vector<ExploredCpu>& cpus) const {
    uint64_t expected = cpus[0].first_sample;
    if (form_ == RendezvousForm::kMaxStamp) {
      for (const ExploredCpu& cpu : cpus) {
        expected = std::max(expected, cpu.first_sample);
      }
    }
    for (uint32_t cpu = 0; cpu < cpus.size(); ++cpu) {
      const bool writes = Writes(cpu);
      const std::vector<uint64_t>& written = cpus[cpu].written;
      if (written.size() != (writes ? 1 : 0)) {
        return absl::StrCat("CPU ", cpu, " writes its TSC ", written.size(),
                            " times");
      }
      if (writes && written[0] != expected) {
        return absl::StrCat("CPU ", cpu, " writes ", written[0], ", not ",
                            expected);
      }
      if (form_ == RendezvousForm::kMaxStamp &&
          written[0] < cpus[cpu].first_sample) {
        return absl::StrCat("the TSC of CPU ", cpu,
                            " is set behind its first sample");
      }
    }
    return "";
  }

  bool Writes(uint32_t cpu) const {
    switch (form_) {
      case RendezvousForm::kMasterKeeps:
        return cpu != 0;
      case RendezvousForm::kStd:
      case RendezvousForm::kNop:
        return false;
      default:
        return true;
    }
  }

  const RendezvousForm form_;
  RendezvousSetting setting_;
  Block block_;
  std::vector<CalibrationRecord> records_;
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TIME_RENDEZVOUS_EXPLORED_H_
