"""``clunroll.pyopencl``: programs that are built and run on PoCL."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pyopencl as cl
import pytest

import clunroll
import clunroll.pyopencl

SCALE = """kernel void scale(global float *a, int n) {
    #pragma unroll 4
    for (int i = 0; i < n; i++) a[i] = a[i] * FACTOR + i;
}
"""


def text_of(program: cl.Program) -> str:
    """A program that is built gives its source."""
    text: Any = program.get_info(cl.program_info.SOURCE)
    assert isinstance(text, str)
    return text


def run(queue: cl.CommandQueue, program: cl.Program, values: Any, n: int) -> Any:
    buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
    cl.Kernel(program, "scale")(queue, (1,), None, buffer, np.int32(n))
    result = np.empty_like(values)
    cl.enqueue_copy(queue, result, buffer)
    return result


@pytest.mark.parametrize("options", ["-DFACTOR=3.0f", "-D FACTOR=3.0f", ["-D", "FACTOR=3.0f"], ["-DFACTOR=3.0f", "-cl-mad-enable"]])
def test_an_unrolled_kernel_computes_the_same(queue: cl.CommandQueue, options: Any) -> None:
    values = np.arange(13, dtype=np.float32)
    program = clunroll.pyopencl.build(queue.context, SCALE, options)
    assert isinstance(program, cl.Program)
    plain = cl.Program(queue.context, SCALE).build(options)
    for n in [0, 1, 4, 7, 13]:
        assert (run(queue, program, values, n) == run(queue, plain, values, n)).all()


def test_the_program_has_the_unrolled_text(context: cl.Context) -> None:
    program = clunroll.pyopencl.build(context, SCALE, "-DFACTOR=2")
    source = text_of(program)
    assert source == clunroll.unroll(SCALE, build_options="-DFACTOR=2", trust_defines=True).text
    assert "i_base" in source and "#pragma unroll 4" not in source


def test_options_are_trusted(context: cl.Context) -> None:
    source = SCALE.replace("unroll 4", "unroll").replace("i < n", "i < N")
    program = clunroll.pyopencl.build(context, source, ["-DN=3", "-DFACTOR=2"])
    assert "#if" not in text_of(program)
    program = clunroll.pyopencl.build(context, source, ["-DN=3", "-DFACTOR=2"], trust_defines=False)
    assert "#if" in text_of(program)


def test_options_in_quotes(queue: cl.CommandQueue) -> None:
    """PyOpenCL splits a string as a shell does, and joins the words with blanks."""
    options = '-DFACTOR=2 -D "TYPE=int"'
    source = SCALE.replace("int n", "TYPE n")
    values = np.ones(5, dtype=np.float32)
    program = clunroll.pyopencl.build(queue.context, source, options)
    assert (run(queue, program, values, 5) == 2 + np.arange(5)).all()


def test_headers_of_pyopencl_are_found(context: cl.Context) -> None:
    source = "#include <pyopencl-complex.h>\n" + SCALE
    program = clunroll.pyopencl.build(context, source, "-DFACTOR=2")
    assert "i_base" in text_of(program)
    # It is read: an include that is not found would leave everything open that it may define.
    assert "missing-include" not in {one.name for one in clunroll.check(source, include_dirs=[Path(cl.__file__).with_name("cl")])}


def test_invalid_requests_raise(context: cl.Context) -> None:
    with pytest.raises(clunroll.UnrollError, match="k.cl:2"):
        clunroll.pyopencl.build(context, SCALE.replace("unroll 4", "unroll -4"), "-DFACTOR=2", filename="k.cl")


def test_warnings_are_warnings(context: cl.Context) -> None:
    source = SCALE.replace("unroll 4", "unroll")
    with pytest.warns(clunroll.pyopencl.UnrollWarning, match=r"k.cl:3:25: warning\[CLU102\]") as caught:
        clunroll.pyopencl.build(context, source, "-DFACTOR=2", filename="k.cl")
    # They are about the line that calls.
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        clunroll.pyopencl.build(context, source, "-DFACTOR=2", ignore="CLU102")
        clunroll.pyopencl.build(context, SCALE, "-DFACTOR=2")


def test_the_program_says_what_was_done(context: cl.Context) -> None:
    program = clunroll.pyopencl.build(context, SCALE, "-DFACTOR=2", filename=Path("my/k.cl"))
    (request,) = program.clunroll.requests
    assert isinstance(request.done, clunroll.Unrolled) and request.done.copies == 7
    assert str(request.place) == f"{Path('my/k.cl')}:2:5"
    assert program.clunroll == clunroll.unroll(SCALE, build_options="-DFACTOR=2", trust_defines=True)
    assert program.clunroll.text == text_of(program) and program.clunroll.diagnostics == ()


@pytest.mark.parametrize(
    ("request_line", "rule"),
    [("#pragma unroll_and_jam 4", "CLU231"), ("#pragma unroll", "CLU102"), ("#pragma unrol 4", "CLU110"), ("#pragma unroll 4", "")],
)
def test_what_was_not_done_warns_once(context: cl.Context, request_line: str, rule: str) -> None:
    source = SCALE.replace("#pragma unroll 4", request_line)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        program = clunroll.pyopencl.build(context, source, "-DFACTOR=2")
    found = [str(one.message) for one in caught if one.category is clunroll.pyopencl.UnrollWarning]
    assert len(found) == (1 if rule else 0), found
    if rule:
        assert f"[{rule}]" in found[0]
        assert not any(isinstance(one.done, clunroll.Unrolled) for one in program.clunroll.requests)
        with warnings.catch_warnings():
            warnings.simplefilter("error", clunroll.pyopencl.UnrollWarning)
            clunroll.pyopencl.build(context, source, "-DFACTOR=2", ignore=rule)


def test_promotions_that_were_not_done_warn_too(context: cl.Context) -> None:
    source = "kernel void k(global int *o, int n) {\n#pragma promote_to_registers\nint a[2] = {0, 1};\no[0] = a[n];\n}\n"
    with pytest.warns(clunroll.pyopencl.UnrollWarning) as caught:
        program = clunroll.pyopencl.build(context, source)
    assert len([one for one in caught if one.category is clunroll.pyopencl.UnrollWarning]) == 1
    assert isinstance(program.clunroll.promotions[0].done, clunroll.Left)


def test_rules_that_only_check_looks_for(context: cl.Context) -> None:
    source = SCALE.replace("unroll 4", "unroll 8").replace("i < n", "i < 2")
    clunroll.pyopencl.build(context, source, "-DFACTOR=2")
    with pytest.warns(clunroll.pyopencl.UnrollWarning, match=r"warning\[CLU120\]"):
        clunroll.pyopencl.build(context, source, "-DFACTOR=2", warn="CLU120")
    with pytest.raises(clunroll.UnrollError, match="CLU120"):
        clunroll.pyopencl.build(context, source, "-DFACTOR=2", deny="CLU120")


def test_build_errors_are_those_of_pyopencl(context: cl.Context) -> None:
    with pytest.raises(cl.RuntimeError):
        clunroll.pyopencl.build(context, "kernel void k(global int *a) { nonsense }")


def test_a_kernel_of_the_repository(queue: cl.CommandQueue, kernels: Path) -> None:
    source = (kernels / "convolution.cl").read_text()
    width, height, size = 32, 16, 5
    rng = np.random.default_rng(1)
    image = rng.random((height + size - 1) * (width + size - 1), dtype=np.float32)
    weights = rng.random(size * size, dtype=np.float32)
    flags = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR
    results = []
    for program in [clunroll.pyopencl.build(queue.context, source), cl.Program(queue.context, source).build()]:
        kernel = cl.Kernel(program, "convolve")
        inputs = {"in": cl.Buffer(queue.context, flags, hostbuf=image), "filter": cl.Buffer(queue.context, flags, hostbuf=weights)}
        out = cl.Buffer(queue.context, cl.mem_flags.WRITE_ONLY, width * height * 4)
        kernel(queue, (width, height), None, inputs["in"], out, inputs["filter"], np.int32(width), np.int32(size))
        result = np.empty(width * height, dtype=np.float32)
        cl.enqueue_copy(queue, result, out)
        results.append(result)
    assert results[0].any() and (results[0] == results[1]).all()
