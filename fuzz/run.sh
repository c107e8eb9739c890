#!/bin/sh
# Fuzzes clunroll: sh fuzz/run.sh [SECONDS [TARGET...]]
#
# The targets run side by side, for 120 seconds each if nothing else is said, and all of them if none is named. Before
# that the corpus gets the repository's own kernels and cases, and the targets are built. What fails is left in
# fuzz/artifacts/TARGET, its output in fuzz/artifacts/TARGET.log; the exit status is then 1. CLUNROLL_FUZZ_SEED=NUMBER lets two
# runs with the same corpus begin alike. CLUNROLL_FUZZ_STRICT=1 lets the target `rewrite` ask more of texts that no compiler takes
# (fuzz/src/rewriting.rs).
#
# Stable Rust will do: without a sanitizer cargo-fuzz asks for nothing else. Only the C interface has unsafe code for one to
# look at: CLUNROLL_FUZZ_SANITIZER=address does, with a nightly Rust. cargo-fuzz itself is installed into the user's cache where
# it is missing.
set -eu
CDPATH= cd -- "$(dirname -- "$0")/.."

VERSION=0.13.2

say() {
    printf 'fuzz/run.sh: %s\n' "$*"
}

seconds=${1:-120}
[ $# -eq 0 ] || shift
case $seconds in
'' | *[!0-9]*)
    say "$seconds: no number of seconds" >&2
    exit 2
    ;;
esac
[ $# -gt 0 ] || set -- c_interface lexer preprocessor rewrite same_tokens
for target in "$@"; do
    if [ ! -f "fuzz/fuzz_targets/$target.rs" ]; then
        say "$target: no target; there are c_interface, lexer, preprocessor, rewrite and same_tokens" >&2
        exit 2
    fi
done

tools=${XDG_CACHE_HOME:-$HOME/.cache}/clunroll-tools
PATH=$tools/bin:$PATH
if ! command -v cargo-fuzz >/dev/null 2>&1; then
    say "installing cargo-fuzz into $tools"
    cargo install --quiet --locked --root "$tools" --version "$VERSION" cargo-fuzz
fi

sh fuzz/seeds.sh
# Comparisons are not traced: the words that matter are in the dictionary, and the time is better spent on more runs.
say 'building the targets'
cargo fuzz build --target-dir "$PWD/fuzz/target" --debug-assertions --sanitizer "${CLUNROLL_FUZZ_SANITIZER:-none}" \
    --no-trace-compares --codegen-units 16
target_triple=$(rustc -vV | sed -n 's/^host: //p')

pids=
for target in "$@"; do
    mkdir -p "fuzz/artifacts/$target"
    # What it takes for one input is limited by the target itself, in time of the processor; -timeout is for what never ends.
    "fuzz/target/$target_triple/release/$target" "fuzz/corpus/$target" -artifact_prefix="fuzz/artifacts/$target/" \
        -dict=fuzz/opencl.dict -max_len=16384 -timeout=300 -rss_limit_mb=2048 -report_slow_units=300 \
        -seed="${CLUNROLL_FUZZ_SEED:-0}" -max_total_time="$seconds" -print_final_stats=1 >"fuzz/artifacts/$target.log" 2>&1 &
    pids="$pids $!"
done
# shellcheck disable=SC2064
trap "kill $pids 2>/dev/null || true" EXIT
trap 'exit 143' INT TERM

status=0
for pid in $pids; do
    target=$1
    shift
    log=fuzz/artifacts/$target.log
    if wait "$pid"; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        say "$target: $runs inputs in $seconds seconds, nothing found"
    else
        status=1
        say "$target: something was found, see fuzz/artifacts/$target and $log" >&2
        tail -n 40 "$log" >&2
    fi
done
exit "$status"
