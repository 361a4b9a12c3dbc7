#include "xenotime/formats/scenario_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "xenotime/formats/action_text.h"
#include "xenotime/formats/adjustment_text.h"
#include "xenotime/formats/line_cursor.h"
#include "xenotime/formats/machine_text.h"
#include "xenotime/formats/workload_text.h"
#include "xenotime/scheduler/scenario/limits.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

constexpr int64_t kMaxNs = std::numeric_limits<int64_t>::max();

// A domain or vCPU that must exist once the whole text is read.
struct Reference {
  int line;
  uint32_t domain;
  std::optional<uint32_t> vcpu;
};

class Parser {
 public:
  explicit Parser(absl::string_view file) : file_(file) {}

  absl::StatusOr<Scenario> Parse(absl::string_view text);
  const ScenarioLines& lines() const { return lines_; }

 private:
  // The machine is read first: `all` needs its size wherever it stands.
  enum class Pass : uint8_t { kMachine, kRest };
  // Directives that may be given once; those of one slot exclude each other.
  enum Slot {
    kScheduler,
    kMachine,
    kNodes,
    kDuration,
    kSnapshot,
    kStagger,
    kVwfi,
    kGranularity,
    kSlots,
    kRepeated = kSlots
  };
  struct Directive {
    absl::string_view keyword;
    void (Parser::*parse)(LineCursor&);
    Slot slot;
    Pass pass;
    absl::string_view field = "";  // that it sets
  };
  static const Directive kDirectives[];
  static const Directive* FindDirective(LineCursor& line);

  // The vCPUs first..last of a domain.
  struct Targets {
    DomainSpec* domain = nullptr;
    uint32_t first = 0;
    uint32_t last = 0;
    int64_t count() const { return int64_t{last} - first + 1; }
  };

  absl::Status ParseLine(int number, absl::string_view text, Pass pass);
  void ClaimSlot(const Directive& directive, LineCursor& line);

  void ParseScheduler(LineCursor& line);
  void ParsePcpus(LineCursor& line);
  void ParseTopology(LineCursor& line);
  void ParseNodes(LineCursor& line);
  void ParseDuration(LineCursor& line);
  void ParseSnapshot(LineCursor& line);
  void ParseStagger(LineCursor& line);
  void ParseVwfi(LineCursor& line);
  void ParseGranularity(LineCursor& line);
  void ParseParam(LineCursor& line);
  void ParseXen(LineCursor& line);
  void ParseDomain(LineCursor& line);
  void ParseVcpu(LineCursor& line);
  void ParseAt(LineCursor& line);
  void ParsePool(LineCursor& line);
  void ParseFrames(LineCursor& line);

  Targets ParseTargets(LineCursor& line);
  DomainSpec* FindDomain(LineCursor& line, absl::string_view number);
  VcpuSpec ParseVcpuSpec(LineCursor& line, const RealTimeParameters& base);
  void Assign(LineCursor& line, const Targets& targets, VcpuSpec spec);

  void AddReferences(int line, const Workload& workload);
  void AddReferences(int line, const FrameTable& frames);
  absl::Status CheckReferences() const;
  // Counts against the bounds of limits.h.
  void Spend(LineCursor& line, int64_t steps, int64_t affinity_ids);

  absl::string_view file_;
  Scenario scenario_;
  ScenarioLines lines_;
  int first_line_[kSlots] = {};  // by slot; 0: not seen
  absl::flat_hash_map<uint32_t, size_t> domain_index_;
  std::vector<Reference> references_;
  int64_t vcpus_ = 0;
  int64_t steps_ = 0;
  int64_t affinity_ids_ = 0;
};

