"""What a call gives back.

The classes have the fields of the JSON report (docs/report.md), of which they are made. That report has one definition, in the
library, and it is only made if somebody asks for a part of it: a program that wants the text does not wait for the rest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, Union, cast

from clunroll import _arguments

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

    from clunroll._clunroll import Rewritten

Severity: TypeAlias = Literal["error", "warning", "note"]

#: The type of a source, and so of its text.
Text = TypeVar("Text", bound=Union[str, bytes])

_Known = TypeVar("_Known")


def _known(kind: type[_Known], data: Mapping[str, Any], **made: object) -> _Known:
    """An object of that class: its fields are `made`, or as in the report. Later versions of the report may have more fields."""
    found = {one.name: data[one.name] for one in fields(cast(Any, kind)) if one.name in data}
    return kind(**{**found, **made})


@dataclass(frozen=True)
class Place:
    """Where something is: lines and characters, both counted from 1. The end is just after the last character."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Label:
    """Another place that a diagnostic is about."""

    place: Place
    message: str


@dataclass(frozen=True)
class Edit:
    """One replacement of a fix."""

    place: Place
    text: str


@dataclass(frozen=True)
class Fix:
    """A correction that a program can make: all of its edits or none. It is ``"unsafe"`` if only the author knows that it is right."""

    title: str
    applicability: Literal["safe", "unsafe"]
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Diagnostic:
    """One finding: what is wrong, where, why it matters, and what to write instead."""

    code: str
    name: str
    severity: Severity
    message: str
    place: Place
    label: str
    labels: tuple[Label, ...]
    notes: tuple[str, ...]
    fix: Fix | None

    def __str__(self) -> str:
        return f"{self.place}: {self.severity}[{self.code}]: {self.message}"


@dataclass(frozen=True)
class Unrolled:
    """A loop was unrolled."""

    form: Literal["full", "counted", "checked", "re-checked"]
    arrangement: Literal["in-turn", "jammed"]
    factor: int | None
    trips: int | None
    copies: int
    remainder: Literal["none", "straight", "loop", "nested", "switch", "versions"]
    loads_first: bool
    guards: tuple[str, ...]
    loads_in_place: str | None = None
    condition: str | None = None


@dataclass(frozen=True)
class AsAsked:
    """A loop stays as written because the request asks for no unrolling."""


@dataclass(frozen=True)
class Promoted:
    """Each element of an array is a variable of its own."""

    condition: str | None = None


@dataclass(frozen=True)
class Restrict:
    """A pointer got the word ``restrict``."""


@dataclass(frozen=True)
class Left:
    """Something stays as written, and why: the words of the diagnostic that says so."""

    code: str
    name: str
    reason: str


@dataclass(frozen=True)
class Request:
    """One ``#pragma unroll``, or another spelling of it, and what was done."""

    place: Place
    text: str
    asks: Literal["full", "factor", "jam", "compiler", "no", "unknown"]
    factor: int | None
    done: Unrolled | AsAsked | Left
    growth: int | None


@dataclass(frozen=True)
class Promotion:
    """One ``#pragma promote_to_registers``, and what was done."""

    place: Place
    text: str
    names: tuple[str, ...]
    elements: int
    done: Promoted | Left
    growth: int | None


@dataclass(frozen=True)
class Pointer:
    """One pointer parameter that lacked ``restrict``, and what was done. There are some with ``assume_restrict`` only."""

    place: Place
    name: str
    done: Restrict | Left


#: The styles of :meth:`Outcome.format`.
_STYLES = ("full", "short")


@dataclass(frozen=True)
class _Kept:
    """What an outcome can be asked, with all answers: it takes the place of the library's result in other processes."""

    json: bytes
    is_wrong: bool
    included: list[str]
    formats: dict[tuple[str, bool], str]

    @classmethod
    def of(cls, rewritten: Rewritten | _Kept) -> _Kept:
        formats = {(style, color): rewritten.format(style, color) for style in _STYLES for color in (False, True)}
        return cls(rewritten.report(), rewritten.has_errors(), rewritten.included_files(), formats)

    def report(self) -> bytes:
        return self.json

    def has_errors(self) -> bool:
        return self.is_wrong

    def included_files(self) -> list[str]:
        return self.included

    def format(self, style: str, color: bool) -> str:
        return self.formats[style, color]


