#!/bin/sh
# Bazel runs this in the workspace before each build; //bazel:version reads what it prints.
# The optional lock is given up: a build must not disturb a `git add` that runs at the same time.
export GIT_OPTIONAL_LOCKS=0
commit=$(git rev-parse --short=12 HEAD 2>/dev/null) || commit=unknown
if [ "$commit" != unknown ] && [ -n "$(git status --porcelain --untracked-files=no 2>/dev/null)" ]; then
  commit=$commit-dirty
fi
echo "STABLE_XENOTIME_COMMIT $commit"
