"""What calls give back can be copied, and sent to other processes."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Literal

import pytest

import clunroll

SUM = """kernel void sum(global const float *in, global float *out, int n) {
    #include "body.h"
    #pragma unroll FACTOR
    for (int i = 0; i < n; i++) out[0] += in[i];
    #pragma unroll
    for (int i = 0; i < n; i++) out[0] += in[i];
}
"""

COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)),
    # A copy can be copied.
    lambda value: copy.copy(pickle.loads(pickle.dumps(value))),
]


STYLES: tuple[Literal["full"], Literal["short"]] = ("full", "short")


def answers(outcome: clunroll.Outcome[Any]) -> list[object]:
    """All that an outcome can be asked."""
    formats = [outcome.format(style, color=color) for style in STYLES for color in (False, True)]
    lists = [outcome.diagnostics, outcome.requests, outcome.promotions, outcome.pointers, outcome.included_files]
    return [outcome.text, outcome.report, outcome.has_errors, *lists, *formats]


@pytest.mark.parametrize("number", range(len(COPIES)))
@pytest.mark.parametrize("source", [SUM, SUM.encode()])
def test_outcomes(number: int, source: str | bytes) -> None:
    outcome = clunroll.unroll(source, defines={"FACTOR": 4}, filename="k.cl", includes={"body.h": "int x;\n"}, assume_restrict=True)
    found = COPIES[number](outcome)
    assert type(found) is clunroll.Outcome and found == outcome and answers(found) == answers(outcome)
    assert len(found.requests) == 2 and found.diagnostics and found.pointers and found.included_files == ("body.h",)
    with pytest.raises(ValueError, match="style must be 'full' or 'short', not 'long'"):
        found.format("long")  # type: ignore[arg-type]


@pytest.mark.parametrize("number", range(len(COPIES)))
def test_errors(number: int) -> None:
    with pytest.raises(clunroll.UnrollError) as caught:
        clunroll.unroll(SUM, defines={"FACTOR": -4}, filename="k.cl")
    found = COPIES[number](caught.value)
    assert type(found) is clunroll.UnrollError and str(found) == str(caught.value) and "k.cl:3" in str(found)
    assert found.diagnostics == caught.value.diagnostics and answers(found.outcome) == answers(caught.value.outcome)


def test_other_results() -> None:
    results = [
        clunroll.check(SUM),
        clunroll.verify("kernel void k(void) {}"),
        clunroll.TuneReport("device", "text", "page", {"groups": []}),
        clunroll.ProgramError("why"),
    ]
    for result in results:
        for copied in COPIES:
            assert repr(copied(result)) == repr(result)


PROGRAM = """
import multiprocessing, sys
import clunroll

SOURCES = [{good!r}.replace("FACTOR", str(number)) for number in (1, 2, 4)]

if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        for outcome in pool.map(clunroll.unroll, SOURCES):
            print(outcome.text.count("out[0] +="), len(outcome.requests), len(outcome.diagnostics))
        for outcome in pool.map(clunroll.unroll_file, [sys.argv[2]]):
            print(outcome.requests[0].place.line)
        try:
            pool.map(clunroll.unroll, [{good!r}.replace("FACTOR", "-7")])
        except clunroll.UnrollError as error:
            print(error.diagnostics[0], "#pragma unroll -7" in str(error))
"""


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_a_pool_of_processes(method: str, tmp_path: Path) -> None:
    good = SUM.replace('    #include "body.h"\n', "")
    (tmp_path / "k.cl").write_text(good.replace("FACTOR", "2"))
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(good=good))
    done = subprocess.run(
        [sys.executable, program, method, tmp_path / "k.cl"], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.stdout.splitlines() == [
        "2 2 1",
        "4 2 1",
        "8 2 1",
        "2",
        "<input>:2:20: error[CLU001]: unroll factor is negative: -7 True",
    ], done.stderr
