"""Measures what a call from Python costs beside the library's own work: python overhead.py

It is run with a Python in which the wheel is installed, on a quiet machine. Cargo's benchmark measures the call of the library for
kernels/convolution.cl, and this script the call from Python; the difference is the overhead. The goal is less than 50 microseconds.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import clunroll

ROOT = Path(__file__).resolve().parents[2]
CALLS = 3000
GOAL = 50.0


def from_rust() -> float:
    """The median time of the library, in microseconds."""
    command = ["cargo", "bench", "--quiet", "--bench", "speed", "--", "--noplot", "rewriting/convolution$"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    estimates = ROOT / "target/criterion/rewriting/convolution/new/estimates.json"
    median: float = json.loads(estimates.read_text())["median"]["point_estimate"]
    return median / 1000


def from_python(source: str | bytes) -> float:
    """The median time of a call, in microseconds."""
    times = []
    for _ in range(CALLS):
        begin = time.perf_counter_ns()
        clunroll.unroll(source)
        times.append(time.perf_counter_ns() - begin)
    return statistics.median(times) / 1000


def main() -> int:
    path = ROOT / "kernels/convolution.cl"
    rust = from_rust()
    slow = False
    sources: dict[str, str | bytes] = {"str": path.read_text(), "bytes": path.read_bytes()}
    for kind, source in sources.items():
        python = from_python(source)
        slow |= python - rust > GOAL
        print(f"{kind}: {python:.0f} us from Python, {rust:.0f} us from Rust: {python - rust:.0f} us more")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
