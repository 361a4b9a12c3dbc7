"""Repositories that are made from what is installed on the machine.

Headers are copied, not linked: clang identifies a file by its inode, and would find a linked header in the compiler's
own module as well, so that layering_check could not refuse it.
"""

_PREFIXES = ["/usr/local", "/usr"]

def _library_folders(rctx):
    machine = rctx.execute(["uname", "-m"]).stdout.strip()
    folders = []
    for prefix in _PREFIXES:
        for folder in ["lib/{}-linux-gnu".format(machine), "lib64", "lib"]:
            folders.append(prefix + "/" + folder)
    return folders

def _find(rctx, folders, name, debian_package):
    for folder in folders:
        path = rctx.path(folder + "/" + name)
        if path.exists:
            return path
    fail("{} is in none of {}. Install it, on Debian: apt-get install {}".format(name, folders, debian_package))

def find_library(rctx, name, debian_package):
    """Returns the path of an installed library, or fails with the package to install."""
    return _find(rctx, _library_folders(rctx), name, debian_package)

def run_or_fail(rctx, command):
    result = rctx.execute(command)
    if result.return_code:
        fail("{}: {}".format(" ".join([str(word) for word in command]), result.stderr))
    return result.stdout

def copy_headers(rctx, name, debian_package):
    """Copies the installed header folder `name` to include/`name`, and returns the path of the original."""
    source = _find(rctx, [prefix + "/include" for prefix in _PREFIXES], name, debian_package)
    parent = ("include/" + name).rpartition("/")[0]
    run_or_fail(rctx, ["mkdir", "-p", parent])
    run_or_fail(rctx, ["cp", "-RLp", source, parent])
    return source

def _system_library_impl(rctx):
    package = rctx.attr.debian_package
    for name in rctx.attr.headers:
        copy_headers(rctx, name, package)
    for name in rctx.attr.libraries:
        rctx.symlink(find_library(rctx, name, package), "lib/" + name)
    for name in rctx.attr.programs:
        rctx.symlink(_find(rctx, [prefix + "/bin" for prefix in _PREFIXES], name, package), "bin/" + name)
    rctx.symlink(rctx.attr.build_file, "BUILD")

system_library = repository_rule(
    implementation = _system_library_impl,
    attrs = {
        "build_file": attr.label(mandatory = True, allow_single_file = True),
        "debian_package": attr.string(mandatory = True, doc = "What to install where something is missing."),
        "headers": attr.string_list(doc = "Folders under /usr/include, copied to include/."),
        "libraries": attr.string_list(doc = "Files under /usr/lib, linked into lib/."),
        "programs": attr.string_list(doc = "Files under /usr/bin, linked into bin/."),
    },
    doc = "An installed library as a repository.",
    local = True,
)