const Parser::Directive Parser::kDirectives[] = {
    {"scheduler", &Parser::ParseScheduler, kScheduler, Pass::kRest,
     "scheduler"},
    {"pcpus", &Parser::ParsePcpus, kMachine, Pass::kMachine, "topology"},
    {"topology", &Parser::ParseTopology, kMachine, Pass::kMachine, "topology"},
    {"nodes", &Parser::ParseNodes, kNodes, Pass::kMachine, "topology.nodes"},
    {"duration", &Parser::ParseDuration, kDuration, Pass::kRest, "duration_ns"},
    {"snapshot", &Parser::ParseSnapshot, kSnapshot, Pass::kRest, "snapshot_ns"},
    {"stagger", &Parser::ParseStagger, kStagger, Pass::kRest, "stagger_ns"},
    {"vwfi", &Parser::ParseVwfi, kVwfi, Pass::kRest, "vwfi"},
    {"granularity", &Parser::ParseGranularity, kGranularity, Pass::kRest,
     "granularity"},
    {"param", &Parser::ParseParam, kRepeated, Pass::kRest},
    {"xen", &Parser::ParseXen, kRepeated, Pass::kRest, "xen"},
    {"domain", &Parser::ParseDomain, kRepeated, Pass::kRest},
    {"vcpu", &Parser::ParseVcpu, kRepeated, Pass::kRest},
    {"pool", &Parser::ParsePool, kRepeated, Pass::kRest},
    {"arinc653", &Parser::ParseFrames, kRepeated, Pass::kRest},
    {"at", &Parser::ParseAt, kRepeated, Pass::kRest},
};

absl::StatusOr<Scenario> Parser::Parse(absl::string_view text) {
  if (text.size() > kMaxScenarioBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(file_, ":1: the text has ", text.size(),
                     " bytes; at most ", kMaxScenarioBytes, " are read"));
  }
  for (Pass pass : {Pass::kMachine, Pass::kRest}) {
    int number = 0;
    for (absl::string_view line : absl::StrSplit(text, '\n')) {
      absl::Status status = ParseLine(++number, line, pass);
      if (!status.ok()) return status;
    }
  }
  absl::Status status = CheckReferences();
  if (!status.ok()) return status;
  return std::move(scenario_);
}

absl::Status Parser::ParseLine(int number, absl::string_view text, Pass pass) {
  LineCursor line(file_, number, text);
  if (line.AtEnd()) return absl::OkStatus();
  const Directive* directive = FindDirective(line);
  if (directive == nullptr || directive->pass != pass) {
    return pass == Pass::kRest ? line.status() : absl::OkStatus();
  }
  ClaimSlot(*directive, line);
  if (line.ok()) (this->*directive->parse)(line);
  if (!directive->field.empty()) lines_.AddField(directive->field, number);
  line.ExpectEnd();
  return line.status();
}

const Parser::Directive* Parser::FindDirective(LineCursor& line) {
  const absl::string_view keyword = line.Word("keyword");
  for (const Directive& directive : kDirectives) {
    if (directive.keyword == keyword) return &directive;
  }
  const auto name = [](std::string* out, const Directive& d) {
    absl::StrAppend(out, d.keyword);
  };
  line.Fail(absl::StrCat("unknown keyword ", Quoted(keyword), "; known are ",
                         absl::StrJoin(kDirectives, ", ", name)));
  return nullptr;
}

void Parser::ClaimSlot(const Directive& directive, LineCursor& line) {
  if (directive.slot == kRepeated) return Spend(line, 1, 0);
  int& first = first_line_[directive.slot];
  if (first != 0) {
    line.Fail(absl::StrCat("duplicate ", directive.keyword,
                           "; it was given in line ", first,
                           ", and once is all"));
  }
  first = line.line();
}

void Parser::ParseScheduler(LineCursor& line) {
  scenario_.scheduler = std::string(line.Word("scheduler name"));
}

void Parser::ParsePcpus(LineCursor& line) {
  scenario_.topology.cores =
      line.Number("number of pCPUs", 1, Topology::kMaxPcpus);
}

void Parser::ParseTopology(LineCursor& line) {
  ReadTopology(line, scenario_.topology);
}

