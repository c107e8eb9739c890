"""Included files: from folders, from a mapping, from a function."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import clunroll

SOURCE = """#include "sizes.h"
kernel void k(global int *a) {
    #pragma unroll
    for (int i = 0; i < N; i++) a[i] = i;
}
"""


def copies(outcome: clunroll.Outcome[Any]) -> int:
    count: int = outcome.text.count("a[i] = i" if isinstance(outcome.text, str) else b"a[i] = i")
    return count


def test_folders(tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text("#define N 3\n")
    folders: list[str | Path] = [tmp_path, str(tmp_path)]
    for folder in folders:
        outcome = clunroll.unroll(SOURCE, include_dirs=[folder])
        assert copies(outcome) == 3
        assert [Path(name) for name in outcome.included_files] == [tmp_path / "sizes.h"]
    assert copies(clunroll.unroll(SOURCE, build_options=f'-I "{tmp_path}"')) == 3
    assert copies(clunroll.unroll(SOURCE, filename=str(tmp_path / "k.cl"))) == 3


def test_the_current_folder_is_not_read_unless_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sizes.h").write_text("#define N 3\n")
    monkeypatch.chdir(tmp_path)
    assert clunroll.unroll(SOURCE).included_files == ()
    assert copies(clunroll.unroll(SOURCE, include_dirs=["."])) == 3


def test_mapping_and_function() -> None:
    asked = []

    def give(name: str) -> bytes | None:
        asked.append(name)
        return b"#define N 3\n" if name == "sizes.h" else None

    assert copies(clunroll.unroll(SOURCE, includes={"sizes.h": "#define N 3\n"})) == 3
    assert copies(clunroll.unroll(SOURCE.encode(), includes={"sizes.h": b"#define N 3\n"})) == 3
    assert clunroll.unroll(SOURCE, includes=give).included_files == ("sizes.h",)
    assert asked == ["sizes.h"]


def test_names_are_relative_to_the_includer() -> None:
    texts = {"lib/all.h": '#include "sizes.h"\n', "lib/sizes.h": "#define N 3\n"}
    assert copies(clunroll.unroll(SOURCE.replace("sizes.h", "lib/all.h"), includes=texts)) == 3


def test_python_code_is_asked_before_folders(tmp_path: Path) -> None:
    (tmp_path / "sizes.h").write_text("#define N 3\n")
    (tmp_path / "all.h").write_text('#include "sizes.h"\n')
    source = SOURCE.replace("sizes.h", "all.h")
    assert copies(clunroll.unroll(source, include_dirs=[tmp_path])) == 3
    assert copies(clunroll.unroll(source, include_dirs=[tmp_path], includes={"sizes.h": "#define N 2\n"})) == 2
    assert copies(clunroll.unroll(source, include_dirs=[tmp_path], includes={"all.h": '#include "sizes.h"\n'})) == 3


def test_forced_includes() -> None:
    source = SOURCE.replace('#include "sizes.h"\n', "")
    assert copies(clunroll.unroll(source, forced_includes=["sizes.h"], includes={"sizes.h": "#define N 3\n"})) == 3
    assert copies(clunroll.unroll(source, forced_includes="sizes.h", includes={"sizes.h": "#define N 3\n"})) == 3


@pytest.mark.parametrize("raised", [KeyError("x"), RuntimeError(), KeyboardInterrupt(), SystemExit(3), StopIteration()])
def test_an_exception_in_the_function_reaches_the_caller(raised: BaseException) -> None:
    def fail(name: str) -> str:
        raise raised

    with pytest.raises(type(raised)) as caught:
        clunroll.unroll(SOURCE, includes=fail)
    assert caught.value is raised
    # The traceback shows the function.
    assert caught.traceback[-1].name == "fail"


def test_only_the_first_exception_counts() -> None:
    names = []

    def fail(name: str) -> str:
        names.append(name)
        raise ValueError(name)

    with pytest.raises(ValueError, match="a.h"):
        clunroll.unroll('#include "a.h"\n#include "b.h"\n' + SOURCE, includes=fail)
    assert names == ["a.h"]


@pytest.mark.parametrize("given", [3, ["x"], bytearray(b"x"), object()])
def test_a_function_that_gives_something_else(given: Any) -> None:
    with pytest.raises(TypeError, match='includes for "sizes.h" must be str, bytes or None, not '):
        clunroll.unroll(SOURCE, includes=lambda name: given)


def test_what_is_no_function() -> None:
    with pytest.raises(TypeError, match="includes must be a mapping from names to texts, or a function, not 3"):
        clunroll.unroll(SOURCE, includes=3)  # type: ignore[arg-type]


def test_a_function_may_unroll() -> None:
    def give(name: str) -> str:
        return clunroll.unroll("#define N 3\n/* #pragma unroll */\n", includes={}).text

    assert copies(clunroll.unroll(SOURCE, includes=give)) == 3


def test_functions_that_call_each_other_without_end() -> None:
    def give(name: str) -> str:
        return clunroll.unroll(SOURCE, includes=give).text

    limit = sys.getrecursionlimit()
    # Python's own limit must not be what ends it: it may be raised.
    sys.setrecursionlimit(1_000_000)
    try:
        with pytest.raises(RecursionError, match="calls clunroll without end"):
            clunroll.unroll(SOURCE, includes=give)
    finally:
        sys.setrecursionlimit(limit)
    assert clunroll.unroll(SOURCE, includes={"sizes.h": "#define N 3"}).requests


def test_endless_includes_end() -> None:
    for give in [lambda name: f'#include "x{name}"\n', lambda name: f'#include "{name}"\n']:
        assert clunroll.unroll(SOURCE, includes=give).text.startswith(SOURCE.partition("\n")[0])


def test_an_included_file_that_is_not_utf8_is_an_error_for_str() -> None:
    header = b"#define N 2 /* \xe9 */\n"
    assert copies(clunroll.unroll(SOURCE, includes={"sizes.h": header})) == 2
    with pytest.raises(ValueError, match="an included file is not UTF-8; pass the source as bytes"):
        clunroll.unroll(SOURCE, includes={"sizes.h": header}, flatten=True)
    assert b"\xe9" in clunroll.unroll(SOURCE.encode(), includes={"sizes.h": header}, flatten=True).text
