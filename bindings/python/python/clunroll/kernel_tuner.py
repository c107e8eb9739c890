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
from typing import TYPE_CHECKING, Any

from clunroll import _arguments
from clunroll._clunroll import check_settings
from clunroll._environment import appended_options, are_defines_final
from clunroll._outcome import Place, Request, UnrollError
from clunroll._settings import RULES, BuildOptions, FileName, Includes, Settings, told
from clunroll._unroll import unroll

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The beginning of the names that Kernel Tuner gives to factors.
FACTOR = "loop_unroll_factor"

#: With this factor instead of 0, a request that depends on a parameter has another factor.
_OTHER_FACTOR = "2"

#: The rules that a factor of 0 breaks: one for each kind of spelling.
_ZERO = {"CLU101", "CLU008"}


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
        given = _arguments.mapping("parameters", {} if parameters is None else parameters, '{"block_size_x": 16}')
        defines = {str(name): str(value) for name, value in given.items() if str(name).isidentifier()}
        off = [name for name, value in defines.items() if name.startswith(FACTOR) and value == "0"]
        text = self.text
        if off:
            text = _without(text, self._off(defines, off))
        return unroll(text, **{**self._told(), "defines": defines}).text

    def _told(self) -> dict[str, Any]:
        """The arguments for a build that follows now."""
        given = self.arguments.get("build_options")
        options = " ".join([*([] if given is None else [given]), *appended_options()])
        return {"trust_defines": are_defines_final(), **self.arguments, "build_options": options}

    def _off(self, defines: Mapping[str, str], off: list[str]) -> list[Request]:
        """The requests whose factor is 0 because of these parameters: they name one, or macros pass it on to them.

        With other factors, those are requests that are valid everywhere. A 0 that the author writes stays a 0, and so does a request of
        which a macro makes the loop too.
        """
        still = {request.place for request, is_zero in self._requests({**defines, **dict.fromkeys(off, _OTHER_FACTOR)}) if is_zero}
        return [
            request
            for request, is_zero in self._requests(defines)
            if (_names_one_of(request, off) or (is_zero and request.place not in still)) and _is_alone(request, self.text)
        ]

    def _requests(self, defines: Mapping[str, str]) -> list[tuple[Request, bool]]:
        """The requests, and whether their factor is 0."""
        # What the caller ignores is a zero all the same.
        arguments = {**self._told(), **dict.fromkeys(RULES), "defines": defines}
        try:
            outcome = unroll(self.text, **arguments)
        except UnrollError as error:
            # In some spellings, a factor of 0 is an error.
            outcome = error.outcome
        zeros = [place for one in outcome.diagnostics if one.code in _ZERO for place in (one.place, *(label.place for label in one.labels))]
        return [(request, any(_holds(request.place, place) for place in zeros)) for request in outcome.requests]


def source(
    kernel: FileName,
    *,
    include_dirs: Iterable[FileName] = (),
    includes: Includes | None = None,
    build_options: BuildOptions | None = None,
    **settings: Unpack[Settings],
) -> Source:
    """The source of a kernel for ``tune_kernel``.

    :param kernel: the path of a file, or the text of the kernel. A string with a line break or a brace is a text.
    :param include_dirs: folders of included files, as for :func:`clunroll.unroll`.
    :param includes: texts of included files, as there.
    :param build_options: the ``compiler_options`` of ``tune_kernel``, as one string or as a list.
    :param settings: other settings, as there. ``trust_defines`` is on unless you say otherwise, or a variable of the environment adds
        options to each build.
    """
    name = _arguments.path("kernel", kernel)
    plain = told(None, None, build_options, include_dirs, settings)
    check_settings(plain)
    if includes is not None and not (isinstance(includes, Mapping) or callable(includes)):
        raise _arguments.wrong("includes", "a mapping from names to texts, or a function", includes)
    arguments = {**plain, "includes": includes}
    if isinstance(kernel, str) and any(character in kernel for character in "\n{"):
        return Source(kernel, arguments)
    return Source(Path(name).read_text(encoding="utf-8"), {**arguments, "filename": name})


def _holds(outer: Place, inner: Place) -> bool:
    begin, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return outer.file == inner.file and begin <= (inner.line, inner.column) < end


def _is_alone(request: Request, text: str) -> bool:
    """Whether the place of a request holds nothing else. That of a macro's request is the use of the macro, which may make the loop too."""
    found = re.match(r"(?!_Pragma\b|__attribute)\w+", request.text)
    if not found:
        return True
    names, seen = [found[0]], set()
    while names:
        name = names.pop()
        seen.add(name)
        bodies = re.findall(rf"^[ \t]*#[ \t]*define[ \t]+{name}\b((?:.*\\\r?\n)*.*)", text, re.MULTILINE)
        words = {word for body in bodies for word in re.findall(r"\w+", body)}
        if words & {"for", "while", "do", "if", "goto"} or (name == found[0] and not bodies):
            return False
        names += words - seen
    return True


def _names_one_of(request: Request, names: list[str]) -> bool:
    words = re.findall(r"\w+", request.text)
    return any(name in words for name in names)


def _without(text: str, requests: list[Request]) -> str:
    """The text without these requests. Their lines stay, so that no line gets another number."""
    # Places count line feeds only; `splitlines` knows other ends of lines.
    lines = re.split(r"(?<=\n)", text)
    for request in reversed(requests):
        place = request.place
        first, last = place.line - 1, place.end_line - 1
        rest = lines[last][place.end_column - 1 :]
        lines[first] = lines[first][: place.column - 1] + "\n" * (last - first) + rest
        lines[first + 1 : last + 1] = []
    return "".join(lines)
