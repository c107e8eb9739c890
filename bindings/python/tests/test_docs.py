"""docs/python.md is true: each block of it runs, and so do the examples in the modules.

Blocks of shell and Python run in a folder with the kernels of the repository. What a block of Python prints is in the block of text after it.
The first block is not run: what it would install is what these tests have.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import clunroll

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/python.md").read_text()

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str, str]]:
    """Language, text, and the text that is printed."""
    found = BLOCK.findall(PAGE)
    after = [text if kind == "text" else "" for kind, text in found[1:]] + [""]
    return [(kind, text, printed) for (kind, text), printed in zip(found, after) if kind != "text"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "kernels", tmp_path / "kernels")
    return tmp_path


@pytest.mark.parametrize("number", range(len(blocks())))
def test_each_block_runs(number: int, folder: Path) -> None:
    kind, text, printed = blocks()[number]
    if text.endswith("pip install ./bindings/python\n"):
        assert number == 0
        assert Path(__file__).parents[1] == ROOT / "bindings/python"
        return
    environment = {**os.environ, "PATH": f"{Path(clunroll.program()).parent}:{os.environ['PATH']}"}
    command = {"sh": ["sh", "-e", "-c", text], "python": [sys.executable, "-c", text]}[kind]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if kind == "python":
        assert done.stdout == printed
    for path in re.findall(r"-o (\S+)", text):
        assert (folder / path).read_text()


def test_the_page_begins_with_the_installation_and_ends_with_a_kernel() -> None:
    found = blocks()
    assert "pip install" in found[0][1] and "cl.Kernel" in found[-1][1]


def test_each_setting_is_named() -> None:
    """Those that are no keys of the configuration are named on the page."""
    schema = (ROOT / "docs/clunroll.schema.json").read_text()
    for name in clunroll.Settings.__annotations__:
        assert f'"{name.replace("_", "-")}"' in schema or f"`{name}`" in PAGE, name


def test_the_examples_in_the_modules_are_true() -> None:
    import doctest

    import clunroll.kernel_tuner

    for module in [clunroll, clunroll.kernel_tuner]:
        result = doctest.testmod(module)
        assert result.attempted > 0 and result.failed == 0, module
