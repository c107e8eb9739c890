"""What the OpenCL layer adds to a build: python3 benches/layer.py [SOURCE [OPTIONS]]...

For each source, the layer's own time is measured above a driver that builds nothing (`tests/layer/below.c`): creation, build and release of
a program with the layer, less the same without it, in processor time of all threads. The time of the build itself is PoCL's, without its
cache. The least of some rounds counts, so that other work on the machine has little say in it. The limits are those of `docs/layer.md`.

Without arguments, the sources are one of 100 KB without requests, the same half of which is included, one that speaks of unrolling in a
comment, one that does so in a name, kernels of this repository, and kernels of hashcat if it is installed. The layer is the optimised
build; gcc compiles the client. ROUNDS says how often each is built (20), BUILDS how often by PoCL (3), and LAYER names a layer that is
built already.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = os.environ.get("ROUNDS", "20")
BUILDS = os.environ.get("BUILDS", "3")
HASHCAT = Path("/usr/share/hashcat/OpenCL")
# What hashcat 6.2.6 passes on PoCL, without what only some modes need.
OF_HASHCAT = (
    f"-D KERNEL_STATIC -D INCLUDE_PATH={HASHCAT} -D XM2S(x)=#x -D M2S(x)=XM2S(x) -D LOCAL_MEM_TYPE=1 -D VENDOR_ID=64 -D CUDA_ARCH=0"
    " -D HAS_ADD=0 -D HAS_ADDC=0 -D HAS_SUB=0 -D HAS_SUBC=0 -D HAS_VADD=0 -D HAS_VADDC=0 -D HAS_VADD_CO=0 -D HAS_VADDC_CO=0"
    " -D HAS_VSUB=0 -D HAS_VSUBB=0 -D HAS_VSUB_CO=0 -D HAS_VSUBB_CO=0 -D HAS_VPERM=0 -D HAS_VADD3=0 -D HAS_VBFE=0 -D HAS_BFE=0"
    " -D HAS_LOP3=0 -D HAS_MOV64=0 -D HAS_PRMT=0 -D VECT_SIZE=1 -D DEVICE_TYPE=2 -D DGST_R0=0 -D DGST_R1=1 -D DGST_R2=2 -D DGST_R3=3"
    " -D DGST_ELEM=4 -D KERN_TYPE=0 -D ATTACK_EXEC=11 -D ATTACK_KERN=3 -D ATTACK_MODE=3 -w"
)
FUNCTION = """/* Adds what is left of one row to the next one, if there is any. */
int step_{0}(int a, int b, global const int *rows) {{
    int sum = a * {0} + b;
    for (int i = 0; i < a; i++) {{
        if (rows[i] > sum) sum += rows[i] - (b >> 1);
        else sum = max(sum, rows[i]) ^ (i + {0});
    }}
    return sum;
}}

"""
KERNEL = "kernel void k(global int *a) { a[0] = step_0(1, 2, a); }\n"


def functions(size: int, first: int = 0) -> str:
    text = ""
    while len(text) + len(FUNCTION) < size:
        text += FUNCTION.format(first)
        first += 1
    return text


def sources(folder: Path) -> list[tuple[str, Path, str, bool]]:
    """For each, its name, its file, its options and whether it has requests."""
    whole, half, header = functions(100_000), functions(50_000), functions(50_000, 1000)
    made = {
        "100 KB, no requests": whole + KERNEL,
        "100 KB, half of it included": '#include "rest.h"\n' + half + KERNEL,
        "100 KB, `unroll` in a comment": whole + "/* We do not unroll this. */\n" + KERNEL,
        "100 KB, `unroll` in a name, `##`": "#define JOINED(a, b) a##b\nint unrolled(int a);\n" + whole + KERNEL,
    }
    (folder / "rest.h").write_text(header)
    found = []
    for number, (name, text) in enumerate(made.items()):
        file = folder / f"{number}.cl"
        file.write_text(text)
        found.append((name, file, f"-I {folder}", False))
    own = ("matrix_product", "convolution", "stencil", "real_size", "register_tile")
    found += [(f"kernels/{name}.cl", ROOT / "kernels" / f"{name}.cl", f"-I {ROOT / 'kernels'}", True) for name in own]
    modes = ("m03000_a3-pure", "m15400_a3-optimized", "m05500_a3-pure", "m29100_a3-pure", "m01500_a3-pure")
    found += [(f"hashcat {name}", HASHCAT / f"{name}.cl", OF_HASHCAT, True) for name in modes if HASHCAT.exists()]
    return found


def built(folder: Path) -> tuple[Path, Path, Path]:
    """The client, the driver that builds nothing, and the layer."""
    here = ROOT / "tests" / "layer"
    gcc = ["gcc", "-std=gnu11", "-O1"]
    client, below = folder / "client", folder / "below.so"
    subprocess.run([*gcc, "-o", client, here / "client.c", "-lOpenCL", "-pthread"], check=True)
    subprocess.run([*gcc, "-shared", "-fPIC", "-o", below, here / "below.c"], check=True)
    if given := os.environ.get("LAYER"):
        return client, below, Path(given).resolve()
    subprocess.run(["cargo", "build", "--quiet", "--release", "-p", "clunroll-cli", "-p", "clunroll-layer"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return client, below, target / "release" / "libclunroll_layer.so"


def measured(client: Path, source: Path, options: str, rounds: str, layers: list[Path], **more: str) -> float:
    """The least milliseconds of the processor for one build."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLUNROLL_LAYER", "OPENCL_LAYER"))}
    variables = kept | {"CLIENT_SOURCE": str(source), "CLIENT_OPTIONS": options, "POCL_DEVICES": "basic", "XDG_CONFIG_HOME": "/nowhere"}
    variables |= {"OPENCL_LAYERS": ":".join(map(str, layers)), "CLUNROLL_LAYER": "1", **more}
    if not layers:
        del variables["OPENCL_LAYERS"]
    command = [client, "cost-of", rounds]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0])


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        given = sys.argv[1:]
        if missing := [name for name in given[::2] if not Path(name).is_file()]:
            sys.exit(f"there are no files {missing}\n{__doc__}")
        pairs = zip(given[::2], [*given[1::2], ""], strict=False)
        chosen = [(name, Path(name).resolve(), options, True) for name, options in pairs] or sources(folder)
        client, below, layer = built(folder)
        print(f"{'source':32} {'bytes':>8} {'layer':>9} {'build':>10} {'share':>7}  limit")
        for name, file, options, has_requests in chosen:
            instant = {"BELOW_INSTANT": "1"}
            with_layer = measured(client, file, options, ROUNDS, [below, layer], **instant)
            own = with_layer - measured(client, file, options, ROUNDS, [below], **instant)
            build = measured(client, file, options, BUILDS, [], POCL_KERNEL_CACHE="0")
            limit = max(5.0, build / 50) if has_requests else 1.0
            words = f"{limit:.1f} ms" + ("" if own < limit else ": exceeded")
            print(f"{name:32} {file.stat().st_size:8} {own:6.2f} ms {build:7.1f} ms {own / build:7.2%}  {words}", flush=True)


if __name__ == "__main__":
    main()
