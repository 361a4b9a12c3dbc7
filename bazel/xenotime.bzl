"""The rules that Xenotime's own packages use.

They make every header of package `time` available as "xenotime/time/<header>", and only that way: a user's own
time/types.h is never found instead of ours, nor ours instead of the user's.
"""

_WARNINGS = [
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Wnon-virtual-dtor",
    "-Woverloaded-virtual",
    "-Wimplicit-fallthrough",
]

_CLANG_WARNINGS = [
    "-Wthread-safety",
    "-Wno-thread-safety-beta",
]

def _copts(copts):
    return _WARNINGS + select({
        str(Label("//bazel:clang")): _CLANG_WARNINGS,
        "//conditions:default": [],
    }) + select({
        str(Label("//bazel:werror")): ["-Werror"],
        "//conditions:default": [],
    }) + select({
        # Bazel's own toolchain keeps frame pointers in every mode; the simulation runs 3-5 % faster without.
        str(Label("//bazel:opt")): ["-fomit-frame-pointer"],
        "//conditions:default": [],
    }) + copts

def _prefix():
    return "xenotime/" + native.package_name()

def xenotime_cc_library(name, copts = [], **kwargs):
    """A cc_library whose headers are included as "xenotime/<package>/<header>"."""
    native.cc_library(
        name = name,
        copts = _copts(copts),
        include_prefix = _prefix(),
        # The third-party archives are static; a shared object of ours would carry copies of them.
        linkstatic = True,
        **kwargs
    )

def xenotime_cc_binary(name, copts = [], **kwargs):
    """A cc_binary under our warnings."""
    native.cc_binary(
        name = name,
        copts = _copts(copts),
        linkstatic = True,
        **kwargs
    )

def xenotime_cc_test(name, srcs = None, deps = [], copts = [], size = "small", **kwargs):
    """A cc_test with GoogleTest, GoogleMock and their main().

    srcs defaults to <name>.cc. `size`, `tags`, `data` and the rest are passed on. The tag "sanitize" also runs the
    test under --config=asan in .ci/run, and "race", for what uses threads, under --config=tsan.
    """
    native.cc_test(
        name = name,
        srcs = srcs if srcs != None else [name + ".cc"],
        copts = _copts(copts),
        linkstatic = True,
        size = size,
        deps = deps + ["@com_google_googletest//:gtest_main"],
        **kwargs
    )

def xenotime_proto_library(name, visibility = None, tags = [], **kwargs):
    """A proto_library <x>_proto and its C++, <x>_cc_proto.

    The file is imported as "xenotime/<package>/<x>.proto", the header included as "xenotime/<package>/<x>.pb.h".
    """
    if not name.endswith("_proto"):
        fail("the name of a proto library ends in _proto: " + name)
    native.proto_library(
        name = name,
        import_prefix = _prefix(),
        strip_import_prefix = "",
        tags = tags,
        visibility = visibility,
        **kwargs
    )
    native.cc_proto_library(
        name = name[:-len("_proto")] + "_cc_proto",
        tags = tags,
        visibility = visibility,
        deps = [":" + name],
    )
