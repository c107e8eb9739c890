"""PyOpenCL: build a program from a source with its loops unrolled."""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pyopencl

from clunroll._unroll import unroll

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from clunroll._settings import Settings


class UnrollWarning(UserWarning):
    """A request that may not do what its author wants."""


def build(
    context: pyopencl.Context,
    source: str,
    options: str | Sequence[str] | None = None,
    *,
    devices: Sequence[pyopencl.Device] | None = None,
    cache_dir: str | None = None,
    filename: str | None = None,
    **settings: Unpack[Settings],
) -> pyopencl.Program:
    """Unroll a source and build it: ``pyopencl.Program(context, source).build(options, devices, cache_dir)``, with one step before it.

    The options are known to be those of the build that follows, so ``trust_defines`` is on unless you say otherwise.

    :param filename: the name of the source for diagnostics.
    :param settings: other settings, as for :func:`clunroll.unroll`.
    :raises clunroll.UnrollError: if a request is invalid.

    What counts as a warning is given as an :class:`UnrollWarning`.
    """
    words = shlex.split(options) if isinstance(options, str) else list(options or ())
    # This is how PyOpenCL makes the string for `clBuildProgram`. It adds the folder of its own headers.
    text = " ".join(words)
    headers = Path(pyopencl.__file__).with_name("cl")
    settings.setdefault("trust_defines", True)
    outcome = unroll(source, filename=filename, build_options=text, include_dirs=[headers], **settings)
    for diagnostic in outcome.diagnostics:
        if diagnostic.severity == "warning":
            warnings.warn(str(diagnostic), UnrollWarning, stacklevel=2)
    program: pyopencl.Program = pyopencl.Program(context, outcome.text).build(words, devices, cache_dir)
    return program
