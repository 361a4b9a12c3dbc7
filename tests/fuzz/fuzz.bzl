"""Fuzz targets: one entry point for libFuzzer and for the replay of its corpus."""

load("//bazel:xenotime.bzl", "xenotime_cc_binary", "xenotime_cc_library")

def xenotime_fuzz_target(name, deps, seeds = []):
    """The fuzzer <name>_fuzz and the test <name>_replay_test, from <name>_fuzz.cc and corpus/<name>/.

    The fuzzer needs libFuzzer:  bazel run --config=fuzzer //tests/fuzz:<name>_fuzz -- -max_total_time=60 FOLDER
    The test runs the entry point over the corpus and `seeds` under any compiler.
    """
    xenotime_cc_library(
        name = name + "_entry",
        testonly = True,
        srcs = [name + "_fuzz.cc"],
        deps = deps + [":fuzz_target"],
        alwayslink = True,
    )
    xenotime_cc_binary(
        name = name + "_fuzz",
        testonly = True,
        tags = ["manual"],
        deps = [":" + name + "_entry"],
    )
    corpus = native.glob(["corpus/" + name + "/*"]) + seeds
    native.cc_test(
        name = name + "_replay_test",
        size = "small",
        args = ["$(locations %s)" % label for label in corpus],
        data = corpus,
        linkstatic = True,
        tags = ["sanitize"],
        deps = [
            ":" + name + "_entry",
            ":replay_main",
        ],
    )
