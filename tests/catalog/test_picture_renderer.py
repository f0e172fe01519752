"""The program that renders pictures: run as the worker runs it, with good, hostile and broken files."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from project.catalog.pictures import renderer as picture_renderer
from tests.environment import coverage_variables

pytestmark = pytest.mark.any_stack


def run_renderer(photo: bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    source = folder / "source.jpg"
    source.write_bytes(photo)
    (folder / "made").mkdir()
    command = [sys.executable, "-I", picture_renderer.__file__, str(source), str(folder / "made")]
    return subprocess.run(command, env=coverage_variables(), capture_output=True)


def picture(kind: str, size: tuple[int, int], mode: str = "RGB") -> bytes:
    file = io.BytesIO()
    Image.new(mode, size, 90 if mode == "L" else "#804020").save(file, kind)
    return file.getvalue()


@pytest.mark.parametrize(
    ("size", "rendered"),
    [
        ((1, 1), {"400": 1, "800": 1}),
        ((500, 900), {"400": 400, "800": 500}),
        ((1600, 1600), {"400": 400, "800": 800, "1600": 1600}),
        # A turntable's sprite keeps its full size.
        ((2160, 2160), {"400": 400, "800": 800, "1600": 1600, "2160": 2160}),
        # A sliver keeps at least a row.
        ((1600, 1), {"400": 400, "800": 800, "1600": 1600}),
    ],
)
def test_every_size_is_rendered_in_both_formats_and_none_is_enlarged(
    tmp_path: Path, size: tuple[int, int], rendered: dict[str, int]
) -> None:
    done = run_renderer(picture("JPEG", size), tmp_path)

    assert (done.returncode, done.stderr) == (0, b"")
    made = {}
    for path in (tmp_path / "made").iterdir():
        with Image.open(path) as image:
            made[path.name] = image.width
    assert made == {
        f"{name}.{extension}": width for name, width in rendered.items() for extension in ("webp", "avif")
    }


@pytest.mark.parametrize(
    ("photo", "said"),
    [
        (picture("PNG", (64, 64)), b"UnidentifiedImageError"),
        (picture("EPS", (64, 64)), b"UnidentifiedImageError"),
        (picture("JPEG", (2161, 2160), "L"), b"DecompressionBombError"),
        (picture("JPEG", (1600, 1600))[:2000], b"truncated"),
        (b"", b"UnidentifiedImageError"),
    ],
    ids=["png", "eps", "bomb", "half", "empty"],
)
def test_what_is_no_photo_of_ours_ends_the_program_and_leaves_no_file(
    tmp_path: Path, photo: bytes, said: bytes
) -> None:
    done = run_renderer(photo, tmp_path)

    assert done.returncode == 1
    assert said in done.stderr
    assert list((tmp_path / "made").iterdir()) == []