@dataclass(frozen=True)
class Outcome(Generic[Text]):
    """The rewritten source and all there is to say about it."""

    #: The source with its requested loops unrolled; the source itself if nothing was to be done.
    text: Text
    _rewritten: Union[Rewritten, _Kept] = field(repr=False, compare=False)

    @cached_property
    def report(self) -> dict[str, Any]:
        """The report about this source: one of the ``files`` in docs/report.md."""
        report: dict[str, Any] = json.loads(self._rewritten.report())["files"][0]
        return report

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The findings, in the order of the source."""
        return tuple(_diagnostic(data) for data in self.report["diagnostics"])

    @cached_property
    def requests(self) -> tuple[Request, ...]:
        """What became of each request, in the order of the source."""
        return tuple(_request(data) for data in self.report["requests"])

    @cached_property
    def promotions(self) -> tuple[Promotion, ...]:
        """What became of each array that was to become scalars."""
        return tuple(
            _known(Promotion, data, place=_place(data), names=tuple(data["names"]), done=_done(data["done"]))
            for data in self.report["promotions"]
        )

    @cached_property
    def pointers(self) -> tuple[Pointer, ...]:
        """What became of each pointer parameter that lacked ``restrict``."""
        return tuple(
            _known(Pointer, data, place=_place(data), done=_done(data["done"])) for data in self.report.get("pointers", ())
        )

    @property
    def has_errors(self) -> bool:
        """Whether a request is invalid, or a finding counts as an error."""
        return self._rewritten.has_errors()

    @property
    def included_files(self) -> tuple[str, ...]:
        """The names of the included files that were read."""
        return tuple(self._rewritten.included_files())

    def format(self, style: Literal["full", "short"] = "full", *, color: bool = False) -> str:
        """The diagnostics as text: with their lines of source, or one line each."""
        if style not in _STYLES:
            raise _arguments.unfit("style", "'full' or 'short'", style)
        return self._rewritten.format(style, _arguments.flag("color", color))

    def __reduce__(self) -> tuple[type[Outcome[Text]], tuple[Text, _Kept]]:
        """For ``pickle`` and ``copy``."""
        return type(self), (self.text, _Kept.of(self._rewritten))


class UnrollError(ValueError):
    """A source has invalid requests, or findings that count as errors. The message has the lines of source."""

    #: What the call would have returned. In its text, the loops of the invalid requests are as written.
    outcome: Outcome[Any]

    def __init__(self, outcome: Outcome[Any]) -> None:
        super().__init__(outcome)
        self.outcome = outcome

    def __str__(self) -> str:
        return "\n" + self.outcome.format().rstrip("\n")

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings; those that count as errors have the severity ``"error"``."""
        return self.outcome.diagnostics


_DONE: dict[str, type[Union[Unrolled, AsAsked, Left, Promoted, Restrict]]] = {
    "unrolled": Unrolled,
    "as-asked": AsAsked,
    "left": Left,
    "promoted": Promoted,
    "restrict": Restrict,
}


def _place(data: Mapping[str, Any]) -> Place:
    return _known(Place, data["place"])


def _done(data: Mapping[str, Any]) -> object:
    made = {"guards": tuple(data["guards"])} if "guards" in data else {}
    return _known(_DONE[data["kind"]], data, **made)


def _request(data: Mapping[str, Any]) -> Request:
    asks = data["asks"]
    made = {"asks": asks["kind"], "factor": asks.get("factor"), "done": _done(data["done"])}
    return _known(Request, data, place=_place(data), **made)


def _diagnostic(data: Mapping[str, Any]) -> Diagnostic:
    labels = tuple(_known(Label, label, place=_place(label)) for label in data["labels"])
    made = {"labels": labels, "notes": tuple(data["notes"]), "fix": _fix(data["fix"])}
    return _known(Diagnostic, data, place=_place(data), **made)


def _fix(data: Mapping[str, Any] | None) -> Fix | None:
    if data is None:
        return None
    edits = tuple(_known(Edit, edit, place=_place(edit)) for edit in data["edits"])
    return _known(Fix, data, edits=edits)
