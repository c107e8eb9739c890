#!/bin/sh
# Fetches clang's front end of a recent version, to see which warnings it gives: sh tests/clang.sh FOLDER
#
# The package clang-tidy of the Python package index holds it, with the headers of OpenCL C. FOLDER becomes a virtual environment
# with FOLDER/bin/clang-tidy. Nothing else on the machine is touched. What is there already is not fetched again.
set -eu

CLANG_TIDY=22.1.8

say() {
    printf 'tests/clang.sh: %s\n' "$*"
}

if [ $# -ne 1 ]; then
    say 'usage: sh tests/clang.sh FOLDER' >&2
    exit 2
fi
if "$1/bin/clang-tidy" --version 2>/dev/null | grep -qF "$CLANG_TIDY"; then
    exit 0
fi
rm -rf "$1"
mkdir -p "$(dirname -- "$1")"
python3 -m venv "$1"
if ! PIP_DISABLE_PIP_VERSION_CHECK=1 "$1/bin/python" -m pip install --quiet --only-binary :all: "clang-tidy==$CLANG_TIDY"; then
    say "cannot install the Python package clang-tidy $CLANG_TIDY with pip" >&2
    rm -rf "$1"
    exit 1
fi
say "clang's front end $CLANG_TIDY is in $1"
