"""The reports of ``clunroll tune``, read by what other tuners use."""

from __future__ import annotations

import copy
import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from kernel_tuner.file_utils import get_t4_results, output_file_schema

import clunroll

KERNEL = """kernel void row_sum(global float *out, global const float *in) {
    int row = get_global_id(0);
    float sum = 0.0f;
    #pragma unroll
    for (int column = 0; column < 8; column++) {
        sum += in[row * 8 + column];
    }
    out[row] = sum;
}
"""

LAUNCH = """[[launch]]
kernel = "row_sum"
global = [64]
local = [16]
[launch.args]
out = { size = 64, value = 0 }
in = { size = 512, random = { from = -1.0, to = 1.0 } }
"""


@pytest.fixture(scope="module")
def t4(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The results of a short run."""
    folder = tmp_path_factory.mktemp("tune")
    (folder / "k.cl").write_text(KERNEL)
    (folder / "k.launch.toml").write_text(LAUNCH)
    path: Path = folder / "results.json"
    subprocess.run([clunroll.program(), "tune", "k.cl", "--factors", "2", "--quiet", "--t4", path], cwd=folder, check=True)
    results: dict[str, Any] = json.loads(path.read_text())
    return results


def test_kernel_tuners_schema_accepts_the_results(t4: dict[str, Any]) -> None:
    version, schema = output_file_schema("results")
    jsonschema.validate(t4, schema)
    assert t4["schema_version"] == version
    # The schema is not one that accepts anything.
    for name, wrong in [("invalidity", "unknown"), ("correctness", "yes"), ("times", []), ("configuration", None)]:
        broken = copy.deepcopy(t4)
        broken["results"][0][name] = wrong
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(broken, schema)


def test_a_result_has_the_words_of_kernel_tuner(t4: dict[str, Any]) -> None:
    """The schema allows any other words too, so they are compared with those that Kernel Tuner writes."""
    times = ["compile_time", "benchmark_time", "framework_time", "strategy_time", "verification_time"]
    own = get_t4_results([{"n": 4, "time": 0.5, "times": [0.5], **dict.fromkeys(times, 1.0)}], {"n": [4]})
    assert t4["metadata"]["timeunit"] == own["metadata"]["timeunit"]
    (expected,) = own["results"]
    (time,) = expected["measurements"]
    assert len(t4["results"]) > 4
    # On a busy machine a candidate may not end in time.
    correct = [result for result in t4["results"] if result["invalidity"] == expected["invalidity"]]
    assert len(correct) > 2
    for result in correct:
        assert result.keys() == expected.keys()
        assert result["times"].keys() <= expected["times"].keys()
        assert result["objectives"] == expected["objectives"] and result["correctness"] == expected["correctness"]
        (objective,) = [one for one in result["measurements"] if one["name"] == time["name"]]
        assert objective.keys() == time.keys() and objective["unit"] == time["unit"]
        # Both are milliseconds.
        runtimes = sorted(result["times"]["runtimes"])
        assert 0.5 < objective["value"] / runtimes[len(runtimes) // 2] < 2
    choices = {result["configuration"]["line_4"] for result in t4["results"]}
    assert {"as written", "no pragma", "unroll", "unroll 2"} <= choices
