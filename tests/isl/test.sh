#!/bin/sh
# Compares the dependence analysis with isl: sh tests/isl/test.sh [PROGRAM]
#
# It makes enumerated and random affine nests, lets clunroll rewrite them, and lets isl decide for each whether the new order of its
# accesses is right. PROGRAM is clunroll; without it, cargo builds one. isl comes from PyPI (islpy), into a virtual environment in
# the user's cache.
#
# CLUNROLL_ISL_NESTS says how many nests (3,000, if nothing else is said), CLUNROLL_ISL_SEED with which seed, and CLUNROLL_PYTHON
# names the Python to use. With CLUNROLL_ISL_SHOW=1, each nest is printed that isl allows and clunroll declines.
set -eu
CDPATH= cd -- "$(dirname -- "$0")"

say() {
    printf 'tests/isl/test.sh: %s\n' "$*"
}

program=${1:-}
if [ -z "$program" ]; then
    say 'building clunroll'
    cargo build --quiet --manifest-path ../../Cargo.toml
    program=$(cargo metadata --quiet --no-deps --format-version 1 --manifest-path ../../Cargo.toml |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/debug/clunroll
fi

folder=${XDG_CACHE_HOME:-$HOME/.cache}/clunroll-isl
python=$folder/bin/python
if ! "$python" -c 'import islpy' >/dev/null 2>&1; then
    say 'installing islpy into a new environment'
    "${CLUNROLL_PYTHON:-python3}" -m venv --clear "$folder"
    PIP_DISABLE_PIP_VERSION_CHECK=1 "$python" -m pip install --quiet --requirement requirements.txt
fi

set -- "$program" "${CLUNROLL_ISL_NESTS:-3000}" "${CLUNROLL_ISL_SEED:-1}"
[ "${CLUNROLL_ISL_SHOW:-}" != 1 ] || set -- "$@" --show
exec "$python" -B compare.py "$@"
