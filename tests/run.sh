#!/bin/sh
# Runs all tests: sh tests/run.sh [arguments for cargo test]
#
# Some tests compile and run kernels on a real OpenCL runtime. They use PoCL, which runs on the CPU, behind the ICD
# loader that every OpenCL program uses. Where one of the two is missing it is installed from the distribution's
# packages, with sudo if need be. CLUNROLL_NO_OPENCL=1 leaves these tests out and installs nothing.
set -eu
CDPATH= cd -- "$(dirname -- "$0")/.."

say() {
    printf 'tests/run.sh: %s\n' "$*"
}

# Whether the dynamic linker finds a library of that name. ldconfig is not in everybody's PATH.
has_library() {
    (PATH=$PATH:/usr/sbin:/sbin && ldconfig -p) 2>/dev/null | grep -qF "$1"
}

# The loader that programs open at run time; the development package is not needed.
has_loader() {
    has_library libOpenCL.so.1
}

# PoCL is there if the library is that its file for the loader names; the file alone may be left of a removed package.
has_pocl() {
    for icd in "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}"/*pocl*; do
        [ -f "$icd" ] || continue
        read -r library <"$icd" || [ -n "$library" ] || continue
        case $library in
        /*) [ -e "$library" ] && return 0 ;;
        # The linker's list knows libpocl.so.2 where the file says libpocl.so.2.10.0.
        *) has_library "${library%%.so*}.so" && return 0 ;;
        esac
    done
    return 1
}

# install PACKAGE...
install() {
    as_root=
    if ! command -v apt-get >/dev/null 2>&1; then
        problem='there is no apt-get'
    elif [ "$(id -u)" -eq 0 ]; then
        problem=
    elif command -v sudo >/dev/null 2>&1; then
        problem=
        as_root=sudo
    else
        problem='this is not root, and there is no sudo'
    fi
    if [ -n "$problem" ]; then
        say "cannot install $*: $problem." >&2
        say "Install an ICD loader and PoCL yourself, or set CLUNROLL_NO_OPENCL=1 to leave those tests out." >&2
        exit 1
    fi
    say "installing $* with apt-get${as_root:+, through sudo}"
    $as_root apt-get update || say 'apt-get update failed; going on with the package lists at hand'
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

if [ "${CLUNROLL_NO_OPENCL:-}" = 1 ]; then
    say 'CLUNROLL_NO_OPENCL=1: the tests that need an OpenCL runtime are left out'
else
    missing=
    has_loader || missing="$missing ocl-icd-libopencl1"
    has_pocl || missing="$missing pocl-opencl-icd"
    if [ -n "$missing" ]; then
        # Package names hold no blanks.
        # shellcheck disable=SC2086
        install $missing
    else
        say 'the OpenCL loader and PoCL are there'
    fi
fi

say "cargo test${*:+ }$*"
exec cargo test "$@"