void Parser::ParseNodes(LineCursor& line) {
  scenario_.topology.nodes =
      line.Number("number of nodes", 1, Topology::kMaxPcpus);
}

void Parser::ParseDuration(LineCursor& line) {
  scenario_.duration = Nanoseconds(line.Number("duration", 1, kMaxNs));
}

void Parser::ParseSnapshot(LineCursor& line) {
  scenario_.snapshot = Nanoseconds(line.Number("snapshot period", 0, kMaxNs));
}

void Parser::ParseStagger(LineCursor& line) {
  scenario_.stagger = Nanoseconds(line.Number("stagger", 0, kMaxNs));
}

void Parser::ParseVwfi(LineCursor& line) { scenario_.vwfi = ReadVwfi(line); }

void Parser::ParseGranularity(LineCursor& line) {
  scenario_.granularity = ReadGranularity(line);
}

void Parser::ParseParam(LineCursor& line) {
  const absl::string_view key = line.Word("parameter name");
  const absl::string_view value = line.Word("parameter value");
  scenario_.parameters.emplace_back(key, value);
  lines_.AddField(absl::StrCat("parameters.", key), line.line());
}

// Several lines add up.
void Parser::ParseXen(LineCursor& line) {
  do {
    absl::StrAppend(&scenario_.xen, scenario_.xen.empty() ? "" : " ",
                    line.Word("boot option, such as sched_ratelimit_us=500"));
  } while (line.ok() && !line.AtEnd());
}

void Parser::ParseDomain(LineCursor& line) {
  DomainSpec domain;
  domain.number = line.Number("domain number", 1, kMaxDomainNumber);
  int64_t vcpus = 1;
  OnceEach once;
  while (!line.AtEnd()) {
    const auto [key, value] = line.KeyValue();
    once.Claim(line, key);
    if (key == "weight") {
      domain.weight = line.ToNumber(value, key, 1, kMaxWeight);
    } else if (key == "cap") {
      domain.cap = line.ToNumber(value, key, 0, kMaxCap);
    } else if (key == "pool") {
      domain.pool = line.ToNumber(value, key, 0, kMaxPoolNumber);
    } else if (key == "create") {
      domain.create = Instant(line.ToNumber(value, key, 0, kMaxNs));
    } else if (key == "vcpus") {
      vcpus = line.ToNumber(value, key, 1, kMaxVcpus);
    } else if (!ReadRealTime(line, {key, value}, {}, domain.real_time)) {
      line.FailUnknownKey(key,
                          "weight, cap, pool, create, vcpus, period, budget "
                          "and extratime");
    }
  }
  if (!line.ok()) return;
  vcpus_ += vcpus;
  if (vcpus_ > kMaxVcpus) {
    return line.Fail(absl::StrCat("the domains have ", vcpus_,
                                  " vCPUs; give at most ", kMaxVcpus));
  }
  if (!domain_index_.emplace(domain.number, scenario_.domains.size()).second) {
    return line.Fail(absl::StrCat("duplicate domain ", domain.number,
                                  "; give each domain a number of its own"));
  }
  domain.vcpus.resize(vcpus);
  lines_.AddDomain(line.line(), vcpus);
  scenario_.domains.push_back(std::move(domain));
}

void Parser::ParseVcpu(LineCursor& line) {
  line.SetSeparators(":;");
  const Targets targets = ParseTargets(line);
  if (!line.ok()) return;
  VcpuSpec spec = ParseVcpuSpec(
      line, targets.domain->real_time.value_or(RealTimeParameters()));
  if (!line.ok()) return;
  AddReferences(line.line(), spec.workload);
  Assign(line, targets, std::move(spec));
}

DomainSpec* Parser::FindDomain(LineCursor& line, absl::string_view number) {
  const int64_t domain = line.ToNumber(number, "domain", 1, kMaxDomainNumber);
  if (!line.ok()) return nullptr;
  const auto it = domain_index_.find(domain);
  if (it != domain_index_.end()) return &scenario_.domains[it->second];
  line.Fail(absl::StrCat("unknown domain ", domain,
                         "; its domain line must come before this line"));
  return nullptr;
}

