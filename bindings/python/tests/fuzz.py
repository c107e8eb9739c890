"""Calls the package with what nobody should pass: python fuzz.py SECONDS SEED

Sources are random bytes, pieces of C, and kernels of this repository with random changes. Settings have random values of right and
wrong types, and functions for included files raise, give nonsense, or call the package again. A call may give back an outcome
or raise one of the exceptions that are documented. Everything else is a defect: a crash, a panic, a `SystemError`, a call that does not end.

Each call has a seed of its own, which is printed if it fails: python fuzz.py 0 SEED makes that one call.
"""

from __future__ import annotations

import copy
import faulthandler
import random
import sys
import time
from pathlib import Path
from typing import Any, Callable

import clunroll

#: How long one call may take.
PATIENCE = 120

WORDS = (
    "#pragma unroll|#pragma unroll 4|#pragma unroll N|#pragma unroll(|#pragma nounroll|#pragma unroll_and_jam 2|_Pragma(\"unroll 2\")|"
    "__attribute__((opencl_unroll_hint(3)))|#pragma promote_to_registers|#pragma clunroll exact|#pragma clunroll remainder(switch)|"
    "#define N 4|#define F(x) x|#if N|#ifdef N|#else|#elif|#endif|#include \"a.h\"|#include <b.h>|#undef N|#line 7|"
    "for (int i = 0; i < n; i++)|for (;;)|while (i < N)|do|{|}|(|)|;|a[i] = i;|barrier(1);|break;|continue;|goto l;|l:|int a[4];|"
    "kernel void k(global int *a, int n) {|return;|F(|N|\\\n|\"|'|/*|*/|//|\0|\u00e9|\U0001f600|%:|??="
).split("|")

NAMES = sorted(clunroll.Settings.__annotations__) + ["filename", "defines", "build_options", "include_dirs", "includes", "nonsense"]

VALUES: list[Callable[[random.Random], Any]] = [
    lambda r: None,
    lambda r: r.choice([True, False]),
    lambda r: r.choice([-1, 0, 1, 2, 64, 1 << 20, 1 << 33, 1 << 80]),
    lambda r: r.choice([0.5, float("nan"), float("inf"), 1e300]),
    lambda r: r.choice(["", "all", "CLU102", "loop", "switch", "cpu", "tests", "never", "CL1.2", "k.cl", "\0", "\ud800", "a/b\n.cl"]),
    lambda r: r.choice([[], ["a.h"], [""], ["all", "x"], (1,), {"N": 1}, [None], ["\ud800"]]),
    lambda r: b"bytes",
    lambda r: object(),
]


class Planned(Exception):
    """Raised by a function on purpose."""


def source(r: random.Random, kernels: list[bytes]) -> Any:
    kind = r.randrange(4)
    if kind == 0:
        return r.randbytes(r.randrange(200))
    if kind == 1:
        text = "".join(r.choice(WORDS) + r.choice(" \n\n\t") for _ in range(r.randrange(60)))
        return text if r.random() < 0.7 else text.encode()
    changed = bytearray(r.choice(kernels))
    for _ in range(r.choice([0, 1, 1, 2, 8])):
        at = r.randrange(len(changed) + 1)
        length = r.choice([0, 1, 1, 5, 40])
        inserted = r.choice([b"", r.randbytes(r.randrange(4)), r.choice(WORDS).encode() + b"\n"])
        changed[at : at + length] = inserted
    return bytes(changed) if r.random() < 0.5 else changed.decode(errors=r.choice(["replace", "surrogateescape"]))


def includes(r: random.Random, texts: list[bytes]) -> Any:
    def give(name: str) -> Any:
        kind = r.randrange(9)
        if kind == 0:
            raise Planned(name)
        if kind == 1:
            return clunroll.check(source(r, texts), includes=give if r.random() < 0.2 else None) and ""
        return r.choice([None, "#define N 4\n", b"#define N 2\n", 3, "\ud800", f'#include "{name}x"\n', r.choice(texts)])

    return r.choice([give, give, give, give, {"a.h": "#define N 3\n", "b.h": b"\xff\n"}, {"a.h": 3}, {1: 2}, 3, None])


def settings(r: random.Random, texts: list[bytes]) -> dict[str, Any]:
    count = r.choice([0, 0, 0, 0, 1, 1, 2, 4])
    chosen: dict[str, Any] = {name: r.choice(VALUES)(r) for name in r.sample(NAMES, count)}
    if r.random() < 0.4:
        chosen["includes"] = includes(r, texts)
    if r.random() < 0.3:
        words = r.choices(["-DN=4", "-D", "-I", "-Ia", "-U N", "-cl-std=CL1.2", "-cl-std=x", '"', "\\", "'", "N", "\0", "\u00e9"], k=r.randrange(5))
        chosen["build_options"] = " ".join(words)
    if r.random() < 0.3:
        chosen["defines"] = {r.choice(["N", "T", "", "F(x)", "4", "\ud800"]): r.choice(VALUES)(r) for _ in range(r.randrange(3))}
    return chosen


def call(seed: int, kernels: list[bytes]) -> str:
    """Makes one call, and gives the kind of its end."""
    r = random.Random(seed)
    text, told = source(r, kernels), settings(r, kernels)
    if "includes" in told and r.random() < 0.8:
        line = '#include "a.h"\n#include <b.h>\n'
        text = line + text if isinstance(text, str) else line.encode() + text
    try:
        if r.random() < 0.2:
            for diagnostic in clunroll.check(text, **told):
                str(diagnostic)
            return "checked"
        outcome: clunroll.Outcome[Any] = clunroll.unroll(text, **told)
        end = "unrolled"
    except clunroll.UnrollError as error:
        str(error)
        outcome, end = error.outcome, "invalid"
    # What is documented: wrong types and values, and what a function raises.
    except (TypeError, ValueError, RecursionError, Planned) as error:
        return type(error).__name__
    assert type(outcome.text) is type(text)
    for part in [outcome.diagnostics, outcome.requests, outcome.promotions, outcome.pointers, outcome.included_files]:
        str(part)
    outcome.format("short")
    assert copy.copy(outcome).format(color=True) == outcome.format(color=True)
    if not (outcome.requests or outcome.promotions or told):
        assert outcome.text == text
    return end


def main() -> None:
    seconds, seed = float(sys.argv[1]), int(sys.argv[2])
    root = Path(__file__).resolve().parents[3]
    kernels = [path.read_bytes() for path in sorted(root.glob("kernels/**/*.cl")) + sorted(root.glob("tests/cases/*/*.cl"))]
    faulthandler.enable()
    ends: dict[str, int] = {}
    begin = time.monotonic()
    number = 0
    while number == 0 or time.monotonic() < begin + seconds:
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        try:
            end = call(seed + number, kernels)
        except BaseException:
            print(f"the call with the seed {seed + number} failed", file=sys.stderr)
            raise
        ends[end] = ends.get(end, 0) + 1
        number += 1
    faulthandler.cancel_dump_traceback_later()
    print(f"{number} calls, nothing found: {ends}")


if __name__ == "__main__":
    main()
