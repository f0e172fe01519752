"""Render a photo in every size and format the shop shows: `python renderer.py <photo> <folder>`.

The worker runs it in a process of its own, with little memory and little time: a photo that crashes an
encoder ends this process alone. It imports nothing of the shop. Files are named `400.webp`, `400.avif`,
`800.webp`, …
"""

import resource
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Final

from PIL import Image

WIDTHS: Final = (400, 800, 1600)
# A turntable's sprite: 36 frames of one full turn, 6 columns and 6 rows of 360 pixels each, row by row. Frame
# 0 shows the middle of the first face; the bead turns to the right. It alone is kept at its full size.
TURNTABLE_WIDTH: Final = 2160
# One thread per file: who renders many pictures keeps the cores busy with several of them instead.
FORMATS: Final[Mapping[str, Mapping[str, Any]]] = {
    "webp": {"quality": 80, "method": 4},
    "avif": {"quality": 55, "speed": 8, "max_threads": 1},
}
MAX_PIXELS: Final = TURNTABLE_WIDTH**2
MEMORY_BYTES: Final = 768 * 2**20
PROCESSOR_SECONDS: Final = 60


def widths_of(width: int) -> list[int]:
    """Return the names of the sizes made of a picture this wide: 800 is its full size when it is narrower.

    The larger sizes would only repeat it.
    """
    if width == TURNTABLE_WIDTH:
        return [400, 800, 1600, TURNTABLE_WIDTH]
    return [400, 800, 1600] if width > 800 else [400, 800]


def files_of(width: int) -> list[tuple[int, str]]:
    """Return the size and the extension of each file made of a picture this wide."""
    return [(name, extension) for name in widths_of(width) for extension in FORMATS]


def resized(image: Image.Image, width: int) -> Image.Image:
    """Return the picture at this width, in its own shape."""
    if width == image.width:
        return image
    height = max(1, round(image.height * width / image.width))
    return image.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3)


def save(image: Image.Image, extension: str, file: Path | IO[bytes]) -> None:
    """Write the picture as it is, in this format."""
    image.save(file, extension.upper(), **FORMATS[extension])


def main() -> int:
    """Render the photo into the folder; return the exit code."""
    if sys.platform != "darwin":  # which cannot limit an address space
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    folder = Path(sys.argv[2])
    with Image.open(sys.argv[1], formats=("JPEG",)) as photo:
        if photo.width * photo.height > MAX_PIXELS:
            raise Image.DecompressionBombError(f"{photo.size} pixels")
        image = photo.convert("RGB")
    for name, extension in files_of(image.width):
        save(resized(image, min(name, image.width)), extension, folder / f"{name}.{extension}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
