#include "xenotime/time/memory/explorer.h"

#include <chrono>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "xenotime/time/memory/choices.h"
#include "xenotime/time/memory/visible_memory.h"

namespace xenotime {
namespace {

using Kind = Request::Kind;

// One of the ways in which things can go on.
struct Move {
  uint32_t cpu = 0;
  uint32_t outcome = 0;
};

// Everything at one moment of one path.
struct State {
  State(uint32_t count, uint32_t words)
      : memory(count, words), cpus(count), answers(count), requests(count) {}

  VisibleMemory memory;
  std::vector<ExploredCpu> cpus;
  // What each CPU's accesses came out as: where its program stands follows.
  std::vector<std::vector<uint64_t>> answers;
  std::vector<Request> requests;  // the access that each has come to
};

class Walker {
 public:
  explicit Walker(const Exploration& exploration) : exploration_(exploration) {}

  State Start() const {
    State state(exploration_.cpus, exploration_.words);
    for (uint32_t cpu = 0; cpu < exploration_.cpus; ++cpu) Arrive(state, cpu);
    return state;
  }

  std::vector<Move> Moves(const State& state) const {
    std::vector<Move> moves;
    for (uint32_t cpu = 0; cpu < exploration_.cpus; ++cpu) {
      if (state.cpus[cpu].done) continue;
      const bool alone = state.requests[cpu].kind == Kind::kReadTsc;
      if (alone) moves.clear();
      const uint32_t outcomes = Outcomes(state, cpu);
      for (uint32_t i = 0; i < outcomes; ++i) moves.push_back({cpu, i});
      if (alone) return moves;
    }
    return moves;
  }

  // Takes the move; what is wrong then, or "".
  std::string Take(State& state, Move move) const {
    const Request request = state.requests[move.cpu];
    ExploredCpu& cpu = state.cpus[move.cpu];
    if (request.kind == Kind::kReadTsc) {
      cpu.first_sample = move.outcome + 1;
    } else {
      const uint64_t seen =
          state.memory.Execute(move.cpu, request, move.outcome);
      if (request.kind == Kind::kSpin) {
        if (!request.until(seen)) return "";
        ++cpu.spins;
      }
      state.answers[move.cpu].push_back(Answers(request) ? seen : 0);
    }
    Arrive(state, move.cpu);
    return exploration_.check_step
               ? exploration_.check_step(state.cpus, move.cpu)
               : "";
  }

  // What is wrong with a state in which nobody can go on.
  std::string CheckStandstill(const State& state) const {
    std::string stuck;
    for (uint32_t cpu = 0; cpu < exploration_.cpus; ++cpu) {
      if (state.cpus[cpu].done) continue;
      absl::StrAppend(&stuck, stuck.empty() ? "deadlock: " : "; ", "CPU ", cpu,
                      " waits for ever in ", Say(state.requests[cpu]));
    }
    if (!stuck.empty()) return stuck;
    return exploration_.check_end ? exploration_.check_end(state.cpus) : "";
  }

  std::string Describe(const State& state, Move move) const {
    const Request& request = state.requests[move.cpu];
    std::string text = absl::StrCat("CPU ", move.cpu, ": ", Say(request));
    if (request.kind == Kind::kReadTsc) {
      absl::StrAppend(&text, " -> ", move.outcome + 1);
    } else if (request.kind != Kind::kStore &&
               request.kind != Kind::kFullBarrier) {
      VisibleMemory memory = state.memory;
      absl::StrAppend(&text, " -> ",
                      memory.Execute(move.cpu, request, move.outcome));
    }
    State after = state;
    (void)Take(after, move);
    const auto& written = after.cpus[move.cpu].written;
    for (size_t i = state.cpus[move.cpu].written.size(); i < written.size();
         ++i) {
      absl::StrAppend(&text, "; TSC := ", written[i]);
    }
    return text;
  }

  // Equal for two states exactly if everything goes on equally from them.
  static std::string Key(State& state) {
    state.memory.Compact();
    std::string key;
    state.memory.AppendTo(key);
    for (size_t cpu = 0; cpu < state.cpus.size(); ++cpu) {
      AppendNumber(state.cpus[cpu].first_sample, key);
      AppendNumber(state.answers[cpu].size(), key);
      for (const uint64_t answer : state.answers[cpu])
        AppendNumber(answer, key);
    }
    return key;
  }

 private:
  // Whether the program gets to know what it has read: only then does it
  // depend on it how the program goes on.
  static bool Answers(const Request& request) {
    return request.kind == Kind::kLoad ||
           request.kind == Kind::kCompareExchange;
  }

  uint32_t Outcomes(const State& state, uint32_t cpu) const {
    const Request& request = state.requests[cpu];
    if (request.kind == Kind::kReadTsc) {
      return static_cast<uint32_t>(exploration_.samples);
    }
    return state.memory.Outcomes(cpu, request);
  }

  // Runs the program of `cpu` up to its next access, from the start.
  void Arrive(State& state, uint32_t cpu) const {
    ModelCpu on;
    Task task = exploration_.program(cpu, on);
    ExploredCpu& explored = state.cpus[cpu];
    explored.written.clear();
    size_t answered = 0;
    for (;;) {
      on.request = Request();
      task.Resume();
      if (task.done()) {
        explored.done = true;
        return;
      }
      if (!Local(on, explored)) {
        if (answered == state.answers[cpu].size()) break;
        on.result = state.answers[cpu][answered++];
      }
    }
    state.requests[cpu] = on.request;
  }

