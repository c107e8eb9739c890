"""Products of matrices by CLBlast, called through pyclblast, compared with NumPy. It prints a hash of the results.

Without arguments, the matrices are small. With SIZE and RUNS, they are square, and the median time of one product is printed.
"""

import hashlib
import statistics
import sys
import time

import numpy as np
import pyclblast
import pyopencl as cl
import pyopencl.array

rows, columns, inner, runs = 50, 40, 70, 1
if len(sys.argv) == 3:
    rows = columns = inner = int(sys.argv[1])
    runs = int(sys.argv[2])
context = cl.Context(cl.get_platforms()[0].get_devices()[:1])
queue = cl.CommandQueue(context)
numbers = np.random.default_rng(1)
a = numbers.integers(-8, 8, (rows, inner)).astype(np.float32)
b = numbers.integers(-8, 8, (inner, columns)).astype(np.float32)
on_device = [cl.array.to_device(queue, values) for values in (a, b, b[:, 0].copy())]
c = cl.array.zeros(queue, (rows, columns), np.float32)
times = []
# The first product builds the kernels. It is not timed.
for _ in range(runs + (runs > 1)):
    begin = time.perf_counter()
    pyclblast.gemm(queue, rows, columns, inner, on_device[0], on_device[1], c, inner, columns, columns)
    queue.finish()
    times.append(time.perf_counter() - begin)
# Whole numbers: sums are exact in any order.
np.testing.assert_array_equal(c.get(), a @ b)
v = cl.array.zeros(queue, rows, np.float32)
pyclblast.gemv(queue, rows, inner, on_device[0], on_device[2], v, inner)
queue.finish()
np.testing.assert_array_equal(v.get(), a @ b[:, 0])
if runs > 1:
    print(f"product: {statistics.median(times[1:]) * 1e3:.4f} ms")
print("all results:", hashlib.sha256(c.get().tobytes() + v.get().tobytes()).hexdigest())
