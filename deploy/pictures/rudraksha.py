"""Rudraksha beads of two faces and more, from five sides."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np
from PIL import Image

from . import studio
from .bead import face_angle, surface
from .characters import BEADS, Character
from .shapes import add_bead, add_coin

FRAMES = 36
FRAME_PIXELS = 360
SPRITE_COLUMNS = 6


def _lay(bead: Character, *degrees: float, columns: int = 1000) -> Any:
    studio.add_stage()
    thing = add_bead(bead, surface(bead, columns, columns * 5 // 8))
    studio.pose(thing, degrees)
    return thing


def three_quarter(bead: Character) -> None:
    """Show it at its size, as it came to lie."""
    _lay(bead, *bead.pose)
    studio.add_camera((0, -9.6, 3.7), (0, 0, 1.05), 3.4)


def top(bead: Character) -> None:
    """Show the mouth and all the faces around it, to be counted."""
    _lay(bead, 0, 0, bead.seed * 37 % 360)
    studio.add_camera((0, -0.01, 14), (0, 0, bead.radius), bead.radius * 2 * 1.4)


def close(bead: Character) -> None:
    """Show the mouth and the ends of the grooves from near."""
    thing = _lay(bead, 24, 0, bead.pose[2], columns=1600)
    high = thing.location.z + 0.78 * bead.radius * bead.height
    camera = studio.add_camera((0.4, -6, high + 6), (0.0, -0.42 * bead.radius, high), 1.15 * bead.radius)
    camera.data.dof.use_dof = True
    camera.data.dof.aperture_fstop = 3.2
    camera.data.dof.focus_distance = math.hypot(6, 6) - 0.15


def scale(bead: Character) -> None:
    """Show it from above beside a ruler on the ground, from so far that this measures it truly."""
    thing = _lay(bead, 90, 0, bead.pose[2])
    thing.location.y += 0.55
    studio.add_ruler(y=-bead.radius + 0.3, millimetres=30, start=-bead.radius)
    middle = 1.5 - bead.radius
    studio.add_camera((middle, -0.01, 60), (middle, 0, 0), 4.2)


def coin(bead: Character) -> None:
    """Show it beside a coin."""
    _lay(bead, *bead.pose).location.x -= 1.15
    add_coin(1.15, -0.2)
    studio.add_camera((0, -9.0, 6.4), (0, -0.05, 0.6), 5.2)


def turn(bead: Character) -> Image.Image:
    """Turn it about its hole, to the right, through one sprite of frames from face 1 to face 1.

    The faces differ in width; the steps are such that each is in front after equally many frames.
    """
    studio.new_scene(FRAME_PIXELS, 12)
    thing = _lay(bead, 0, 0, 0, columns=640)
    studio.add_camera((0, -9.6, 4.6), (0, 0, bead.radius * bead.height * 0.93), bead.radius * 2 * 1.5)
    # What comes to the front when the front moves right is the face before, counted around the hole.
    fronts = [face_angle(bead, -k % bead.mukhi) for k in range(bead.mukhi)]
    turned = [(fronts[0] - front) % (2 * math.pi) for front in fronts] + [2 * math.pi]
    angles = np.interp(np.arange(FRAMES) * bead.mukhi / FRAMES, np.arange(bead.mukhi + 1), turned)
    sprite = Image.new("RGB", (SPRITE_COLUMNS * FRAME_PIXELS, FRAMES // SPRITE_COLUMNS * FRAME_PIXELS))
    for frame, angle in enumerate(angles):
        thing.rotation_euler.z = -math.pi / 2 - fronts[0] + angle
        row, column = divmod(frame, SPRITE_COLUMNS)
        sprite.paste(studio.render(), (column * FRAME_PIXELS, row * FRAME_PIXELS))
    return sprite


VIEWS: Final = {"": three_quarter, "-top": top, "-scale": scale, "-turn": turn}
SCENES: Final[dict[str, Callable[[], Image.Image | None]]] = {
    "rudraksha-5-mukhi-close": partial(close, BEADS[5]),
    "rudraksha-5-mukhi-coin": partial(coin, BEADS[5]),
    **{
        f"rudraksha-{n}-mukhi{view}": partial(draw, bead)
        for n, bead in BEADS.items()
        for view, draw in VIEWS.items()
    },
}
