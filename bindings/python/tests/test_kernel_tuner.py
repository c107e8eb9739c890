"""``clunroll.kernel_tuner``: tuning with the real Kernel Tuner on PoCL."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import kernel_tuner
import numpy as np
import pytest

import clunroll
import clunroll.kernel_tuner

SUM = """kernel void row_sum(global float *out, global const float *in, int width) {
    int row = get_global_id(0);
    float sum = 0.0f;
    #pragma unroll loop_unroll_factor_column
    for (int column = 0; column < width; column++) {
        sum += in[row * width + column];
    }
    out[row] = sum;
}
"""


def test_factors_come_from_the_configuration() -> None:
    source = clunroll.kernel_tuner.source(SUM)
    for factor in [2, 4, 8]:
        text = source({"loop_unroll_factor_column": factor, "block_size_x": 16})
        assert text.count("sum += ") == 2 * factor - 1
    assert source({"loop_unroll_factor_column": 1}).count("sum += ") == 1


def test_zero_leaves_the_loop_to_the_compiler() -> None:
    source = clunroll.kernel_tuner.source(SUM)
    text = source({"loop_unroll_factor_column": 0})
    assert text == SUM.replace("#pragma unroll loop_unroll_factor_column", "")
    assert "#pragma" not in text and text.count("\n") == SUM.count("\n")
    # Another request keeps its factor, and another zero is a request for no unrolling.
    two = SUM + SUM.replace("row_sum", "other").replace("column\n", "other\n")
    text = clunroll.kernel_tuner.source(two)({"loop_unroll_factor_column": 0, "loop_unroll_factor_other": 3})
    assert text.count("sum += ") == 1 + 5
    two = two.replace("factor_other", "factor_column2")
    text = clunroll.kernel_tuner.source(two)({"loop_unroll_factor_column": 0, "loop_unroll_factor_column2": 3})
    assert text.count("sum += ") == 1 + 5


def test_requests_of_other_spellings_are_removed_too() -> None:
    for spelling in [
        "#pragma unroll (loop_unroll_factor_column)",
        "#pragma \\\n    unroll loop_unroll_factor_column // why",
        "__attribute__((opencl_unroll_hint(loop_unroll_factor_column)))",
        '_Pragma("unroll loop_unroll_factor_column")',
    ]:
        kernel = SUM.replace("#pragma unroll loop_unroll_factor_column", spelling)
        text = clunroll.kernel_tuner.source(kernel)({"loop_unroll_factor_column": 0})
        assert "loop_unroll_factor_column" not in text, text
        assert text.count("\n") == kernel.count("\n")


@pytest.mark.parametrize("before", ["\f", "\v", "// \x1c \x1d \x1e \x85 \u2028 \u2029\n", "/* \u2028 */ ", "\r\n"])
def test_only_line_feeds_end_lines(before: str) -> None:
    kernel = before + SUM.replace("#pragma", f"{before}\n    #pragma")
    text = clunroll.kernel_tuner.source(kernel)({"loop_unroll_factor_column": 0})
    assert text == kernel.replace("#pragma unroll loop_unroll_factor_column", "")


@pytest.mark.parametrize(
    "spelling",
    [
        "#pragma unroll U",
        "#pragma unroll (U)",
        "#pragma unroll TWICE",
        "#pragma unroll TIMES(4)",
        "#pragma unroll CHOSEN",
        "#pragma unroll HEADER",
        "#pragma unroll_and_jam U",
        "__attribute__((opencl_unroll_hint(U)))",
        '_Pragma("unroll U")',
        "UNROLL",
        "UNROLL_BY(loop_unroll_factor_column)",
    ],
)
@pytest.mark.parametrize("settings", [{}, {"ignore": "all"}, {"select": "CLU001"}])
def test_zero_passes_through_macros(spelling: str, settings: Any) -> None:
    head = """#include "factor.h"
    #define U loop_unroll_factor_column
    #define TWICE (2 * U)
    #define TIMES(n) ((n) * \\
        U)
    #if block_size_x > 8
    #define CHOSEN U
    #else
    #define CHOSEN (U + U)
    #endif
    #define UNROLL _Pragma("unroll loop_unroll_factor_column")
    #define PRAGMA(text) _Pragma(#text)
    #define UNROLL_BY(n) PRAGMA(unroll n)
    """
    other = SUM.replace("row_sum", "other")
    kernel = head + SUM.replace("#pragma unroll loop_unroll_factor_column", spelling) + other.replace("loop_unroll_factor_column", "0")
    includes = {"factor.h": "#define HEADER loop_unroll_factor_column\n"}
    source = clunroll.kernel_tuner.source(kernel, includes=includes, **settings)
    text = source({"loop_unroll_factor_column": 0, "block_size_x": 16})
    assert text == kernel.replace(f"    {spelling}\n    for", "    \n    for")
    assert text.count("#pragma unroll 0") == 1
    if "jam" not in spelling:
        assert source({"loop_unroll_factor_column": 2, "block_size_x": 16}) != kernel


@pytest.mark.parametrize(
    ("macro", "use"),
    [
        ('LOOP _Pragma("unroll loop_unroll_factor_column") for (int column = 0; column < width; column++)', "LOOP"),
        ('LOOP(n) _Pragma("unroll n") for (int column = 0; column < width; column++)', "LOOP(loop_unroll_factor_column)"),
    ],
)
def test_zero_never_removes_a_loop(macro: str, use: str) -> None:
    kernel = f"#define {macro}\n" + SUM.replace("    #pragma unroll loop_unroll_factor_column\n", "")
    kernel = kernel.replace("    for (int column = 0; column < width; column++) {", f"    {use} {{")
    assert f"{use} {{" in clunroll.kernel_tuner.source(kernel)({"loop_unroll_factor_column": 0})


def test_a_zero_that_is_no_factor_stays() -> None:
    for spelling in ["#pragma unroll (loop_unroll_factor + 1)", "#pragma unroll (4 - U)", "#pragma unroll 0"]:
        kernel = "#define U loop_unroll_factor\n" + SUM.replace("#pragma unroll loop_unroll_factor_column", spelling)
        text = clunroll.kernel_tuner.source(kernel)({"loop_unroll_factor": 0})
        if "4" in spelling:
            assert text.count("sum +=") == 7
        elif "+" not in spelling:
            assert spelling in text


def test_parameters_are_trusted() -> None:
    kernel = SUM.replace("column < width", "column < WIDTH").replace("unroll loop_unroll_factor_column", "unroll")
    text = clunroll.kernel_tuner.source(kernel)({"WIDTH": 3})
    assert text.count("sum += ") == 3 and "#if" not in text
    assert "#if" in clunroll.kernel_tuner.source(kernel, trust_defines=False)({"WIDTH": 3})
    assert clunroll.kernel_tuner.source(kernel)() == clunroll.kernel_tuner.source(kernel)(None)


def test_files_and_includes(tmp_path: Path) -> None:
    path = tmp_path / "sum.cl"
    path.write_text('#include "width.h"\n' + SUM.replace("int width", "int unused").replace("< width", "< WIDTH"))
    (tmp_path / "width.h").write_text("#define WIDTH 5\n")
    names: list[str | Path] = [path, str(path)]
    for kernel in names:
        text = clunroll.kernel_tuner.source(kernel)({"loop_unroll_factor_column": 8})
        assert text.count("sum += ") == 5
    with pytest.raises(FileNotFoundError):
        clunroll.kernel_tuner.source("missing.cl")
    with pytest.raises(clunroll.UnrollError, match="sum.cl:5"):
        clunroll.kernel_tuner.source(path)({"loop_unroll_factor_column": -1})


def test_a_source_can_be_sent_to_other_processes() -> None:
    source = clunroll.kernel_tuner.source(SUM)
    assert pickle.loads(pickle.dumps(source))({"loop_unroll_factor_column": 2}) == source({"loop_unroll_factor_column": 2})


@pytest.mark.parametrize("as_file", [False, True])
def test_tuning_computes_the_right_result(tmp_path: Path, as_file: bool) -> None:
    # One of the two gets its factor through a macro.
    kernel = SUM if as_file else "#define FACTOR loop_unroll_factor_column\n" + SUM.replace("unroll loop_unroll_factor_column", "unroll FACTOR")
    path = tmp_path / "sum.cl"
    path.write_text(kernel)
    height, width = 64, 53
    values = np.random.default_rng(1).random((height, width)).astype(np.float32)
    texts = []

    class Recorded:
        """What Kernel Tuner is given, for the test to look at."""

        def __init__(self) -> None:
            self.source = clunroll.kernel_tuner.source(path if as_file else kernel)

        def __call__(self, parameters: dict[str, object]) -> str:
            texts.append(self.source(parameters))
            return texts[-1]

    results, _ = kernel_tuner.tune_kernel(
        "row_sum",
        Recorded(),
        (height,),
        [np.zeros(height, np.float32), values, np.int32(width)],
        {"block_size_x": [16, 32], "loop_unroll_factor_column": [0, 1, 4, 7]},
        lang="OpenCL",
        answer=[values.sum(axis=1, dtype=np.float32), None, None],
        atol=1e-3,
        iterations=3,
        quiet=True,
    )
    # Each configuration was built, run and compared with the answer. PoCL refuses a factor of 0, which is not there any more.
    assert sorted((one["loop_unroll_factor_column"], one["block_size_x"]) for one in results) == [
        (factor, size) for factor in [0, 1, 4, 7] for size in [16, 32]
    ]
    assert all(isinstance(one["time"], float) for one in results)
    assert {text.count("sum += ") for text in texts} == {1, 7, 13}
