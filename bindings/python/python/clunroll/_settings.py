"""The settings of a call: their names, their types, and how macros are written.

The names are the keys of ``clunroll.toml`` and the options of the program, with ``_`` for ``-``. They are listed here once, for all
functions of the package.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

#: What a macro may be: a number or a text; ``True`` is 1 and ``False`` is 0; ``None`` says that it is not defined.
MacroValue: TypeAlias = Union[int, float, str, bool, None]

#: Where included files come from: texts by their names, or a function that gives the text for a name, or ``None``.
Includes: TypeAlias = Union[
    Mapping[str, Union[str, bytes]],
    Callable[[str], Union[str, bytes, None]],
]

Folder: TypeAlias = Union[str, "os.PathLike[str]"]


class Settings(TypedDict, total=False):
    """What a call may be told besides the macros and files of the final compile."""

    assume_restrict: bool
    check_promises: bool
    checked: bool
    cl_std: Literal["CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"]
    deny: str | Iterable[str]
    flatten: bool
    forced_includes: Iterable[str]
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
    profile: Union[str, "os.PathLike[str]"]


def macros(defines: Mapping[str, MacroValue]) -> list[tuple[str, str | None]]:
    """The text of each macro; ``None`` for one that is not defined."""
    if not isinstance(defines, Mapping):
        kind = type(defines).__qualname__
        raise TypeError(f'defines must be a dict from names to values, as in {{"N": 16}}, not {kind}')
    return [(name, _text(name, value)) for name, value in defines.items()]


def _text(name: str, value: object) -> str | None:
    if hasattr(value, "item"):
        # A scalar of NumPy, as the number of Python that it is.
        value = value.item()
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"the macro {name} is {value!r}, which OpenCL C cannot write as a number")
        return repr(value)
    kind = type(value).__qualname__
    raise TypeError(f"the macro {name} must be int, float, str, bool or None, not {kind}")


def paths(folders: Iterable[Folder]) -> list[str]:
    """The folders of a list. One folder that is not in a list is a mistake: its characters would be folders."""
    if isinstance(folders, (str, bytes, os.PathLike)):
        raise TypeError(f"include_dirs must be a list of folders, as in [{folders!r}]")
    return [os.fspath(folder) for folder in folders]
