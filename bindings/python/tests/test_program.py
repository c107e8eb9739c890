"""The program that comes with the package, and ``verify``, which starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import clunroll

SUM = """kernel void sum(global const float *in, global float *out, int n) {
    float sum = 0.0f;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += in[i];
    out[0] = sum;
}
"""


def test_the_command_is_installed_and_is_native() -> None:
    """It lies beside the interpreter of this environment, and is the program itself: it is there in less than a start of Python."""
    path = Path(clunroll.program())
    assert path.parent == Path(sys.executable).parent
    assert path.read_bytes()[:2] != b"#!"


def test_the_command_works_without_python(tmp_path: Path, kernels: Path) -> None:
    out = tmp_path / "out.cl"
    subprocess.run([clunroll.program(), kernels / "convolution.cl", "-o", out], env={}, check=True)
    assert out.read_text().count("sum +=") == 7


def test_the_workers_of_the_command_find_themselves(tmp_path: Path, kernels: Path) -> None:
    command = [clunroll.program(), "--verify=run", str(kernels / "convolution.cl"), "-o", str(tmp_path / "out.cl")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "no difference found: 1 kernel on Portable Computing Language" in done.stderr


def test_the_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "clunroll", "explain", "CLU102"], capture_output=True, text=True, check=True)
    assert "CLU102" in done.stdout
    assert subprocess.run([sys.executable, "-m", "clunroll", "missing.cl"], capture_output=True, check=False).returncode == 2


def test_verify_runs_kernels() -> None:
    found = clunroll.verify(SUM)
    assert (found.verdict, found.reason) == ("same", None)
    assert "Portable Computing Language" in found.tool
    (kernel,) = found.kernels
    assert (kernel.name, kernel.verdict) == ("sum", "same") and kernel.launches > 0
    assert found.report["requests"][0]["coverage"]


def test_verify_builds_only() -> None:
    found = clunroll.verify(SUM.encode(), run=False)
    assert (found.verdict, found.kernels) == ("same", ())


def test_verify_of_nothing() -> None:
    found = clunroll.verify("kernel void k(void) {}")
    assert (found.verdict, found.tool, found.kernels) == ("same", "", ())


def test_verify_with_macros_and_files(tmp_path: Path) -> None:
    (tmp_path / "my sizes.h").write_text("#define EXTRA 1\n")
    (tmp_path / "sizes.h").write_text("#define EXTRA 1\n")
    source = '#include "sizes.h"\n' + SUM.replace("i < n", "i < N + EXTRA").replace("in[i]", "(T)in[i % n]").replace("in[i", "in[i")
    source = source.replace("int n)", "int n)").replace("float sum = 0.0f", "if (n < 1) return; float sum = 0.0f")
    expected = ("same", None)
    for told in [
        {"defines": {"N": 6, "T": "float", "U": None}, "include_dirs": [tmp_path]},
        {"build_options": f"-DN=6 -D T=float -I {tmp_path} -cl-std=CL1.2"},
        {"defines": {"N": 6, "T": "float"}, "filename": str(tmp_path / "k.cl"), "remainder": "loop", "max_copies": 64},
    ]:
        found = clunroll.verify(source, **told)  # type: ignore[arg-type]
        assert (found.verdict, found.reason) == expected, told


def test_what_cannot_be_compared_is_not_verified() -> None:
    found = clunroll.verify(SUM.replace("float sum = 0.0f;", "float sum = unknown;"))
    assert found.verdict == "not-verified" and found.reason and "kernel.cl" in found.reason and "/" not in found.reason


def test_verify_raises_for_invalid_requests() -> None:
    with pytest.raises(clunroll.UnrollError):
        clunroll.verify(SUM.replace("unroll 4", "unroll -4"))


def test_verify_raises_without_a_device() -> None:
    with pytest.raises(clunroll.ProgramError, match="no such device"):
        clunroll.verify(SUM, device="no such device")


def test_a_launch_description(tmp_path: Path) -> None:
    launch = tmp_path / "sum.launch.toml"
    launch.write_text('[[launch]]\nkernel = "sum"\nglobal = [1]\n[launch.args]\nin = { size = 11, value = 1 }\nout = { size = 1, value = 0 }\nn = 11\n')
    found = clunroll.verify(SUM, launch=launch, timeout=30)
    # The described launch, and six with other values of `n`, for the remainder.
    assert (found.verdict, found.kernels[0].launches) == ("same", 7)


@pytest.mark.parametrize("filename", ["..", "/", "", "-", "-q", "report.json", "a/b/../c d.cl", "unrolled.cl", "\n", "k.cl."])
def test_any_name_of_a_source(filename: str) -> None:
    found = clunroll.verify(SUM, run=False, filename=filename)
    name = filename or "kernel.cl"
    assert (found.verdict, found.report["name"]) == ("same", name)
    assert found.report["requests"][0]["place"]["file"] == name


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    before = set(os.listdir(tmp_path))
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    code = f"import clunroll; clunroll.verify({SUM!r}, run=False)"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, cwd=tmp_path)
    assert {name for name in os.listdir(tmp_path) if name.startswith("clunroll")} <= before
