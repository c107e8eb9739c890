#!/bin/sh
# Runs the tests: sh tests/run.sh [--full | --rest | --all] [arguments for cargo test]
#
# Without an option, this is the quick lane: the unit tests, the outputs and findings of all cases, the library, the command line,
# the language server, how long clunroll takes, the commands of README.md, each kernel and case on PoCL, and random loops as C.
# --full runs all tests, and --rest those that the quick lane leaves out. Each suite is in one of the two. With arguments, cargo runs
# these tests instead.
#
# Some tests compile and run kernels on real OpenCL platforms, behind the ICD loader that every OpenCL program uses. The quick lane
# runs them on PoCL, which runs on the CPU. The full lane uses all platforms that there are, one after the other: also Oclgrind, which
# interprets and reports races and accesses out of bounds. What is missing is installed from the distribution's packages, with sudo if
# need be. A GPU of NVIDIA's is one more platform, if the driver is there, whether or not a file names it to the loader. --all is
# --full with more: Intel's runtime for CPUs, which tests/intel.sh fetches into the user's cache, or the folder that CLUNROLL_INTEL
# names; more random programs; and the kernels of more packages.
# CLUNROLL_OPENCL_LIBRARIES=/path/to/library.so adds a platform, CLUNROLL_OPENCL_PLATFORM=intel,nvidia leaves all others out, also in
# the quick lane (see tests/opencl/platforms.rs), and CLUNROLL_NO_OPENCL=1 leaves out all these tests and installs nothing for them.
#
# Some tests let clang compile what is written, and find the mistakes in it. CLUNROLL_NO_CORPUS=1 leaves them out.
#
# All that follows is in the full lane alone:
#
# Some tests build projects with CMake, ninja and make, as users do, and the C library with cargo-c, which is installed into the
# user's cache if it is missing. CLUNROLL_NO_BUILD_SYSTEMS=1 leaves them out.
#
# Others start Neovim, and pack the extension for VS Code with Node.js, which fetches its packages. CLUNROLL_NO_EDITORS=1 leaves
# them out.
#
# Two versions of clang read rewritten texts and must not warn of anything new. The recent one is fetched by tests/clang.sh into the
# user's cache. CLUNROLL_NO_CLANG=1 leaves these tests out.
#
# The Python package is built, installed into a new environment and tested there by bindings/python/test.sh, with PyOpenCL and Kernel
# Tuner from PyPI. CLUNROLL_NO_PYTHON=1 leaves that out, and so does CLUNROLL_NO_OPENCL=1.
#
# tests/clients/run.sh runs two programs that people use with the OpenCL layer and without: one with PyOpenCL, and one with CLBlast. It
# installs what they need. CLUNROLL_NO_PYTHON=1, CLUNROLL_NO_BUILD_SYSTEMS=1 or CLUNROLL_NO_OPENCL=1 leaves them out.
#
# The analysis of dependences is compared with isl by tests/isl/test.sh, which fetches isl from PyPI into the user's cache.
# CLUNROLL_ISL_NESTS=200000 compares more nests. CLUNROLL_NO_PYTHON=1 leaves that out.
#
# Two tests run over real kernels; one lets clang compile them. They are fetched by tests/corpus.sh, hashcat's alone
# or with --all those of all packages, into the folder that CLUNROLL_CORPUS names, or else into the user's cache.
# CLUNROLL_NO_CORPUS=1 leaves them out.
#
# A suite that fails keeps no other one from running. The last lines give the time of each suite, its build included, and name those
# that failed; the exit status is then 1.
#
# Variables that hold several words are not quoted.
# shellcheck disable=SC2086
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

