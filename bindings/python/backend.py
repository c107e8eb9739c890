"""The build backend of the wheel: maturin's, with one step before it.

The wheel contains the extension module, the program ``clunroll`` and, on Linux, the OpenCL layer. maturin builds one of them; files that
are already there it takes along. So this builds the others with Cargo and puts them where maturin looks (``data/scripts/``), each time, so
that they are never of different versions. ``python backend.py`` does only that; ``maturin build`` then makes a wheel with maturin's own options.

docs/decisions/python.md gives the reasons.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


class UnsupportedOperation(Exception):
    """A hook that this package does not have."""


#: What the wheel contains besides the extension module, by the names of their files without the ending.
PLACED = ("clunroll", "libclunroll_layer")


def place_program() -> None:
    """Build the program and the layer, and put them where the wheel takes them from."""
    # The layer is for Linux with the C library of GNU. Cargo obeys CARGO_BUILD_TARGET here as it does for maturin.
    about = subprocess.run([os.environ.get("RUSTC", "rustc"), "-vV"], capture_output=True, text=True, check=True).stdout
    target = os.environ.get("CARGO_BUILD_TARGET") or about.partition("host: ")[2].partition("\n")[0]
    packages = ["--package=clunroll-cli", *(["--package=clunroll-layer"] if "-linux-gnu" in target else [])]
    command = [os.environ.get("CARGO", "cargo"), "build", "--release", *packages, "--message-format=json-render-diagnostics"]
    messages = subprocess.run(command, cwd=HERE.parents[1], stdout=subprocess.PIPE, check=True).stdout
    built = [Path(name) for line in messages.splitlines() for name in json.loads(line).get("filenames", ())]
    shutil.rmtree(HERE / "data", ignore_errors=True)
    scripts = HERE / "data" / "scripts"
    scripts.mkdir(parents=True)
    for path in built:
        if path.stem in PLACED and path.suffix in {"", ".exe", ".so"}:
            shutil.copy(path, scripts / path.name)


def _maturin(hook: str, *arguments: Any) -> str:
    import maturin

    made: str = getattr(maturin, hook)(*arguments)
    return made


def prepare_metadata_for_build_wheel(directory: str, config: Any = None) -> str:
    """Write the metadata, and compile nothing. Without this hook, pip would build the whole wheel to read them."""
    # maturin wants the folder of programs to be there, and does not look into it.
    (HERE / "data" / "scripts").mkdir(parents=True, exist_ok=True)
    return _maturin("prepare_metadata_for_build_wheel", directory, config)


#: An editable wheel has the same metadata.
prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(directory: str, config: Any = None, metadata: str | None = None) -> str:
    """Make the wheel."""
    place_program()
    return _maturin("build_wheel", directory, config, metadata)


def build_editable(directory: str, config: Any = None, metadata: str | None = None) -> str:
    """Make a wheel that leads to the Python files of this folder."""
    place_program()
    return _maturin("build_editable", directory, config, metadata)


def build_sdist(directory: str, config: Any = None) -> str:
    """There is no source distribution: the sources are those of the whole repository."""
    raise UnsupportedOperation("build the wheel from a clone of the repository: pip wheel ./bindings/python")


if __name__ == "__main__":
    place_program()
