"""Text files as a C++ source."""

def embed_presets(name, srcs, out):
    """Writes the definition of BuiltinPresets (presets.h): each file by its name without the ending.

    Args:
      name: of the rule.
      srcs: the files; none holds the characters )" together followed by PRESET".
      out: the C++ file.
    """
    native.genrule(
        name = name,
        srcs = srcs,
        outs = [out],
        cmd = """{
  echo '#include "xenotime/presets/presets.h"'
  echo 'namespace xenotime {'
  echo 'const std::vector<PresetText>& BuiltinPresets() {'
  echo '  static const auto* const kPresets = new std::vector<PresetText>{'
  for file in $(SRCS); do
    printf '    {"%s", R"PRESET(' "$$(basename $$file .textproto)"
    cat $$file
    echo ')PRESET"},'
  done
  echo '  };'
  echo '  return *kPresets;'
  echo '}'
  echo '}  // namespace xenotime'
} > $@""",
    )