  // Whether the access has one outcome, which concerns its CPU only.
  static bool Local(ModelCpu& on, ExploredCpu& explored) {
    switch (on.request.kind) {
      case Kind::kPause:
        return true;
      case Kind::kWriteTsc:
        explored.written.push_back(on.request.value);
        return true;
      case Kind::kReadPlatformTime:
        on.result = kPlatformTime;
        return true;
      case Kind::kReadTsc:
        if (explored.written.empty() && explored.first_sample == 0) {
          return false;
        }
        on.result = explored.written.empty() ? explored.first_sample
                                             : explored.written.back();
        return true;
      default:
        return false;
    }
  }

  std::string Say(const Request& request) const {
    const std::string word = request.word < exploration_.word_names.size()
                                 ? exploration_.word_names[request.word]
                                 : absl::StrCat("word ", request.word);
    switch (request.kind) {
      case Kind::kLoad:
        return absl::StrCat("load ", word);
      case Kind::kStore:
        return absl::StrCat("store ", word, " := ", request.value);
      case Kind::kAdd:
        return absl::StrCat("add ", request.value, " to ", word);
      case Kind::kCompareExchange:
        return absl::StrCat("exchange ", word, ", if ", request.expected,
                            ", for ", request.value);
      case Kind::kSpin:
        return absl::StrCat("spin until ", word, SayLimit(request.until));
      case Kind::kReadTsc:
        return "read the TSC";
      default:
        return "full barrier";
    }
  }

  static std::string SayLimit(Until until) {
    constexpr const char* kSigns[] = {" == ", " >= ", " <= "};
    return absl::StrCat(kSigns[static_cast<int>(until.kind)], until.limit);
  }

  static constexpr uint64_t kPlatformTime = 1;

  const Exploration& exploration_;
};

// Depth first, with the path at hand.
class Search {
 public:
  explicit Search(const Exploration& exploration) : walker_(exploration) {}

  // False: there are more states than that.
  bool Run(int64_t most_states) {
    Push(walker_.Start(), "");
    while (!path_.empty() && result_.failure.empty()) {
      if (result_.states > most_states) return false;
      Node& node = path_.back();
      if (node.next == node.moves.size()) {
        path_.pop_back();
        continue;
      }
      const Move move = node.moves[node.next++];
      State state = node.state;
      std::string failure = walker_.Take(state, move);
      Push(std::move(state), std::move(failure));
    }
    return true;
  }

  ExplorationResult& result() { return result_; }

 private:
  struct Node {
    State state;
    std::vector<Move> moves;
    size_t next = 0;
  };

  void Push(State state, std::string failure) {
    if (failure.empty() && !seen_.insert(walker_.Key(state)).second) return;
    ++result_.states;
    std::vector<Move> moves = walker_.Moves(state);
    if (failure.empty() && moves.empty()) {
      failure = walker_.CheckStandstill(state);
      if (failure.empty()) ++result_.endings;
    }
    if (!failure.empty()) return Report(std::move(failure));
    path_.push_back({std::move(state), std::move(moves)});
  }

  void Report(std::string failure) {
    result_.failure = std::move(failure);
    for (const Node& node : path_) {
      result_.steps.push_back(
          walker_.Describe(node.state, node.moves[node.next - 1]));
    }
  }

  const Walker walker_;
  std::vector<Node> path_;
  absl::flat_hash_set<std::string> seen_;
  ExplorationResult result_;
};

// One path at random; `weight` becomes the product of the numbers of moves: on
// average over many paths, how many paths there are (Knuth 1975).
void WalkAtRandom(const Walker& walker, Choices& choices,
                  ExplorationResult& result, double& weight) {
  State state = walker.Start();
  std::vector<std::string> steps;
  weight = 1;
  for (;;) {
    const std::vector<Move> moves = walker.Moves(state);
    ++result.states;
    if (moves.empty()) {
      result.failure = walker.CheckStandstill(state);
      break;
    }
    weight *= static_cast<double>(moves.size());
    const Move move = moves[choices.Below(moves.size())];
    steps.push_back(walker.Describe(state, move));
    result.failure = walker.Take(state, move);
    if (!result.failure.empty()) break;
    state.memory.Compact();
  }
  if (result.failure.empty()) {
    ++result.endings;
  } else {
    result.steps = std::move(steps);
  }
}

// How many paths there are, by estimate from some at random.
double EstimatePaths(const Exploration& exploration) {
  constexpr int kPaths = 1'000;
  const Walker walker(exploration);
  Choices choices(1);
  double sum = 0;
  for (int i = 0; i < kPaths; ++i) {
    ExplorationResult unused;
    double weight = 0;
    WalkAtRandom(walker, choices, unused, weight);
    sum += weight;
  }
  return sum / kPaths;
}

}  // namespace

absl::StatusOr<ExplorationResult> Explore(const Exploration& exploration,
                                          int64_t most_states) {
  const auto start = std::chrono::steady_clock::now();
  Search search(exploration);
  if (search.Run(most_states)) return std::move(search.result());
  const std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  const double per_state =
      elapsed.count() / static_cast<double>(search.result().states);
  const double paths = EstimatePaths(exploration);
  return absl::ResourceExhaustedError(absl::StrFormat(
      "more than %d states, after %.1f s; by an estimate there are %.2g paths, "
      "which share states: at %.1f us for each, %.2g s at most. Allow more "
      "states, or take fewer CPUs or rounds",
      most_states, elapsed.count(), paths, per_state * 1e6, paths * per_state));
}

ExplorationResult ExploreAtRandom(const Exploration& exploration, int64_t paths,
                                  uint64_t seed) {
  const Walker walker(exploration);
  Choices choices(seed);
  ExplorationResult result;
  for (int64_t i = 0; i < paths && result.failure.empty(); ++i) {
    double weight = 0;
    WalkAtRandom(walker, choices, result, weight);
  }
  return result;
}

}  // namespace xenotime
