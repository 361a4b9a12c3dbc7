"""Small repositories made of files of ours."""

def _shim_repository_impl(rctx):
    packages = {}
    for source, path in rctx.attr.files.items():
        rctx.symlink(source, path)
        packages[path.rpartition("/")[0]] = True
        if path.endswith("BUILD"):
            packages.pop(path.rpartition("/")[0])
    for package in packages:
        rctx.file(package + "/BUILD", "exports_files(glob([\"*.bzl\"]))\n")

shim_repository = repository_rule(
    implementation = _shim_repository_impl,
    attrs = {"files": attr.label_keyed_string_dict(doc = "Our file -> its path in the repository.")},
    doc = "Links files of ours into a repository, and adds an empty BUILD file to each folder that has none.",
    local = True,
)
