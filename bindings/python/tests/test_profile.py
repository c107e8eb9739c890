"""Profiles: what ``clunroll tune --profile`` has found, used by ``unroll``."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

import clunroll

SOURCE = """__kernel void k(__global int *a, int n)
{
#pragma unroll 2
    for (int i = 0; i < n; i++) a[i] += i;
}
"""

PROFILE = """
[[device]]
name = "A GPU"
macro = "ON_GPU"

[[device.loop]]
file = "k.cl"
function = "k"
line = 3
fingerprint = "a7ed6872a03f006a"
choice = "unroll 4"
"""


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A profile with one device."""
    path = tmp_path / "devices.toml"
    path.write_text(PROFILE)
    return path


def test_choices_replace_the_requests(profile: Path) -> None:
    expected = clunroll.unroll(SOURCE.replace("unroll 2", "unroll 4"), filename="k.cl").text
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for path in (profile, str(profile)):
            assert clunroll.unroll(SOURCE, filename="k.cl", profile=path, device="gpu").text == expected
    # Another file, and no profile.
    plain = clunroll.unroll(SOURCE, filename="k.cl").text
    assert plain != expected
    assert clunroll.unroll(SOURCE, filename="other.cl", profile=profile, device="gpu").text == plain


def test_one_text_serves_several_devices(profile: Path) -> None:
    text = clunroll.unroll(SOURCE, filename="k.cl", profile=profile).text
    group = "#if defined(ON_GPU)\n#pragma unroll 4\n#else\n#pragma unroll 2\n#endif\n"
    assert text == clunroll.unroll(SOURCE.replace("#pragma unroll 2\n", group), filename="k.cl").text


def test_a_choice_that_fits_no_loop_is_a_warning(profile: Path) -> None:
    changed = SOURCE.replace("i < n", "i < 8")
    with pytest.warns(UserWarning, match="k.cl: the profile has `unroll 4` for line 3, in `k`; this fits no loop any more"):
        text = clunroll.unroll(changed, filename="k.cl", profile=profile, device="A GPU").text
    assert text == clunroll.unroll(changed, filename="k.cl").text


def test_wrong_profiles(profile: Path, tmp_path: Path) -> None:
    def raises(kind: type[Exception], match: str, **settings: Any) -> None:
        with pytest.raises(kind, match=match):
            clunroll.unroll(SOURCE, filename="k.cl", **settings)

    raises(ValueError, "profile: it has no device `CPU`; its devices: `A GPU`", profile=profile, device="CPU")
    raises(FileNotFoundError, "No such file", profile=tmp_path / "none.toml", device="GPU")
    raises(TypeError, "profile must be str or os.PathLike", profile=1)
    raises(TypeError, "device must be str", profile=profile, device=1)
    raises(TypeError, "pass profile too", device="GPU")
    profile.write_text("[[device")
    raises(ValueError, "profile: line 1, column 9: unclosed array table", profile=profile, device="GPU")
