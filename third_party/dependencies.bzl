"""Where the external repositories come from.

A workspace that uses Xenotime calls xenotime_dependencies(), as our own does:

    load("@xenotime//third_party:dependencies.bzl", "xenotime_dependencies")
    xenotime_dependencies()

The libraries are the ones installed on the machine, under the labels that their own Bazel builds use. A repository
that is already defined is left alone: define it before the call to use another version, from an http_archive say.
"""

load("//third_party:absl.bzl", "system_absl")
load("//third_party:shims.bzl", "shim_repository")
load("//third_party:system.bzl", "system_library")

def _unless_defined(rule, name, **kwargs):
    if not native.existing_rule(name):
        rule(name = name, **kwargs)

def _file(name):
    # A Label is resolved against this file's repository, so that it is right in a user's workspace too.
    return Label("//third_party:" + name)

def _bazel_shims():
    """The repositories that Bazel 4 itself asks for, reduced to what it needs to build C++ and protos."""
    _unless_defined(shim_repository, "rules_cc", files = {_file("shims/rules_cc.bzl"): "cc/defs.bzl"})
    _unless_defined(shim_repository, "rules_java", files = {_file("shims/rules_java.bzl"): "java/defs.bzl"})
    _unless_defined(shim_repository, "rules_proto", files = {
        _file("shims/rules_proto.bzl"): "proto/defs.bzl",
        _file("shims/rules_proto_repositories.bzl"): "proto/repositories.bzl",
    })
    _unless_defined(shim_repository, "remote_coverage_tools", files = {_file("shims/coverage.BUILD"): "BUILD"})

def _system_libraries():
    _unless_defined(system_absl, "com_google_absl")
    _unless_defined(
        system_library,
        "com_google_protobuf",
        build_file = _file("protobuf.BUILD"),
        debian_package = "libprotobuf-dev protobuf-compiler",
        headers = ["google/protobuf"],
        libraries = ["libprotobuf.a", "libprotobuf-lite.a"],
        programs = ["protoc"],
    )
    _unless_defined(
        system_library,
        "com_google_googletest",
        build_file = _file("googletest.BUILD"),
        debian_package = "libgtest-dev libgmock-dev",
        headers = ["gtest", "gmock"],
        libraries = ["libgtest.a", "libgmock.a", "libgmock_main.a"],
    )
    _unless_defined(
        system_library,
        "com_github_google_benchmark",
        build_file = _file("benchmark.BUILD"),
        debian_package = "libbenchmark-dev",
        headers = ["benchmark"],
        libraries = ["libbenchmark.so", "libbenchmark_main.a"],
    )
    _unless_defined(
        system_library,
        "com_github_cliutils_cli11",
        build_file = _file("cli11.BUILD"),
        debian_package = "libcli11-dev",
        headers = ["CLI"],
    )
    _unless_defined(
        system_library,
        "com_github_nlohmann_json",
        build_file = _file("nlohmann_json.BUILD"),
        debian_package = "nlohmann-json3-dev",
        headers = ["nlohmann"],
    )
    _unless_defined(
        system_library,
        "boost",
        build_file = _file("boost.BUILD"),
        debian_package = "libboost-context-dev",
        # Boost's headers include each other without limit; they are used from where they are installed.
        libraries = ["libboost_context.a"],
    )

def xenotime_dependencies():
    """Defines every external repository that Xenotime needs and that is not defined yet."""
    _bazel_shims()
    _system_libraries()
