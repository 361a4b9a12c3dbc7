#!/bin/sh
# The example prints a line per scheduler, each with a median above zero.
set -eu
output=$("$1")
echo "$output"
[ "$(echo "$output" | grep -c -E '^(null|credit) +median [1-9][0-9]* ns of [1-9][0-9]* interrupts$')" -eq 2 ]
