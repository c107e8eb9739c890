"""``unroll`` and ``check``: text, diagnostics, requests, exceptions."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest

import clunroll

KERNELS = Path(__file__).parents[3] / "kernels"

SUM = """kernel void sum(global const float *in, global float *out, int n) {
    float sum = 0.0f;
    #pragma unroll 4
    for (int i = 0; i < n; i++) sum += in[i];
    out[0] = sum;
}
"""

INVALID = """kernel void k(global int *a) {
    #pragma unroll -3
    for (int i = 0; i < 8; i++) a[i] = i;
    #pragma unroll
    for (int i = 0; i < 2; i++) a[i] += i;
}
"""


def test_text_has_the_type_of_the_source() -> None:
    text = clunroll.unroll(SUM).text
    assert text.count("sum += in[i]") == 7
    assert clunroll.unroll(SUM.encode()).text == text.encode()


def test_a_source_without_requests_comes_back() -> None:
    for source in ["", "\0", "kernel void k(void) {}\r\n", "\ufeff/* \u00e9 \U0001f600 */", "#pragma unrol", '"']:
        assert clunroll.unroll(source).text == source
    for data in [b"", b"\xff\xfe\x00", b"kernel void k(void) { /* \xe9 */ }"]:
        assert clunroll.unroll(data).text == data


def test_bytes_that_are_not_utf8_are_kept() -> None:
    text = clunroll.unroll(SUM.encode().replace(b"sum +=", b"/* \xe9 */ sum +=")).text
    assert text.count(b"/* \xe9 */") == 7


def test_a_request_says_what_was_done() -> None:
    outcome = clunroll.unroll(SUM, filename="sum.cl")
    (request,) = outcome.requests
    assert request.place == clunroll.Place("sum.cl", 3, 5, 3, 21)
    assert (request.text, request.asks, request.factor) == ("#pragma unroll 4", "factor", 4)
    assert isinstance(request.done, clunroll.Unrolled)
    assert (request.done.form, request.done.factor, request.done.copies) == ("counted", 4, 7)
    assert (request.done.remainder, request.done.guards, request.done.condition) == ("nested", (), None)
    assert outcome.diagnostics == () and not outcome.has_errors


def test_a_loop_that_is_left_says_why() -> None:
    source = SUM.replace("unroll 4", "unroll")
    outcome = clunroll.unroll(source)
    (request,) = outcome.requests
    (diagnostic,) = outcome.diagnostics
    assert isinstance(request.done, clunroll.Left)
    assert (request.done.code, request.done.reason) == (diagnostic.code, diagnostic.message)
    assert outcome.text == source


def test_a_request_for_no_unrolling_is_left_as_asked() -> None:
    outcome = clunroll.unroll(SUM.replace("unroll 4", "unroll 1"))
    assert [request.done for request in outcome.requests] == [clunroll.AsAsked()]


def test_invalid_requests_raise() -> None:
    with pytest.raises(clunroll.UnrollError) as caught:
        clunroll.unroll(INVALID, filename="k.cl")
    error = caught.value
    (diagnostic,) = (one for one in error.diagnostics if one.severity == "error")
    assert str(diagnostic) == f"k.cl:2:20: error[{diagnostic.code}]: {diagnostic.message}"
    assert str(diagnostic) in error.outcome.format("short").splitlines()
    # What people see: the code, the line of source, and what to write instead.
    assert diagnostic.code in str(error) and "#pragma unroll -3" in str(error) and "help:" in str(error)
    # The other loop was unrolled all the same.
    assert "#pragma unroll -3" in error.outcome.text and error.outcome.text.count("a[i] += i") == 2
    assert isinstance(error, ValueError)


def test_every_invalid_kernel_raises_or_warns() -> None:
    raised = 0
    for path in sorted((KERNELS / "invalid").glob("*.cl")):
        try:
            outcome = clunroll.unroll(path.read_bytes(), filename=str(path))
            assert outcome.diagnostics, path
        except clunroll.UnrollError as error:
            assert any(one.severity == "error" for one in error.diagnostics), path
            raised += 1
    assert raised > 10


def test_kernels_are_what_the_program_makes_of_them(tmp_path: Path) -> None:
    import subprocess

    for name in ["convolution", "reduction", "register_tile"]:
        path = KERNELS / f"{name}.cl"
        command = [clunroll.program(), "--isolated", "-q", "-DN=16", "--report", str(tmp_path / "r.json"), str(path)]
        done = subprocess.run(command, capture_output=True, check=True)
        outcome = clunroll.unroll(path.read_bytes(), filename=str(path), defines={"N": 16})
        assert outcome.text == done.stdout
        expected = json.loads((tmp_path / "r.json").read_text())["files"][0]
        assert outcome.report == {**expected, "written": False}


def test_fixes_and_other_places() -> None:
    (diagnostic,) = clunroll.check(SUM.replace("unroll 4", "unroll 0"), filename="sum.cl")
    fix = diagnostic.fix
    assert fix is not None and (fix.applicability, len(fix.edits)) == ("safe", 1)
    place = fix.edits[0].place
    line = SUM.replace("unroll 4", "unroll 0").splitlines()[place.line - 1]
    fixed = line[: place.column - 1] + fix.edits[0].text + line[place.end_column - 1 :]
    assert "0" in line and "0" not in fixed
    assert clunroll.check(SUM.replace("    #pragma unroll 4", fixed)) == ()
    with pytest.raises(clunroll.UnrollError) as caught:
        clunroll.unroll(SUM.replace("#pragma unroll 4", "#pragma unroll 4\n#pragma unroll 8"))
    assert [one.place.line for one in caught.value.diagnostics[0].labels] == [3]


def test_check_finds_more_than_unroll_and_raises_nothing() -> None:
    source = SUM.replace("i < n", "i < 2")
    assert clunroll.unroll(source).diagnostics == ()
    assert [one.name for one in clunroll.check(source)] == ["factor-above-trip-count"]
    (error,) = (one for one in clunroll.check(INVALID) if one.severity == "error")
    assert error.place.line == 2


def test_formats() -> None:
    with pytest.raises(clunroll.UnrollError) as caught:
        clunroll.unroll(INVALID)
    outcome = caught.value.outcome
    assert "\x1b[" in outcome.format(color=True) and "\x1b[" not in outcome.format()
    with pytest.raises(ValueError, match="style must be 'full' or 'short', not 'long'"):
        outcome.format("long")  # type: ignore[arg-type]


def test_what_is_no_source_is_a_type_error() -> None:
    for source in [None, 3, bytearray(b"x"), ["x"]]:
        with pytest.raises(TypeError, match="source must be str or bytes, not "):
            clunroll.unroll(source)  # type: ignore[type-var]
    with pytest.raises(UnicodeEncodeError):
        clunroll.unroll("\ud800")


@pytest.mark.parametrize("name", ["kernels/k.cl", "k.cl", "K.CL\n", "my kernels/k (1).cl", "a.h", "/usr/share/kernels/k", r"C:\\k.cl", "../k"])
def test_the_name_of_a_file_is_no_source(name: str) -> None:
    for call in [clunroll.unroll, clunroll.check, clunroll.verify, lambda source: clunroll.tune(source, "k.launch.toml")]:
        for source in [name, name.encode()]:
            with pytest.raises(ValueError, match="source must be .*, which is the name of a file: use clunroll.unroll_file"):
                call(source)  # type: ignore[operator]
        with pytest.raises(TypeError, match="source must be .*, which is the name of a file: use clunroll.unroll_file"):
            call(Path(name))  # type: ignore[operator]


def test_a_short_source_is_no_name_of_a_file() -> None:
    for source in ["", " ", "int a;", "// k.cl", "/* a/b */", '#include "k.cl"', "#include <k.h>", "typedef int t", "FILL(a / b)", "FILL(a/b)", "x"]:
        assert clunroll.unroll(source).text == source


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "sum.cl"
    path.write_bytes(b'#include "n.h"\r\n' + SUM.replace("i < n", "i < N").encode())
    (tmp_path / "n.h").write_text("#define N 3\n")
    outcome = clunroll.unroll_file(path)
    assert outcome == clunroll.unroll(path.read_bytes().decode(), filename=path)
    assert outcome.text.startswith('#include "n.h"\r\n') and outcome.text.count("sum += in[i]") == 3
    assert outcome.requests[0].place.file == str(path) and outcome.included_files == (str(tmp_path / "n.h"),)
    assert clunroll.unroll_file(str(path), includes={"n.h": "#define N 2\n"}).text.count("sum += in[i]") == 2
    with pytest.raises(FileNotFoundError):
        clunroll.unroll_file(tmp_path / "missing.cl")
    path.write_bytes(b"/* \xff */")
    with pytest.raises(ValueError, match=r"sum.cl is not UTF-8: pass what it contains to clunroll.unroll as bytes"):
        clunroll.unroll_file(path)
    # What a file contains is no name, whatever it looks like.
    path.write_text("other.cl")
    assert clunroll.unroll_file(path).text == "other.cl"


def test_other_threads_run_meanwhile() -> None:
    """The interpreter is released: a thread that counts goes on counting while a long source is read."""
    body = "".join(f"void f{i}(global int *a) {{\n#pragma unroll 8\nfor (int i = 0; i < 64; i++) a[i] = i;\n}}\n" for i in range(3000))
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.perf_counter()
    clunroll.unroll(body, max_growth=64 << 20)
    end = time.perf_counter()
    done.set()
    thread.join()
    meanwhile = [at for at in ticks if begin < at < end]
    assert end - begin > 0.02 and len(meanwhile) > 5


def test_many_threads_unroll_at_once() -> None:
    expected = clunroll.unroll(SUM).text
    texts: list[str] = []
    threads = [threading.Thread(target=lambda: texts.append(clunroll.unroll(SUM).text)) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [expected] * 16


def test_the_version_is_that_of_the_program() -> None:
    import subprocess
    from importlib.metadata import version

    said = subprocess.run([clunroll.program(), "--version"], capture_output=True, text=True, check=True).stdout
    assert said.split()[1] == clunroll.__version__ == version("clunroll")
