"""Programs that people use, each without the OpenCL layer and with it. run.sh installs what it needs and starts it.

A client is a command. It runs without the layer and with it, each time with empty caches of its own. All runs must succeed and print
the same, and print the line that the client names as its result: a hash of the numbers, the password that was found, the frames. In the
runs with the layer, its log must name as many rewritten programs as expected: at least one, or none if the kernels of the client have no
requests on PoCL. Some clients print figures, such as times. Those may differ, and `--json` keeps them.

With `--tune`, the layer records each client with figures and requests, `clunroll tune` tunes the recording, and the client also runs with
the profile. With `--rounds`, all runs are repeated in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from programs import CLIENTS, Client, version

CLUNROLL = os.environ["CLUNROLL_PROGRAM"]


class Wrong(Exception):
    """What is wrong with a client."""


@dataclass
class Run:
    """What a client printed, how long it took, and the log of the layer."""

    way: str
    """`without`, `layer`, or `profile`: with the layer and what tuning found."""
    printed: str
    seconds: float
    log: list[str] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)

    def built(self) -> list[str]:
        """The lines of the log about programs that were built."""
        return [line for line in self.log if ": program " in line and " bytes, options " in line]

    def rewritten(self) -> list[str]:
        return [line for line in self.built() if "unrolled line" in line]


@dataclass
class Result:
    """All runs of a client."""

    client: str
    version: str
    device: str = ""
    """The device of the recording."""
    runs: list[Run] = field(default_factory=list)
    tuned: str = ""
    """What `clunroll tune` printed."""
    untuned: str = ""
    """Why there is no profile, if there should be one."""
    wrong: str = ""
    """Why the client failed."""


@dataclass(frozen=True)
class Bench:
    """What all runs share."""

    platform: str
    vendors: Path
    limit: float
    """Seconds that one command may take."""

    def start(self, command: list[str], folder: Path, more: float = 0) -> tuple[str, float]:
        """What the command prints, with empty caches in the folder, and how long it takes. It may take `more` seconds than others."""
        variables = {name: value for name, value in os.environ.items() if not name.startswith(("CLUNROLL_", "OPENCL_LAYER"))}
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "POCL_CACHE_DIR", "CUDA_CACHE_PATH"):
            variables[name] = str(folder / name)
            (folder / name).mkdir(exist_ok=True)
        variables |= {"OCL_ICD_VENDORS": str(self.vendors), "LC_ALL": "C.UTF-8"}
        begin = time.monotonic()
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            text=True,
            env=variables,
            cwd=folder,
            start_new_session=True,
        ) as process:
            try:
                printed, errors = process.communicate(timeout=self.limit + more)
            except BaseException:
                # The time is over, or the user wants to end it. Its children have the pipes too, and no terminal that ends them.
                os.killpg(process.pid, signal.SIGKILL)
                raise
        seconds = time.monotonic() - begin
        if process.returncode != 0:
            raise Wrong(f"{' '.join(command)} ends with {process.returncode}:\n{printed}{errors}")
        return printed, seconds

    def run(self, client: Client, way: str, folder: Path, options: tuple[str, ...] = ()) -> Run:
        folder.mkdir()
        command = client.command(folder)
        log = folder / "log"
        if way != "without":
            command = [CLUNROLL, "layer", "run", "--log", str(log), *options, "--", *command]
        printed, seconds = self.start(command, folder)
        lines = log.read_text().splitlines() if way != "without" else []
        figures = re.finditer(client.figures, printed, re.MULTILINE)
        return Run(way, printed, seconds, lines, {found["what"]: float(found["figure"]) for found in figures})

    def tune(self, client: Client, seconds: int, folder: Path, result: Result) -> Path:
        """Records the client, tunes the recording, and returns the profile."""
        recording, profile = folder / "recording", folder / "profile.toml"
        self.run(client, "record", folder / "record", ("--record", str(recording)))
        if found := re.search(r'^device = "(.*)"$', (recording / "recording.toml").read_text(), re.MULTILINE):
            result.device = found[1]
        folder = folder / "tune"
        folder.mkdir()
        words = ["tune", "--recording", str(recording), "--time", str(seconds), "--profile", str(profile)]
        result.tuned = self.start([CLUNROLL, *words], folder, seconds)[0]
        return profile

    def check(self, client: Client, first: Run, run: Run) -> None:
        """Whether a run is as it must be, and prints what the first one without the layer prints."""
        shown = [re.sub(client.figures, r"\g<what>", one.printed, flags=re.MULTILINE) for one in (first, run)]
        if not re.search(client.result, run.printed, re.MULTILINE):
            raise Wrong(f"it prints no result:\n{run.printed}")
        if shown[0] != shown[1]:
            raise Wrong(f"without the layer it prints\n{shown[0]}\nand with it ({run.way})\n{shown[1]}")
        if run.way == "without":
            return
        if not any("started: " in line for line in run.log):
            raise Wrong("the layer was not loaded")
        if not run.built():
            raise Wrong("none of its programs came through the layer")
        if run.way == "layer" and self.platform == "pocl" and client.has_requests != bool(run.rewritten()):
            raise Wrong("no program was rewritten:\n" + "\n".join(run.log) if client.has_requests else "a program was rewritten")


class Session:
    """The clients, round by round, until the time is over."""

    def __init__(self, bench: Bench, words: argparse.Namespace, chosen: list[Client], scratch: Path) -> None:
        self.bench, self.words, self.chosen, self.scratch = bench, words, chosen, scratch
        self.results = {client.name: Result(client.name, "") for client in chosen}
        self.profiles: dict[str, Path] = {}
        self.end = time.monotonic() + words.seconds

    def round(self, number: int) -> None:
        for client in self.chosen:
            result = self.results[client.name]
            if result.wrong:
                continue
            if time.monotonic() > self.end:
                print(f"{client.name}: no time for round {number + 1}", flush=True)
                continue
            print(f"--- {client.name}", flush=True)
            try:
                self.once(client, result, number)
            except (Wrong, OSError, subprocess.SubprocessError) as error:
                result.wrong = str(error)
                print(f"{client.name}: {error}", flush=True)
            self.write()

    def once(self, client: Client, result: Result, number: int) -> None:
        """The client in each way. Rounds begin with different ways, since the first run may be slower."""
        result.version = result.version or version(client.package)
        ways = ["without", "layer", *(["profile"] if client.name in self.profiles else [])]
        if number:
            ways = ways[number % len(ways) :] + ways[: number % len(ways)]
        for way in ways:
            self.one(client, way, result)
        if not number and self.words.tune and client.has_requests and client.figures != Client.figures:
            self.tune(client, result)

    def tune(self, client: Client, result: Result) -> None:
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            try:
                profile = self.bench.tune(client, self.words.tune, Path(folder), result)
            except (Wrong, OSError, subprocess.SubprocessError) as error:
                result.untuned = str(error)
                print(f"{client.name}: not tuned: {error}", flush=True)
                return
            print(result.tuned, flush=True)
            self.profiles[client.name] = Path(shutil.move(profile, self.scratch / f"profile-{len(self.profiles)}.toml"))
        self.one(client, "profile", result)

    def one(self, client: Client, way: str, result: Result) -> None:
        options = ("--profile", str(self.profiles[client.name])) if way == "profile" else ()
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            result.runs.append(self.bench.run(client, way, Path(folder, "run"), options))
        self.bench.check(client, result.runs[0], result.runs[-1])

    def write(self) -> None:
        if self.words.json:
            Path(self.words.json).write_text(json.dumps([asdict(result) for result in self.results.values()], indent=1))


def rows(result: Result) -> list[list[str]]:
    """A client's rows of the table: what was rewritten and the whole time, then one for each figure. Times and figures are medians."""
    with_layer = [run for run in result.runs if run.way == "layer"][-1]
    rewritten = with_layer.rewritten()
    loops = sum(len(found[1].split(",")) for line in rewritten if (found := re.search(r"unrolled lines? ([\d, ]+)", line)))
    left = [found[1] for line in with_layer.built() if (found := re.search(r"; left ([^;]*)", line))]
    for line in left:
        print(f"  {result.client} left: {line}")

    def middle(value: Callable[[Run], float | None], form: str) -> list[str]:
        values = ([value(run) for run in result.runs if run.way == way] for way in ("without", "layer", "profile"))
        found = ([one for one in some if one is not None] for some in values)
        return [form.format(statistics.median(some)) if some else "" for some in found]

    counts = [str(len(with_layer.built())), str(len(rewritten)), str(loops), str(len(left))]
    first = [result.client, result.version, *counts, "equal", *middle(lambda run: run.seconds, "{:.1f} s")]
    figures = [[f"  {what}", *[""] * 6, *middle(lambda run: run.figures.get(what), "{:g}")] for what in with_layer.figures]
    return [first, *figures]


