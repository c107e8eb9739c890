"""Each argument of each function gets wrong values: the message names it, and shows what was given."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pyopencl as cl
import pytest

import clunroll
import clunroll.kernel_tuner
import clunroll.pyopencl
from clunroll._settings import UnrollSettings
from clunroll._tune import NO_SETTINGS

SOURCE = "kernel void k(global int *a) {\n#pragma unroll\nfor (int i = 0; i < 2; i++) a[i] = i;\n}\n"


class Odd:
    """What no argument may be."""

    def __repr__(self) -> str:
        return "<odd>"


#: Wrong values for each setting by its type, and how messages show them.
FLAG = [("yes", "'yes'"), (1, "1"), (Odd(), "<odd>")]
WORD = [("NONSENSE", "'NONSENSE'"), (3, "3"), (Odd(), "<odd>")]
NUMBER = [(-1, "-1"), (1 << 70, str(1 << 70)), ("8", "'8'"), (2.5, "2.5"), (Odd(), "<odd>"), (np.int32, "the class numpy.int32")]
RULES = [("CLU999", "`CLU999`"), (["all", "CLU1x"], "`CLU1x`"), (3, "3"), ([3], "3"), (b"all", "b'all'")]
SETTINGS: dict[str, list[tuple[Any, str]]] = {
    **dict.fromkeys(["assume_restrict", "check_promises", "checked", "flatten", "line_directives"], FLAG),
    **dict.fromkeys(["provide_extension", "trust_defines", "trust_ivdep", "uniform_work_groups"], FLAG),
    **dict.fromkeys(["cl_std", "forms", "guard", "loads_first", "remainder", "target"], WORD),
    **dict.fromkeys(["max_copies", "max_growth", "max_live"], NUMBER),
    **dict.fromkeys(["deny", "ignore", "select", "warn"], RULES),
    "forced_includes": [(3, "3"), ([3], "3"), (b"a.h", "b'a.h'"), ([b"a.h"], "b'a.h'")],
}

PATH: list[tuple[Any, str]] = [(3, "3"), (b"k.cl", "b'k.cl'"), (Odd(), "<odd>"), (Path, "the class pathlib.")]
TEXT: list[tuple[Any, str]] = [(3, "3"), (b"x", "b'x'"), (Path("x"), "Path('x')")]
SECONDS: list[tuple[Any, str]] = [(0, "0"), (-1.5, "-1.5"), ("10", "'10'"), (float("nan"), "nan"), (True, "True")]
COUNT: list[tuple[Any, str]] = [(-1, "-1"), ("8", "'8'"), (2.5, "2.5"), (True, "True")]
OPTIONS: list[tuple[Any, str]] = [(3, "3"), ([3], "3"), (b"-DN=4", "b'-DN=4'"), ({"N": 4}, "{'N': 4}")]
#: Wrong values for the other arguments.
OTHERS: dict[str, list[tuple[Any, str]]] = {
    "source": [(3, "3"), ("k.cl", "'k.cl'"), (b"a/k.cl", "b'a/k.cl'"), (Path("k.cl"), "Path('k.cl')"), (Odd(), "<odd>")],
    "path": PATH,
    "kernel": PATH,
    "filename": PATH,
    "launch": PATH,
    "cache_dir": PATH,
    "defines": [
        ("N=4", "'N=4'"),
        ({3: 4}, "3"),
        ({"N": [1]}, "[1]"),
        ({"N": float("inf")}, "inf"),
        ({"T": np.float32}, "the class numpy.float32"),
        ({"4N": 1}, "`4N`"),
    ],
    "build_options": [*OPTIONS, ("-DN=4 'x", "'x"), ('-DN="4', '"4'), ("-D 4N", "4N")],
    "options": [*OPTIONS, ("-DN='4", "'4"), ("-D 4N", "4N")],
    "include_dirs": [("include", "'include'"), (Path("a"), "Path('a')"), (3, "3"), ([3], "3"), ([b"a"], "b'a'")],
    "includes": [(3, "3"), ("a.h", "'a.h'"), ([("a.h", "")], "[('a.h', '')]")],
    "run": FLAG,
    "all_loops": FLAG,
    "append": FLAG,
    "device": TEXT,
    "profile": PATH,
    "timeout": SECONDS,
    "time": SECONDS,
    "kernels": [(3, "3"), ([3], "3"), (b"k", "b'k'")],
    "factors": [(4, "4"), ([1], "1"), ([2000], "2000"), (["4"], "'4'"), ("4", "'4'"), ([2.5], "2.5")],
    "lines": [(4, "4"), ([0], "0"), (["4"], "'4'"), ("4", "'4'")],
    "vary": [([8], "[8]"), ({"N": 8}, "8"), ({"N": "8"}, "'8'"), ({"N": [2.5]}, "2.5")],
    "budget": COUNT,
    "flush": COUNT,
    "context": [(3, "3"), (Odd(), "<odd>")],
    "devices": [(3, "3"), (["cpu"], "['cpu']")],
    "queue": [(3, "3")],
    "global_size": [(4, "4"), ((), "()"), ((-1,), "-1"), (("4",), "'4'"), ((2.5,), "2.5")],
    "local_size": [(4, "4"), ((), "()"), ((0,), "0"), ((1, 1), "(1, 1)")],
    "args": [((3, 4), "2"), ((), "0")],
    "parameters": [(3, "3"), ("N", "'N'")],
    "style": [("long", "'long'"), (3, "3")],
    "color": FLAG,
}
#: Those that a function has in another meaning.
SPECIAL: dict[tuple[str, str], list[tuple[Any, str]]] = {
    ("clunroll.pyopencl.tune", "kernel"): [(3, "3"), ("k", "'k'")],
    ("clunroll.pyopencl.record", "kernel"): [(3, "3"), ("k", "'k'")],
}
#: Settings that a function refuses.
REFUSED = dict.fromkeys(["clunroll.tune", "clunroll.pyopencl.tune"], NO_SETTINGS)


@pytest.fixture(scope="module")
def calls(
    context: cl.Context, queue: cl.CommandQueue, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Each function with arguments that are right."""
    kernel = cl.Kernel(clunroll.pyopencl.build(context, SOURCE), "k")
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 64)
    launch = {"kernel": kernel, "queue": queue, "global_size": (1,), "local_size": None, "args": (buffer,)}
    return {
        "clunroll.unroll": (clunroll.unroll, {"source": SOURCE}),
        "clunroll.unroll_file": (clunroll.unroll_file, {"path": __file__}),
        "clunroll.check": (clunroll.check, {"source": SOURCE}),
        "clunroll.verify": (clunroll.verify, {"source": SOURCE}),
        "clunroll.tune": (clunroll.tune, {"source": SOURCE, "launch": "missing.launch.toml"}),
        "clunroll.kernel_tuner.source": (clunroll.kernel_tuner.source, {"kernel": SOURCE}),
        "clunroll.kernel_tuner.Source.__call__": (clunroll.kernel_tuner.source(SOURCE), {}),
        "clunroll.Outcome.format": (clunroll.unroll(SOURCE).format, {}),
        "clunroll.pyopencl.build": (clunroll.pyopencl.build, {"context": context, "source": SOURCE}),
        "clunroll.pyopencl.tune": (clunroll.pyopencl.tune, launch),
        "clunroll.pyopencl.record": (clunroll.pyopencl.record, {"path": tmp_path_factory.mktemp("record") / "k.launch.toml", **launch}),
    }


