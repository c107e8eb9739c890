"""The kernels of kernels.cl at the sizes of real work.

It prints the median time of each kernel on the device, by events of PyOpenCL, and a hash of all results.
"""

import hashlib
from pathlib import Path

import numpy as np
import pyopencl as cl
import pyopencl.array

RUNS = 9
SIDE = 512
PICTURE = (1080, 1920)
POINTS = 1 << 18
STEPS = 200

context = cl.Context(cl.get_platforms()[0].get_devices()[:1])
queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
program = cl.Program(context, Path(__file__).with_name("kernels.cl").read_text()).build()
numbers = np.random.default_rng(1)
whole = hashlib.sha256()


def on_device(values: np.ndarray) -> cl.array.Array:
    return cl.array.to_device(queue, values)


def measure(name: str, size: tuple[int, ...], *arguments: object) -> None:
    """Launches the kernel several times, and prints the median of what the device says. The first launch does not count."""
    kernel = getattr(program, name)
    times = []
    for _ in range(RUNS + 1):
        event = kernel(queue, size, None, *arguments)
        event.wait()
        times.append(event.profile.end - event.profile.start)
    print(f"{name}: {np.median(times[1:]) / 1e6:.4f} ms")


a, b = (numbers.integers(-8, 8, (SIDE, SIDE)).astype(np.float32) for _ in range(2))
c = cl.array.zeros(queue, (SIDE, SIDE), np.float32)
measure("multiply", c.shape, on_device(a).data, on_device(b).data, c.data, np.int32(SIDE), np.int32(SIDE))
# Whole numbers: sums are exact in any order.
np.testing.assert_array_equal(c.get(), a @ b)
picture = numbers.integers(0, 256, PICTURE).astype(np.uint8)
out = on_device(np.zeros_like(picture))
measure("median", PICTURE[::-1], on_device(picture).data, out.data, np.int32(PICTURE[1]), np.int32(PICTURE[0]))
points = numbers.uniform(-2, 2, (POINTS, 2)).astype(np.float32)
steps = cl.array.zeros(queue, POINTS, np.int32)
measure("escape", (POINTS,), on_device(points).data, steps.data, np.int32(STEPS))
for result in (c, out, steps):
    whole.update(result.get().tobytes())
print("all results:", whole.hexdigest())
