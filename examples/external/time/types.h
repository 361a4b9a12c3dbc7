#ifndef EXTERNAL_EXAMPLE_TIME_TYPES_H_
#define EXTERNAL_EXAMPLE_TIME_TYPES_H_

namespace external_example {

// A type of the user's own, in a header that has the same path as one of
// Xenotime's.
struct Lap {
  int number = 0;
  double seconds = 0;
};

}  // namespace external_example

#endif  // EXTERNAL_EXAMPLE_TIME_TYPES_H_
