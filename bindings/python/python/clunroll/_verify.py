"""``verify``: translation validation, by the program that comes with this package.

Kernels run in worker processes, since a kernel may crash or never end. The program starts them and ends them, so this module starts the
program, and reads the report that it writes.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from clunroll import _arguments
from clunroll._clunroll import compile_arguments
from clunroll._outcome import _known
from clunroll._settings import BuildOptions, FileName, MacroValue, Settings, checked, told
from clunroll._unroll import unrolled

if TYPE_CHECKING:
    from typing_extensions import TypeAlias, Unpack

Verdict: TypeAlias = Literal["same", "not-verified", "different"]


class ProgramError(RuntimeError):
    """The program could not run, and why."""


@dataclass(frozen=True)
class VerifiedKernel:
    """What was found out about one kernel."""

    name: str
    launches: int
    verdict: Verdict
    reason: str | None = None
    left_out: str | None = None


@dataclass(frozen=True)
class Verification:
    """What was found out about a source and its unrolled text.

    ``verdict`` is ``"same"`` if no difference was found, which is not a proof. It is the worst verdict of the build and of
    all kernels. ``kernels`` is empty unless kernels ran.
    """

    verdict: Verdict
    reason: str | None
    #: The compiler or the device; empty if nothing was unrolled, so that there was nothing to verify.
    tool: str
    kernels: tuple[VerifiedKernel, ...]
    #: The report of the program about the source, as docs/report.md describes a file.
    report: dict[str, Any]


def program() -> str:
    """The path of the program ``clunroll`` that was installed with this package."""
    names = {"clunroll", "clunroll.exe"}
    try:
        installed = files("clunroll") or ()
    except PackageNotFoundError:
        installed = ()
    for file in installed:
        if file.name in names and file.parent.name in {"bin", "Scripts"}:
            # pip moves the programs of `--target` after it has written where they are.
            for path in (Path(str(file.locate())), Path(__file__).parents[1] / file.parent.name / file.name):
                if path.is_file():
                    return os.fspath(path.resolve())
    raise ProgramError("the program clunroll is missing: install the package clunroll again")


def verify(
    source: str | bytes,
    *,
    run: bool = True,
    device: str | None = None,
    launch: FileName | None = None,
    timeout: float | None = None,
    filename: FileName | None = None,
    defines: Mapping[str, MacroValue] | None = None,
    build_options: BuildOptions | None = None,
    include_dirs: Iterable[FileName] = (),
    **settings: Unpack[Settings],
) -> Verification:
    """Unroll a source, and ask an OpenCL platform whether the result is as good as the source.

    Both are built, and their kernels run with the same arguments, in processes of their own. What they leave in memory is compared.

    :param run: whether kernels run; if not, both texts are only built.
    :param device: a part of the name of the device or of its platform; by default the first CPU.
    :param launch: a launch description (docs/verify.md). Without one, arguments are made up.
    :param timeout: the seconds that one launch may take.
    :raises UnrollError: if a request is invalid, as for :func:`unroll`.
    :raises ProgramError: if nothing can be verified, for example because there is no OpenCL platform.

    The other parameters are those of :func:`unroll`, except ``includes``: the program reads included files from folders.
    """
    how = ["--isolated", "--verify-strict", "--verify=run" if _arguments.flag("run", run) else "--verify=build", "--verify-with"]
    how.append("opencl" if device is None else f"opencl:{_arguments.text('device', device)}")
    if launch is not None:
        how += ["--launch", os.path.abspath(_arguments.path("launch", launch))]
    if timeout is not None:
        how.append(f"--verify-timeout={_arguments.seconds('timeout', timeout)}")
    _arguments.source(source)
    plain = told(filename, defines, build_options, include_dirs, settings)
    checked("verify", plain)
    outcome = unrolled(source, None, plain)
    if outcome.text == source:
        return Verification("same", None, "", (), outcome.report)
    how += compile_options(plain)
    with tempfile.TemporaryDirectory(prefix="clunroll-") as folder:
        return _run_program(source, Path(folder), plain["filename"] or "kernel.cl", how)


def compile_options(plain: Mapping[str, Any], *, others: bool = False) -> list[str]:
    """The options of the program for what `told` gives. `others` are build options that do not concern the source."""
    settings = dict(plain)
    filename, defines, build_options, folders = (
        settings.pop(name) for name in ("filename", "defines", "build_options", "include_dirs")
    )
    options = [] if build_options is None else compile_arguments(build_options, others)
    for name, value in defines or ():
        options.append(f"-U{name}" if value is None else f"-D{name}={value}")
    if filename is not None:
        folders = [os.path.dirname(filename) or ".", *folders]
    options += [f"-I{os.path.abspath(folder)}" for folder in folders]
    # The other settings have the names of options.
    for name, value in settings.items():
        option = {"assume_restrict": "--assume=restrict", "forced_includes": "--include"}.get(name)
        option = option or "--" + name.replace("_", "-")
        if isinstance(value, bool):
            options += [option] if value else []
        elif isinstance(value, list):
            options += [f"{option}={one}" for one in value]
        elif value is not None:
            options.append(f"{option}={value}")
    return options


def _run_program(source: str | bytes, folder: Path, name: str, options: list[str]) -> Verification:
    # The report and the output lie elsewhere, since the source may have any name. A name such as `..` is no name of a file.
    base = os.path.basename(name)
    file, report = folder / "source" / (base if base.strip(".") else "kernel.cl"), folder / "report.json"
    file.parent.mkdir()
    file.write_bytes(source.encode() if isinstance(source, str) else source)
    command = [program(), *options, "--color=never", f"--output={folder / 'unrolled.cl'}", f"--report={report}", os.fspath(file)]
    # What the caller types belongs to the caller.
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    said = done.stderr.decode(errors="replace").strip().replace(os.fspath(file), name)
    if done.returncode not in (0, 1) or not report.exists():
        raise ProgramError(said.replace("clunroll: error: ", "") or f"the program ended with status {done.returncode}")
    # The caller's name for the source, and not that of a file which is gone.
    here, there = (json.dumps(path, ensure_ascii=False)[1:-1] for path in (os.fspath(file), name))
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8").replace(here, there))["files"][0]
    verified = found["verification"]
    kernels = tuple(_known(VerifiedKernel, kernel) for kernel in verified["kernels"] or ())
    verdict: Verdict = "not-verified"
    if done.returncode == 0:
        verdict = "same"
    elif "different" in {verified["verdict"], *(kernel.verdict for kernel in kernels)}:
        verdict = "different"
    return Verification(verdict, said if verdict != "same" else None, verified["with"], kernels, found)
