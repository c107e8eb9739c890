"""Fourier transforms of pyvkfft, compared with NumPy. It prints a hash of all results."""

import hashlib

import numpy as np
import pyopencl as cl
import pyopencl.array
from pyvkfft.opencl import VkFFTApp

context = cl.Context(cl.get_platforms()[0].get_devices()[:1])
queue = cl.CommandQueue(context)
numbers = np.random.default_rng(1)
whole = hashlib.sha256()
for shape in ((64,), (8, 30), (4, 97)):
    values = (numbers.standard_normal(shape) + 1j * numbers.standard_normal(shape)).astype(np.complex64)
    array = cl.array.to_device(queue, values)
    app = VkFFTApp(shape, np.complex64, queue, ndim=1, inplace=True)
    app.fft(array)
    there = array.get()
    np.testing.assert_allclose(there, np.fft.fft(values), rtol=1e-4, atol=1e-3)
    app.ifft(array)
    np.testing.assert_allclose(array.get(), values, rtol=1e-4, atol=1e-4)
    whole.update(there.tobytes() + array.get().tobytes())
    print(shape, "is right")
print("all results:", whole.hexdigest())
