#ifndef XENOTIME_SCHEDULER_SCENARIO_SCENARIO_LINES_H_
#define XENOTIME_SCHEDULER_SCENARIO_SCENARIO_LINES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace xenotime {

// Where in a file the parts of a scenario are, so that what Validate finds by
// field can be shown by line too. Lines count from 1; 0 stands for unknown.
// Readers fill it; parts that a file does not have stay unknown.
//
// Thread rule: a value, used by one thread.
class ScenarioLines {
 public:
  // A field by the path that --set takes: "duration_ns", "costs.wake_ns". Of
  // several lines the first counts.
  void AddField(absl::string_view path, int line);
  // The next of the list `domains`, with its vCPUs, and of two other lists.
  void AddDomain(int line, size_t vcpus);
  size_t domains() const { return domains_.size(); }
  void AddPool(int line) { pools_.push_back(line); }
  void AddAction(int line) { actions_.push_back(line); }
  // REQUIRES: the vCPUs exist.
  void SetVcpus(size_t domain, size_t first, size_t last, int line);

  // Of the innermost part around `path` that is known.
  int Find(absl::string_view path) const;

  // The field has another source now.
  void Forget(absl::string_view path);

 private:
  int FindInDomain(absl::string_view path) const;

  struct Domain {
    int line = 0;
    std::vector<int> vcpus;
  };
  std::vector<Domain> domains_;
  std::vector<int> pools_;
  std::vector<int> actions_;
  absl::flat_hash_map<std::string, int> fields_;
  std::vector<std::string> forgotten_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_SCENARIO_LINES_H_
