"""The programs that run.py runs: how each one is started, and what it must print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


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
    """On PoCL. Sources may depend on the device."""
    is_quick: bool = False
    figures: str = r"(?!)(?P<what>)(?P<figure>)"
    """A pattern of what the program measures, with the groups `what` and `figure`. Else it prints the same in all runs."""
    is_long: bool = False
    """Whether it runs only if it is named, or with `--tune`: it is for its figures."""


def python(script: str, *words: str, variables: tuple[str, ...] = ()) -> Callable[[Path], list[str]]:
    return lambda _: ["env", *variables, sys.executable, "-W", "ignore", str(HERE / script), *words]


def compiled(source: str, libraries: tuple[str, ...], *words: str) -> Callable[[Path], list[str]]:
    """A program in C. `CLUNROLL_CLIENTS` may name a folder with programs that are already compiled."""

    def command(folder: Path) -> list[str]:
        program = Path(os.environ.get("CLUNROLL_CLIENTS", folder), Path(source).stem)
        if not program.exists():
            gcc = ["gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(program), str(HERE / source)]
            subprocess.run([*gcc, *libraries], check=True)
        return [str(program), *words]

    return command


def frames(filters: str) -> Callable[[Path], list[str]]:
    """ffmpeg's filters on frames that it makes itself. It writes a hash of each frame."""
    picture = "testsrc2=size=160x120:rate=5:duration=1"
    gpu = ["-init_hw_device", "opencl=gpu", "-filter_hw_device", "gpu"]
    start = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", *gpu, "-f", "lavfi", "-i", picture]
    return lambda _: [*start, "-vf", filters, "-f", "framemd5", "-"]


# Without --backend-ignore-cuda, hashcat would use CUDA in place of OpenCL where it can.
HASHCAT = ["--force", "--quiet", "--potfile-disable", "--logfile-disable", "--restore-disable", "--backend-ignore-cuda"]


def password(mode: int, mask: str) -> Callable[[Path], list[str]]:
    """hashcat finds the password of its own example."""

    def command(_: Path) -> list[str]:
        asked = ["hashcat", "-m", str(mode), "--example-hashes", "--machine-readable"]
        answer = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        known = json.loads(answer[answer.index("{") :])[str(mode)]
        return ["hashcat", "-m", str(mode), "-a", "3", *HASHCAT, known["example_hash"], mask]

    return command


def speed(mode: int) -> Client:
    """hashcat's own benchmark: passwords per second."""
    command = ["hashcat", "-m", str(mode), "--benchmark", "--machine-readable", *HASHCAT]
    figures = r"^\d+:(?P<what>\d+):.*:(?P<figure>\d+)$"
    name = f"hashcat --benchmark -m {mode}"
    return Client(name, "hashcat", lambda _: command, f"^\\d+:{mode}:", True, figures=figures, is_long=True)


YUV = "format=yuv420p,hwupload,{},hwdownload,format=yuv420p"
RGB = f"format=rgba,hwupload,program_opencl=source={HERE}/blur.cl:kernel=blur,hwdownload,format=rgba"
HASH = r"^all results: [0-9a-f]+$"
FRAMES = r"(^0, .*, [0-9a-f]{32}$\n){5}"
TIMES = r"^(?P<what>\w+): (?P<figure>[0-9.]+) ms$"
CLBLAST = ("-lclblast", "-lOpenCL")
# The wheel of PyOpenCL has a loader of its own. CLBlast and VkFFT use that of the system, so all must.
SYSTEM = ("LD_PRELOAD=libOpenCL.so.1",)

CLIENTS = [
    Client("arrays.py", "python:pyopencl", python("arrays.py"), HASH, True, is_quick=True),
    Client("gemm.c", "libclblast-dev", compiled("gemm.c", CLBLAST), HASH, True, is_quick=True),
    Client("product.py", "python:pyclblast", python("product.py", variables=SYSTEM), HASH, True),
    Client("fft.py", "python:pyvkfft", python("fft.py", variables=SYSTEM), HASH, False),
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
        figures=r"^ *(?P<what>Clock frequency|Kernel launch latency|(?:enqueue|memcpy)[^:]*?) *: (?P<figure>[0-9.]+)",
    ),
    Client("hashcat -m 3000", "hashcat", password(3000, "HASHC?u?u"), ":HASHCAT$", True),
    Client("hashcat -m 15400", "hashcat", password(15400, "hashcat_hashcat_hashcat_hashcat?s"), ":(hashcat_){4}$", True),
    Client("hashcat -m 5500", "hashcat", password(5500, "hashca?l"), ":hashcat$", True),
    Client("hashcat -m 29100", "hashcat", password(29100, "hashca?l"), ":hashcat$", True),
    Client("hashcat -m 1500", "hashcat", password(1500, "hashca?l"), ":hashcat$", True),
    Client("sizes.py", "python:pyopencl", python("sizes.py"), HASH, True, figures=TIMES, is_long=True),
    Client("gemm.c 1024", "libclblast-dev", compiled("gemm.c", CLBLAST, "1024", "20"), HASH, True, figures=TIMES, is_long=True),
    Client(
        "product.py 1024",
        "python:pyclblast",
        python("product.py", "1024", "20", variables=SYSTEM),
        HASH,
        True,
        figures=TIMES,
        is_long=True,
    ),
    *map(speed, (3000, 15400, 5500, 29100, 1500)),
]


def version(package: str) -> str:
    if package.startswith("python:"):
        from importlib.metadata import version as of_python

        return f"{package[7:]} {of_python(package[7:])}"
    asked = ["dpkg-query", "-W", "-f", "${Version}", package]
    return f"{package} {subprocess.run(asked, capture_output=True, text=True, check=True).stdout}"
