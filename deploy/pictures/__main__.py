"""Render pictures of the sample shop: `python -m deploy.pictures FOLDER NAME …`."""

import argparse
import tempfile
from pathlib import Path

import bpy

from . import beads, crescent, gems, pendants, points, pooja, poses, rudraksha, shivling, stones, studio, xray

SCENES = {
    name: draw
    for module in (beads, crescent, gems, pendants, points, pooja, poses, rudraksha, shivling, stones, xray)
    for name, draw in module.SCENES.items()
}


def main() -> None:
    """Render each picture that the folder does not hold yet to a WebP file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+", choices=SCENES, metavar="NAME")
    parser.add_argument("--pixels", type=int, default=720)
    parser.add_argument("--samples", type=int, default=14)
    wanted = parser.parse_args()
    for name in wanted.names:
        webp = wanted.folder / f"{name}.webp"
        if webp.exists():
            continue
        studio.new_scene(wanted.pixels, wanted.samples)
        with tempfile.TemporaryDirectory() as scratch:
            bpy.context.preferences.filepaths.temporary_directory = scratch
            image = SCENES[name]() or studio.render()
        quality = 68 if name.endswith("-turn") else 80 if name.startswith("xray-") else 84
        image.save(webp, quality=quality, method=6)


if __name__ == "__main__":
    main()
