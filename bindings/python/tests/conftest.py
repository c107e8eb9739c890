"""What the tests share: the OpenCL context, and PyOpenCL's and PoCL's caches in a folder of this run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# Set before anything is imported that reads it. A cached binary of an earlier run would hide what is built now.
os.environ["PYOPENCL_NO_CACHE"] = "1"

import pyopencl  # noqa: E402


@pytest.fixture(scope="session")
def context() -> pyopencl.Context:
    """PoCL's CPU."""
    platform = next(one for one in pyopencl.get_platforms() if one.name == "Portable Computing Language")
    return pyopencl.Context(platform.get_devices()[:1])


@pytest.fixture(scope="session")
def queue(context: pyopencl.Context) -> pyopencl.CommandQueue:
    """A queue of that context."""
    return pyopencl.CommandQueue(context)


@pytest.fixture(scope="session")
def kernels() -> Path:
    """The example kernels of the repository."""
    return Path(__file__).parents[3] / "kernels"
