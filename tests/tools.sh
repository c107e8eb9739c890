#!/bin/sh
# Installs programs of Cargo's that the tests and the packages need: sh tests/tools.sh FOLDER PROGRAM...
#
# FOLDER/bin gets those programs that are not in PATH. The versions are the newest ones that the oldest supported Rust builds.
set -eu

CARGO_C=0.10.16
CARGO_DEB=3.8.0
MDBOOK=0.5.4

folder=$1
shift
for program in "$@"; do
    case $program in
    cargo-c) version=$CARGO_C command=cargo-cinstall ;;
    cargo-deb) version=$CARGO_DEB command=cargo-deb ;;
    mdbook) version=$MDBOOK command=mdbook ;;
    *)
        printf 'tests/tools.sh: no program %s is known\n' "$program" >&2
        exit 2
        ;;
    esac
    command -v "$command" >/dev/null 2>&1 && continue
    printf 'tests/tools.sh: installing %s into %s, which takes some minutes\n' "$program" "$folder"
    # Unoptimised, it is there in half the time.
    CARGO_PROFILE_DEV_DEBUG=0 cargo install --quiet --debug --locked --root "$folder" --version "$version" "$program"
done
