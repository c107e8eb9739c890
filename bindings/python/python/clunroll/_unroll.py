"""``unroll`` and ``check``: one source, rewritten or only looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from clunroll._clunroll import Rewritten, rewrite
from clunroll._outcome import Diagnostic, Outcome, Text, UnrollError
from clunroll._settings import Folder, Includes, MacroValue, Settings, UnrollSettings, macros, paths

if TYPE_CHECKING:
    from typing_extensions import Unpack


def unroll(
    source: Text,
    *,
    filename: str | None = None,
    defines: Mapping[str, MacroValue] | None = None,
    build_options: str | None = None,
    include_dirs: Iterable[Folder] = (),
    includes: Includes | None = None,
    **settings: Unpack[UnrollSettings],
) -> Outcome[Text]:
    """Unroll the loops of an OpenCL C source that ask for it.

    The text of the outcome computes what ``source`` computes, whatever macros the final compile gets. A loop stays as written if that
    cannot be shown; the diagnostics of the outcome say why. The text is ``str`` if the source is, else ``bytes``.

    :param source: the source, not the name of its file.
    :param filename: its name for diagnostics. Included files are also looked for in its folder.
    :param defines: macros that the final compile may get, as with ``-D``: ``{"N": 16, "T": "float"}``. ``True`` is 1 and
        ``False`` is 0. ``None`` cancels a definition, as with ``-U``.
    :param build_options: the string that ``clBuildProgram`` gets: ``"-DN=16 -I include -cl-std=CL1.2"``.
    :param include_dirs: folders in which to look for included files, as with ``-I``.
    :param includes: texts of included files by their names, or a function that gives the text for a name, or ``None``. It is asked
        before the folders.
    :param settings: other settings. Their names are the keys of ``clunroll.toml``, with ``_`` for ``-``.
    :raises UnrollError: if a request is invalid, or a finding counts as an error.
    """
    told = _told(filename, defines, build_options, include_dirs, settings)
    rewritten = _rewrite(source, includes, told, lint=False)
    text: Any = _text(rewritten) if isinstance(source, str) else rewritten.text_bytes()
    outcome: Outcome[Text] = Outcome(text, rewritten)
    if rewritten.has_errors():
        raise UnrollError(outcome)
    return outcome


def check(
    source: str | bytes,
    *,
    filename: str | None = None,
    defines: Mapping[str, MacroValue] | None = None,
    build_options: str | None = None,
    include_dirs: Iterable[Folder] = (),
    includes: Includes | None = None,
    **settings: Unpack[Settings],
) -> tuple[Diagnostic, ...]:
    """Look for invalid and useless requests, and for what could be better, as ``clunroll check`` does.

    The parameters are those of :func:`unroll`. Nothing is raised for what is found.
    """
    told = _told(filename, defines, build_options, include_dirs, settings)
    return Outcome("", _rewrite(source, includes, told, lint=True)).diagnostics


def _text(rewritten: Rewritten) -> str:
    try:
        return rewritten.text()
    except UnicodeDecodeError as error:
        raise ValueError("an included file is not UTF-8; pass the source as bytes") from error


def _told(
    filename: str | None,
    defines: Mapping[str, MacroValue] | None,
    build_options: str | None,
    include_dirs: Iterable[Folder],
    settings: Settings,
) -> dict[str, object]:
    """What the library is told, with plain values."""
    return {
        "filename": filename,
        "defines": None if defines is None else macros(defines),
        "build_options": build_options,
        "include_dirs": paths(include_dirs),
        **settings,
    }


def _rewrite(source: str | bytes, includes: Includes | None, told: dict[str, object], *, lint: bool) -> Rewritten:
    if not isinstance(source, (str, bytes)):
        kind = type(source).__qualname__
        raise TypeError(f"the source must be str or bytes, not {kind}; for a file, pass what it contains")
    return rewrite(source, includes.get if isinstance(includes, Mapping) else includes, told, lint)
