"""PyOpenCL: build a program from a source with its loops unrolled, and find the fastest form of a kernel's loops."""

from __future__ import annotations

import os
import shlex
import tempfile
import warnings
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import pyopencl

from clunroll import _arguments, _record
from clunroll._clunroll import check_settings
from clunroll._environment import appended_options, are_defines_final
from clunroll._outcome import Left, Outcome
from clunroll._settings import FileName, build_string
from clunroll._tune import NO_SETTINGS, TuneReport
from clunroll._tune import tune as tune_source
from clunroll._unroll import unroll

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from clunroll._settings import BuildOptions, Settings


class UnrollWarning(UserWarning):
    """A request that may not do what its author wants, or that was not carried out."""


class UnrolledProgram(pyopencl.Program):
    """A program of PyOpenCL that was built by :func:`build`."""

    #: What was done: the requests, the diagnostics, the text.
    clunroll: Outcome[str]
    _made: _Built


def build(
    context: pyopencl.Context,
    source: str,
    options: BuildOptions | None = None,
    *,
    devices: Sequence[pyopencl.Device] | None = None,
    cache_dir: FileName | None = None,
    filename: FileName | None = None,
    **settings: Unpack[Settings],
) -> UnrolledProgram:
    """Unroll a source and build it: ``pyopencl.Program(context, source).build(options, devices, cache_dir)``, with one step before it.

    The options are known to be those of the build that follows, so ``trust_defines`` is on unless you say otherwise. The words of
    ``PYOPENCL_BUILD_OPTIONS`` are part of them. If a variable adds options in the driver, such as ``POCL_EXTRA_BUILD_FLAGS``, it is off.

    :param filename: the name of the source for diagnostics.
    :param settings: other settings, as for :func:`clunroll.unroll`.
    :raises clunroll.UnrollError: if a request is invalid.

    The program's attribute ``clunroll`` says what was done. What counts as a warning is given as an :class:`UnrollWarning`, and so is the
    reason why a request was not carried out; ``ignore`` turns such a rule off.
    """
    if not isinstance(context, pyopencl.Context):
        raise _arguments.wrong("context", "pyopencl.Context", context)
    if devices is not None and not _are_devices(devices):
        raise _arguments.wrong("devices", "a list of pyopencl.Device", devices)
    _arguments.source(source)
    if not isinstance(source, str):
        raise _arguments.wrong("source", "str", source)
    cache = None if cache_dir is None else _arguments.path("cache_dir", cache_dir)
    words = _words(options)
    # PyOpenCL adds these in this order.
    told = " ".join([*words, f'-I "{_HEADERS}"', *appended_options()])
    # It does not add `defines`, which type checkers refuse here.
    chosen: Any = {"trust_defines": are_defines_final() and "defines" not in settings, **settings}
    outcome = unroll(source, filename=filename, build_options=told, include_dirs=(), **chosen)
    _warn(outcome)
    program = UnrolledProgram(context, outcome.text)
    program.build(words, devices, cache)
    program.clunroll = outcome
    _remember(program, _Built(source, told, filename, settings))
    return program


def tune(
    kernel: pyopencl.Kernel,
    queue: pyopencl.CommandQueue,
    global_size: Sequence[int],
    local_size: Sequence[int] | None,
    *args: object,
    source: str | None = None,
    options: BuildOptions | None = None,
    filename: FileName | None = None,
    factors: Iterable[int] = (),
    lines: Iterable[int] = (),
    all_loops: bool = False,
    budget: int | None = None,
    time: float | None = None,
    timeout: float | None = None,
    flush: int | None = None,
    **settings: Unpack[Settings],
) -> TuneReport:
    """Measure what each request of a kernel's source may become, on the device of a queue, with these arguments.

    The arguments are those of ``kernel(queue, global_size, local_size, *args)``. The contents of the buffers are copied. The kernel is
    launched in other processes, so this process and its buffers stay as they are.

    :param source: the source to tune. By default, it is that of the kernel's program, as it was before :func:`build` unrolled it.
    :param options: the options of the build; by default those of the kernel's program.
    :param filename: the name of the source for the report.
    :param settings: other settings, as for :func:`clunroll.tune`, where the other parameters are described.
    :raises clunroll.ProgramError: if nothing can be measured.
    :raises TypeError: if an argument cannot be recorded, such as a null pointer.
    """
    with tempfile.TemporaryDirectory(prefix="clunroll-") as folder:
        launch = Path(folder) / "kernel.launch.toml"
        built = _record_launch(launch, kernel, queue, (global_size, local_size), args, _Given(source, options))
        device = queue.device
        known = {name: value for name, value in built.settings.items() if name not in NO_SETTINGS}
        chosen: Any = {"trust_defines": are_defines_final(), **known, **settings}
        return tune_source(
            built.source,
            launch,
            device=f"{device.platform.name.strip()}, {device.name.strip()}",
            kernels=[kernel.function_name],
            factors=factors,
            lines=lines,
            all_loops=all_loops,
            budget=budget,
            time=time,
            timeout=timeout,
            flush=flush,
            filename=built.filename if filename is None else filename,
            build_options=built.options,
            **chosen,
        )


