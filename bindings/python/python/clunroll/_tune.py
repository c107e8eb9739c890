"""``tune``: finds the fastest form of each loop, by the program that comes with this package.

Candidates are built and launched in worker processes, since one of them may crash or never end. The program starts them and ends them, so
this module starts the program, and reads the reports that it writes.
"""

from __future__ import annotations

import html
import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clunroll import _arguments
from clunroll._settings import RULES, BuildOptions, FileName, MacroValue, Settings, checked, told
from clunroll._verify import ProgramError, compile_options, program

if TYPE_CHECKING:
    from typing_extensions import Unpack


#: The settings that concern only diagnostics and the form of an output file.
NO_SETTINGS = (*RULES, "check_promises", "flatten", "line_directives")


@dataclass(frozen=True)
class TuneReport:
    """What was measured. In a notebook it shows as a table with charts."""

    #: The platform and the device.
    device: str
    #: The tables, and what to write, as the program prints them.
    text: str
    #: A page with the same, and with charts.
    html: str
    #: All results, as ``clunroll tune --json`` writes them.
    report: dict[str, Any]

    @property
    def choices(self) -> dict[str, str]:
        """What was chosen for each request: ``{"line 12": "unroll 8"}``. A kernel that could not be measured has no choices."""
        found: dict[str, str] = {}
        best = self.report["best_defines"]
        for group in self.report["groups"]:
            if group["chosen"] is not None and best in (None, group["defines"]):
                found.update(zip(group["subjects"], group["candidates"][group["chosen"]]["choices"]))
        return found

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="600" style="border: none"></iframe>'


def tune(
    source: str | bytes,
    launch: FileName,
    *,
    device: str | None = None,
    kernels: str | Iterable[str] = (),
    factors: Iterable[int] = (),
    lines: Iterable[int] = (),
    all_loops: bool = False,
    vary: Mapping[str, Iterable[int | str]] | None = None,
    budget: int | None = None,
    time: float | None = None,
    timeout: float | None = None,
    flush: int | None = None,
    filename: FileName | None = None,
    defines: Mapping[str, MacroValue] | None = None,
    build_options: BuildOptions | None = None,
    include_dirs: Iterable[FileName] = (),
    **settings: Unpack[Settings],
) -> TuneReport:
    """Measure what each request of a source may become, on an OpenCL device (docs/tune.md).

    :param launch: the launch description (docs/verify.md), with sizes like those of your program.
    :param device: a part of the name of the device or of its platform; by default the first CPU.
    :param kernels: the kernels to tune; all by default.
    :param factors: the factors to try; 2, 4, 8 and 16 by default.
    :param lines: the lines whose requests may change; all by default.
    :param all_loops: whether loops without a request may get one.
    :param vary: values to try for macros.
    :param budget: all configurations of a kernel are tried if there are at most so many.
    :param time: the seconds for the search and the last measurements.
    :param timeout: the seconds that one launch may take.
    :param flush: the number of bytes of other memory that are written before each launch.
    :raises ProgramError: if nothing can be measured: there is no such device, or the description lacks an argument.

    The other parameters are those of :func:`unroll`. Exceptions are ``includes``, since the program reads included files from folders, and
    settings that change nothing that is measured, such as ``warn``.
    """
    _arguments.source(source)
    plain = told(filename, defines, build_options, include_dirs, settings)
    checked("tune", plain)
    for name in NO_SETTINGS:
        if plain.get(name) is not None:
            raise TypeError(f"tune takes no {name}, which changes nothing that is measured")
    how = ["--isolated", "--launch", os.path.abspath(_arguments.path("launch", launch))]
    how += [] if device is None else [f"--device={_arguments.text('device', device)}"]
    how += [f"--kernel={name}" for name in _arguments.texts("kernels", kernels)]
    how += [f"--only={line}" for line in _arguments.whole_numbers("lines", lines, 1)]
    if wanted := _arguments.whole_numbers("factors", factors, 2, 1024):
        how.append(f"--factors={','.join(map(str, wanted))}")
    for define, values in _arguments.mapping("vary", {} if vary is None else vary, '{"TILE": [8, 16]}').items():
        how.append(f"--vary={define}={','.join(_tried(f'vary[{define!r}]', values))}")
    how += [] if budget is None else [f"--budget={_arguments.whole_number('budget', budget, 0)}"]
    how += [] if flush is None else [f"--flush={_arguments.whole_number('flush', flush, 0)}"]
    how += [] if time is None else [f"--time={_arguments.seconds('time', time)}"]
    how += [] if timeout is None else [f"--timeout={_arguments.seconds('timeout', timeout)}"]
    how += ["--all-loops"] if _arguments.flag("all_loops", all_loops) else []
    how += compile_options(plain, others=True)
    with tempfile.TemporaryDirectory(prefix="clunroll-") as folder:
        return _run_program(source, Path(folder), plain["filename"] or "kernel.cl", how)


def _tried(name: str, values: object) -> list[str]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise _arguments.wrong(name, "a list of whole numbers and texts", values)
    tried = []
    for number, value in enumerate(values):
        if isinstance(value, bool) or not (isinstance(value, str) or hasattr(value, "__index__")):
            raise _arguments.wrong(f"{name}[{number}]", "a whole number or str", value)
        tried.append(str(value))
    return tried


def _run_program(source: str | bytes, folder: Path, name: str, options: list[str]) -> TuneReport:
    base = os.path.basename(name)
    file = folder / "source" / (base if base.strip(".") else "kernel.cl")
    file.parent.mkdir()
    file.write_bytes(source.encode() if isinstance(source, str) else source)
    results, page = folder / "results.json", folder / "page.html"
    command = [program(), "tune", *options, f"--json={results}", f"--html={page}", os.fspath(file)]
    # The file has another path each time, so its results would never be used again.
    alone = {**os.environ, "CLUNROLL_CACHE": ""}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, env=alone)
    said = done.stderr.decode(errors="replace").strip().replace(os.fspath(file), name)
    if done.returncode not in (0, 1) or not results.exists():
        raise ProgramError(said.replace("clunroll: error: ", "") or f"the program ended with status {done.returncode}")
    here, there = (json.dumps(path, ensure_ascii=False)[1:-1] for path in (os.fspath(file), name))
    report: dict[str, Any] = json.loads(results.read_text(encoding="utf-8").replace(here, there))
    # The caller's name for the source, and not that of a file which is gone.
    text, shown = (said.replace(os.fspath(file), name) for said in (done.stdout.decode(errors="replace"), page.read_text(encoding="utf-8")))
    return TuneReport(report["device"], text, shown, report)
