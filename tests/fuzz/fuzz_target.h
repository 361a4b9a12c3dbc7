#ifndef XENOTIME_TESTS_FUZZ_FUZZ_TARGET_H_
#define XENOTIME_TESTS_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>

// What libFuzzer calls with each input; a fuzz target defines it. It returns 0
// and must come to an end, without a crash, for every input.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#endif  // XENOTIME_TESTS_FUZZ_FUZZ_TARGET_H_
