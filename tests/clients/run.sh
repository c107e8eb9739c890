#!/bin/sh
# Runs programs that people use, with the OpenCL layer and without: sh tests/clients/run.sh [--quick] [OPTION...] [NAME...]
#
# Each program runs on PoCL, once without the layer and once with it. What it prints must be the same, and the log of the layer must say
# that loops were unrolled, for those programs whose kernels have requests. The end is a table. programs.py has the list of the programs; names
# choose some of them, and --quick chooses those of the full lane. The other options are those of run.py: another driver, more rounds,
# tuning, and a file with all figures.
#
# The programs come from the distribution's packages, with sudo if need be, and from the Python package index, into an environment in the
# user's cache. CLUNROLL_PROGRAM names the clunroll to use, with the layer beside it or in ../lib; otherwise both are built.
set -eu
CDPATH= cd -- "$(dirname -- "$0")/../.."

say() {
    printf 'tests/clients/run.sh: %s\n' "$*"
}

quick=
if [ "${1:-}" = --quick ]; then
    quick=--quick
    shift
fi

# has PACKAGE: whether the distribution's package is installed.
has() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Of these, --quick needs the first ones alone.
packages='python3-venv pocl-opencl-icd ocl-icd-libopencl1 ocl-icd-opencl-dev opencl-c-headers gcc libclblast-dev'
python='numpy pyopencl mako'
if [ -z "$quick" ]; then
    packages="$packages g++ python3-dev clpeak hashcat ffmpeg"
    python="$python pyclblast pyvkfft"
fi
missing=
for package in $packages; do
    has "$package" || missing="$missing $package"
done
if [ -n "$missing" ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
        say "there is no apt-get; install$missing yourself" >&2
        exit 1
    fi
    as_root=
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    say "installing$missing with apt-get"
    $as_root apt-get update || say 'apt-get update failed; going on with the package lists at hand'
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
fi

cache=${XDG_CACHE_HOME:-$HOME/.cache}/clunroll-clients
# What is there is not fetched again. pip says so package by package, which takes long.
if [ ! -e "$cache/has $python" ]; then
    say "installing $python with pip into $cache"
    python3 -m venv "$cache"
    # shellcheck disable=SC2086
    PIP_DISABLE_PIP_VERSION_CHECK=1 "$cache/bin/python" -m pip install --quiet $python
    : >"$cache/has $python"
fi

if [ -z "${CLUNROLL_PROGRAM:-}" ]; then
    say 'building the program and the layer'
    cargo build --quiet -p clunroll-cli -p clunroll-layer
    CLUNROLL_PROGRAM=${CARGO_TARGET_DIR:-$(pwd)/target}/debug/clunroll
fi
export CLUNROLL_PROGRAM
exec "$cache/bin/python" tests/clients/run.py $quick "$@"
