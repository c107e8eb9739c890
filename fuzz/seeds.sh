#!/bin/sh
# Fills fuzz/corpus with the repository's own kernels and cases: sh fuzz/seeds.sh
#
# Each target gets all of them, under names that tell where they come from. What a fuzzer has found before stays.
set -eu
CDPATH= cd -- "$(dirname -- "$0")/.."

for target in c_interface lexer preprocessor rewrite same_tokens; do
    mkdir -p "fuzz/corpus/$target"
    find kernels tests/cases \( -name '*.cl' -o -name '*.h' \) -print | while IFS= read -r file; do
        cp -- "$file" "fuzz/corpus/$target/$(printf '%s' "$file" | tr / -)"
    done
done
