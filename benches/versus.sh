#!/bin/bash
# Whole processes against clang's: bash benches/versus.sh [FOLDER]
#
# FOLDER holds hashcat's kernels (tests/corpus.sh fetches them); without it, the corpus in the user's cache is taken. CLUNROLL is the
# program, the optimised build by default, CLANG is clang, ROUNDS is how often all of it is measured (5).
#
# What is compared is the time that processes spend on a core (user and system, of all their threads), so that other work on
# the machine has little say in it; "waited" is that on the clock, for a clunroll that uses all cores. The two sides take turns,
# and of the rounds' ratios the least, the median and the most are shown.
#
#   clang -E            over all kernels of hashcat, a process for each file, and clunroll: one process for all, and one each
#   clang -fsyntax-only over single files with requests: the kernels of this repository, those of hashcat, and 1 MB with 500
#   the same            with the whole header of the builtin functions, as compilers without clang's table of them read it
#   the same            of hashcat, with the macros that its host passes: without them, its kernels find none of their includes
#   start-up            of a process that has nothing to do
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."

clunroll=${CLUNROLL:-${CARGO_TARGET_DIR:-target}/release/clunroll}
clang=${CLANG:-clang}
rounds=${ROUNDS:-5}
corpus=${1:-${CLUNROLL_CORPUS:-${XDG_CACHE_HOME:-$HOME/.cache}/clunroll-corpus}/hashcat-data/usr/share/hashcat/OpenCL}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# spent COMMAND...: the milliseconds that it spends on a core, and those that it takes; what it says and its status are of no
# interest.
spent() {
    local TIMEFORMAT='%3U %3S %3R'
    { time "$@" >/dev/null 2>&1 || :; } 2>&1 | awk '{ printf "%d %d\n", ($1 + $2) * 1000 + 0.5, $3 * 1000 + 0.5 }'
}

# each COMMAND... -- FILE...: the command for each file; {} in it is the file.
each() {
    local command=() file word line
    while [ "$1" != -- ]; do
        command+=("$1")
        shift
    done
    shift
    for file in "$@"; do
        line=()
        for word in "${command[@]}"; do
            line+=("${word//\{\}/$file}")
        done
        "${line[@]}" || :
    done
}

# versus NAME: `theirs` and `ours` in turn.
versus() {
    local round
    for round in $(seq "$rounds"); do
        echo "$(spent theirs) $(spent ours)"
    done >"$scratch/rounds"
    ratios "$1" 1 3
    case $1 in *'one process') ratios "$1, waited" 2 4 ;; esac
}

# ratios NAME THEIRS OURS: what the rounds say in these columns.
ratios() {
    awk -v name="$1" -v a="$2" -v b="$3" '
        { theirs[NR] = $a; ours[NR] = $b; ratio[NR] = $a / ($b > 0 ? $b : 1) }
        function sort(a, n,    i, j, t) {
            for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j - 1] > a[j]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
        }
        END {
            sort(theirs, NR); sort(ours, NR); sort(ratio, NR)
            middle = int((NR + 1) / 2)
            printf "%-44s clang %d..%d ms, clunroll %d..%d ms, ratio %.1f (%.1f..%.1f)\n", name,
                theirs[1], theirs[NR], ours[1], ours[NR], ratio[middle], ratio[1], ratio[NR]
        }' "$scratch/rounds"
}

# times COUNT COMMAND...: the same again and again, for what takes a millisecond.
times() {
    local count=$1 at
    shift
    for at in $(seq "$count"); do
        "$@" || :
    done
}

start() {
    ours() { times 100 "$clunroll" --version; }
    theirs() { times 100 "$clang" --version; }
    versus 'start-up, 100 processes (clang --version)'
}

# The macros of hashcat's host, as the test of the corpus has them.
host=(-DVENDOR_ID=64 -DDEVICE_TYPE=2 -DVECT_SIZE=1)
while IFS= read -r macro; do
    host+=("$macro")