def one_platform(name: str, folder: Path) -> Path:
    """A folder with the drivers of this name. Another platform may come first."""
    folder.mkdir()
    for file in Path(os.environ.get("OCL_ICD_VENDORS", "/etc/OpenCL/vendors")).glob(f"*{name}*.icd"):
        shutil.copy(file, folder)
    return folder


def read_words() -> argparse.Namespace:
    words = argparse.ArgumentParser(description="Runs programs with the OpenCL layer and without.")
    words.add_argument("names", nargs="*", metavar="NAME", help="only these clients")
    words.add_argument("--quick", action="store_true", help="only those of the full lane")
    words.add_argument("--platform", default="pocl", help="a part of the name of the driver's file in the folder of vendors")
    words.add_argument("--rounds", type=int, default=1, help="how often each client runs in each way")
    words.add_argument("--tune", type=int, default=0, metavar="SECONDS", help="tune the clients with figures for so long each")
    # hashcat builds its kernels for a minute.
    words.add_argument("--limit", type=float, default=1200, metavar="SECONDS", help="the longest time of one command")
    words.add_argument("--seconds", type=float, default=float("inf"), help="begin no client after this time")
    words.add_argument("--json", metavar="FILE", help="write all runs to this file")
    return words.parse_args()


def main() -> int:
    words = read_words()
    if unknown := [name for name in words.names if name not in {client.name for client in CLIENTS}]:
        print(f"there are no clients {unknown}; there are {[client.name for client in CLIENTS]}")
        return 2
    usual = [one for one in CLIENTS if (one.is_quick or not words.quick) and (words.tune or not one.is_long)]
    chosen = [one for name in words.names for one in CLIENTS if one.name == name] or usual
    with tempfile.TemporaryDirectory(prefix="clunroll-client-") as folder:
        scratch = Path(folder)
        bench = Bench(words.platform, one_platform(words.platform, scratch / "vendors"), words.limit)
        session = Session(bench, words, chosen, scratch)
        for number in range(words.rounds):
            session.round(number)
    results = session.results.values()
    table = [["client", "version", "programs", "rewritten", "loops", "left", "results", "without", "with", "profile"]]
    for result in results:
        if result.runs and not result.wrong:
            table += rows(result)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if untuned := [result.client for result in results if result.untuned]:
        print(f"these were not tuned: {', '.join(untuned)}")
    if failed := [result.client for result in results if result.wrong]:
        print(f"these failed: {', '.join(failed)}")
    return bool(failed or untuned)


if __name__ == "__main__":
    sys.exit(main())