def record(
    path: FileName,
    kernel: pyopencl.Kernel,
    queue: pyopencl.CommandQueue,
    global_size: Sequence[int],
    local_size: Sequence[int] | None,
    *args: object,
    source: str | None = None,
    options: BuildOptions | None = None,
    append: bool = False,
) -> None:
    """Write a launch as a launch description (docs/verify.md), for ``clunroll tune`` and ``clunroll --verify=run``.

    The contents of the buffers, as they are before the launch, are in files beside it: ``k.launch.toml`` has ``k.sum.in.bin`` for the
    parameter ``in`` of the kernel ``sum``.

    :param path: the file to write. ``k.launch.toml`` beside ``k.cl`` is found by its name.
    :param append: whether the launch is added to those that the file has.

    The other parameters are those of :func:`tune`. Nothing is launched.
    """
    given = Path(_arguments.path("path", path))
    _record_launch(given, kernel, queue, (global_size, local_size), args, _Given(source, options), append=_arguments.flag("append", append))


@dataclass(frozen=True)
class _Built:
    """How a program was made."""

    source: str
    #: The string for ``clBuildProgram``.
    options: str
    filename: FileName | None
    settings: Any


@dataclass(frozen=True)
class _Given:
    """What a caller says about a kernel's program."""

    source: str | None
    options: BuildOptions | None


#: The folder of PyOpenCL's own headers, which it adds to each build.
_HEADERS = Path(pyopencl.__file__).with_name("cl")

#: How many programs are remembered by their texts.
_MOST_BUILT = 64

#: The programs of `build` by their pointers; those from PyOpenCL's cache have no text.
_programs: WeakValueDictionary[int, UnrolledProgram] = WeakValueDictionary()

#: How programs were made, by their texts: a kernel does not keep the object that `build` gives.
_built: OrderedDict[str, _Built] = OrderedDict()


def _remember(program: UnrolledProgram, built: _Built) -> None:
    text = program.clunroll.text
    _built[text] = built
    _built.move_to_end(text)
    while len(_built) > _MOST_BUILT:
        _built.popitem(last=False)
    program._made = built
    _programs[program.int_ptr] = program


def _origin(kernel: pyopencl.Kernel, device: pyopencl.Device, given: _Given) -> tuple[_Built, list[_record.Parameter]]:
    """How a kernel's program was made, or what the caller says of it, and the kernel's parameters."""
    program: Any = kernel.get_info(pyopencl.kernel_info.PROGRAM)
    known = _programs.get(program.int_ptr)
    if known is not None:
        text, built = known.clunroll.text, known._made
    else:
        text = program.get_info(pyopencl.program_info.SOURCE)
        # Programs with the same text may have other options.
        said = program.get_build_info(device, pyopencl.program_build_info.OPTIONS)
        built = replace(_built.get(text, _Built(text, "", None, {})), options=said)
    if given.source is not None:
        _arguments.source(_arguments.text("source", given.source))
    elif not text:
        raise ValueError("source is missing: the program of this kernel was made from a binary, which has no source")
    options = build_string("options", given.options)
    _check_options(options or "")
    if text:
        parameters = _record.parameters(kernel, text, built.options, device)
    else:
        parameters = _record.parameters(kernel, given.source or "", built.options if options is None else options, device)
    # Candidates are built without PyOpenCL, which would append its words.
    whole = None if options is None else " ".join([options, *appended_options()])
    wanted = {"source": given.source, "options": whole}
    return replace(built, **{name: value for name, value in wanted.items() if value is not None}), parameters


def _record_launch(
    path: Path,
    kernel: pyopencl.Kernel,
    queue: pyopencl.CommandQueue,
    sizes: tuple[object, object],
    arguments: Sequence[object],
    given: _Given,
    *,
    append: bool = False,
) -> _Built:
    for name, value, kind in (("kernel", kernel, pyopencl.Kernel), ("queue", queue, pyopencl.CommandQueue)):
        if not isinstance(value, kind):
            raise _arguments.wrong(name, f"pyopencl.{kind.__name__}", value)
    built, known = _origin(kernel, queue.device, given)
    before = path.read_text(encoding="utf-8") if append and path.exists() else ""
    stem = path.name.removesuffix(".toml").removesuffix(".launch")
    files = path.with_name(f"{stem}.{kernel.function_name}")
    if before:
        files = _record.free_name(files, known, before)
    text = _record.description(kernel, queue, sizes, arguments, known, files)
    path.write_text(f"{before}\n{text}" if before else text, encoding="utf-8")
    return built


def _words(options: BuildOptions | None) -> list[str]:
    """The options as PyOpenCL splits and joins them."""
    if isinstance(options, str):
        try:
            words = shlex.split(options)
        except ValueError as error:
            raise ValueError(f"options: a quote is not closed in {options!r}") from error
    else:
        words = [] if options is None else _arguments.texts("options", options)
    _check_options(" ".join(words))
    return words


def _check_options(options: str) -> None:
    try:
        check_settings({"build_options": options})
    except ValueError as error:
        raise ValueError(str(error).removeprefix("build_")) from error


def _are_devices(devices: object) -> bool:
    return isinstance(devices, Iterable) and all(isinstance(device, pyopencl.Device) for device in devices)


def _warn(outcome: Outcome[str]) -> None:
    """Warn once for each finding that is a warning, or the reason why something was not done."""
    done = [*(request.done for request in outcome.requests), *(promotion.done for promotion in outcome.promotions)]
    reasons = {one.code for one in done if isinstance(one, Left)}
    for diagnostic in outcome.diagnostics:
        if diagnostic.severity == "warning" or diagnostic.code in reasons:
            warnings.warn(str(diagnostic), UnrollWarning, stacklevel=3)
