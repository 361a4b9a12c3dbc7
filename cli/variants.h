#ifndef XENOTIME_CLI_VARIANTS_H_
#define XENOTIME_CLI_VARIANTS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// One of the things that `compare` compares.
struct Variant {
  ExecutorKind executor = ExecutorKind::kSim;
  std::string scheduler;
  Vwfi vwfi = Vwfi::kTrap;
};

// Every combination, in the order of the words: executors outermost, vwfi
// innermost. The error names the option ("--vwfi"), the word, and what is
// known. Each string is a list of words with commas between them; a word that
// is empty or given twice is an error.
struct VariantWords {
  std::vector<std::string> executors;
  std::vector<std::string> schedulers;
  std::vector<std::string> vwfi;
};
absl::StatusOr<std::vector<Variant>> MakeVariants(
    const VariantWords& words, const PolicyRegistry& registry);

// Reads "sim" or "threads".
absl::StatusOr<ExecutorKind> ParseExecutor(const std::string& word);

}  // namespace xenotime

#endif  // XENOTIME_CLI_VARIANTS_H_
