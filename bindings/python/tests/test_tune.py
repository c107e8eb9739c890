"""``clunroll.tune``, on PoCL. Which candidate is the fastest is not tested: other programs run at the same time."""

from __future__ import annotations

from pathlib import Path

import pytest

import clunroll

KERNEL = """kernel void rows(global const float *in, global float *out, int width) {
    float sum = 0;
    #pragma unroll 4
    for (int i = 0; i < width; i++) sum += in[get_global_id(0) * width + i] * SCALE;
    out[get_global_id(0)] = sum;
}
"""

LAUNCH = """[[launch]]
kernel = "rows"
global = [16]
[launch.args]
in = { size = 272, random = { from = -1.0, to = 1.0 } }
out = { size = 16, value = 0 }
width = 17
"""


@pytest.fixture
def launch(tmp_path: Path) -> Path:
    path = tmp_path / "rows.launch.toml"
    path.write_text(LAUNCH)
    return path


def test_a_source_is_tuned(launch: Path) -> None:
    found = clunroll.tune(KERNEL, launch, filename="my/rows.cl", factors=[2], time=60, defines={"SCALE": 3})
    assert "Portable Computing Language" in found.device
    (group,) = found.report["groups"]
    assert group["failure"] is None and group["searched"]["tried"] == group["searched"]["size"]
    assert all(one["failure"] is None for one in group["candidates"])
    assert list(found.choices) == ["line 3"] and found.choices["line 3"] in found.report["subjects"][0]["choices"]
    assert found.report["file"] == "my/rows.cl"
    assert str(found).startswith("kernel `rows` of my/rows.cl on ")
    assert "&lt;table" in found._repr_html_() and "<script" not in found._repr_html_()


def test_values_of_macros_vary(launch: Path) -> None:
    found = clunroll.tune(KERNEL, launch, factors=[2], time=10, vary={"SCALE": [2, 3]})
    assert [group["defines"] for group in found.report["groups"]] == [["SCALE=2"], ["SCALE=3"]]
    assert found.report["best_defines"] in (["SCALE=2"], ["SCALE=3"])


def test_what_cannot_be_measured_raises(launch: Path) -> None:
    with pytest.raises(clunroll.ProgramError, match="there is no OpenCL device named no such device"):
        clunroll.tune(KERNEL, launch, device="no such device")
    with pytest.raises(clunroll.ProgramError, match="does not build"):
        clunroll.tune(KERNEL, launch)
    launch.write_text(LAUNCH.replace("width = 17\n", ""))
    with pytest.raises(clunroll.ProgramError, match="`rows` needs a value for `width`"):
        clunroll.tune(KERNEL, launch, defines={"SCALE": 3})
