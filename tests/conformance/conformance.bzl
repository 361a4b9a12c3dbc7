"""The conformance suite for a scheduling policy, in one line.

    load("@xenotime//tests/conformance:conformance.bzl", "xenotime_conformance_test")

    xenotime_conformance_test(
        name = "round_robin_conformance_test",
        add = "my_project::AddRoundRobinPolicy",  # void(xenotime::PolicyRegistry&)
        header = "my_project/round_robin_policy.h",  # that declares it
        policies = {"round_robin": ""},  # names, each with its PolicyTraits, such as ".weights = true"
        deps = [":round_robin_policy"],
    )

It makes two tests: NAME in the simulation, and NAME_threads on real threads (tagged exclusive, as it wants the machine
for itself).
"""

def _subject_source(add, header, policies):
    lines = [
        "#include \"xenotime/tests/conformance/conformance.h\"",
        "#include \"%s\"" % header,
        "xenotime::ConformanceSubject xenotime::SubjectOfConformance() {",
        "  return {&%s, {" % add,
    ]
    for policy, traits in policies.items():
        lines.append("    {\"%s\", {%s}}," % (policy, traits))
    return "\n".join(lines + ["  }};", "}", ""])

def xenotime_conformance_test(name, add, header, policies, deps, tags = [], size = "medium", threads_filter = "Threads/*", **kwargs):
    """Tests the policies that a function registers.

    Args:
      name: of the test in the simulation.
      add: the qualified name of a void(xenotime::PolicyRegistry&).
      header: how the header that declares it is included.
      policies: a dict from a policy's name to its PolicyTraits, written as designated initialisers; "" for the defaults.
      deps: what provides the header.
      tags: of both tests; "sanitize" runs the one in the simulation also under the sanitizers for memory of .ci/run.
      size: of the test in the simulation.
      threads_filter: which tests run on threads, as a GoogleTest filter; each takes a second or more of real time.
      **kwargs: of both tests.
    """
    native.genrule(
        name = name + "_subject",
        outs = [name + "_subject.cc"],
        cmd = "cat > $@ <<'END_OF_SUBJECT'\n" + _subject_source(add, header, policies) + "END_OF_SUBJECT",
        testonly = True,
    )
    common = dict(
        kwargs,
        srcs = [name + "_subject.cc"],
        deps = deps + [
            str(Label("//tests/conformance")),
            str(Label("//tests/conformance:suite")),
            "@com_google_googletest//:gtest_main",
        ],
        linkstatic = True,
    )
    native.cc_test(name = name, size = size, args = ["--gtest_filter=Sim/*"], tags = tags, **common)
    native.cc_test(
        name = name + "_threads",
        size = "large",  # its runs take real time, more on a busy machine
        args = ["--gtest_filter=" + threads_filter],
        tags = [tag for tag in tags if tag != "sanitize"] + ["exclusive"],
        **common
    )