def names_of(function: Callable[..., Any]) -> list[str]:
    """All arguments that a function takes, and the settings if it takes them."""
    found = []
    for name, parameter in inspect.signature(function).parameters.items():
        is_settings = parameter.kind is inspect.Parameter.VAR_KEYWORD
        settings = UnrollSettings if function in (clunroll.unroll, clunroll.unroll_file) else clunroll.Settings
        found += list(settings.__annotations__) if is_settings else [name]
    return found


def test_each_argument_gets_wrong_values(calls: dict[str, tuple[Callable[..., Any], dict[str, Any]]]) -> None:
    count = 0
    for called, (function, right) in calls.items():
        for name in names_of(function):
            if name in REFUSED.get(called, ()):
                with pytest.raises(TypeError, match=f"tune takes no {name}"):
                    call(function, {**right, name: "all" if name in SETTINGS and SETTINGS[name] is RULES else True})
                continue
            for value, is_shown in SPECIAL.get((called, name), SETTINGS.get(name) or OTHERS[name]):
                with pytest.raises((TypeError, ValueError)) as caught:
                    call(function, {**right, name: value})
                message = str(caught.value)
                begins = re.match(rf"(a name in )?{name}\b", message) is not None
                assert begins and is_shown in message, f"{called}, {name}={value!r}: {message}"
                assert "\n" not in message and not isinstance(caught.value, (clunroll.UnrollError, UnicodeError))
                count += 1
    assert count > 500


def call(function: Callable[..., Any], arguments: dict[str, Any]) -> None:
    """Call a function; what comes before `*args` is passed by position."""
    named = dict(arguments)
    if "args" not in named:
        function(**named)
        return
    args = named.pop("args")
    first = [named.pop(name) for name in list(inspect.signature(function).parameters) if name in named and name in FIRST]
    function(*first, *args, **named)


FIRST = {"path", "kernel", "queue", "global_size", "local_size"}


def test_functions_that_start_the_program_take_no_texts_of_included_files() -> None:
    told: dict[str, Any] = {"includes": {"a.h": ""}}
    with pytest.raises(TypeError, match="verify takes no includes, since the program reads included files from folders"):
        clunroll.verify(SOURCE, **told)
    with pytest.raises(TypeError, match="tune takes no includes, since the program reads included files from folders"):
        clunroll.tune(SOURCE, "k.launch.toml", **told)


def test_names_of_files_may_be_paths(tmp_path: Path, context: cl.Context) -> None:
    (tmp_path / "n.h").write_text("#define N 2\n")
    source = SOURCE.replace("i < 2", "i < N")
    kinds: list[dict[str, Any]] = [
        {"filename": tmp_path / "k.cl", "forced_includes": [Path("n.h")]},
        {"include_dirs": [tmp_path], "forced_includes": Path("n.h")},
        {"forced_includes": [tmp_path / "n.h"], "include_dirs": [str(tmp_path)]},
    ]
    for told in kinds:
        assert clunroll.unroll(source, **told).text.count("a[i] = i") == 2
        assert clunroll.check(source, **told) == ()
        assert clunroll.verify(source, run=False, **told).verdict == "same"
    assert clunroll.kernel_tuner.source(source, include_dirs=[tmp_path], forced_includes=Path("n.h"))().count("a[i] = i") == 2
    program = clunroll.pyopencl.build(context, SOURCE, filename=tmp_path / "k.cl", cache_dir=tmp_path)
    assert program.clunroll.requests[0].place.file == str(tmp_path / "k.cl")
