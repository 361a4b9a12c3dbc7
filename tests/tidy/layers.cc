// The arrows of docs/design: who may include whom.

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/tests/tidy/rules.h"

namespace xenotime {
namespace {

struct Layer {
  std::string folder;
  std::vector<std::string> may_include;  // files and folders beside its own
};

// The first folder that holds the file counts. Arrows are transitive, except
// that policies see their own line only.
const std::vector<Layer>& Layers() {
  static const auto* const kLayers = new std::vector<Layer>{
      {"time", {}},
      {"scheduler/core", {"time/types.h", "time/cpu.h", "time/split_mix.h"}},
      {"scheduler/queue", {"scheduler/core", "time/types.h"}},
      {"scheduler/policy", {"scheduler/core", "time/types.h"}},
      {"scheduler/policies",
       {"scheduler/policy", "scheduler/queue", "scheduler/core",
        "time/types.h"}},
      {"scheduler/engine",
       {"scheduler/policy", "scheduler/core", "time/types.h"}},
      {"scheduler/gang",
       {"scheduler/policy", "scheduler/core", "time/types.h"}},
      {"scheduler/guest", {"scheduler/core", "time"}},
      {"scheduler/trace", {"scheduler/core", "time/types.h"}},
      {"scheduler/sim",
       {"scheduler/engine", "scheduler/guest", "scheduler/policy",
        "scheduler/core", "time"}},
      {"scheduler/threads",
       {"scheduler/engine", "scheduler/guest", "scheduler/policy",
        "scheduler/trace", "scheduler/core", "time"}},
      {"scheduler/scenario", {"scheduler", "time"}},
      {"formats", {"scheduler/scenario", "scheduler", "time"}},
      // Reads a scenario in whichever of the two formats it is.
      {"proto/convert/load_scenario.cc",
       {"proto/convert", "formats", "scheduler", "time"}},
      {"proto", {"scheduler/scenario", "scheduler", "time"}},
      {"presets", {}},
      {"cli",
       {"formats", "proto/convert", "presets", "scheduler", "time", "bazel"}},
  };
  return *kLayers;
}

bool Below(const std::string& file, const std::string& place) {
  return file == place || file.compare(0, place.size() + 1, place + "/") == 0;
}

const Layer* LayerOf(const std::string& path) {
  for (const Layer& layer : Layers()) {
    if (Below(path, layer.folder)) return &layer;
  }
  return nullptr;  // tests, examples: everything
}

// The folder that a policy may see within scheduler/policies: its own. Files
// that lie in policies/ itself list all of them.
std::string OwnFolder(const std::string& path, const Layer& layer) {
  if (layer.folder != "scheduler/policies") return layer.folder;
  const size_t slash = path.find('/', layer.folder.size() + 1);
  return slash == std::string::npos ? layer.folder : path.substr(0, slash);
}

// "a/b.h" of a line that includes "xenotime/a/b.h"; else "".
std::string IncludedFile(const std::string& line) {
  const std::string start = "#include \"xenotime/";
  if (line.compare(0, start.size(), start) != 0) return "";
  const size_t end = line.find('"', start.size());
  if (end == std::string::npos) return "";
  return line.substr(start.size(), end - start.size());
}

}  // namespace

void CheckLayers(const SourceText& source, Complaints& complaints) {
  const Layer* layer = LayerOf(source.path);
  if (layer == nullptr || !(source.IsHeader() || source.IsSource())) return;
  const std::string own = OwnFolder(source.path, *layer);
  for (size_t i = 0; i < source.lines.size(); ++i) {
    const std::string file = IncludedFile(source.lines[i]);
    if (file.empty() || Below(file, own)) continue;
    bool allowed = false;
    for (const std::string& place : layer->may_include) {
      allowed |= Below(file, place);
    }
    if (allowed) continue;
    complaints.push_back(absl::StrCat(
        source.path, ":", i + 1, ": ", own, " must not include ", file,
        "; it may include ", absl::StrJoin(layer->may_include, ", "),
        layer->may_include.empty() ? "nothing of ours" : "",
        " (docs/design, \"Who may include whom\")"));
  }
}

}  // namespace xenotime
