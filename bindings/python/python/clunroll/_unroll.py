"""``unroll``, ``unroll_file`` and ``check``: one source, rewritten or only looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from clunroll import _arguments
from clunroll._clunroll import Rewritten, rewrite
from clunroll._outcome import Diagnostic, Outcome, Text, UnrollError
from clunroll._settings import BuildOptions, FileName, Includes, MacroValue, Settings, UnrollSettings, told

if TYPE_CHECKING:
    from typing_extensions import Unpack


def unroll(
    source: Text,
    *,
    filename: FileName | None = None,
    defines: Mapping[str, MacroValue] | None = None,
    build_options: BuildOptions | None = None,
    include_dirs: Iterable[FileName] = (),
    includes: Includes | None = None,
    **settings: Unpack[UnrollSettings],
) -> Outcome[Text]:
    """Unroll the loops of an OpenCL C source that ask for it.

    The text of the outcome computes what ``source`` computes, whatever macros the final compile gets. A loop stays as written if that
    cannot be shown; the diagnostics of the outcome say why. The text is ``str`` if the source is, else ``bytes``.

    :param source: the source, not the name of its file (:func:`unroll_file` takes that).
    :param filename: its name for diagnostics. Included files are also looked for in its folder.
    :param defines: macros that the final compile may get, as with ``-D``: ``{"N": 16, "T": "float"}``. ``True`` is 1 and
        ``False`` is 0. ``None`` cancels a definition, as with ``-U``.
    :param build_options: the string that ``clBuildProgram`` gets: ``"-DN=16 -I include -cl-std=CL1.2"``, or a list of its parts.
    :param include_dirs: folders in which to look for included files, as with ``-I``.
    :param includes: texts of included files by their names, or a function that gives the text for a name, or ``None``. It is asked
        before the folders.
    :param settings: other settings. Their names are the keys of ``clunroll.toml``, with ``_`` for ``-``.
    :raises UnrollError: if a request is invalid, or a finding counts as an error.
    """
    _arguments.source(source)
    return unrolled(source, includes, told(filename, defines, build_options, include_dirs, settings))


def unroll_file(
    path: FileName,
    *,
    defines: Mapping[str, MacroValue] | None = None,
    build_options: BuildOptions | None = None,
    include_dirs: Iterable[FileName] = (),
    includes: Includes | None = None,
    **settings: Unpack[UnrollSettings],
) -> Outcome[str]:
    """Unroll the loops of a file that ask for it. The file stays as it is.

    :param path: the file, in UTF-8. It is the ``filename`` of diagnostics.
    :raises OSError: if the file cannot be read.
    :raises ValueError: if it is not UTF-8; pass what it contains to :func:`unroll` as bytes.

    The other parameters are those of :func:`unroll`.
    """
    name = _arguments.path("path", path)
    try:
        # Line ends stay as they are.
        with open(name, encoding="utf-8", newline="") as file:
            source = file.read()
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} is not UTF-8: pass what it contains to clunroll.unroll as bytes") from error
    return unrolled(source, includes, told(name, defines, build_options, include_dirs, settings))


def check(
    source: str | bytes,
    *,
    filename: FileName | None = None,
    defines: Mapping[str, MacroValue] | None = None,
    build_options: BuildOptions | None = None,
    include_dirs: Iterable[FileName] = (),
    includes: Includes | None = None,
    **settings: Unpack[Settings],
) -> tuple[Diagnostic, ...]:
    """Look for invalid and useless requests, and for what could be better, as ``clunroll check`` does.

    The parameters are those of :func:`unroll`. Nothing is raised for what is found.
    """
    _arguments.source(source)
    arguments = told(filename, defines, build_options, include_dirs, settings)
    return Outcome("", _rewrite(source, includes, arguments, lint=True)).diagnostics


def unrolled(source: Text, includes: Includes | None, arguments: dict[str, object]) -> Outcome[Text]:
    """What :func:`unroll` gives for a source, with the arguments as `told` gives them."""
    rewritten = _rewrite(source, includes, arguments, lint=False)
    text: Any = _text(rewritten) if isinstance(source, str) else rewritten.text_bytes()
    outcome: Outcome[Text] = Outcome(text, rewritten)
    if rewritten.has_errors():
        raise UnrollError(outcome)
    return outcome


def _text(rewritten: Rewritten) -> str:
    try:
        return rewritten.text()
    except UnicodeDecodeError as error:
        raise ValueError("an included file is not UTF-8; pass the source as bytes") from error


def _rewrite(source: str | bytes, includes: Includes | None, arguments: dict[str, object], *, lint: bool) -> Rewritten:
    if isinstance(includes, Mapping):
        return rewrite(source, includes.get, arguments, lint)
    if includes is not None and not callable(includes):
        raise _arguments.wrong("includes", "a mapping from names to texts, or a function", includes)
    return rewrite(source, includes, arguments, lint)
