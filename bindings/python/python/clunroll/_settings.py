"""The settings of a call: their names, their types, and how macros are written.

The names are the keys of ``clunroll.toml`` and the options of the program, with ``_`` for ``-``. They are listed here once, for all
functions of the package.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

from clunroll import _arguments
from clunroll._clunroll import check_settings

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

#: What a macro may be: a number or a text; ``True`` is 1 and ``False`` is 0; ``None`` says that it is not defined.
MacroValue: TypeAlias = Union[int, float, str, bool, None]

#: Where included files come from: texts by their names, or a function that gives the text for a name, or ``None``.
Includes: TypeAlias = Union[
    Mapping[str, Union[str, bytes]],
    Callable[[str], Union[str, bytes, None]],
]

#: The name of a file or folder.
FileName: TypeAlias = Union[str, "os.PathLike[str]"]

#: The options of the final compile: the string for ``clBuildProgram``, or its parts, which blanks join.
BuildOptions: TypeAlias = Union[str, Iterable[str]]


class Settings(TypedDict, total=False):
    """What a call may be told besides the macros and files of the final compile."""

    assume_restrict: bool
    check_promises: bool
    checked: bool
    cl_std: Literal["CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"]
    deny: str | Iterable[str]
    flatten: bool
    forced_includes: FileName | Iterable[FileName]
    forms: Literal["all", "plain"]
    guard: Literal["preprocessor", "tests"]
    ignore: str | Iterable[str]
    line_directives: bool
    loads_first: Literal["never", "proven", "promised"]
    max_copies: int
    max_growth: int
    max_live: int
    provide_extension: bool
    remainder: Literal["auto", "loop", "nested", "switch", "versions"]
    select: str | Iterable[str]
    target: Literal["any", "gpu", "cpu"]
    trust_defines: bool
    trust_ivdep: bool
    uniform_work_groups: bool
    warn: str | Iterable[str]


class UnrollSettings(Settings, total=False):
    """Settings of :func:`unroll` alone."""

    #: The device of the profile, by its name or a part of it; without it, the text is for all devices with a ``macro``.
    device: str
    #: A file that ``clunroll tune --profile`` has written.
    profile: FileName


#: The settings that name rules.
RULES = ("select", "warn", "deny", "ignore")


def told(
    filename: FileName | None,
    defines: Mapping[str, MacroValue] | None,
    build_options: BuildOptions | None,
    include_dirs: Iterable[FileName],
    settings: Mapping[str, object],
) -> dict[str, Any]:
    """The arguments of a call with plain values, as the extension module takes them."""
    plain: dict[str, Any] = dict(settings)
    if plain.get("forced_includes") is not None:
        plain["forced_includes"] = _names_of_files("forced_includes", plain["forced_includes"])
    for name in RULES:
        if plain.get(name) is not None:
            plain[name] = _arguments.texts(name, plain[name])
    return {
        "filename": None if filename is None else _arguments.path("filename", filename),
        "defines": None if defines is None else macros(defines),
        "build_options": build_string("build_options", build_options),
        "include_dirs": _arguments.paths("include_dirs", include_dirs),
        **plain,
    }


def checked(function: str, plain: dict[str, object]) -> None:
    """Check the arguments of a function that starts the program, or that uses them later."""
    if "includes" in plain:
        raise TypeError(
            f"{function} takes no includes, since the program reads included files from folders: write them into a folder, "
            "and pass its name in include_dirs"
        )
    check_settings(plain)


def build_string(name: str, options: object) -> str | None:
    """The string for ``clBuildProgram``. Blanks join the parts of a list, as in PyOpenCL."""
    if options is None or isinstance(options, str):
        return options
    return " ".join(_arguments.texts(name, options))


def macros(defines: Mapping[str, MacroValue]) -> list[tuple[str, str | None]]:
    """The text of each macro; ``None`` for one that is not defined."""
    found = []
    for name, value in _arguments.mapping("defines", defines, '{"N": 16}').items():
        if not isinstance(name, str):
            raise _arguments.wrong("a name in defines", "str", name)
        found.append((name, _text(f"defines[{name!r}]", value)))
    return found


def _text(name: str, given: object) -> str | None:
    # A scalar of NumPy becomes the number of Python that it is; its classes have the method too.
    value = given.item() if hasattr(given, "item") and not isinstance(given, type) else given
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _arguments.unfit(name, "a number that OpenCL C can write", given)
        return repr(value)
    error = _arguments.wrong(name, "int, float, str, bool or None", given)
    raise TypeError(f'{error}; write a type as text, as in "float"') if isinstance(given, type) else error


def _names_of_files(name: str, values: object) -> list[str]:
    if isinstance(values, (str, os.PathLike)):
        return [_arguments.path(name, values)]
    if isinstance(values, (bytes, Mapping)) or not isinstance(values, Iterable):
        raise _arguments.wrong(name, "a name of a file or a list of names", values)
    return [_arguments.path(f"{name}[{number}]", value) for number, value in enumerate(values)]
