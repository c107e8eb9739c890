"""Launches of PyOpenCL as launch descriptions (docs/verify.md): the sizes, the values, and the bytes of each buffer in a file.

A description names parameters as the source does, and counts elements. PyOpenCL has neither, so the platform is asked for names and types
of the parameters. It only has them if the program was built with ``-cl-kernel-arg-info``, so the program is built once more if need be.
"""

from __future__ import annotations

import json
import math
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import pyopencl as cl

from clunroll import _arguments

#: The bytes of a buffer that are in memory at the same time.
_PART = 64 << 20

#: The bytes of a number, by the name of its type.
_WIDTHS = {"char": 1, "short": 2, "half": 2, "int": 4, "float": 4, "long": 8, "double": 8, "size_t": 8, "bool": 1}

#: The sizes of an image that a description has.
_IMAGE_SIZES = {
    cl.mem_object_type.IMAGE1D: ("WIDTH",),
    cl.mem_object_type.IMAGE1D_ARRAY: ("WIDTH", "ARRAY_SIZE"),
    cl.mem_object_type.IMAGE2D: ("WIDTH", "HEIGHT"),
    cl.mem_object_type.IMAGE2D_ARRAY: ("WIDTH", "HEIGHT", "ARRAY_SIZE"),
    cl.mem_object_type.IMAGE3D: ("WIDTH", "HEIGHT", "DEPTH"),
}


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel."""

    name: str
    #: The type, such as ``float4*``.
    type_name: str

    @property
    def element_size(self) -> int:
        """The bytes of an element. The program counts elements of unknown types in 32-bit integers."""
        name = re.sub(r"\b(const|volatile|restrict|unsigned|signed)\b|\*", "", self.type_name).strip()
        found = re.fullmatch(r"u?([a-z_]+?)(2|3|4|8|16)?", name or "int")
        if not found or found[1] not in _WIDTHS:
            return 4
        # A vector of three has the size of one of four.
        lanes = int(found[2] or 1)
        return _WIDTHS[found[1]] * (4 if lanes == 3 else lanes)


def parameters(kernel: cl.Kernel, source: str, options: str, device: cl.Device) -> list[Parameter]:
    """The parameters, by the names that the source has. It builds with these options, since the kernel was built so."""
    try:
        found = list(_declared(kernel))
    except cl.Error:
        with warnings.catch_warnings():
            # The caller has seen the compiler's own warnings.
            warnings.simplefilter("ignore", cl.CompilerWarning)
            program = cl.Program(kernel.context, source).build([options, "-cl-kernel-arg-info"], [device])
        found = list(_declared(cl.Kernel(program, kernel.function_name)))
    # PoCL renames parameters that have the name of a function of OpenCL: `length` is `_cl_length` there.
    return [Parameter(one.name.removeprefix("_cl_") if one.name not in source else one.name, one.type_name) for one in found]


def _declared(kernel: cl.Kernel) -> Iterator[Parameter]:
    info = cl.kernel_arg_info
    for number in range(kernel.num_args):
        name, kind = (kernel.get_arg_info(number, asked) for asked in (info.NAME, info.TYPE_NAME))
        yield Parameter(str(name), str(kind))


def description(
    kernel: cl.Kernel,
    queue: cl.CommandQueue,
    sizes: tuple[object, object],
    arguments: Sequence[object],
    known: Sequence[Parameter],
    files: Path,
) -> str:
    """One ``[[launch]]``. The contents of buffers are written to files whose names begin as `files` does, in the same folder.

    The queue is finished first, so these are the contents that the next launch would find.
    """
    name = kernel.function_name
    if len(arguments) != len(known):
        raise TypeError(f"args must be the {len(known)} arguments of kernel {name}, not {len(arguments)}")
    global_size, local_size = sizes
    lines = ["[[launch]]", f'kernel = "{name}"', f"global = {_size('global_size', global_size)}"]
    if local_size is not None:
        lines.append(f"local = {_size('local_size', local_size)}")
        if len(_size("global_size", global_size)) != len(_size("local_size", local_size)):
            raise _arguments.unfit("local_size", "of as many dimensions as global_size", local_size)
    lines += ["", "[launch.args]"]
    _refuse_shared_memory(arguments, known)
    queue.finish()
    for parameter, argument in zip(known, arguments):
        lines.append(f"{_key(parameter.name)} = {_value(queue, parameter, argument, files)}")
    return "\n".join(lines) + "\n"


def free_name(files: Path, known: Sequence[Parameter], before: str) -> Path:
    """The first of `files`, `files.1`, `files.2` and so on with which no file of a launch would have the name of one that is there.

    A name that the description `before` mentions is taken too, even if the file is missing.
    """

    def is_taken(path: Path) -> bool:
        return path.exists() or path.name in before or _quoted(path.name)[1:-1] in before

    number, free = 0, files
    while any(is_taken(_file_of(free, parameter)) for parameter in known):
        number += 1
        free = files.with_name(f"{files.name}.{number}")
    return free


def _file_of(files: Path, parameter: Parameter) -> Path:
    """The file with the contents of an argument."""
    return files.with_name(f"{files.name}.{parameter.name}.bin")


def _quoted(text: str) -> str:
    """A string of TOML. That of JSON is one, except that TOML escapes DEL too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    """A key of TOML. Some compilers allow more characters in names, such as `$`."""
    return name if re.fullmatch(r"\w+", name, re.ASCII) else _quoted(name)