# Whether a file for the loader names a library of that vendor's.
names_vendor() {
    cat "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}"/*.icd 2>/dev/null | grep -qF "$1"
}

# add_platform LIBRARY: the tests run on it too.
add_platform() {
    CLUNROLL_OPENCL_LIBRARIES=${CLUNROLL_OPENCL_LIBRARIES:+$CLUNROLL_OPENCL_LIBRARIES:}$1
    export CLUNROLL_OPENCL_LIBRARIES
}

# outside FOLDER VARIABLE: nothing that is fetched may end up in a commit, and cargo runs tests in the repository.
outside() {
    case $1 in
    /*) ;;
    *)
        say "$2=$1: no absolute path" >&2
        exit 2
        ;;
    esac
}

# Oclgrind names no file for the loader; the tests do.
has_oclgrind() {
    for library in "${CLUNROLL_OCLGRIND:-}" /usr/lib/oclgrind/liboclgrind-rt-icd.so \
        /usr/lib64/oclgrind/liboclgrind-rt-icd.so /usr/local/lib/oclgrind/liboclgrind-rt-icd.so; do
        [ -e "$library" ] && return 0
    done
    return 1
}

# Headers and loader, as a C program needs them.
has_opencl_for_c() {
    printf '#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\nint main(void) { return 0; }\n' |
        gcc -x c -o /dev/null - -lOpenCL >/dev/null 2>&1
}

# install VARIABLE PACKAGE...: VARIABLE=1 leaves out what needs the packages.
install() {
    waiver=$1
    shift
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
        say "Install that yourself, or set $waiver=1 to leave out the tests that need it." >&2
        exit 1
    fi
    say "installing $* with apt-get${as_root:+, through sudo}"
    $as_root apt-get update || say 'apt-get update failed; going on with the package lists at hand'
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

quick=1 rest= all=
case ${1:-} in
--full) rest=1 ;;
--rest) quick='' rest=1 ;;
--all) rest=1 all=--all ;;
esac
[ -z "$rest" ] || shift

if [ "${CLUNROLL_NO_OPENCL:-}" = 1 ]; then
    say 'CLUNROLL_NO_OPENCL=1: the tests that need an OpenCL runtime are left out'
else
    missing=
    has_loader || missing="$missing ocl-icd-libopencl1"
    has_pocl || missing="$missing pocl-opencl-icd"
    [ -z "$rest" ] || has_oclgrind || missing="$missing oclgrind"
    if [ -n "$missing" ]; then
        # Package names hold no blanks.
        install CLUNROLL_NO_OPENCL $missing
    else
        say 'the OpenCL platforms are there'
    fi
    # The driver alone, as containers have it, comes without a file for the loader.
    if [ -n "$rest" ] && has_library libnvidia-opencl.so.1 && ! names_vendor nvidia; then
        add_platform libnvidia-opencl.so.1
    fi
    if [ -n "$all" ]; then
        python3 -m pip --version >/dev/null 2>&1 || install CLUNROLL_NO_OPENCL python3-pip
        intel=${CLUNROLL_INTEL:-${XDG_CACHE_HOME:-$HOME/.cache}/clunroll-intel-opencl}
        outside "$intel" CLUNROLL_INTEL
        sh tests/intel.sh "$intel"
        add_platform "$intel/libintelocl.so"
        CLUNROLL_RANDOM_OPENCL_LOOPS=${CLUNROLL_RANDOM_OPENCL_LOOPS:-3000}
        export CLUNROLL_RANDOM_OPENCL_LOOPS
    fi
fi

if [ -z "$rest" ]; then
    :
elif [ "${CLUNROLL_NO_BUILD_SYSTEMS:-}" = 1 ]; then
    say 'CLUNROLL_NO_BUILD_SYSTEMS=1: the tests that need CMake, ninja and make are left out'
else
    missing=
    for tool in cmake make gcc g++ pkg-config valgrind; do
        command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
    done
    # The address sanitizer comes with the compiler. cargo-c is built with OpenSSL.
    tools=${XDG_CACHE_HOME:-$HOME/.cache}/clunroll-tools
    outside "$tools" XDG_CACHE_HOME
    PATH=$tools/bin:$PATH
    export PATH
    command -v cargo-cinstall >/dev/null 2>&1 || pkg-config --exists openssl 2>/dev/null || missing="$missing libssl-dev"
    command -v ninja >/dev/null 2>&1 || missing="$missing ninja-build"
    has_opencl_for_c || missing="$missing ocl-icd-opencl-dev opencl-c-headers"
    if [ -n "$missing" ]; then
        install CLUNROLL_NO_BUILD_SYSTEMS $missing
    else
        say 'CMake, ninja, make, the C compilers, valgrind and the headers of OpenCL are there'
    fi
    sh tests/tools.sh "$tools" cargo-c
fi

if [ -z "$rest" ]; then
    :
elif [ "${CLUNROLL_NO_EDITORS:-}" = 1 ]; then
    say 'CLUNROLL_NO_EDITORS=1: the tests that need Neovim and Node.js are left out'
else
    missing=
    command -v nvim >/dev/null 2>&1 || missing="$missing neovim"
    command -v node >/dev/null 2>&1 || missing="$missing nodejs"
    command -v npm >/dev/null 2>&1 || missing="$missing npm"
    if [ -n "$missing" ]; then
        install CLUNROLL_NO_EDITORS $missing
    else
        say 'Neovim and Node.js are there'
    fi
fi

corpus=
if [ "${CLUNROLL_NO_CORPUS:-}" = 1 ]; then
    say 'CLUNROLL_NO_CORPUS=1: the tests that compile with clang and those of real kernels are left out'
else
    command -v "${CLANG:-clang}" >/dev/null 2>&1 || install CLUNROLL_NO_CORPUS clang
    if [ -n "$rest" ]; then
        if [ -n "$all" ] && ! python3 -m pip --version >/dev/null 2>&1; then
            install CLUNROLL_NO_CORPUS python3-pip
        fi
        corpus=${CLUNROLL_CORPUS:-${XDG_CACHE_HOME:-$HOME/.cache}/clunroll-corpus}
        outside "$corpus" CLUNROLL_CORPUS
        sh tests/corpus.sh $all "$corpus"
    fi
fi
# The suites of real kernels alone get it.
unset CLUNROLL_CORPUS

if [ -z "$rest" ]; then
    :
elif [ "${CLUNROLL_NO_CLANG:-}" = 1 ]; then
    say 'CLUNROLL_NO_CLANG=1: the tests of warnings are left out'
else
    command -v "${CLANG:-clang}" >/dev/null 2>&1 || install CLUNROLL_NO_CLANG clang
    python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || install CLUNROLL_NO_CLANG python3-venv
    if [ -z "${CLUNROLL_CLANG_TIDY:-}" ]; then
        cache=${XDG_CACHE_HOME:-$HOME/.cache}
        outside "$cache" XDG_CACHE_HOME
        sh tests/clang.sh "$cache/clunroll-clang"
    fi
fi

# suite WHAT COMMAND...: runs it. If it fails, the others run nevertheless, and the end says so.
failed=
times=
suite() {
    what=$1
    shift
    say "$what"
    begin=$(date +%s)
    "$@" || failed="$failed
    $what"
    times="$times
    $(($(date +%s) - begin)) s: $what"
}

# All packages but the one for Python, which has no tests of Cargo's. With it, crates would get other features than in the builds of
# other scripts and of contributors, and would be built twice.
tests='cargo test --workspace --exclude clunroll-python --no-fail-fast'

# What the quick lane runs of some programs, and the other lane leaves out there.
server=server::
cases=cases::rewritten_kernels_compute_what_the_originals_do
others=commands::the_commands_of_the_other_pages_run
loops='rewritten_loops_compute_what_the_originals_do the_mix_is_as_promised nearly_all_loops_are_rewritten'

if [ $# -gt 0 ]; then
    [ -z "$corpus" ] || export CLUNROLL_CORPUS="$corpus"
    suite "cargo test $*" cargo test --no-fail-fast "$@"
    quick='' rest=''
fi

if [ -n "$quick" ]; then
    suite 'unit tests' $tests --lib --bins
    suite 'cases, library, command line' $tests --test sources --test library --test cli
    suite 'documents, without the commands of other pages' $tests --test documents -- --skip "$others"
    suite 'language server' $tests --test editors "$server"
    suite 'time' $tests --test time
    # All builds that a case names, and one of those that are derived from them.
    suite 'cases on PoCL' env "CLUNROLL_OPENCL_PLATFORM=${CLUNROLL_OPENCL_PLATFORM:-pocl}" \
        "CLUNROLL_DERIVED=${CLUNROLL_DERIVED:-1}" $tests --test execution -- --exact "$cases"
    suite 'random loops as C' $tests --test random -- --exact $loops
fi

if [ -n "$rest" ]; then
    if [ "${CLUNROLL_NO_PYTHON:-}" = 1 ]; then
        say 'CLUNROLL_NO_PYTHON=1: the comparison with isl is left out'
    else
        python3 -c 'import ensurepip, venv' >/dev/null 2>&1 || install CLUNROLL_NO_PYTHON python3-venv
        suite 'tests/isl/test.sh' sh tests/isl/test.sh
    fi
    if [ "${CLUNROLL_NO_PYTHON:-}" = 1 ] || [ "${CLUNROLL_NO_OPENCL:-}" = 1 ]; then
        say 'CLUNROLL_NO_PYTHON=1 or CLUNROLL_NO_OPENCL=1: the tests of the Python package are left out'
    else
        suite 'bindings/python/test.sh' sh bindings/python/test.sh
    fi
    if [ "${CLUNROLL_NO_PYTHON:-}" = 1 ] || [ "${CLUNROLL_NO_BUILD_SYSTEMS:-}" = 1 ] || [ "${CLUNROLL_NO_OPENCL:-}" = 1 ]; then
        say 'CLUNROLL_NO_PYTHON=1, CLUNROLL_NO_BUILD_SYSTEMS=1 or CLUNROLL_NO_OPENCL=1: real clients of the layer are left out'
    else
        suite 'tests/clients/run.sh' sh tests/clients/run.sh --quick
    fi
    suite 'compilers, build systems, the layer, CI' \
        $tests --test compilers --test build_systems --test layer --test ci --test fake_worker
    suite 'documentation of the crates' $tests --doc
    suite 'commands of other pages' $tests --test documents -- --exact "$others"
    suite 'editors' $tests --test editors -- --skip "$server"
    # PoCL has in its cache what it has compiled in the quick lane.
    suite 'cases on all platforms, spellings, small programs' $tests --test execution
    set --
    for name in $loops; do set -- "$@" --skip "$name"; done
    suite 'random programs' $tests --test random -- --exact "$@"
    if [ -n "$corpus" ]; then
        suite 'real kernels' env "CLUNROLL_CORPUS=$corpus" $tests --test corpus
        suite 'outputs of real kernels' env "CLUNROLL_CORPUS=$corpus" $tests --test sources manifest::corpora_are_as_listed
    fi
fi

say "these ran:$times"
if [ -n "$quick" ] && [ -z "$rest" ]; then
    say 'this was the quick lane. sh tests/run.sh --full runs all: also Oclgrind and all other OpenCL platforms, more random programs,
    nests and other spellings, C and C++ compilers, the C library, CMake and make, editors, the Python package, isl, the commands
    of all documents, and real kernels.'
fi
if [ -n "$failed" ]; then
    say "these failed:$failed" >&2
    exit 1
fi
