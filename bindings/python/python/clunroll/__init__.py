"""clunroll unrolls the loops of OpenCL C sources that ask for it, before the OpenCL compiler reads them.

>>> import clunroll
>>> source = '''
... kernel void fill(global int *a) {
...     #pragma unroll
...     for (int i = 0; i < 2; i++) a[i] = i;
... }
... '''
>>> outcome = clunroll.unroll(source)
>>> outcome.requests[0].done.copies
2

- :func:`unroll` rewrites a source, and :func:`unroll_file` what a file contains; :func:`check` looks for mistakes in it;
  :func:`verify` runs its kernels before and after, and :func:`tune` finds the fastest form of each loop.
- ``clunroll.pyopencl`` builds programs for PyOpenCL, and tunes their kernels.
- ``clunroll.kernel_tuner`` gives Kernel Tuner sources with the factors of a configuration.

The program ``clunroll`` comes with this package.
"""

from clunroll._clunroll import VERSION as __version__

# As in `typing`, whose import would take most of the time of this one.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from clunroll._outcome import (
        AsAsked,
        Diagnostic,
        Edit,
        Fix,
        Label,
        Left,
        Outcome,
        Place,
        Pointer,
        Promoted,
        Promotion,
        Request,
        Restrict,
        Unrolled,
        UnrollError,
    )
    from clunroll._settings import BuildOptions, FileName, Includes, MacroValue, Settings
    from clunroll._tune import TuneReport, tune
    from clunroll._unroll import check, unroll, unroll_file
    from clunroll._verify import ProgramError, Verification, VerifiedKernel, program, verify

__all__ = [
    "AsAsked",
    "BuildOptions",
    "Diagnostic",
    "Edit",
    "FileName",
    "Fix",
    "Includes",
    "Label",
    "Left",
    "MacroValue",
    "Outcome",
    "Place",
    "Pointer",
    "ProgramError",
    "Promoted",
    "Promotion",
    "Request",
    "Restrict",
    "Settings",
    "TuneReport",
    "UnrollError",
    "Unrolled",
    "Verification",
    "VerifiedKernel",
    "__version__",
    "check",
    "program",
    "tune",
    "unroll",
    "unroll_file",
    "verify",
]

_MODULES = {
    "_outcome": (
        "AsAsked, Diagnostic, Edit, Fix, Label, Left, Outcome, Place, Pointer, Promoted, Promotion, Request, Restrict, "
        "UnrollError, Unrolled"
    ),
    "_settings": "BuildOptions, FileName, Includes, MacroValue, Settings",
    "_tune": "TuneReport, tune",
    "_unroll": "check, unroll, unroll_file",
    "_verify": "ProgramError, Verification, VerifiedKernel, program, verify",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split(", ")}


def __getattr__(name: str) -> object:
    """Import what is used, when it is used first: a program that never unrolls pays nothing, and one that unrolls no process."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
