// Words that must not occur, each with what to use instead.

#include "absl/strings/str_cat.h"
#include "xenotime/tests/tidy/rules.h"

namespace xenotime {
namespace {

struct Ban {
  std::vector<std::string> words;
  std::string instead;
  std::vector<std::string> folders;          // in which it holds
  std::vector<std::string> exceptions = {};  // files
};

const std::vector<std::string>& PureFolders() {
  static const auto* const kFolders = new std::vector<std::string>{
      "scheduler/core", "scheduler/queue", "scheduler/policy",
      "scheduler/policies", "scheduler/engine"};
  return *kFolders;
}

const std::vector<Ban>& Bans() {
  static const auto* const kBans = new std::vector<Ban>{
      {{"std::chrono", "<chrono>", "absl::Now", "clock_gettime", "gettimeofday",
        "steady_clock", "system_clock", "<time.h>", "<ctime>"},
       "the time is HookContext::now",
       PureFolders()},
      {{"__rdtsc", "__rdtscp", "_rdtsc", "rdtsc", "x86intrin.h"},
       "ReadTsc or ReadTscOrdered of time/cpu.h",
       {"time", "scheduler", "formats", "proto", "cli"},
       {"time/cpu.h"}},
      {{"sleep_for", "sleep_until", "absl::SleepFor", "usleep", "nanosleep"},
       "a timer of PolicyHost; only executors wait",
       PureFolders()},
      {{"std::random_device", "absl::BitGen", "std::uniform_int_distribution",
        "std::uniform_real_distribution", "std::mt19937", "<random>",
        "std::rand", "rand", "srand"},
       "Rng of scheduler/core/rng.h, the same everywhere",
       {"time", "scheduler", "tests"}},
      {{"float", "double"},
       "integers; results must not depend on the compiler",
       {"scheduler/policies", "scheduler/policy", "scheduler/engine",
        "scheduler/core", "scheduler/queue"}},
      {{"<mutex>", "<shared_mutex>", "<thread>", "<condition_variable>",
        "absl/synchronization/mutex.h", "std::mutex", "std::thread",
        "absl::Mutex"},
       "the engine's lock domains (Policy::LockDomainOf)",
       PureFolders()},
      {{"getenv", "setenv"}, "an option", {"time", "scheduler"}},
      {{"std::unordered_map", "std::unordered_set", "absl::flat_hash_map",
        "absl::flat_hash_set", "absl::node_hash_map", "absl::node_hash_set"},
       "a vector by id; the order of a hash is not the same everywhere",
       PureFolders()},
      {{"printf", "fprintf", "std::cout", "std::cerr", "std::clog",
        "<iostream>", "puts", "absl::PrintF", "absl::FPrintF"},
       "PolicyHost::Note, or the trace",
       PureFolders(),
       {"scheduler/core/check.h"}},
  };
  return *kBans;
}

bool Concerns(const Ban& ban, const SourceText& source) {
  for (const std::string& file : ban.exceptions) {
    if (source.path == file) return false;
  }
  for (const std::string& folder : ban.folders) {
    if (source.In(folder)) return true;
  }
  return false;
}

void Complain(const SourceText& source, size_t line, const std::string& what,
              Complaints& complaints) {
  complaints.push_back(absl::StrCat(source.path, ":", line + 1, ": ", what));
}

bool IsPure(const SourceText& source) {
  for (const std::string& folder : PureFolders()) {
    if (source.In(folder)) return true;
  }
  return false;
}

// "static int calls;", but no function and nothing that cannot change.
bool IsMutableStatic(const std::string& line) {
  if (!HasWord(line, "static") && !HasWord(line, "thread_local")) return false;
  if (HasWord(line, "constexpr") || HasWord(line, "const")) return false;
  const size_t value = line.find_first_of("=;{");
  return value != std::string::npos &&
         line.substr(0, value).find('(') == std::string::npos;
}

}  // namespace

void CheckBans(const SourceText& source, Complaints& complaints) {
  if (!source.IsHeader() && !source.IsSource()) return;
  for (size_t i = 0; i < source.code.size(); ++i) {
    const std::string& line = source.code[i];
    for (const Ban& ban : Bans()) {
      if (!Concerns(ban, source)) continue;
      for (const std::string& word : ban.words) {
        if (!HasWord(line, word)) continue;
        Complain(source, i, absl::StrCat(word, ": use ", ban.instead),
                 complaints);
        break;
      }
    }
    if (IsPure(source) && IsMutableStatic(line)) {
      Complain(source, i, "a static that changes: make it a member",
               complaints);
    }
    const bool proto = source.lines[i].find(".pb.h\"") != std::string::npos;
    if (proto && source.lines[i].compare(0, 8, "#include") == 0 &&
        !source.In("proto/convert") && !source.In("tests/proto/convert")) {
      Complain(source, i, "messages stay in proto/convert: use its functions",
               complaints);
    }
  }
}

void CheckLeftovers(const SourceText& source, Complaints& complaints) {
  const std::string todo = std::string("TO") + "DO";
  const std::vector<std::string> homes = {
      std::string("/wo") + "rk/", std::string("/ho") + "me/",
      std::string("/ro") + "ot/", std::string("/Us") + "ers/"};
  for (size_t i = 0; i < source.lines.size(); ++i) {
    const std::string& line = source.lines[i];
    const size_t at = line.find(todo);
    if (HasWord(line, todo) && line.compare(at + todo.size(), 2, "(#") != 0) {
      Complain(source, i,
               absl::StrCat(todo, " without an issue: write ", todo, "(#12)"),
               complaints);
    }
    for (const std::string& home : homes) {
      const size_t found = line.find(home);
      if (found == std::string::npos) continue;
      const bool within = found > 0 && line[found - 1] != ' ' &&
                          line[found - 1] != '"' && line[found - 1] != '\'' &&
                          line[found - 1] != '=' && line[found - 1] != '(';
      if (within) continue;
      Complain(source, i,
               absl::StrCat("\"", home,
                            "\" is a path of one machine: make it relative"),
               complaints);
    }
  }
}

}  // namespace xenotime
