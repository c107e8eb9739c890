"""Settings: names, words, values, macros."""

from __future__ import annotations

import json
import typing
from pathlib import Path
from typing import Any, Mapping

import numpy as np
import pytest

import clunroll

ROOT = Path(__file__).parents[3]

BOUND = """kernel void k(global int *a) {
    #pragma unroll
    for (int i = 0; i < N; i++) a[i] = i;
}
"""


def copies(text: str) -> int:
    return text.count("a[i] = i")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, 3),
        ("3", 3),
        (True, 1),
        (np.int32(3), 3),
        (np.uint8(3), 3),
        (np.bool_(True), 1),
        ("(1 + 2)", 3),
        (None, 1),
    ],
)
def test_macros(value: clunroll.MacroValue, text: int) -> None:
    assert copies(clunroll.unroll(BOUND, defines={"N": value}, trust_defines=True).text) == text


def test_macros_of_other_kinds() -> None:
    source = BOUND.replace("a[i] = i", "a[i] = i + X")
    values: list[Any] = [1.5, np.float32(0.1), -1, False, "x + y"]
    for value in values:
        assert clunroll.unroll(source, defines={"N": 2, "X": value}).text.count("a[i] = i + X") == 3
    square = BOUND.replace("i < N", "i < SQUARE(2)")
    assert copies(clunroll.unroll(square, defines={"SQUARE(x)": "((x) * (x))"}, trust_defines=True).text) == 4


@pytest.mark.parametrize("value", [float("inf"), float("nan"), -float("inf")])
def test_numbers_that_opencl_cannot_write(value: float) -> None:
    with pytest.raises(ValueError, match=r"defines\['N'\] must be a number that OpenCL C can write, not "):
        clunroll.unroll(BOUND, defines={"N": value})


@pytest.mark.parametrize("value", [[1], {}, b"3", object(), 1j])
def test_values_that_are_no_macros(value: Any) -> None:
    with pytest.raises(TypeError, match=r"defines\['N'\] must be int, float, str, bool or None, not "):
        clunroll.unroll(BOUND, defines={"N": value})


@pytest.mark.parametrize("name", ["", "4N", "N M", "N=4", "defined", "F(", "N\n", "\0", "\u00e9"])
def test_names_that_are_no_macros(name: str) -> None:
    with pytest.raises(ValueError, match="defines: "):
        clunroll.unroll(BOUND, defines={name: 1})


def test_macros_are_not_trusted_unless_that_is_said() -> None:
    text = clunroll.unroll(BOUND, defines={"N": 3}).text
    assert "#if" in text and copies(text) == 4


def test_build_options() -> None:
    assert copies(clunroll.unroll(BOUND, build_options="-D N=5 -cl-mad-enable -w", trust_defines=True).text) == 5
    # The last definition counts, and `defines` comes last.
    assert copies(clunroll.unroll(BOUND, build_options="-DN=5", defines={"N": 2}, trust_defines=True).text) == 2
    with pytest.raises(ValueError, match="build_options: build option `-D 4N`"):
        clunroll.unroll(BOUND, build_options="-D 4N")
    for options in (["-DN=5"], ("-D", "N=5"), iter(["-w", "-D N=5"]), ['-D"N=5"']):
        assert copies(clunroll.unroll(BOUND, build_options=options, trust_defines=True).text) == 5


@pytest.mark.parametrize("options", ['-DN=4 "x', '-D"N=4', "-DN='4", "-I 'my include'", '-DN=\\"4', "-D 'N=4"])
def test_a_quote_that_is_not_closed(options: str) -> None:
    for given in [options, [options]]:
        with pytest.raises(ValueError, match="^build_options: build option "):
            clunroll.unroll(BOUND, build_options=given)
    assert clunroll.unroll(BOUND, build_options="-DC='4' -DS=\\\"it's\\\" -DE='\\\"'").text


def configuration() -> dict[str, Any]:
    """The keys of ``clunroll.toml`` by their names."""
    schema = json.loads((ROOT / "docs/clunroll.schema.json").read_text())
    keys: dict[str, Any] = schema["properties"] | schema["$defs"]["rules"]["properties"]
    return keys


def hints() -> dict[str, Any]:
    """The types of the settings."""
    return typing.get_type_hints(clunroll.Settings, vars(typing) | vars(clunroll))


def test_words_are_those_of_the_configuration() -> None:
    """Each word of the configuration's schema is taken, and no other one."""
    schema = configuration()
    for name, hint in hints().items():
        words = typing.get_args(hint)
        if typing.get_origin(hint) is not typing.Literal:
            continue
        key = schema[name.replace("_", "-")]
        assert set(key.get("enum", key.get("examples"))) == set(words), name
        for word in words:
            told: dict[str, Any] = {name: word}
            clunroll.unroll(BOUND, **told)
        with pytest.raises(ValueError, match=f"{name} must be one of '{words[0]}', .*, not 'nonsense'"):
            told = {name: "nonsense"}
            clunroll.unroll(BOUND, **told)
        # Type checkers compare words as they are written.
        with pytest.raises(ValueError, match=f"{name} must be one of "):
            told = {name: words[-1].swapcase()}
            clunroll.unroll(BOUND, **told)


