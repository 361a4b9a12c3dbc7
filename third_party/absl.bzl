"""The installed Abseil as @com_google_absl, with the packages and labels of Abseil's own build."""

load("//third_party:system.bzl", "copy_headers", "find_library", "run_or_fail")

_DEBIAN_PACKAGE = "libabsl-dev"

# Package -> label -> the headers that it stands for. A header or label that the installed version lacks is left out.
_LABELS = {
    "algorithm": {
        "algorithm": ["algorithm"],
        "container": ["container"],
    },
    "base": {
        "base": ["call_once", "casts"],
        "config": ["config", "options", "policy_checks"],
        "core_headers": ["attributes", "const_init", "macros", "optimization", "port", "thread_annotations"],
        "dynamic_annotations": ["dynamic_annotations"],
        "endian": ["internal/endian"],
        "log_severity": ["log_severity"],
        "nullability": ["nullability"],
        "prefetch": ["prefetch"],
        "raw_logging_internal": ["internal/raw_logging"],
    },
    "cleanup": {"cleanup": ["cleanup"]},
    "container": {
        "btree": ["btree_map", "btree_set"],
        "fixed_array": ["fixed_array"],
        "flat_hash_map": ["flat_hash_map"],
        "flat_hash_set": ["flat_hash_set"],
        "inlined_vector": ["inlined_vector"],
        "node_hash_map": ["node_hash_map"],
        "node_hash_set": ["node_hash_set"],
    },
    "debugging": {
        "failure_signal_handler": ["failure_signal_handler"],
        "leak_check": ["leak_check"],
        "stacktrace": ["stacktrace"],
        "symbolize": ["symbolize"],
    },
    "flags": {
        "commandlineflag": ["commandlineflag"],
        "config": ["config"],
        "flag": ["flag", "declare"],
        "marshalling": ["marshalling"],
        "parse": ["parse"],
        "reflection": ["reflection"],
        "usage": ["usage"],
        "usage_config": ["usage_config"],
    },
    "functional": {
        "any_invocable": ["any_invocable"],
        "bind_front": ["bind_front"],
        "function_ref": ["function_ref"],
    },
    "hash": {"hash": ["hash"]},
    "log": {
        "absl_check": ["absl_check"],
        "absl_log": ["absl_log"],
        "check": ["check"],
        "globals": ["globals"],
        "initialize": ["initialize"],
        "log": ["log"],
    },
    "memory": {"memory": ["memory"]},
    "meta": {"type_traits": ["type_traits"]},
    "numeric": {
        "bits": ["bits"],
        "int128": ["int128"],
    },
    "random": {
        "bit_gen_ref": ["bit_gen_ref"],
        "distributions": [
            "bernoulli_distribution",
            "beta_distribution",
            "discrete_distribution",
            "distributions",
            "exponential_distribution",
            "gaussian_distribution",
            "log_uniform_int_distribution",
            "poisson_distribution",
            "uniform_int_distribution",
            "uniform_real_distribution",
            "zipf_distribution",
        ],
        "random": ["random"],
        "seed_gen_exception": ["seed_gen_exception"],
        "seed_sequences": ["seed_sequences"],
    },
    "status": {
        "status": ["status", "status_payload_printer"],
        "statusor": ["statusor"],
    },
    "strings": {
        "cord": ["cord", "cord_buffer"],
        "str_format": ["str_format"],
        "string_view": ["string_view"],
        "strings": [
            "ascii",
            "charconv",
            "escaping",
            "match",
            "numbers",
            "str_cat",
            "str_join",
            "str_replace",
            "str_split",
            "string_view",
            "strip",
            "substitute",
        ],
    },
    "synchronization": {"synchronization": ["barrier", "blocking_counter", "mutex", "notification"]},
    "time": {"time": ["civil_time", "clock", "time"]},
    "types": {
        "any": ["any"],
        "bad_any_cast": ["bad_any_cast"],
        "bad_optional_access": ["bad_optional_access"],
        "bad_variant_access": ["bad_variant_access"],
        "compare": ["compare"],
        "optional": ["optional"],
        "span": ["span"],
        "variant": ["variant"],
    },
    "utility": {"utility": ["utility"]},
}

_ROOT_BUILD = """package(default_visibility = ["//visibility:public"])

exports_files(glob(["include/**"]))

# Every header and object. Not for direct use: depend on the labels under //absl.
cc_library(
    name = "implementation",
    srcs = ["lib/libabsl.a"],
    hdrs = glob(["include/**"]),
    includes = ["include"],
    linkopts = ["-pthread"],
    linkstatic = True,
)
"""

_LABEL = """
cc_library(
    name = "{name}",
    hdrs = {headers},
    deps = ["//:implementation"],
)
"""

def _merge_archives(rctx):
    """Makes one archive of all: the linker then needs no order among them, and takes only what is used."""
    folder = find_library(rctx, "libabsl_base.a", _DEBIAN_PACKAGE).dirname
    archives = [
        str(file)
        for file in folder.readdir()
        if file.basename.startswith("libabsl_") and file.basename.endswith(".a")
    ]
    lines = ["create lib/libabsl.a"] + ["addlib " + archive for archive in sorted(archives)] + ["save", "end"]
    rctx.file("lib/merge.mri", "\n".join(lines) + "\n", executable = False)
    run_or_fail(rctx, ["sh", "-c", "ar -M < lib/merge.mri"])

def _write_package(rctx, original, package, labels):
    text = "package(default_visibility = [\"//visibility:public\"])\n"
    for name, headers in labels.items():
        paths = ["{}/{}.h".format(package, header) for header in headers]
        found = ["//:include/absl/" + path for path in paths if rctx.path("{}/{}".format(original, path)).exists]
        if found:
            text += _LABEL.format(name = name, headers = found)
    rctx.file("absl/{}/BUILD".format(package), text, executable = False)

def _system_absl_impl(rctx):
    original = copy_headers(rctx, "absl", _DEBIAN_PACKAGE)
    _merge_archives(rctx)
    rctx.file("BUILD", _ROOT_BUILD, executable = False)
    for package, labels in _LABELS.items():
        _write_package(rctx, original, package, labels)

system_absl = repository_rule(
    implementation = _system_absl_impl,
    doc = "The installed Abseil, linked statically.",
    local = True,
)
