"""The command line that the builders of goods share."""

import argparse
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import bpy
from PIL import Image

from . import studio


def run(scenes: Mapping[str, Callable[[], None]]) -> None:
    """Render the pictures that are asked for, each to a WebP file; leave a file that is there alone."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+", choices=scenes, metavar="NAME")
    parser.add_argument("--pixels", type=int, default=720)
    parser.add_argument("--samples", type=int, default=14)
    wanted = parser.parse_args()
    for name in wanted.names:
        webp = wanted.folder / f"{name}.webp"
        if webp.exists():
            continue
        with tempfile.TemporaryDirectory() as scratch:
            png = Path(scratch) / f"{name}.png"
            studio.new_scene(wanted.pixels, wanted.samples)
            bpy.context.preferences.filepaths.temporary_directory = scratch
            scenes[name]()
            studio.render(png)
            with Image.open(png) as image:
                image.save(webp, quality=84, method=6)
