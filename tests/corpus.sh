#!/bin/sh
# Fetches real kernels for tests/corpus.rs: sh tests/corpus.sh [--all] FOLDER
#
# Each package becomes a folder of its name in FOLDER, which holds its OpenCL sources and headers and nothing else.
# What is there already is not fetched again. Without --all that is hashcat-data alone, the package with the most
# requests; with it, all packages that tests/corpus.rs knows, from the distribution and from the Python package index.
set -eu

say() {
    printf 'tests/corpus.sh: %s\n' "$*"
}

all=
if [ "${1:-}" = --all ]; then
    all=1
    shift
fi
if [ $# -ne 1 ]; then
    say 'usage: sh tests/corpus.sh [--all] FOLDER' >&2
    exit 2
fi
mkdir -p "$1"
folder=$(CDPATH= cd -- "$1" && pwd)
scratch=$(mktemp -d "$folder/fetching.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# keep NAME: from what was unpacked to "$scratch/NAME", the OpenCL sources with what they may include.
keep() {
    find "$scratch/$1" -type f ! -name '*.cl' ! -name '*.clh' ! -name '*.h' ! -name '*.mako' -exec rm -f {} +
    find "$scratch/$1" -depth -type d -empty -exec rmdir {} +
    if [ ! -d "$scratch/$1" ]; then
        say "the package $1 holds no kernels" >&2
        exit 1
    fi
    mv "$scratch/$1" "$folder/$1"
    say "$1 is in $folder/$1"
}

# download PACKAGE: where root runs this, apt's own user could not write here.
download() {
    (cd "$scratch" && apt-get -q -o APT::Sandbox::User=root download "$1")
}

# from_distribution NAME: a package is downloaded, not installed, and needs no root.
from_distribution() {
    [ ! -d "$folder/$1" ] || return 0
    if ! download "$1"; then
        say "cannot download $1; apt-get may not know it before its package lists are fetched"
        as_root=
        [ "$(id -u)" -eq 0 ] || as_root=sudo
        $as_root apt-get update
        download "$1"
    fi
    mkdir "$scratch/$1"
    # All of piglit would be two gigabytes. tar complains of a pattern that nothing matches.
    dpkg-deb --fsys-tarfile "$scratch/$1"_*.deb |
        tar -x -C "$scratch/$1" --wildcards '*.cl' '*.clh' '*.h' 2>/dev/null || :
    keep "$1"
}

# from_index NAME: the newest release of a Python package.
from_index() {
    [ ! -d "$folder/$1" ] || return 0
    mkdir "$scratch/download" "$scratch/$1"
    if ! python3 -m pip download --quiet --no-deps --dest "$scratch/download" "$1"; then
        say "cannot download the Python package $1 with pip" >&2
        exit 1
    fi
    for archive in "$scratch/download"/*; do
        case $archive in
        *.whl | *.zip) python3 -m zipfile -e "$archive" "$scratch/$1" ;;
        *) tar -x -f "$archive" -C "$scratch/$1" ;;
        esac
    done
    rm -r "$scratch/download"
    keep "$1"
}

from_distribution hashcat-data
if [ -n "$all" ]; then
    for package in darktable piglit; do
        from_distribution "$package"
    done
    for package in silx pyfai pyopencl gputools; do
        from_index "$package"
    done
fi
