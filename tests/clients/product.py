"""A product of matrices by CLBlast, called through pyclblast, compared with NumPy. It prints a hash of the result."""

import hashlib

import numpy as np
import pyclblast
import pyopencl as cl
import pyopencl.array

context = cl.Context(cl.get_platforms()[0].get_devices()[:1])
queue = cl.CommandQueue(context)
numbers = np.random.default_rng(1)
a = numbers.integers(-8, 8, (50, 70)).astype(np.float32)
b = numbers.integers(-8, 8, (70, 40)).astype(np.float32)
c = cl.array.zeros(queue, (50, 40), np.float32)
pyclblast.gemm(queue, 50, 40, 70, cl.array.to_device(queue, a), cl.array.to_device(queue, b), c, 70, 40, 40)
queue.finish()
# Whole numbers: sums are exact in any order.
np.testing.assert_array_equal(c.get(), a @ b)
v = cl.array.zeros(queue, 50, np.float32)
pyclblast.gemv(queue, 50, 70, cl.array.to_device(queue, a), cl.array.to_device(queue, b[:, 0].copy()), v, 70)
queue.finish()
np.testing.assert_array_equal(v.get(), a @ b[:, 0])
print("all results:", hashlib.sha256(c.get().tobytes() + v.get().tobytes()).hexdigest())
