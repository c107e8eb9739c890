#!/bin/sh
# Tests the Python package as its users have it: sh bindings/python/test.sh [arguments for pytest]
#
# It builds the wheel, installs it into a new virtual environment together with the real PyOpenCL and Kernel Tuner, checks the
# types with mypy and stubtest, runs pytest on PoCL, and fuzzes for some seconds.
# Nothing of the sources is in the path of that Python: what it imports is what was installed.
#
# CLUNROLL_PYTHON names the Python to use, CLUNROLL_FUZZ_SECONDS how long to fuzz (10 seconds, if nothing else is said), and
# CLUNROLL_FUZZ_SEED with which seed.
set -eu
CDPATH= cd -- "$(dirname -- "$0")"

say() {
    printf 'bindings/python/test.sh: %s\n' "$*"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 143' INT TERM

say 'building the wheel'
"${CLUNROLL_PYTHON:-python3}" -m venv "$folder/venv"
python=$folder/venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK=1
# The build is most of the time of this test, and the tests need no fast code. `cargo xtask release-test` uses the wheel of a release.
export CARGO_PROFILE_RELEASE_OPT_LEVEL="${CARGO_PROFILE_RELEASE_OPT_LEVEL:-1}"
"$python" -m pip wheel --quiet --no-deps --wheel-dir "$folder" .
say 'installing it into a new environment'
"$python" -m pip install --quiet "$folder"/*.whl --requirement tests/requirements.txt

# Whatever else is installed: another platform may come first, and the tests say what PoCL does.
vendors=$folder/vendors
mkdir "$vendors"
cp "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}"/*pocl*.icd "$vendors"
export OCL_ICD_VENDORS="$vendors"

say 'checking types'
"$python" -m mypy --python-executable "$python" --cache-dir "$folder/mypy"
# It imports what is installed, from a folder without sources.
(cd "$folder" && "$python" -m mypy.stubtest clunroll._clunroll)

say 'pytest'
"$python" -m pytest --quiet -p no:cacheprovider "$@"

say 'fuzzing'
"$python" tests/fuzz.py "${CLUNROLL_FUZZ_SECONDS:-10}" "${CLUNROLL_FUZZ_SEED:-1}"