Parser::Targets Parser::ParseTargets(LineCursor& line) {
  const std::pair<absl::string_view, absl::string_view> name = absl::StrSplit(
      line.Word("vCPU, one of D.V, D.A-B or D.*"), absl::MaxSplits('.', 1));
  Targets targets;
  targets.domain = FindDomain(line, name.first);
  if (targets.domain == nullptr) return targets;
  const int64_t last = static_cast<int64_t>(targets.domain->vcpus.size()) - 1;
  if (name.second == "*") {
    targets.last = last;
    return targets;
  }
  const std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(name.second, absl::MaxSplits('-', 1));
  const bool range = absl::StrContains(name.second, '-');
  targets.first = line.ToNumber(ends.first, "vCPU index", 0, last);
  targets.last =
      range ? line.ToNumber(ends.second, "last vCPU index", targets.first, last)
            : targets.first;
  return targets;
}

// `base` says of period, budget and extratime what the line does not.
VcpuSpec Parser::ParseVcpuSpec(LineCursor& line,
                               const RealTimeParameters& base) {
  VcpuSpec spec;
  OnceEach once;
  while (line.ok() && !line.Take(':')) {
    if (line.AtEnd()) {
      line.Fail(
          "missing ':'; write vcpu D.V [hard=MASK] [soft=MASK] "
          "[start=NS] : op; op");
      break;
    }
    const LineCursor::Option option = line.KeyValue();
    once.Claim(line, option.key);
    if (ReadAffinity(line, option, scenario_.topology.pcpus(), spec.hard,
                     spec.soft)) {
      continue;
    }
    if (ReadRealTime(line, option, base, spec.real_time)) continue;
    if (option.key != "start") {
      line.FailUnknownKey(option.key,
                          "hard, soft, start, period, budget and extratime");
    }
    spec.start = Instant(line.ToNumber(option.value, "start", 0, kMaxNs));
  }
  if (line.ok()) spec.workload = ParseWorkload(line);
  return spec;
}

void Parser::Assign(LineCursor& line, const Targets& targets, VcpuSpec spec) {
  const auto* program = std::get_if<PhasesWorkload>(&spec.workload);
  const int64_t steps = program == nullptr ? 1 : program->phases.size();
  const int64_t ids =
      (spec.hard ? spec.hard->size() : 0) + (spec.soft ? spec.soft->size() : 0);
  Spend(line, std::max<int64_t>(1, steps) * targets.count(),
        ids * targets.count());
  if (!line.ok()) return;
  std::fill_n(targets.domain->vcpus.begin() + targets.first, targets.count(),
              spec);
  lines_.SetVcpus(targets.domain - scenario_.domains.data(), targets.first,
                  targets.last, line.line());
}

void Parser::ParseAt(LineCursor& line) {
  AdminAction action = ReadAction(line, scenario_.topology.pcpus());
  if (!line.ok()) return;
  Spend(line, static_cast<int64_t>(action.frames.entries.size()),
        action.pcpus.size() + (action.hard ? action.hard->size() : 0) +
            (action.soft ? action.soft->size() : 0));
  if (action.domain != 0) {
    references_.push_back({line.line(), action.domain, action.vcpu});
  }
  AddReferences(line.line(), action.frames);
  scenario_.actions.push_back(std::move(action));
  lines_.AddAction(line.line());
}

