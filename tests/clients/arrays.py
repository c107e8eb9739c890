"""Arrays, scans, sorts, random numbers and kernels of PyOpenCL, compared with NumPy.

It prints a hash of all results, so that two runs can be compared bit by bit.
"""

import hashlib
from pathlib import Path

import numpy as np
import pyopencl as cl
import pyopencl.array
import pyopencl.bitonic_sort
import pyopencl.clmath
import pyopencl.clrandom
import pyopencl.elementwise
import pyopencl.reduction
import pyopencl.scan
from pyopencl import algorithm

KERNELS = Path(__file__).with_name("kernels.cl").read_text()

whole = hashlib.sha256()


def same(name: str, got: np.ndarray, expected: np.ndarray, tolerance: float = 0) -> None:
    """Ends the program if the values differ."""
    whole.update(np.ascontiguousarray(got).tobytes())
    if tolerance:
        np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance, err_msg=name)
    else:
        np.testing.assert_array_equal(got, expected, err_msg=name)
    print(name, "is right")


def medians(picture: np.ndarray) -> np.ndarray:
    height, width = picture.shape
    parts = [picture[y : height - 2 + y, x : width - 2 + x] for y in range(3) for x in range(3)]
    result = picture.copy()
    result[1:-1, 1:-1] = np.median(np.stack(parts), axis=0)
    return result


def escapes(points: np.ndarray, most: int) -> np.ndarray:
    z, steps = np.zeros_like(points), np.zeros(len(points), np.int32)
    for _ in range(most):
        on = z[:, 0] * z[:, 0] + z[:, 1] * z[:, 1] <= 4
        x, y = z[:, 0].copy(), z[:, 1].copy()
        z[on, 0], z[on, 1] = (x * x - y * y + points[:, 0])[on], (2 * x * y + points[:, 1])[on]
        steps[on] += 1
    return steps


context = cl.Context(cl.get_platforms()[0].get_devices()[:1])
queue = cl.CommandQueue(context)
numbers = np.random.default_rng(1)


def on_device(values: np.ndarray) -> cl.array.Array:
    return cl.array.to_device(queue, values)


# Kernels of the program's own, with requests. The numbers are small and whole, so sums are exact in any order.
a = numbers.integers(-8, 8, (20, 37)).astype(np.float32)
b = numbers.integers(-8, 8, (37, 24)).astype(np.float32)
for options in ([], ["-DTILE=5"], ["-cl-std=CL1.2", "-DTILE=1"]):
    program = cl.Program(context, KERNELS).build(options)
    c = cl.array.zeros(queue, (20, 24), np.float32)
    program.multiply(queue, c.shape, None, on_device(a).data, on_device(b).data, c.data, np.int32(24), np.int32(37))
    same(f"the product with {options}", c.get(), a @ b)
picture = numbers.integers(0, 256, (33, 47)).astype(np.uint8)
out = on_device(np.zeros_like(picture))
program.median(queue, picture.shape[::-1], None, on_device(picture).data, out.data, np.int32(47), np.int32(33))
same("the median", out.get(), medians(picture))
# Each value is a multiple of 1/4 for as long as it is exact; after that, a step more or less at the edge would be right too.
points = numbers.integers(-8, 8, (500, 2)).astype(np.float32) / 4
steps = cl.array.zeros(queue, 500, np.int32)
program.escape(queue, (500,), None, on_device(points).data, steps.data, np.int32(3))
same("the escape", steps.get(), escapes(points, 3))

# Kernels that PyOpenCL writes.
x = numbers.integers(-100, 100, 1000).astype(np.float32)
same("an expression", (on_device(x) * 3 + 1).get(), x * 3 + 1)
same("the sine", cl.clmath.sin(on_device(x)).get(), np.sin(x), 1e-5)
same("the sum", cl.array.sum(on_device(x)).get(), x.sum())
dot = cl.reduction.ReductionKernel(context, np.float32, "0", "a+b", "x[i]*y[i]", "float *x, float *y")
same("a reduction", dot(on_device(x), on_device(x)).get(), np.dot(x, x))
scan = cl.scan.InclusiveScanKernel(context, np.int32, "a+b", neutral="0")
whole_numbers = on_device(np.arange(3000, dtype=np.int32))
same("a scan", scan(whole_numbers).get(), np.arange(3000, dtype=np.int32).cumsum(dtype=np.int32))
sort = cl.bitonic_sort.BitonicSort(context)
same("a bitonic sort", sort(on_device(x[:512].copy()))[0].get(), np.sort(x[:512]))
radix = algorithm.RadixSort(context, "int *keys", key_expr="keys[i]", sort_arg_names=["keys"])
keys = numbers.integers(0, 1000, 2000).astype(np.int32)
same("a radix sort", radix(on_device(keys), key_bits=10)[0][0].get(), np.sort(keys))
for generator in (cl.clrandom.PhiloxGenerator, cl.clrandom.ThreefryGenerator):
    drawn = generator(context, seed=5).uniform(queue, 1000, np.float32).get()
    same("random numbers", drawn, np.clip(drawn, 0, 1))
print("all results:", whole.hexdigest())
