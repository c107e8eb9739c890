"""Kernel Tuner: sources in which the loops are unrolled by the factors of each configuration.

>>> import clunroll.kernel_tuner
>>> source = clunroll.kernel_tuner.source('''
... kernel void fill(global int *a, int n) {
...     #pragma unroll loop_unroll_factor_i
...     for (int i = 0; i < n; i++) a[i] = i;
... }
... ''')
>>> source({"loop_unroll_factor_i": 4}).count("a[i] = i")
7

Pass it to ``tune_kernel`` as the source, with ``lang="OpenCL"``.

Kernel Tuner writes the parameters as ``#define`` lines before the text that it gets. So they are final, and are trusted: a loop whose
bound is a parameter is unrolled without a test of it. A factor of 0 is Kernel Tuner's word for *leave this loop to the
compiler*. OpenCL compilers know no such factor, and some refuse it, so the request is removed then.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from clunroll._outcome import Request, UnrollError
from clunroll._settings import Folder, Includes, Settings
from clunroll._unroll import unroll

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The beginning of the names that Kernel Tuner gives to factors.
FACTOR = "loop_unroll_factor"


@dataclass(frozen=True)
class Source:
    """The source of a kernel for each configuration: called with its parameters, it gives the text."""

    text: str
    arguments: Mapping[str, Any]

    def __call__(self, parameters: Mapping[str, object] | None = None) -> str:
        """The text with its loops unrolled.

        :raises clunroll.UnrollError: if a request is invalid with these parameters.
        """
        # The texts that Kernel Tuner writes. It refuses names that are none of C when it writes them.
        defines = {name: str(value) for name, value in (parameters or {}).items() if name.isidentifier()}
        off = [name for name, value in defines.items() if name.startswith(FACTOR) and value == "0"]
        text = self.text
        if off:
            requests = [request for request in self._requests(defines) if _names_one_of(request, off)]
            text = _without(text, requests)
        return unroll(text, defines=defines, **self.arguments).text

    def _requests(self, defines: Mapping[str, str]) -> tuple[Request, ...]:
        try:
            return unroll(self.text, defines=defines, **self.arguments).requests
        except UnrollError as error:
            # In some spellings, a factor of 0 is an error.
            return error.outcome.requests


def source(
    kernel: Union[str, os.PathLike[str]],
    *,
    include_dirs: Iterable[Folder] = (),
    includes: Includes | None = None,
    build_options: str | None = None,
    **settings: Unpack[Settings],
) -> Source:
    """The source of a kernel for ``tune_kernel``.

    :param kernel: the path of a file, or the text of the kernel. A string with a line break or a brace is a text.
    :param include_dirs: folders of included files, as for :func:`clunroll.unroll`.
    :param includes: texts of included files, as there.
    :param build_options: the ``compiler_options`` of ``tune_kernel``, as one string.
    :param settings: other settings, as there. ``trust_defines`` is on unless you say otherwise.
    """
    files = {"include_dirs": list(include_dirs), "includes": includes, "build_options": build_options}
    arguments: dict[str, Any] = {"trust_defines": True, **files, **settings}
    if isinstance(kernel, str) and any(character in kernel for character in "\n{"):
        return Source(kernel, arguments)
    return Source(Path(kernel).read_text(encoding="utf-8"), {"filename": os.fspath(kernel), **arguments})


def _names_one_of(request: Request, names: list[str]) -> bool:
    words = re.findall(r"\w+", request.text)
    return any(name in words for name in names)


def _without(text: str, requests: list[Request]) -> str:
    """The text without these requests. Their lines stay, so that no line gets another number."""
    lines = text.splitlines(keepends=True)
    for request in reversed(requests):
        place = request.place
        first, last = place.line - 1, place.end_line - 1
        rest = lines[last][place.end_column - 1 :]
        lines[first] = lines[first][: place.column - 1] + "\n" * (last - first) + rest
        lines[first + 1 : last + 1] = []
    return "".join(lines)
