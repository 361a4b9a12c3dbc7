#ifndef XENOTIME_SCHEDULER_CORE_CHECK_H_
#define XENOTIME_SCHEDULER_CORE_CHECK_H_

#include <cstdio>
#include <cstdlib>

// Ends the process with a message if `condition` is false: for what only a bug
// in this program, or in a user's policy, can bring about.
#define XENOTIME_CHECK(condition, message)                                  \
  do {                                                                      \
    if (__builtin_expect(!(condition), 0)) {                                \
      std::fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, message, \
                   #condition);                                             \
      std::abort();                                                         \
    }                                                                       \
  } while (false)

#endif  // XENOTIME_SCHEDULER_CORE_CHECK_H_
