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

- :func:`unroll` rewrites a source; :func:`check` looks for mistakes in it; :func:`verify` runs its kernels before and after,
  and :func:`tune` finds the fastest form of each loop.
- ``clunroll.pyopencl`` builds a program for PyOpenCL.
- ``clunroll.kernel_tuner`` gives Kernel Tuner sources with the factors of a configuration.

The program ``clunroll`` comes with this package.
"""

from clunroll._clunroll import VERSION as __version__
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
from clunroll._settings import Includes, MacroValue, Settings
from clunroll._tune import TuneReport, tune
from clunroll._unroll import check, unroll
from clunroll._verify import ProgramError, Verification, VerifiedKernel, program, verify

__all__ = [
    "AsAsked",
    "Diagnostic",
    "Edit",
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
    "verify",
]
