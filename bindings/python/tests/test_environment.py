"""Variables that add options to each build: the macros that clunroll trusts are those of the build."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import kernel_tuner
import numpy as np
import pyopencl as cl
import pytest

import clunroll
import clunroll.kernel_tuner
import clunroll.pyopencl
from clunroll._environment import APPENDED, DRIVER_VARIABLES

FILL = """kernel void fill(global int *a) {
    #pragma unroll
    for (int i = 0; i < N; i++) a[i] = i + 1;
}
"""


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a test sets is set."""
    for name in (APPENDED, *DRIVER_VARIABLES):
        monkeypatch.delenv(name, raising=False)


def filled(queue: cl.CommandQueue, program: cl.Program) -> int:
    """How many elements the kernel fills."""
    buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=np.zeros(32, np.int32))
    cl.Kernel(program, "fill")(queue, (1,), None, buffer)
    found = np.empty(32, np.int32)
    cl.enqueue_copy(queue, found, buffer)
    return int(np.count_nonzero(found))


@pytest.mark.parametrize("given", ["-DN=4", "-D N=4 -w"])
@pytest.mark.parametrize("added", ["-DN=8", "-w -D  N=8", ""])
def test_words_that_pyopencl_appends_are_told(queue: cl.CommandQueue, monkeypatch: pytest.MonkeyPatch, given: str, added: str) -> None:
    monkeypatch.setenv(APPENDED, added)
    program = clunroll.pyopencl.build(queue.context, FILL, given)
    assert filled(queue, program) == filled(queue, cl.Program(queue.context, FILL).build(given)) == (8 if added else 4)
    # They are trusted as the others are.
    assert program.clunroll.text.count("a[i] = i + 1") == (8 if added else 4) and "#if" not in program.clunroll.text


def test_drivers_that_add_options_are_not_trusted(queue: cl.CommandQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POCL_EXTRA_BUILD_FLAGS", "-DN=8")
    plain = filled(queue, cl.Program(queue.context, FILL).build("-DN=4"))
    assert plain == 8, "PoCL does not take the variable"
    assert filled(queue, clunroll.pyopencl.build(queue.context, FILL, "-DN=4")) == plain


@pytest.mark.parametrize("name", DRIVER_VARIABLES)
def test_each_variable_of_a_driver_turns_trust_off(context: cl.Context, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    tuned = clunroll.kernel_tuner.source(FILL)

    def texts(**settings: Any) -> list[str]:
        return [clunroll.pyopencl.build(context, FILL, "-DN=4", **settings).clunroll.text, tuned({"N": 4})]

    monkeypatch.setenv(name, "")
    assert not any("#if" in text for text in texts())
    monkeypatch.setenv(name, "-w")
    assert all("#if" in text for text in texts())
    # What the caller says counts.
    assert "#if" not in texts(trust_defines=True)[0]
    assert "#if" not in clunroll.kernel_tuner.source(FILL, trust_defines=True)({"N": 4})


def test_the_layer_knows_the_same_variables() -> None:
    text = (Path(__file__).parents[2] / "layer/src/trust.rs").read_text()
    found = re.search(r"const VARIABLES: \[&str; \d+\] = \[(.*?)\];", text, re.DOTALL)
    assert found and re.findall(r'"(\w+)"', found[1]) == list(DRIVER_VARIABLES)


def test_defines_that_the_build_does_not_get_are_not_trusted(queue: cl.CommandQueue) -> None:
    settings: Any = {"defines": {"N": 4}}
    assert filled(queue, clunroll.pyopencl.build(queue.context, FILL, "-DN=8", **settings)) == 8


def test_words_that_nothing_can_read_name_the_variable(context: cl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(APPENDED, "-DN=4 -D")
    with pytest.raises(ValueError, match=r"^the variable PYOPENCL_BUILD_OPTIONS: .*-D"):
        clunroll.pyopencl.build(context, FILL)


@pytest.mark.parametrize("variable", [APPENDED, "POCL_EXTRA_BUILD_FLAGS"])
@pytest.mark.parametrize("options", [None, "-DN=4"])
def test_tuning_builds_what_runs(queue: cl.CommandQueue, monkeypatch: pytest.MonkeyPatch, variable: str, options: str | None) -> None:
    """The loop runs 8 times there: a factor of 6 is one to try, and it is none for a loop that runs 4 times."""
    if options is None:
        monkeypatch.setenv(variable, "-DN=8")
    kernel = cl.Kernel(clunroll.pyopencl.build(queue.context, FILL, "-DN=4"), "fill")
    monkeypatch.setenv(variable, "-DN=8")
    buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 128)
    found = clunroll.pyopencl.tune(kernel, queue, (1,), None, buffer, options=options, factors=[6], budget=1, time=1)
    assert [one for one in found.report["subjects"][0]["choices"] if "unroll 6" in one]


@pytest.mark.parametrize("variable", [APPENDED, "POCL_EXTRA_BUILD_FLAGS"])
def test_kernel_tuner_builds_what_it_was_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    # Kernel Tuner leaves a source that fails in the current folder.
    monkeypatch.chdir(tmp_path)
    kernel = FILL.replace("#pragma unroll", "#pragma unroll loop_unroll_factor_i")
    monkeypatch.setenv(variable, "-DN=8")
    answer = np.where(np.arange(32) < 8, np.arange(32) + 1, 0).astype(np.int32)
    source = clunroll.kernel_tuner.source(kernel, build_options="-DN=4")
    results, _ = kernel_tuner.tune_kernel(
        "fill", source, (1,), [np.zeros(32, np.int32)], {"block_size_x": [1], "loop_unroll_factor_i": [0, 1, 3, 4]},
        lang="OpenCL", compiler_options=["-DN=4"], answer=[answer], iterations=2, quiet=True,
    )  # fmt: skip
    assert len(results) == 4 and all(isinstance(one["time"], float) for one in results)
