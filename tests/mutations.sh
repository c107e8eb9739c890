#!/bin/sh
# Puts faults into clunroll, one at a time, and demands that the tests notice: sh tests/mutations.sh [--check] [NAME...]
#
# Each fault is a patch in tests/mutations/; its first line says what is wrong. It is applied to a copy of the tracked
# files, which is built and put to the tests that compare what kernels compute: the execution tests on an OpenCL runtime
# (not with CLUNROLL_NO_OPENCL=1), and if they see nothing, the random programs as C. Snapshots are not asked, since
# they notice every change, right or wrong. In between come the tests of dependences, which are compared with brute
# force, the unit tests of files, which must lose none, those of profiles, what hosts may define (tests/compilers/host_macros.rs) and hosts in C++ that
# join string literals, both as C, what the library reports of requests, and requests without their neighbours. A fault in
# verification, or in the layer, is put to its own tests alone. Without a fault the same tests must pass. They also write all outputs to a folder then, so that with a fault only the kernels are run
# that it changes, until the first one differs.
#
# The exit status is 1 where a fault survives. With names, only the patches whose names hold one of them. --check says
# whether all patches still apply, and runs nothing. CLUNROLL_MUTATIONS_TARGET names the folder that is built in, which
# is worth keeping between runs. Nothing else may be built there: cargo does not tell one copy of a package from another.
# CLUNROLL_MUTATIONS_PASSED=1 says that the tests pass without a fault; only the outputs are written then.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"

say() {
    printf 'tests/mutations.sh: %s\n' "$*"
}

check=
if [ "${1:-}" = --check ]; then
    check=1
    shift
fi

# Whether a patch is asked for by the names in the arguments, or all are.
is_asked() {
    patch=$1
    shift
    [ $# -gt 0 ] || return 0
    for name in "$@"; do
        case $patch in *"$name"*) return 0 ;; esac
    done
    return 1
}

