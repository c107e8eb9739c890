#!/bin/sh
# Fetches real kernels for tests/corpus.rs: sh tests/corpus.sh [--all] FOLDER
#
# Each package becomes a folder of its name in FOLDER, which holds its OpenCL sources and headers and nothing else.
# What is there already is not fetched again. Without --all that is hashcat-data alone, the package with the most
# requests; with it, all packages that tests/corpus.rs knows: from the distribution, from its sources, and from the Python
# package index. A package that cannot be had, as one whose version left the archive, is named and left out.
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

# sources NAME SUITE: the upstream sources of a package, unpacked to "$scratch/NAME". The suite's list of sources is read into a
# folder of this run, since few machines have one.
sources() {
    lists=$scratch/lists-$2
    if [ ! -d "$lists" ]; then
        mkdir -p "$lists/partial"
        # apt-get fills in the name itself.
        # shellcheck disable=SC2016
        archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
        keyring=/usr/share/keyrings/debian-archive-keyring.gpg
        echo "deb-src [signed-by=$keyring] ${archive:-none} $2 main" >"$scratch/$2.list"
        from_lists "$2" update >/dev/null || return 1
    fi
    mkdir "$scratch/download" "$scratch/$1"
    (cd "$scratch/download" && from_lists "$2" source --download-only --tar-only "$1") || return 1
    for archive in "$scratch/download"/*.tar.*; do
        tar -x -f "$archive" -C "$scratch/$1" --strip-components=1 --wildcards \
            '*.cl' '*.clh' '*.opencl' '*.h' 2>/dev/null || :
    done
    rm -r "$scratch/download"
}

# from_lists SUITE ARGUMENT...: apt-get with that suite's list of sources and no other.
from_lists() {
    suite=$1
    shift
    apt-get -q -o "Dir::Etc::sourcelist=$scratch/$suite.list" -o Dir::Etc::sourceparts=/dev/null \
        -o "Dir::State::lists=$scratch/lists-$suite" -o APT::Sandbox::User=root "$@"
}

# from_source NAME SUITE FUNCTION: the function makes the package's kernels out of the sources, as its host does, in the folder
# that it is called in: it gets the sources' folder.
from_source() {
    [ ! -d "$folder/$1" ] || return 0
    if ! sources "$1" "$2"; then
        say "cannot download the sources of $1 from $2; the package is left out" >&2
        rm -rf "$scratch/$1" "$scratch/download"
        return 0
    fi
    mkdir "$scratch/$1-kernels"
    (cd "$scratch/$1-kernels" && "$3" "$scratch/$1")
    rm -r "${scratch:?}/$1"
    mv "$scratch/$1-kernels" "$scratch/$1"
    keep "$1"
}

# joined FILE...: one text of files that are each a raw string of C++, as a host joins them.
joined() {
    for part in "$@"; do
        sed -e '/^R"(/d' -e '/^)"/d' "$part"
    done
}

clblast() {
    kernels=$1/src/kernels
    begin="$kernels/common.opencl $kernels/level3/level3.opencl"
    copies="$kernels/level3/copy_fast.opencl $kernels/level3/copy_pad.opencl
        $kernels/level3/transpose_fast.opencl $kernels/level3/transpose_pad.opencl"
    direct=$(echo "$kernels"/level3/xgemm_direct_part?.opencl)
    # The parts' names and the path to them hold no blanks.
    # shellcheck disable=SC2086
    {
        joined $begin $copies "$kernels"/level3/convert_*.opencl $direct "$kernels"/level3/xgemm_part?.opencl >xgemm.cl
        joined $begin $copies $direct "$kernels"/level3/xgemm_part?.opencl "$kernels"/level3/xgemm_batched.opencl \
            "$kernels"/level3/xgemm_direct_batched.opencl >xgemm_batched.cl
        joined $begin $direct "$kernels"/levelx/xconvgemm_part?.opencl >xconvgemm.cl
        joined $begin "$kernels"/level3/invert_diagonal_blocks_part?.opencl >xinvert.cl
    }
    for routine in xger xher xher2; do
        joined "$kernels/common.opencl" "$kernels/level2/level2.opencl" "$kernels/level2/$routine.opencl" >$routine.cl
    done
    joined "$kernels/common.opencl" "$kernels/level2/xgemv.opencl" "$kernels/level2/xgemv_fast.opencl" \
        "$kernels/level2/xtrsv.opencl" >xgemv.cl
    for routine in xaxpy xcopy xhad xscal xswap; do
        joined "$kernels/common.opencl" "$kernels/level1/level1.opencl" "$kernels/level1/$routine.opencl" >$routine.cl
    done
}

gromacs() {
    mkdir -p gromacs/nbnxm
    mv "$1/src/gromacs/ewald" "$1/src/gromacs/gpu_utils" gromacs
    mv "$1/src/gromacs/nbnxm/opencl" gromacs/nbnxm
    # Of the headers, these are for kernels; the others are C++.
    find . -name '*.h' ! -name nbnxm_ocl_consts.h ! -name pme_gpu_types.h -exec rm {} +
}

# The constants are those of a board of 19 by 19.
leela_zero() {
    kernels=$1/src/kernels
    {
        joined "$kernels/common.opencl"
        printf '#define %s\n' 'BOARD_SIZE 19' 'NUM_INTERSECTIONS 361' 'WINOGRAD_M 4' 'WINOGRAD_ALPHA 6' 'WTILES 5'
        joined "$kernels/convolve1.opencl" "$kernels/convolve3.opencl"
        printf '#if TCE == 1\n'
        joined "$kernels/clblast/hgemm_tensorcore.opencl"
        printf '#else\n'
        joined "$kernels"/clblast/xgemm_part?.opencl "$kernels/clblast/xgemm_batched.opencl"
        printf '#endif\n'
    } >leela.cl
}

opencv() {
    for kernels in "$1"/modules/*/src/opencl; do
        module=${kernels#"$1/modules/"}
        mv "$kernels" "${module%%/*}"
    done
}

from_distribution hashcat-data
if [ -n "$all" ]; then
    for package in darktable piglit; do
        from_distribution "$package"
    done
    for package in silx pyfai pyopencl gputools; do
        from_index "$package"
    done
    from_source clblast trixie clblast
    from_source gromacs bookworm gromacs
    from_source leela-zero bookworm leela_zero
    from_source opencv bookworm opencv
fi