void Parser::ParsePool(LineCursor& line) {
  PoolSpec pool;
  pool.number = line.Number("pool number", 1, kMaxPoolNumber);
  OnceEach once;
  while (!line.AtEnd()) {
    const LineCursor::Option option = line.KeyValue();
    once.Claim(line, option.key);
    if (option.key == "scheduler") {
      pool.scheduler = std::string(option.value);
    } else if (option.key == "pcpus") {
      pool.pcpus =
          ReadPcpus(line, option.value, option.key, scenario_.topology.pcpus());
    } else {
      pool.parameters.emplace_back(option.key, option.value);
    }
  }
  Spend(line, 0, pool.pcpus.size());
  scenario_.pools.push_back(std::move(pool));
  lines_.AddPool(line.line());
}

void Parser::ParseFrames(LineCursor& line) {
  line.SetSeparators(":;");
  FramesLine read = ReadFrames(line);
  Spend(line, static_cast<int64_t>(read.frames.entries.size()), 0);
  if (!line.ok()) return;
  const auto pool = absl::c_find_if(scenario_.pools, [&](const PoolSpec& p) {
    return p.number == read.pool;
  });
  if (read.pool != 0 && pool == scenario_.pools.end()) {
    return line.Fail(absl::StrCat("unknown pool ", read.pool,
                                  "; its pool line must come first"));
  }
  std::optional<FrameTable>& frames =
      read.pool == 0 ? scenario_.frames : pool->frames;
  if (frames.has_value()) {
    return line.Fail(absl::StrCat("duplicate arinc653 of pool ", read.pool,
                                  "; give each pool one table"));
  }
  AddReferences(line.line(), read.frames);
  if (read.pool == 0) lines_.AddField("frames", line.line());
  frames = std::move(read.frames);
}

void Parser::AddReferences(int line, const FrameTable& frames) {
  for (const FrameTable::Entry& entry : frames.entries) {
    references_.push_back({line, entry.domain, entry.vcpu});
  }
}

void Parser::AddReferences(int line, const Workload& workload) {
  if (const auto* sender = std::get_if<SignalSenderWorkload>(&workload)) {
    references_.push_back({line, sender->target_domain, sender->target_vcpu});
  }
  const auto* program = std::get_if<PhasesWorkload>(&workload);
  if (program == nullptr) return;
  for (const PhaseSpec& phase : program->phases) {
    if (phase.kind != PhaseSpec::Kind::kWake) continue;
    references_.push_back({line, phase.target_domain, phase.target_vcpu});
  }
}

absl::Status Parser::CheckReferences() const {
  for (const Reference& reference : references_) {
    LineCursor line(file_, reference.line, "");
    const auto it = domain_index_.find(reference.domain);
    if (it == domain_index_.end()) {
      line.Fail(absl::StrCat("unknown domain ", reference.domain,
                             "; give a domain that has a domain line"));
      return line.status();
    }
    const size_t vcpus = scenario_.domains[it->second].vcpus.size();
    if (reference.vcpu && *reference.vcpu >= vcpus) {
      line.Fail(absl::StrCat(
          "unknown vCPU ", FormatVcpuName(reference.domain, *reference.vcpu),
          "; domain ", reference.domain, " has 0..", vcpus - 1));
      return line.status();
    }
  }
  return absl::OkStatus();
}

void Parser::Spend(LineCursor& line, int64_t steps, int64_t affinity_ids) {
  steps_ += steps;
  affinity_ids_ += affinity_ids;
  if (steps_ > kMaxProgramSteps) {
    line.Fail(
        absl::StrCat("too many program steps and lines; a scenario has "
                     "at most ",
                     kMaxProgramSteps, ", each step counted for each vCPU"));
  }
  if (affinity_ids_ > kMaxAffinityIds) {
    line.Fail(absl::StrCat("the affinities are too large; they name at most ",
                           kMaxAffinityIds, " pCPUs in all"));
  }
}

}  // namespace

absl::StatusOr<Scenario> ParseScenarioText(absl::string_view text,
                                           absl::string_view file,
                                           ScenarioLines* lines) {
  Parser parser(file);
  absl::StatusOr<Scenario> scenario = parser.Parse(text);
  if (lines != nullptr) *lines = parser.lines();
  return scenario;
}

}  // namespace xenotime
