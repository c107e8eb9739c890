"""What environment variables add to the options of a build.

The macros of a build are only final if clunroll reads all options that set them. PyOpenCL appends the words of a variable to the options of
each build, so they are read as it reads them. Drivers append theirs in ways of their own, so macros are not trusted then.
"""

from __future__ import annotations

import os

from clunroll._clunroll import check_settings

#: The variable whose words PyOpenCL appends to the options of each build.
APPENDED = "PYOPENCL_BUILD_OPTIONS"

#: Variables from which drivers take more options for each build. The layer has the same list (bindings/layer/src/trust.rs).
DRIVER_VARIABLES = (
    "POCL_EXTRA_BUILD_FLAGS",
    "OCLGRIND_BUILD_OPTIONS",
    "CLOVER_EXTRA_BUILD_OPTIONS",
    "CLOVER_EXTRA_COMPILE_OPTIONS",
    "CLVK_CLSPV_OPTIONS",
    "AMD_OCL_BUILD_OPTIONS",
    "AMD_OCL_BUILD_OPTIONS_APPEND",
)


def appended_options() -> list[str]:
    """The words that PyOpenCL appends after all other options, as it splits them."""
    words = os.environ.get(APPENDED, "").split()
    try:
        check_settings({"build_options": " ".join(words)})
    except ValueError as error:
        raise ValueError(f"the variable {APPENDED}{str(error).removeprefix('build_options')}") from error
    return words


def are_defines_final() -> bool:
    """Whether no driver takes more options from the environment."""
    return not any(os.environ.get(name) for name in DRIVER_VARIABLES)