if [ -n "$check" ]; then
    status=0
    for patch in tests/mutations/*.patch; do
        git apply --check "$patch" || status=1
    done
    [ "$status" -ne 0 ] || say 'all patches apply'
    exit $status
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/clunroll
texts=$scratch/texts
mkdir "$tree" "$texts"
# Every file is as new as this copy: a kept build knows the folder of the copy before.
git ls-files -z | xargs -0 tar -cf - | tar -xmf - -C "$tree"
CARGO_TARGET_DIR=${CLUNROLL_MUTATIONS_TARGET:-$scratch/target}
export CARGO_TARGET_DIR
# A failure is one, however large.
export CLUNROLL_RANDOM_SHRINK=0 CLUNROLL_RANDOM_NESTS="${CLUNROLL_RANDOM_NESTS:-800}" CLUNROLL_RANDOM_LOOPS="${CLUNROLL_RANDOM_LOOPS:-1500}"
random='--test random compute_what_the_originals_do'
hosts='--test compilers host_macros::'
strings='--test compilers literals::'
requests='--test library requests::'
neighbours='--test sources neighbours::'
answers='-p clunroll-analysis --lib dependence'
files='-p clunroll-files --lib'
choices='-p clunroll-core --features serde --lib loop_choices'
execution='--test execution rewritten_kernels_compute_what_the_originals_do'
units='-p clunroll-cli --lib verify::'
verification='--test cli verify::'
tuning='-p clunroll-cli --lib tune::'
timing='-p clunroll-opencl --lib'
tuned='--test cli tune::'
timed='--test execution timing::'
layer='--test layer'

# test_with ARGUMENTS: runs a test in the copy.
test_with() {
    # shellcheck disable=SC2086
    (cd "$tree" && cargo test --quiet $1) >"$scratch/log" 2>&1
}

# Whether a patch is one of verification.
is_of_verification() {
    grep -q '^+++ b/\(src/verify\|crates/clunroll-opencl\|crates/clunroll-analysis/src/residue\)' "$1"
}

# Whether a patch is one of tuning, or of timing for it.
is_of_tuning() {
    grep -q '^+++ b/\(src/tune\|crates/clunroll-opencl/src/\(timing\|restorable\|rounding\|step_watch\)\)' "$1"
}

# Whether a patch is one of the OpenCL layer.
is_of_layer() {
    grep -q '^+++ b/bindings/layer' "$1"
}

# What notices, or nothing.
noticed_by() {
    if [ -n "${1:-}" ] && is_of_tuning "$1"; then
        if ! test_with "$tuning" || ! test_with "$timing"; then
            echo 'the unit tests of tuning'
        elif [ "${CLUNROLL_NO_OPENCL:-}" != 1 ] && ! test_with "$timed"; then
            echo 'the tests of timing'
        elif [ "${CLUNROLL_NO_OPENCL:-}" != 1 ] && ! test_with "$tuned"; then
            echo 'the tests of tuning'
        fi
    elif [ -n "${1:-}" ] && is_of_verification "$1"; then
        if ! test_with "$timing"; then
            echo 'the unit tests of launches and recordings'
        elif ! test_with "$units"; then
            echo "the verifier's own tests"
        elif [ "${CLUNROLL_NO_OPENCL:-}" != 1 ] && ! test_with "$verification"; then
            echo 'the tests of verification'
        fi
    elif [ -n "${1:-}" ] && is_of_layer "$1"; then
        if [ "${CLUNROLL_NO_OPENCL:-}" != 1 ] && ! test_with "$layer"; then
            echo 'the tests of the layer'
        fi
    elif [ "${CLUNROLL_NO_OPENCL:-}" != 1 ] && ! test_with "$execution"; then
        echo "execution tests $(grep -a -m 1 'DIFFERENT\|the process ended' "$scratch/log" | cut -d : -f 1)"
    elif ! test_with "$answers"; then
        echo 'known answers'
    elif ! test_with "$files"; then
        echo 'the tests of files'
    elif ! test_with "$choices"; then
        echo 'the tests of profiles'
    elif ! test_with "$hosts"; then
        echo "what hosts may define"
    elif ! test_with "$strings"; then
        echo 'hosts that join literals'
    elif ! test_with "$requests"; then
        echo 'reports of requests'
    elif ! test_with "$neighbours"; then
        echo 'requests without their neighbours'
    elif [ "${CLUNROLL_NO_CLANG:-}" != 1 ] && ! test_with '--test compilers warnings::'; then
        echo 'warnings of clang'
    elif ! test_with "$random"; then
        echo 'random programs'
    fi
}

build() {
    if ! test_with '--no-run --test random --test compilers --test library --test sources --test execution --test cli'; then
        cat "$scratch/log" >&2
        say "$1 does not build" >&2
        exit 2
    fi
}

build 'without a fault, it'
if [ -n "${CLUNROLL_MUTATIONS_PASSED:-}" ]; then
    # A text that is written is known, and its kernels are not run.
    by=$(export CLUNROLL_WRITE_TEXTS="$texts" CLUNROLL_KNOWN_TEXTS="$texts" && test_with "$execution" || echo 'execution tests')
else
    by=$(export CLUNROLL_WRITE_TEXTS="$texts" && noticed_by)
fi
if [ -n "$by" ]; then
    cat "$scratch/log" >&2
    say "without a fault, they fail: $by" >&2
    exit 2
fi
export CLUNROLL_KNOWN_TEXTS="$texts"

survivors=0
for path in tests/mutations/*.patch; do
    patch=$(basename "$path" .patch)
    is_asked "$patch" "$@" || continue
    (cd "$tree" && GIT_CEILING_DIRECTORIES="$scratch" git apply "$root/$path")
    build "$patch"
    by=$(noticed_by "$root/$path")
    if [ -z "$by" ]; then
        survivors=$((survivors + 1))
        by='NOBODY'
    fi
    printf '%s: noticed by %s: %s\n' "$patch" "$by" "$(head -n 1 "$path")"
    (cd "$tree" && GIT_CEILING_DIRECTORIES="$scratch" git apply -R "$root/$path")
done
if [ "$survivors" -gt 0 ]; then
    say "$survivors faults survive" >&2
    exit 1
fi
