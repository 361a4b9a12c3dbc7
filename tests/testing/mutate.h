#ifndef XENOTIME_TESTS_TESTING_MUTATE_H_
#define XENOTIME_TESTS_TESTING_MUTATE_H_

#include <cstdint>
#include <string>

#include "xenotime/scheduler/core/rng.h"

namespace xenotime {

// Damages texts at random: bytes changed, removed and inserted, pieces repeated
// and moved, the end cut off. The same seed gives the same texts everywhere.
class Mutator {
 public:
  explicit Mutator(uint64_t seed) : rng_(seed, "mutate") {}

  // `text` with 1 to 4 damages.
  std::string Mutate(std::string text);

 private:
  void Damage(std::string& text);

  Rng rng_;
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TESTING_MUTATE_H_
