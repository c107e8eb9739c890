"""Checks of arguments: each message names the argument, says what it may be, and shows what was given.

The extension module checks the settings by the library's table, and takes its exceptions from here too (`wrong` and `unfit`), so
that all functions speak alike.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping

#: The ends of names of files that hold OpenCL C.
_SUFFIXES = (".cl", ".clh", ".clc", ".ocl", ".opencl", ".h", ".hpp", ".hh", ".c", ".cc", ".cpp", ".cxx", ".inc", ".inl")

#: How much of a value a message shows.
_MOST_SHOWN = 80


def shown(value: object) -> str:
    """A value as messages show it."""
    text = f"the class {value.__module__}.{value.__qualname__}" if isinstance(value, type) else repr(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "..."


def wrong(name: str, wanted: str, value: object) -> TypeError:
    """The exception for a value of another type."""
    return TypeError(f"{name} must be {wanted}, not {shown(value)}")


def unfit(name: str, wanted: str, value: object) -> ValueError:
    """The exception for a value of the right type that is not allowed."""
    return ValueError(f"{name} must be {wanted}, not {shown(value)}")


def source(value: object) -> None:
    """Check the text of a source. A path is no source, and there is nothing to unroll in it: that must not pass in silence."""
    is_path = isinstance(value, os.PathLike) or (isinstance(value, (str, bytes)) and _is_name_of_file(value))
    if is_path:
        kind = ValueError if isinstance(value, (str, bytes)) else TypeError
        raise kind(
            f"source must be the text of a source, not {shown(value)}, which is the name of a file: "
            "use clunroll.unroll_file, or pass what the file contains"
        )
    if not isinstance(value, (str, bytes)):
        raise wrong("source", "str or bytes", value)


def _is_name_of_file(value: str | bytes) -> bool:
    if len(value) > 4096:
        return False
    text = (value if isinstance(value, str) else value.decode("latin-1")).strip()
    if any(character in text for character in "\n\r\0{};#*") or text.startswith("//"):
        return False
    has_folder = ("/" in text or "\\" in text) and all(one.isalnum() or one in "/\\._-+:~" for one in text)
    return has_folder or text.lower().endswith(_SUFFIXES)


def path(name: str, value: object) -> str:
    """The name of a file or folder."""
    if isinstance(value, (str, os.PathLike)):
        found = os.fspath(value)
        if isinstance(found, str):
            return found
    raise wrong(name, "str or os.PathLike", value)


def paths(name: str, values: object) -> list[str]:
    """A list of folders. One folder that is not in a list is a mistake: its characters would be folders."""
    if isinstance(values, (str, bytes, os.PathLike)):
        raise TypeError(f"{name} must be a list of folders, as in [{values!r}]")
    if not isinstance(values, Iterable):
        raise wrong(name, "a list of folders", values)
    return [path(f"{name}[{number}]", value) for number, value in enumerate(values)]


def text(name: str, value: object) -> str:
    """A string."""
    if not isinstance(value, str):
        raise wrong(name, "str", value)
    return value


def texts(name: str, values: object) -> list[str]:
    """Strings in a list, or one string."""
    if isinstance(values, str):
        return [values]
    if isinstance(values, (bytes, Mapping)) or not isinstance(values, Iterable):
        raise wrong(name, "str or a list of str", values)
    return [text(f"{name}[{number}]", value) for number, value in enumerate(values)]


def flag(name: str, value: object) -> bool:
    """True or False, also as NumPy has them."""
    if isinstance(value, bool) or (type(value).__module__ == "numpy" and type(value).__name__ in {"bool", "bool_"}):
        return bool(value)
    raise wrong(name, "True or False", value)


def whole_number(name: str, value: object, least: int, most: int | None = None) -> int:
    """An integer in a range."""
    wanted = f"a whole number from {least} to {most}" if most is not None else f"a whole number that is at least {least}"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise wrong(name, wanted, value)
    number = operator.index(value)
    if number < least or (most is not None and number > most):
        raise unfit(name, wanted, value)
    return number


def whole_numbers(name: str, values: object, least: int, most: int | None = None) -> list[int]:
    """A list of integers in a range."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise wrong(name, "a list of whole numbers", values)
    return [whole_number(f"{name}[{number}]", value, least, most) for number, value in enumerate(values)]


def seconds(name: str, value: object) -> float:
    """A time that is more than nothing."""
    if isinstance(value, (bool, str, bytes)) or not hasattr(value, "__float__"):
        raise wrong(name, "a number of seconds", value)
    number = float(value)
    if not 0 < number < float("inf"):
        raise unfit(name, "a number of seconds above 0", value)
    return number


def mapping(name: str, value: object, example: str) -> Mapping[object, object]:
    """A dictionary or the like."""
    if not isinstance(value, Mapping):
        raise wrong(name, f"a dict, as in {example}", value)
    return value
