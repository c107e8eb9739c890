"""``clunroll.pyopencl.tune`` and ``record``: a user's own kernel and buffers, on PoCL.

Which candidate is the fastest is not tested: other programs run at the same time.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pyopencl as cl
import pytest

import clunroll
import clunroll.pyopencl

#: It computes a wrong result, or none, if an argument is not what the caller passes. PoCL renames `length`.
KERNEL = """struct limits { int first; float scale[2]; };

kernel void rows(global const float *in, global float *out, int length, float4 add, local float2 *space, struct limits limits, ulong mask) {
    float sum = 0;
    #pragma unroll 4
    for (int i = limits.first; i < length; i++) sum += in[get_global_id(0) * length + i] * SCALE;
    space[get_local_id(0)] = (float2)(sum + add.w, limits.scale[1]);
    barrier(CLK_LOCAL_MEM_FENCE);
    float2 other = space[get_local_size(0) - 1 - get_local_id(0)];
    out[get_global_id(0)] += other.x * other.y + (mask >> 63);
}
"""

LIMITS = np.dtype([("first", np.int32), ("scale", np.float32, 2)])

SIZE, LENGTH = 16, 17


class Launch:
    """The kernel with its buffers."""

    def __init__(self, queue: cl.CommandQueue, program: cl.Program) -> None:
        rng = np.random.default_rng(7)
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        self.queue, self.kernel = queue, cl.Kernel(program, "rows")
        self.inputs = rng.random(SIZE * LENGTH, dtype=np.float32)
        self.before = rng.random(SIZE, dtype=np.float32)
        self.out = cl.Buffer(queue.context, flags, hostbuf=self.before)
        limits = np.array([(1, (2.5, -0.5))], LIMITS)[0]
        self.arguments: tuple[Any, ...] = (
            cl.Buffer(queue.context, flags, hostbuf=self.inputs),
            self.out,
            np.int32(LENGTH),
            cl.cltypes.make_float4(1, 2, 3, 4.25),  # type: ignore[attr-defined]
            cl.LocalMemory(8 * 8),
            limits,
            np.uint64((1 << 63) + 5),
        )

    def contents(self) -> Any:
        found = np.empty_like(self.before)
        cl.enqueue_copy(self.queue, found, self.out)
        return found


@pytest.mark.parametrize("is_unrolled", [True, False])
def test_a_kernel_is_tuned_and_its_buffers_stay(queue: cl.CommandQueue, is_unrolled: bool) -> None:
    def build(context: cl.Context, source: str, options: str) -> cl.Program:
        if is_unrolled:
            return clunroll.pyopencl.build(context, source, options)
        program: cl.Program = cl.Program(context, source).build(options)
        return program

    # The object of the program is gone then; the kernel is what a user keeps.
    launch = Launch(queue, build(queue.context, KERNEL, "-DSCALE=2.0f -cl-mad-enable"))
    found = clunroll.pyopencl.tune(launch.kernel, queue, (SIZE,), (8,), *launch.arguments, factors=[2], time=8, filename="my/rows.cl")
    assert "Portable Computing Language" in found.device and found.report["file"] == "my/rows.cl"
    (group,) = found.report["groups"]
    assert group["kernels"] == ["rows"] and group["failure"] is None
    assert all(one["failure"] is None for one in group["candidates"])
    # The request is that of the source, and not one that is left in the unrolled text.
    assert list(found.choices) == ["line 5"] and {"as written", "unroll 4"} <= set(found.report["subjects"][0]["choices"])
    page = found._repr_html_()
    assert page.startswith("<iframe") and "&lt;table" in page and "<script" not in page
    assert (launch.contents() == launch.before).all()
    # The kernel still runs with these buffers.
    launch.kernel(queue, (SIZE,), (8,), *launch.arguments)
    assert (launch.contents() != launch.before).any()


def test_a_recorded_launch_computes_the_same(queue: cl.CommandQueue, tmp_path: Path) -> None:
    launch = Launch(queue, clunroll.pyopencl.build(queue.context, KERNEL, "-DSCALE=2.0f"))
    path = tmp_path / "rows.launch.toml"
    clunroll.pyopencl.record(path, launch.kernel, queue, (SIZE,), (8,), *launch.arguments)
    assert path.read_text() == (
        '[[launch]]\nkernel = "rows"\nglobal = [16]\nlocal = [8]\n\n[launch.args]\n'
        'in = { file = "rows.rows.in.bin" }\nout = { file = "rows.rows.out.bin" }\nlength = 17\nadd = [1.0, 2.0, 3.0, 4.25]\n'
        "space = { local = 8 }\nlimits = [1, 2.5, -0.5]\nmask = -9223372036854775803\n"
    )
    assert (tmp_path / "rows.rows.in.bin").read_bytes() == launch.inputs.tobytes()
    assert (tmp_path / "rows.rows.out.bin").read_bytes() == launch.before.tobytes()
    (tmp_path / "rows.cl").write_text(KERNEL)
    found = clunroll.verify(KERNEL, launch=path, defines={"SCALE": "2.0f"})
    assert (found.kernels[0].verdict, found.kernels[0].left_out) == ("same", None), found
    # Another launch is added, and its files do not replace the first one's.
    cl.enqueue_copy(queue, launch.out, np.full(SIZE, 3, np.float32))
    clunroll.pyopencl.record(path, launch.kernel, queue, (8,), (8,), *launch.arguments, append=True)
    assert path.read_text().count("[[launch]]") == 2 and '"rows.rows.1.out.bin"' in path.read_text()
    assert (tmp_path / "rows.rows.out.bin").read_bytes() == launch.before.tobytes()
    assert (tmp_path / "rows.rows.1.out.bin").read_bytes() == np.full(SIZE, 3, np.float32).tobytes()
    dry = [clunroll.program(), "tune", "rows.cl", "-DSCALE=2.0f", "--dry-run"]
    assert b"unroll 8" in subprocess.run(dry, cwd=tmp_path, check=True, capture_output=True).stdout


def test_a_new_launch_keeps_the_files_of_others(queue: cl.CommandQueue, tmp_path: Path) -> None:
    kernel = cl.Kernel(cl.Program(queue.context, "kernel void k(global int *a) {}").build(), "k")
    path = tmp_path / "k.launch.toml"

    def record(value: int, *, append: bool = True) -> None:
        buffer = cl.Buffer(queue.context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=np.full(4, value, np.int32))
        clunroll.pyopencl.record(path, kernel, queue, (4,), None, buffer, append=append)

    def recorded() -> list[int]:
        files = re.findall(r'file = "(.*)"', path.read_text())
        return [int(np.frombuffer((tmp_path / file).read_bytes(), np.int32)[0]) for file in files]

    for value in (1, 2, 3):
        record(value)
    assert recorded() == [1, 2, 3]
    # A launch is deleted by hand, with its file or without it.
    first, _, rest = path.read_text().partition("\n[[launch]]")
    path.write_text(f"# [[launch]] is the word.\n[[launch]]{rest}")
    record(4)
    assert recorded() == [2, 3, 4]
    (tmp_path / "k.k.a.bin").unlink()
    record(5)
    assert recorded() == [2, 3, 4, 5] and "k.k.a.bin" in path.read_text()
    # A file that is missing is not made up.
    (tmp_path / "k.k.1.a.bin").unlink()
    record(6)
    assert not (tmp_path / "k.k.1.a.bin").exists()
    record(7, append=False)
    assert recorded() == [7] and '"k.k.a.bin"' in path.read_text()


@pytest.mark.parametrize("stem", ['a "b"', "a\\nb", "a\tb\x7f\x01", "ä 😀 \u2028"])
def test_names_of_files_are_quoted(queue: cl.CommandQueue, tmp_path: Path, stem: str) -> None:
    source = "kernel void k(global int *a, int n) {\n#pragma unroll 2\nfor (int i = 0; i < n; i++) a[i] += i;\n}\n"
    kernel = cl.Kernel(clunroll.pyopencl.build(queue.context, source), "k")
    path = tmp_path / f"{stem}.launch.toml"
    for _ in range(2):
        buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 64)
        clunroll.pyopencl.record(path, kernel, queue, (1,), None, buffer, np.int32(16), append=True)
    assert sorted(one.name for one in tmp_path.glob("*.bin")) == sorted([f"{stem}.k.a.bin", f"{stem}.k.1.a.bin"])
    found = clunroll.verify(source, launch=path)
    assert found.verdict == "same", found


def test_values_of_other_kinds(queue: cl.CommandQueue, tmp_path: Path) -> None:
    source = """kernel void k(char a, uchar b, short c, long d, float e, double f, float3 g, uchar2 h, float2 i, local char *j, local double3 *l) {}"""
    kernel = cl.Kernel(cl.Program(queue.context, source).build(), "k")
    types: Any = cl.cltypes
    values = [
        np.int8(-3), np.uint8(255), -7, np.int64(-(1 << 62)), float("inf"), np.float64(1e300), types.make_float3(1, -2, 0.1),
        types.make_uchar2(1, 255), np.complex64(2 - 3j), cl.LocalMemory(5), cl.LocalMemory(64),
    ]  # fmt: skip
    path = tmp_path / "k.launch.toml"
    clunroll.pyopencl.record(path, kernel, queue, (4, 2), None, *values)
    lines = path.read_text().splitlines()
    assert lines[2] == "global = [4, 2]" and lines[5:] == [
        "a = -3", "b = 255", "c = -7", "d = -4611686018427387904", "e = inf", "f = 1e+300", "g = [1.0, -2.0, 0.10000000149011612, 0.0]",
        "h = [1, 255]", "i = [2.0, -3.0]", "j = { local = 5 }", "l = { local = 2 }",
    ]  # fmt: skip


def test_images_and_samplers(queue: cl.CommandQueue, tmp_path: Path) -> None:
    source = """kernel void k(read_only image2d_t in, sampler_t how, global float4 *out, int n) {
        float4 sum = 0;
        #pragma unroll 4
        for (int i = 0; i < n; i++) sum += read_imagef(in, how, (int2)(i, get_global_id(0)));
        out[get_global_id(0)] = sum;
    }"""
    pixels = np.arange(4 * 6 * 4, dtype=np.uint8)
    flags, kind = cl.mem_flags, cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNORM_INT8)
    image = cl.create_image(queue.context, flags.READ_ONLY | flags.COPY_HOST_PTR, kind, shape=(6, 4), hostbuf=pixels)
    sampler = cl.Sampler(queue.context, False, cl.addressing_mode.CLAMP_TO_EDGE, cl.filter_mode.NEAREST)
    kernel = cl.Kernel(clunroll.pyopencl.build(queue.context, source), "k")
    out = cl.Buffer(queue.context, flags.READ_WRITE, 64)
    path = tmp_path / "k.launch.toml"
    clunroll.pyopencl.record(path, kernel, queue, (4,), None, image, sampler, out, np.int32(6))
    assert path.read_text().splitlines()[4:] == [
        "[launch.args]",
        'in = { image = [6, 4], format = ["RGBA", "UNORM_INT8"], file = "k.k.in.bin" }',
        'how = { sampler = { addressing = "clamp-to-edge", normalized = false, linear = false } }',
        'out = { file = "k.k.out.bin" }',
        "n = 6",
    ]
    assert (tmp_path / "k.k.in.bin").read_bytes() == pixels.tobytes()
    assert clunroll.verify(source, launch=path).verdict == "same"


def test_what_cannot_be_recorded(queue: cl.CommandQueue, tmp_path: Path) -> None:
    source = "kernel void k(global int *a, global int *b) {}"
    kernel = cl.Kernel(cl.Program(queue.context, source).build(), "k")
    flags = cl.mem_flags
    buffer = cl.Buffer(queue.context, flags.READ_WRITE, 4096)
    other = cl.Buffer(queue.context, flags.READ_WRITE, 4096)
    hidden = cl.Buffer(queue.context, flags.READ_WRITE | flags.HOST_NO_ACCESS, 4096)
    path = tmp_path / "k.launch.toml"

    def record(*arguments: object, global_size: Any = (4,), local_size: Any = None) -> None:
        clunroll.pyopencl.record(path, kernel, queue, global_size, local_size, *arguments)

    for arguments, kind, message in [
        ((buffer,), TypeError, "args must be the 2 arguments of kernel k, not 1"),
        ((buffer, buffer), ValueError, "argument b has the memory of argument a: that cannot be recorded"),
        ((buffer.get_sub_region(0, 2048), buffer), ValueError, "argument b has the memory of argument a"),
        ((buffer, None), TypeError, "argument b must be a buffer, an image, .*, not None"),
        ((buffer, b"bytes"), TypeError, "argument b must be a buffer, .*, not b'bytes'"),
        ((buffer, hidden), ValueError, "argument b cannot be read, so it cannot be recorded: "),
    ]:
        with pytest.raises(kind, match=message):
            record(*arguments)
        assert not path.exists()
    record(buffer.get_sub_region(0, 2048), buffer.get_sub_region(2048, 2048))
    assert len((tmp_path / "k.k.b.bin").read_bytes()) == 2048
    wrong: list[dict[str, Any]] = [{"global_size": 4}, {"global_size": ()}, {"global_size": (1, 1, 1, 1)}, {"global_size": (4.5,)}, {"local_size": "4"}]
    for sizes in wrong:
        with pytest.raises(TypeError, match=next(iter(sizes))):
            record(buffer, other, **sizes)
    wrong = [{"global_size": (0,)}, {"local_size": (4, 4)}, {"local_size": (-1,)}]
    for sizes in wrong:
        with pytest.raises(ValueError, match=next(iter(sizes))):
            record(buffer, other, **sizes)


def test_a_kernel_without_a_source(queue: cl.CommandQueue) -> None:
    built = cl.Program(queue.context, KERNEL).build("-DSCALE=1")
    binaries: Any = built.get_info(cl.program_info.BINARIES)
    program = cl.Program(queue.context, queue.context.devices, binaries).build()
    launch = Launch(queue, program)
    with pytest.raises(ValueError, match="source is missing: the program of this kernel was made from a binary"):
        clunroll.pyopencl.tune(launch.kernel, queue, (SIZE,), (8,), *launch.arguments)
    found = clunroll.pyopencl.tune(
        launch.kernel, queue, (SIZE,), (8,), *launch.arguments, source=KERNEL, options=["-DSCALE=1"], factors=[2], budget=4, time=5
    )
    assert list(found.choices) == ["line 5"]


def test_programs_of_one_text_keep_their_options(queue: cl.CommandQueue, tmp_path: Path) -> None:
    """The names of parameters come from a build with the options of the kernel, and so does what is tuned."""
    source = "kernel void k(global int *a, int NAME) {\n#pragma unroll 4\nfor (int i = 0; i < NAME; i++) a[i] = i;\n}\n"
    programs = [clunroll.pyopencl.build(queue.context, source, f"-DNAME={name}") for name in ("first", "second")]
    assert programs[0].clunroll.text == programs[1].clunroll.text
    kernels = [cl.Kernel(program, "k") for program in programs]
    buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 64)
    path = tmp_path / "k.launch.toml"
    for is_alive in [True, False]:
        for kernel, name in zip(kernels, ("first", "second")):
            clunroll.pyopencl.record(path, kernel, queue, (1,), None, buffer, np.int32(16))
            assert path.read_text().splitlines()[-1] == f"{name} = 16", is_alive
        programs.clear()


def test_what_cannot_be_measured_raises(queue: cl.CommandQueue) -> None:
    launch = Launch(queue, clunroll.pyopencl.build(queue.context, KERNEL, "-DSCALE=1"))
    with pytest.raises(clunroll.ProgramError, match="does not build"):
        clunroll.pyopencl.tune(launch.kernel, queue, (SIZE,), (8,), *launch.arguments, options="")