def _size(name: str, value: object) -> list[int]:
    if not isinstance(value, (tuple, list)) or not 1 <= len(value) <= 3:
        raise _arguments.wrong(name, "a tuple of one to three numbers", value)
    return _arguments.whole_numbers(name, value, 1)


def _value(queue: cl.CommandQueue, parameter: Parameter, argument: Any, files: Path) -> str:
    """An argument as a description has it."""
    name = f"argument {parameter.name}"
    if isinstance(argument, cl.LocalMemory):
        count = -(-argument.size // parameter.element_size)
        return f"{{ local = {count} }}"
    if isinstance(argument, cl.MemoryObjectHolder) and argument.type == cl.mem_object_type.BUFFER:
        path = _file_of(files, parameter)
        _write_buffer(queue, argument, path, name)
        return f"{{ file = {_quoted(path.name)} }}"
    if isinstance(argument, cl.Image) and argument.type in _IMAGE_SIZES:
        return _image(queue, argument, _file_of(files, parameter), name)
    if isinstance(argument, cl.Sampler):
        return _sampler(argument)
    numbers = [_number(number) for number in _numbers(name, argument)]
    return numbers[0] if len(numbers) == 1 and not _has_fields(argument) else f"[{', '.join(numbers)}]"


def _has_fields(argument: object) -> bool:
    return isinstance(argument, (np.void, complex, np.complexfloating))


def _numbers(name: str, value: Any) -> Iterable[int | float]:
    """The numbers in a value: one, or those of the components or fields."""
    if isinstance(value, np.void) and value.dtype.names:
        for field in value.dtype.names:
            yield from _numbers(name, value[field])
    elif isinstance(value, np.ndarray):
        for one in value.ravel():
            yield from _numbers(name, one)
    elif isinstance(value, (complex, np.complexfloating)):
        yield from (float(value.real), float(value.imag))
    elif isinstance(value, (int, np.integer, np.bool_)):
        yield int(value)
    elif isinstance(value, (float, np.floating)):
        yield float(value)
    else:
        wanted = "a buffer, an image, a sampler, local memory, a number, or a vector or structure of NumPy"
        raise _arguments.wrong(name, f"{wanted}, to be recorded", value)


def _number(number: int | float) -> str:
    if isinstance(number, int):
        # TOML has 64 bits with a sign; the bits are the same.
        return str(number - (1 << 64) if number >= 1 << 63 else number)
    return repr(number)


def _write_buffer(queue: cl.CommandQueue, buffer: Any, path: Path, name: str) -> None:
    with open(path, "wb") as file:
        for start in range(0, buffer.size, _PART):
            part = np.empty(min(_PART, buffer.size - start), np.uint8)
            try:
                cl.enqueue_copy(queue, part, buffer, src_offset=start)
            except cl.Error as error:
                raise ValueError(f"{name} cannot be read, so it cannot be recorded: {error}") from error
            file.write(part.data)


def _image(queue: cl.CommandQueue, image: Any, path: Path, name: str) -> str:
    asked = cl.image_info
    size = [int(image.get_image_info(getattr(asked, one))) for one in _IMAGE_SIZES[image.type]]
    kind = image.get_image_info(asked.FORMAT)
    order = _word(cl.channel_order, kind.channel_order)
    channel = _word(cl.channel_type, kind.channel_data_type)
    pixels = np.empty(math.prod(size) * image.get_image_info(asked.ELEMENT_SIZE), np.uint8)
    try:
        cl.enqueue_copy(queue, pixels, image, origin=(0, 0, 0), region=(*size, 1, 1)[:3])
    except cl.Error as error:
        raise ValueError(f"{name} cannot be read, so it cannot be recorded: {error}") from error
    path.write_bytes(pixels.data)
    return f'{{ image = {size}, format = ["{order}", "{channel}"], file = {_quoted(path.name)} }}'


def _word(kind: Any, value: int) -> str:
    """A value of an enumeration of OpenCL, without `CL_`."""
    return str(kind.to_string(value))


def _sampler(sampler: cl.Sampler) -> str:
    asked = cl.sampler_info
    is_normalized, mode, kind = (
        int(cast(int, sampler.get_info(one))) for one in (asked.NORMALIZED_COORDS, asked.ADDRESSING_MODE, asked.FILTER_MODE)
    )
    addressing = _word(cl.addressing_mode, mode).lower().replace("_", "-")
    words = {"normalized": is_normalized != 0, "linear": kind == cl.filter_mode.LINEAR}
    flags = ", ".join(f"{name} = {str(value).lower()}" for name, value in words.items())
    return f'{{ sampler = {{ addressing = "{addressing}", {flags} }} }}'


def _refuse_shared_memory(arguments: Sequence[object], known: Sequence[Parameter]) -> None:
    """A description gives each parameter memory of its own."""
    seen: list[tuple[int, int, int, str]] = []
    for parameter, argument in zip(known, arguments):
        if not isinstance(argument, cl.MemoryObjectHolder):
            continue
        parent = argument.get_info(cl.mem_info.ASSOCIATED_MEMOBJECT)
        whole = parent if isinstance(parent, cl.MemoryObjectHolder) else argument
        offset: Any = argument.get_info(cl.mem_info.OFFSET) if whole is not argument else 0
        for other, start, end, name in seen:
            if other == whole.int_ptr and offset < end and start < offset + argument.size:
                raise ValueError(f"argument {parameter.name} has the memory of argument {name}: that cannot be recorded")
        seen.append((whole.int_ptr, offset, offset + argument.size, parameter.name))
