"""A program with PyOpenCL and the layer of the wheel: it prints the same, its loops are unrolled, and what it did can be tuned."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

import clunroll

CLUNROLL = clunroll.program()

PROGRAM = """
import numpy as np, pyopencl as cl, pyopencl.array

platform = next(one for one in cl.get_platforms() if one.name == "Portable Computing Language")
context = cl.Context(platform.get_devices()[:1])
queue = cl.CommandQueue(context)
source = '''
kernel void sum(global const float *in, global float *out, int n) {
  float s = 0;
  #pragma unroll 4
  for (int i = 0; i < n; i++) s += in[get_global_id(0) * n + i];
  out[get_global_id(0)] = s;
}
'''
kernel = cl.Program(context, source).build("-cl-mad-enable").sum
rows = cl.array.arange(queue, 640, dtype=np.float32)
out = cl.array.zeros(queue, 64, dtype=np.float32)
for count in (10, 5, 10):
    kernel(queue, (64,), None, rows.data, out.data, np.int32(count))
print(out.get().tolist(), (rows * 2 + 1).get().sum(), queue.properties)
"""


def run(*command: str | Path) -> str:
    """Standard output of a command that must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_program_is_unrolled(tmp_path: Path) -> None:
    script, log = tmp_path / "program.py", tmp_path / "log"
    script.write_text(PROGRAM)
    alone = run(sys.executable, script)
    assert run(CLUNROLL, "layer", "run", "--log", log, "--", sys.executable, script) == alone
    (line,) = (line for line in log.read_text().splitlines() if "-cl-mad-enable" in line)
    assert ": unrolled line 4;" in line


def test_a_program_is_recorded_and_can_be_tuned(tmp_path: Path) -> None:
    script, folder = tmp_path / "program.py", tmp_path / "recording"
    script.write_text(PROGRAM)
    alone = run(sys.executable, script)
    assert run(CLUNROLL, "layer", "run", "--record", folder, "--", sys.executable, script) == alone
    index = (folder / "recording.toml").read_text()
    assert 'name = "sum"\nruns = 3\n' in index and 'name = "axpb"\n' in index
    launches = next(path for path in folder.glob("*/launches.toml") if 'kernel = "sum"' in path.read_text())
    text = launches.read_text()
    assert "runs = 2\n" in text and '{ hex = "0a000000" }' in text and '{ hex = "05000000" }' in text
    buffers = [np.fromfile(path, np.float32) for path in launches.parent.glob("*.bin")]
    assert any(np.array_equal(buffer, np.arange(640, dtype=np.float32)) for buffer in buffers)
    assert "sum: " in run(CLUNROLL, "tune", "--recording", folder, "--dry-run", "--kernel", "sum")
    run(CLUNROLL, "recording", "delete", folder)
    assert not folder.exists()
