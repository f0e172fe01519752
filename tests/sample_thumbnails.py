"""Small files in place of the sample shop's pictures: browsers spend their time on the test, not on decoding.

Photographs in their true sizes are 40 % of the processor time of a browser test. The shop finds these files
under the names of its own and draws nothing; pages lay pictures out by the size that the picture's row has.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image

from project.catalog.models import Picture
from project.catalog.pictures.files import Source
from project.catalog.pictures.renderer import files_of, resized, save
from project.sample_shop.catalogue import PICTURES
from tests.stored_files import picture_path

WIDTH = 48


def draw_thumbnails() -> None:
    """Draw what is missing of them into the folder that this run's shops share."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(_draw, sorted(PICTURES.glob("*.webp"))))


def _draw(path: Path) -> None:
    source = Source(path.stem, path.read_bytes())
    with Image.open(path) as photo:
        picture = Picture(key=source.key, digest=source.digest, width=photo.width)
        files = {picture_path(picture, *each): each[1] for each in files_of(picture.width)}
        missing = [file for file in files if not file.exists()]
        if not missing:
            return
        small = resized(photo.convert("RGB"), WIDTH)
    for file in missing:
        # Sections of a check draw at the same time: a file appears whole.
        unfinished = file.with_name(f".{file.name}.{os.getpid()}")
        save(small, files[file], unfinished)
        unfinished.replace(file)
