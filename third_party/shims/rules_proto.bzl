"""The proto rules that are built into Bazel 4, where others look for them."""

proto_lang_toolchain = native.proto_lang_toolchain
proto_library = native.proto_library
