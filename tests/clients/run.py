"""Programs that people use, each without the OpenCL layer and with it. run.sh installs what it needs and starts it.

A client is a command. It runs twice, each time with empty caches of its own. Both runs must succeed and print the same, and print the
line that the client names as its result: a hash of the numbers, the password that was found, the frames. In the second run, the log of
the layer must name as many rewritten programs as expected: at least one, or none if the kernels of the client have no requests.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLUNROLL = os.environ["CLUNROLL_PROGRAM"]
# Nothing may take longer; hashcat builds its kernels for a minute.
LIMIT = 1200


@dataclass(frozen=True)
class Client:
    """A program, what it must print, and whether its kernels have requests."""

    name: str
    package: str
    """The package whose version is shown; one of Python's if it begins with `python:`."""
    command: Callable[[Path], list[str]]
    """Given an empty folder."""
    result: str
    """A pattern that must match what is printed."""
    has_requests: bool
    is_quick: bool = False
    varies: str = "(?!)"
    """A pattern of what differs from run to run, such as times."""


def python(script: str, *variables: str) -> Callable[[Path], list[str]]:
    return lambda _: ["env", *variables, sys.executable, "-W", "ignore", str(HERE / script)]


def compiled(source: str, *libraries: str) -> Callable[[Path], list[str]]:
    def command(folder: Path) -> list[str]:
        program = folder / "program"
        gcc = ["gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(program), str(HERE / source)]
        subprocess.run([*gcc, *libraries], check=True)
        return [str(program)]

    return command


def frames(filters: str) -> Callable[[Path], list[str]]:
    """ffmpeg's filters on frames that it makes itself. It writes a hash of each frame."""
    picture = "testsrc2=size=160x120:rate=5:duration=1"
    gpu = ["-init_hw_device", "opencl=gpu", "-filter_hw_device", "gpu"]
    start = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", *gpu, "-f", "lavfi", "-i", picture]
    return lambda _: [*start, "-vf", filters, "-f", "framemd5", "-"]


def password(mode: int, mask: str) -> Callable[[Path], list[str]]:
    """hashcat finds the password of its own example."""

    def command(_: Path) -> list[str]:
        asked = ["hashcat", "-m", str(mode), "--example-hashes", "--machine-readable"]
        answer = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        known = json.loads(answer[answer.index("{") :])[str(mode)]
        quiet = ["--force", "--quiet", "--potfile-disable", "--logfile-disable", "--restore-disable"]
        return ["hashcat", "-m", str(mode), "-a", "3", *quiet, known["example_hash"], mask]

    return command


YUV = "format=yuv420p,hwupload,{},hwdownload,format=yuv420p"
RGB = f"format=rgba,hwupload,program_opencl=source={HERE}/blur.cl:kernel=blur,hwdownload,format=rgba"
HASH = r"^all results: [0-9a-f]+$"
FRAMES = r"(^0, .*, [0-9a-f]{32}$\n){5}"

CLIENTS = [
    Client("arrays.py", "python:pyopencl", python("arrays.py"), HASH, True, is_quick=True),
    Client("gemm.c", "libclblast-dev", compiled("gemm.c", "-lclblast", "-lOpenCL"), HASH, True, is_quick=True),
    # The wheel of PyOpenCL has a loader of its own. CLBlast and VkFFT use that of the system, so all must.
    Client("product.py", "python:pyclblast", python("product.py", "LD_PRELOAD=libOpenCL.so.1"), HASH, True),
    Client("fft.py", "python:pyvkfft", python("fft.py", "LD_PRELOAD=libOpenCL.so.1"), HASH, False),
    Client("ffmpeg program_opencl", "ffmpeg", frames(RGB), FRAMES, True),
    Client("ffmpeg unsharp_opencl", "ffmpeg", frames(YUV.format("unsharp_opencl=lx=5:ly=5")), FRAMES, False),
    Client("ffmpeg nlmeans_opencl", "ffmpeg", frames(YUV.format("nlmeans_opencl")), FRAMES, False),
    Client("ffmpeg deshake_opencl", "ffmpeg", frames(YUV.format("deshake_opencl")), FRAMES, False),
    Client(
        "clpeak",
        "clpeak",
        lambda _: ["clpeak", "--kernel-latency", "--transfer-bandwidth"],
        r"Kernel launch latency : ",
        False,
        varies=r"(?<= : )[0-9.]+",
    ),
    Client("hashcat -m 3000", "hashcat", password(3000, "HASHC?u?u"), ":HASHCAT$", True),
    Client("hashcat -m 15400", "hashcat", password(15400, "hashcat_hashcat_hashcat_hashcat?s"), ":(hashcat_){4}$", True),
    Client("hashcat -m 5500", "hashcat", password(5500, "hashca?l"), ":hashcat$", True),
    Client("hashcat -m 29100", "hashcat", password(29100, "hashca?l"), ":hashcat$", True),
    Client("hashcat -m 1500", "hashcat", password(1500, "hashca?l"), ":hashcat$", True),
]


def version(package: str) -> str:
    if package.startswith("python:"):
        from importlib.metadata import version as of_python

        return f"{package[7:]} {of_python(package[7:])}"
    asked = ["dpkg-query", "-W", "-f", "${Version}", package]
    return f"{package} {subprocess.run(asked, capture_output=True, text=True, check=True).stdout}"


@dataclass
class Run:
    """What a client printed, how long it took, and the log of the layer."""

    printed: str
    seconds: float
    log: list[str] = field(default_factory=list)


def run(client: Client, layer: bool, vendors: Path, folder: Path) -> Run:
    folder.mkdir()
    command = client.command(folder)
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("CLUNROLL_", "OPENCL_LAYER"))}
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "POCL_CACHE_DIR"):
        variables[name] = str(folder / name)
        (folder / name).mkdir()
    variables |= {"OCL_ICD_VENDORS": str(vendors), "LC_ALL": "C.UTF-8"}
    log = folder / "log"
    if layer:
        command = [CLUNROLL, "layer", "run", "--log", str(log), "--", *command]
    begin = time.monotonic()
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=LIMIT, env=variables, cwd=folder, stdin=subprocess.DEVNULL
    )
    seconds = time.monotonic() - begin
    if done.returncode != 0:
        raise Wrong(f"{' '.join(command)} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    return Run(done.stdout, seconds, log.read_text().splitlines() if layer else [])


class Wrong(Exception):
    """What is wrong with a client."""


def compare(client: Client, vendors: Path, folder: Path) -> list[str]:
    """One row of the table."""
    without, with_layer = (run(client, layer, vendors, folder / str(layer)) for layer in (False, True))
    shown = [re.sub(client.varies, "…", one.printed) for one in (without, with_layer)]
    if not re.search(client.result, without.printed, re.MULTILINE):
        raise Wrong(f"it prints no result:\n{without.printed}")
    if shown[0] != shown[1]:
        raise Wrong(f"without the layer it prints\n{shown[0]}\nand with it\n{shown[1]}")
    log = with_layer.log
    if not any("started: " in line for line in log):
        raise Wrong("the layer was not loaded")
    built = [line for line in log if ": program " in line and " bytes, options " in line]
    if not built:
        raise Wrong("none of its programs came through the layer")
    rewritten = [line for line in built if "unrolled line" in line]
    loops = sum(len(found[1].split(",")) for line in rewritten if (found := re.search(r"unrolled lines? ([\d, ]+)", line)))
    left = [found[1] for line in built if (found := re.search(r"; left ([^;]*)", line))]
    if client.has_requests != bool(rewritten):
        raise Wrong("no program was rewritten:\n" + "\n".join(log) if client.has_requests else "a program was rewritten")
    for line in left:
        print(f"  left: {line}")
    row = [client.name, version(client.package), str(len(built)), str(len(rewritten)), str(loops), str(len(left))]
    return [*row, "equal", f"{without.seconds:.1f} s", f"{with_layer.seconds:.1f} s"]


def pocl_alone(folder: Path) -> Path:
    """Another platform may come first."""
    folder.mkdir()
    for file in Path(os.environ.get("OCL_ICD_VENDORS", "/etc/OpenCL/vendors")).glob("*pocl*.icd"):
        shutil.copy(file, folder)
    return folder


def main() -> int:
    words = sys.argv[1:]
    is_quick = "--quick" in words
    names = [word for word in words if word != "--quick"]
    if unknown := [name for name in names if name not in {client.name for client in CLIENTS}]:
        print(f"there are no clients {unknown}; there are {[client.name for client in CLIENTS]}")
        return 2
    chosen = [one for one in CLIENTS if (one.name in names if names else one.is_quick or not is_quick)]
    table = [["client", "version", "programs", "rewritten", "loops", "left", "results", "without", "with"]]
    failed = []
    for client in chosen:
        print(f"--- {client.name}", flush=True)
        with tempfile.TemporaryDirectory(prefix="clunroll-client-") as scratch:
            try:
                table.append(compare(client, pocl_alone(Path(scratch, "vendors")), Path(scratch)))
            except (Wrong, OSError, subprocess.SubprocessError) as error:
                failed.append(client.name)
                print(f"{client.name}: {error}", flush=True)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if failed:
        print(f"these failed: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