done < <(sed -n '/^const HASHCAT_HOST/,/^];/s/^ *("\(.*\)", "\(.*\)"),$/-D\1=\2/p' tests/kernels/mod.rs)

hashcat() {
    local files=("$corpus"/*.cl)
    theirs() { each "$clang" -E -x cl -I "$corpus" {} -o /dev/null -- "${files[@]}"; }
    # Each time to a new folder, since removing the old one is no part of it.
    ours() { "$clunroll" -q -I "$corpus" "$corpus" --out-dir "$(mktemp -d -p "$scratch")"; }
    versus "clang -E: ${#files[@]} kernels, one process"
    ours() { each "$clunroll" -q -I "$corpus" {} -o "$scratch/out.cl" -- "${files[@]}"; }
    versus "clang -E: ${#files[@]} kernels, a process each"
}

# With all that the kernels include, which is a hundred times as long as they are.
hashcat_with_includes() {
    mkdir "$scratch/some"
    cp "$corpus"/m00*.cl "$scratch/some"
    local files=("$scratch"/some/*.cl)
    theirs() { each "$clang" -E -x cl -I "$corpus" "${host[@]}" {} -o /dev/null -- "${files[@]}"; }
    ours() { "$clunroll" -q -I "$corpus" "${host[@]}" "$scratch/some" --out-dir "$(mktemp -d -p "$scratch")"; }
    versus "clang -E: ${#files[@]} with includes, one process"
    ours() { each "$clunroll" -q -I "$corpus" "${host[@]}" {} -o "$scratch/out.cl" -- "${files[@]}"; }
    versus "clang -E: ${#files[@]} with includes, a process each"
}

# syntax NAME [OPTIONS OF CLANG] [+ OPTIONS OF BOTH] -- FILE...
syntax() {
    local name=$1 options=() both=()
    shift
    while [ "$1" != -- ] && [ "$1" != + ]; do
        options+=("$1")
        shift
    done
    [ "$1" = -- ] || shift
    while [ "$1" != -- ]; do
        both+=("$1")
        shift
    done
    shift
    local files=("$@")
    theirs() { each "$clang" -fsyntax-only -x cl -cl-std=CL2.0 "${options[@]}" "${both[@]}" {} -- "${files[@]}"; }
    ours() { each "$clunroll" -q "${both[@]}" {} -o "$scratch/out.cl" -- "${files[@]}"; }
    versus "clang -fsyntax-only: $name"
}

single_files() {
    local full=(-cl-no-stdinc -include opencl-c.h)
    local of_hashcat=()
    if [ -d "$corpus" ]; then
        # shellcheck disable=SC2207
        of_hashcat=($(grep -l unroll "$corpus"/*.cl | awk 'NR % 16 == 1'))
    fi
    local requests=$scratch/requests.cl
    # Not optimised, which is built sooner; it only writes the text.
    cargo test -q --bench growth -- write requests 1 "$requests"
    local options
    for options in table header; do
        local with=()
        [ "$options" = table ] || with=("${full[@]}")
        syntax "kernels/, $options" "${with[@]}" -- kernels/*.cl
        if [ ${#of_hashcat[@]} -gt 0 ]; then
            syntax "${#of_hashcat[@]} of hashcat, $options" "${with[@]}" -I "$corpus" -- "${of_hashcat[@]}"
            syntax "${#of_hashcat[@]} with includes, $options" "${with[@]}" + -I "$corpus" "${host[@]}" -- "${of_hashcat[@]}"
        fi
        syntax "1 MB, 500 requests, $options" "${with[@]}" -- "$requests"
    done
}

"$clang" --version | head -n 1
"$clunroll" --version
start
single_files
if [ -d "$corpus" ]; then
    hashcat
    hashcat_with_includes
else
    echo "no kernels of hashcat in $corpus: sh tests/corpus.sh fetches them"
fi