def test_each_setting_is_taken_and_is_a_key_or_an_option() -> None:
    schema = configuration()
    options = (ROOT / "docs/use.md").read_text()
    lists: dict[str, Any] = {"forced_includes": Path("a.h")} | dict.fromkeys(["select", "warn", "deny", "ignore"], "CLU102")
    for name, hint in hints().items():
        value = lists.get(name, (*typing.get_args(hint), 8 if hint is int else True)[0])
        clunroll.unroll(BOUND, **{name: value})
        key = name.replace("_", "-")
        assert key in schema or f"| `--{key}` |" in options or name == "assume_restrict", name


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"remaindr": "loop"}, "there is no setting \"remaindr\"; did you mean \"remainder\"?"),
        ({"zzz": 1}, "there is no setting \"zzz\""),
        ({"max_copies": "8"}, "max_copies must be a whole number from 0 to 4294967295, not '8'"),
        ({"flatten": "yes"}, "flatten must be True or False, not 'yes'"),
        ({"remainder": 3}, "remainder must be one of 'auto', "),
        ({"include_dirs": "include"}, "include_dirs must be a list of folders, as in ['include']"),
        ({"defines": "N=4"}, """defines must be a dict, as in {"N": 16}, not 'N=4'"""),
        ({"defines": {3: 4}}, "a name in defines must be str, not 3"),
        ({"defines": {"T": np.float32}}, "defines['T'] must be int, float, str, bool or None, not the class numpy.float32; write a type"),
        ({"include_dirs": [3]}, "include_dirs[0] must be str or os.PathLike, not 3"),
        ({"filename": 3}, "filename must be str or os.PathLike, not 3"),
        ({"warn": 3}, "warn must be str or a list of str, not 3"),
        ({"build_options": ["-w", 3]}, "build_options[1] must be str, not 3"),
    ],
)
def test_wrong_types(settings: Mapping[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        clunroll.unroll(BOUND, **settings)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"max_copies": -1}, "max_copies must be a whole number from 0 to 4294967295, not -1"),
        ({"max_copies": 1 << 32}, "max_copies must be a whole number from 0 to 4294967295, not 4294967296"),
        ({"max_growth": 1 << 40}, "max_growth must be a whole number from 0 to 67108864, not 1099511627776"),
        ({"deny": "CLU999"}, "deny: "),
        ({"select": ["all", "nonsense"]}, "select: "),
        ({"cl_std": "CL9.9"}, "cl_std must be one of 'CL1.0', "),
    ],
)
def test_wrong_values(settings: Mapping[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        clunroll.unroll(BOUND, **settings)
    assert str(caught.value).startswith(message)


def test_what_a_value_raises_is_kept() -> None:
    class Odd:
        def __index__(self) -> int:
            raise KeyError("index")

    with pytest.raises(KeyError, match="index"):
        clunroll.unroll(BOUND, max_copies=Odd())  # type: ignore[arg-type]


def test_settings_change_the_text() -> None:
    source = BOUND.replace("unroll", "unroll 4").replace("i < N", "i < n").replace("*a", "*a, int n")
    nested = clunroll.unroll(source).text
    assert "switch" in clunroll.unroll(source, remainder="switch").text
    assert copies(clunroll.unroll(source, remainder="loop").text) < copies(nested)
    assert clunroll.unroll(source, max_copies=2).requests[0].done.code == "CLU213"  # type: ignore[union-attr]
    assert "#line" in clunroll.unroll(source, line_directives=True).text
    assert "restrict" in clunroll.unroll(source, assume_restrict=True).text
    assert clunroll.unroll(source, assume_restrict=True).pointers[0].name == "a"
    promoted = "kernel void k(global int *o) {\n#pragma promote_to_registers\nint a[2] = {0, 1};\no[0] = a[0] + a[1];\n}\n"
    assert clunroll.unroll(promoted).promotions[0].done == clunroll.Promoted()


def test_rules() -> None:
    source = BOUND.replace("a[i] = i", "{ a[i] = i; i += a[0]; }")
    code = clunroll.unroll(source).diagnostics[0].code
    with pytest.raises(clunroll.UnrollError):
        clunroll.unroll(source, deny=[code])
    assert clunroll.unroll(source, ignore=code).diagnostics == ()
    assert clunroll.unroll(source, select="CLU001, CLU002").diagnostics == ()
    assert clunroll.unroll(source, warn=code).diagnostics[0].severity == "warning"


def test_rules_that_only_check_looks_for_are_looked_for_if_they_are_named() -> None:
    source = BOUND.replace("unroll", "unroll 8").replace("i < N", "i < 2")
    named = "CLU120"
    assert clunroll.unroll(source).diagnostics == ()
    kinds: list[dict[str, Any]] = [{"warn": named}, {"warn": ["CLU101", "factor-above-trip-count"]}, {"select": named}]
    for told in kinds:
        (diagnostic,) = clunroll.unroll(source, **told).diagnostics
        assert (diagnostic.code, diagnostic.severity) == (named, "warning")
    with pytest.raises(clunroll.UnrollError) as caught:
        clunroll.unroll(source, deny=named)
    assert [one.code for one in caught.value.diagnostics] == [named]
    assert caught.value.outcome.text == clunroll.unroll(source).text
    assert clunroll.unroll(source, ignore=named).diagnostics == ()


def test_a_misspelt_request_is_reported() -> None:
    (diagnostic,) = clunroll.unroll(BOUND.replace("unroll", "unrol 4")).diagnostics
    assert (diagnostic.code, diagnostic.severity) == ("CLU110", "warning")
