"""Render pictures of the beads: `python -m project.sample_shop.studio.render FOLDER VIEW-MUKHI …`.

For example `three-quarter-5 top-14 turn-5`. Each becomes a WebP file in the folder; one that is there is
left alone.
"""

import math
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import bpy
import numpy as np
from PIL import Image

from . import studio
from .bead import Surface, face_angle, surface
from .characters import BEADS, Character

FRAMES = 36
FRAME_PIXELS = 360
SPRITE_COLUMNS = 6


def three_quarter(bead: Character, shape: Surface, png: Path) -> None:
    """Show it at its size, as it came to lie."""
    studio.new_scene(720, 14)
    _stage()
    studio.pose(studio.add_bead(bead, shape), bead.pose)
    studio.add_camera((0, -9.6, 3.7), (0, 0, 1.05), 3.4)
    studio.render(png)


def top(bead: Character, shape: Surface, png: Path) -> None:
    """Show the mouth and all the faces around it, to be counted."""
    studio.new_scene(720, 14)
    _stage()
    thing = studio.add_bead(bead, shape)
    studio.pose(thing, (0, 0, bead.seed * 37 % 360))
    studio.add_camera((0, -0.01, 14), (0, 0, bead.radius), bead.radius * 2 * 1.4)
    studio.render(png)


def close(bead: Character, shape: Surface, png: Path) -> None:
    """Show the mouth and the ends of the grooves from near."""
    studio.new_scene(720, 14)
    _stage()
    thing = studio.add_bead(bead, shape)
    studio.pose(thing, (24, 0, bead.pose[2]))
    high = thing.location.z + 0.78 * bead.radius * bead.height
    camera = studio.add_camera((0.4, -6, high + 6), (0.0, -0.42 * bead.radius, high), 1.15 * bead.radius)
    camera.data.dof.use_dof = True
    camera.data.dof.aperture_fstop = 3.2
    camera.data.dof.focus_distance = math.hypot(6, 6) - 0.15
    studio.render(png)


def scale(bead: Character, shape: Surface, png: Path) -> None:
    """Show it from above beside a ruler on the ground, from so far that this measures it truly."""
    studio.new_scene(720, 14)
    _stage()
    thing = studio.add_bead(bead, shape)
    studio.pose(thing, (90, 0, bead.pose[2]))
    thing.location.y += 0.55
    studio.add_ruler(y=-bead.radius + 0.3, millimetres=30, start=-bead.radius)
    middle = 1.5 - bead.radius
    studio.add_camera((middle, -0.01, 60), (middle, 0, 0), 4.2)
    studio.render(png)


def turn(bead: Character, shape: Surface, png: Path) -> None:
    """Turn it about its hole, to the right, through one sprite of frames from face 1 to face 1.

    The faces differ in width; the steps are such that each is in front after equally many frames.
    """
    studio.new_scene(FRAME_PIXELS, 12)
    _stage()
    thing = studio.add_bead(bead, shape)
    studio.pose(thing, (0, 0, 0))
    studio.add_camera((0, -9.6, 4.6), (0, 0, bead.radius * bead.height * 0.93), bead.radius * 2 * 1.5)
    # What comes to the front when the front moves right is the face before, counted around the hole.
    fronts = [face_angle(bead, -k % bead.mukhi) for k in range(bead.mukhi)]
    turned = [(fronts[0] - front) % (2 * math.pi) for front in fronts] + [2 * math.pi]
    angles = np.interp(np.arange(FRAMES) * bead.mukhi / FRAMES, np.arange(bead.mukhi + 1), turned)
    sprite = Image.new("RGB", (SPRITE_COLUMNS * FRAME_PIXELS, FRAMES // SPRITE_COLUMNS * FRAME_PIXELS))
    for frame, angle in enumerate(angles):
        thing.rotation_euler.z = -math.pi / 2 - fronts[0] + angle
        studio.render(png)
        with Image.open(png) as image:
            row, column = divmod(frame, SPRITE_COLUMNS)
            sprite.paste(image, (column * FRAME_PIXELS, row * FRAME_PIXELS))
    sprite.save(png)


# The view, the columns of its mesh, and what is added to the name of the file.
VIEWS: dict[str, tuple[Callable[[Character, Surface, Path], None], int, str]] = {
    "three-quarter": (three_quarter, 1000, ""),
    "top": (top, 1000, "-top"),
    "close": (close, 1600, "-close"),
    "scale": (scale, 1000, "-scale"),
    "turn": (turn, 640, "-turn"),
}


def _stage() -> None:
    studio.add_ground()
    studio.add_lights()


def main() -> None:
    """Render what is asked for, in that order."""
    folder = Path(sys.argv[1])
    for name in sys.argv[2:]:
        view, _, mukhi = name.rpartition("-")
        draw, columns, suffix = VIEWS[view]
        bead = BEADS[int(mukhi)]
        webp = folder / f"rudraksha-{mukhi}-mukhi{suffix}.webp"
        if webp.exists():
            continue
        with tempfile.TemporaryDirectory() as scratch:
            png = Path(scratch) / f"{name}.png"
            draw(bead, surface(bead, columns, columns * 5 // 8), png)
            with Image.open(png) as image:
                image.save(webp, quality=68 if view == "turn" else 84, method=6)


if __name__ == "__main__":
    bpy.context.preferences.filepaths.temporary_directory = tempfile.gettempdir()
    main()
