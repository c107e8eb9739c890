"""The build backend: what is compiled when. That the wheel works is what all other tests show."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import clunroll

FOLDER = Path(__file__).parents[1]


@pytest.mark.parametrize("hook", ["prepare_metadata_for_build_wheel", "prepare_metadata_for_build_editable"])
def test_metadata_compile_nothing(hook: str, tmp_path: Path) -> None:
    """pip asks for the metadata first. Cargo is only asked what the packages are."""
    cargo = shutil.which("cargo")
    assert cargo is not None
    log = tmp_path / "log"
    spy = tmp_path / "spy" / "cargo"
    spy.parent.mkdir()
    spy.write_text(f'#!/bin/sh\necho "$1" >> "{log}"\nexec "{cargo}" "$@"\n')
    spy.chmod(0o755)
    # The program of maturin is beside the interpreter.
    path = os.pathsep.join([str(spy.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "CARGO": str(spy), "PATH": path}
    code = f"import backend; print(backend.{hook}({str(tmp_path)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=FOLDER, env=environment, capture_output=True, text=True, check=True)
    folder = tmp_path / done.stdout.split()[-1]
    assert f"Version: {clunroll.__version__}\n" in (folder / "METADATA").read_text()
    assert set(log.read_text().split()) <= {"metadata", "tree", "--version"}
