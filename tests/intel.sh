#!/bin/sh
# Fetches Intel's OpenCL runtime for CPUs, one more platform to test on: sh tests/intel.sh FOLDER
#
# Its packages on the Python package index, under Intel's licence, hold libraries and no Python. FOLDER gets the libraries, and
# FOLDER/libintelocl.so is what an `.icd` file names, or CLUNROLL_OPENCL_LIBRARIES. Nothing else on the machine is touched.
# What is there already is not fetched again.
set -eu

say() {
    printf 'tests/intel.sh: %s\n' "$*"
}

if [ $# -ne 1 ]; then
    say 'usage: sh tests/intel.sh FOLDER' >&2
    exit 2
fi
[ ! -e "$1/libintelocl.so" ] || exit 0
mkdir -p "$(dirname -- "$1")"
scratch=$(mktemp -d "$1.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
# What they need in turn (threads, memory) comes along.
if ! python3 -m pip download --quiet --only-binary :all: --dest "$scratch/wheels" intel-opencl-rt intel-cmplr-lib-rt; then
    say 'cannot download the Python packages intel-opencl-rt and intel-cmplr-lib-rt with pip' >&2
    exit 1
fi
mkdir "$scratch/lib"
for wheel in "$scratch/wheels"/*.whl; do
    python3 -m zipfile -e "$wheel" "$scratch/unpacked"
    for folder in "$scratch/unpacked"/*.data/data/lib; do
        [ ! -d "$folder" ] || find "$folder" -maxdepth 1 -type f -exec mv {} "$scratch/lib" \;
    done
    rm -r "$scratch/unpacked" "$wheel"
done
if [ ! -e "$scratch/lib/libintelocl.so" ]; then
    say 'the packages hold no libintelocl.so' >&2
    exit 1
fi
rm -rf "$1"
mv "$scratch/lib" "$1"
say "Intel's OpenCL runtime is in $1"
