"""``import clunroll`` is quick: what is not used is not imported."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import clunroll

#: How many milliseconds the import may take beside a bare start of Python.
GOAL = 30


def milliseconds(code: str) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-I", "-c", code], check=True)
    return 1000 * (time.perf_counter() - begin)


def test_the_import_takes_no_time() -> None:
    milliseconds("import clunroll")
    # Others use the machine too, so the least of several counts.
    pairs = [(milliseconds("pass"), milliseconds("import clunroll")) for _ in range(12)]
    bare, with_import = (min(times) for times in zip(*pairs))
    assert with_import - bare < GOAL


def test_nothing_is_imported_that_is_not_used() -> None:
    code = "import sys; before = set(sys.modules); import clunroll; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", f"import sys; sys.path = {sys.path!r}; {code}"], capture_output=True, check=True)
    imported = set(done.stdout.decode().split())
    assert {"clunroll", "clunroll._clunroll"} <= imported
    heavy = {"typing", "dataclasses", "inspect", "json", "re", "subprocess", "tempfile", "importlib.metadata", "pathlib", "numpy", "pyopencl"}
    assert not imported & heavy
    code = "import clunroll, sys; clunroll.unroll('kernel void k(void) {}'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=True)
    assert not {"subprocess", "tempfile", "importlib.metadata", "numpy", "pyopencl"} & set(done.stdout.decode().split())


def test_all_names_are_there() -> None:
    code = "import clunroll; print(*(name for name in dir(clunroll) if not name.startswith('_')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ))
    assert set(done.stdout.split()) >= {name for name in clunroll.__all__ if not name.startswith("_")}
    for name in clunroll.__all__:
        assert getattr(clunroll, name) is not None, name
    assert not hasattr(clunroll, "nonsense")
    names: dict[str, object] = {}
    exec("from clunroll import *", names)
    assert set(clunroll.__all__) <= set(names)
