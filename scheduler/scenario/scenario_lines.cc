#include "xenotime/scheduler/scenario/scenario_lines.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

// The index in "NAME[INDEX]..." if `path` begins so; it is cut off then.
std::optional<size_t> TakeIndex(absl::string_view& path,
                                absl::string_view name) {
  absl::string_view rest = path;
  if (!absl::ConsumePrefix(&rest, name) || !absl::ConsumePrefix(&rest, "[")) {
    return std::nullopt;
  }
  const size_t end = rest.find(']');
  if (end == absl::string_view::npos) return std::nullopt;
  const std::optional<int64_t> index = ParseDecimal(rest.substr(0, end));
  if (!index) return std::nullopt;
  path = rest.substr(end + 1);
  return static_cast<size_t>(*index);
}

int At(const std::vector<int>& lines, size_t index) {
  return index < lines.size() ? lines[index] : 0;
}

// Whether `path` is `part` or within it.
bool Within(absl::string_view path, absl::string_view part) {
  if (!absl::ConsumePrefix(&path, part)) return false;
  return path.empty() || path.front() == '.' || path.front() == '[';
}

}  // namespace

void ScenarioLines::AddField(absl::string_view path, int line) {
  fields_.emplace(path, line);
}

void ScenarioLines::AddDomain(int line, size_t vcpus) {
  domains_.push_back({line, std::vector<int>(vcpus)});
}

void ScenarioLines::SetVcpus(size_t domain, size_t first, size_t last,
                             int line) {
  std::vector<int>& vcpus = domains_[domain].vcpus;
  std::fill(vcpus.begin() + first, vcpus.begin() + last + 1, line);
}

int ScenarioLines::Find(absl::string_view path) const {
  const bool forgotten = absl::c_any_of(
      forgotten_,
      [&](const std::string& field) { return Within(path, field); });
  if (forgotten) return 0;
  absl::string_view rest = path;
  if (const auto pool = TakeIndex(rest, "pools")) return At(pools_, *pool);
  if (const auto i = TakeIndex(rest, "actions")) return At(actions_, *i);
  if (absl::StartsWith(path, "domains[")) return FindInDomain(path);
  for (rest = path; !rest.empty();) {
    const auto it = fields_.find(rest);
    if (it != fields_.end()) return it->second;
    const size_t dot = rest.rfind('.');
    rest = dot == absl::string_view::npos ? "" : rest.substr(0, dot);
  }
  return 0;
}

int ScenarioLines::FindInDomain(absl::string_view path) const {
  const std::optional<size_t> index = TakeIndex(path, "domains");
  if (!index || *index >= domains_.size()) return 0;
  const Domain& domain = domains_[*index];
  absl::ConsumePrefix(&path, ".");
  const std::optional<size_t> vcpu = TakeIndex(path, "vcpus");
  const int line = vcpu ? At(domain.vcpus, *vcpu) : 0;
  return line != 0 ? line : domain.line;
}

void ScenarioLines::Forget(absl::string_view path) {
  forgotten_.emplace_back(path);
}

}  // namespace xenotime
