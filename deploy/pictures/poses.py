"""Whole malas, each lying or hanging in its own way."""

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import bpy
import numpy as np

from . import beads, pooja, studio
from .bead import Array
from .beads import AHEAD, DOWN, MALAS, Mala, add_mala, coil, frame, mala_whole, strung
from .characters import Color
from .materials import wood
from .shapes import put, turned

STONE: Final[Color] = (0.80, 0.77, 0.72)
SAND: Final[Color] = (0.86, 0.80, 0.72)


def _turns(count: int) -> Array:
    return np.linspace(0, 2 * math.pi * count, 4000)


def eight(count: int) -> Array:
    """Lay it twice in a figure of eight."""
    angle = _turns(2)
    away = 12 * (1 + 0.11 * np.cos(angle / 2))
    path = np.stack([0.78 * away * np.sin(2 * angle), -1.25 * away * np.cos(angle), 3 + 2 * np.sin(angle)], 1)
    return strung(path, count)


def teardrop(count: int) -> Array:
    """Lay it in one open round that narrows towards the guru bead."""
    angle = _turns(1)
    wide = 13 * np.sin(angle) * (1 - 0.22 * np.cos(angle)) + 0.9 * np.sin(3 * angle + 0.6)
    return strung(np.stack([wide, -17 * np.cos(angle) + 1.2 * np.sin(2 * angle), 1 + 0 * angle], 1), count)


def folded(count: int) -> Array:
    """Lay it in four strands side by side along an S."""
    angle = _turns(2)
    along = 1 - np.cos(angle)
    aside = np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** 0.25 * (2.1 + 1.05 * np.cos(angle / 2))
    bend = 8 * np.sin(math.pi * along) + aside
    return strung(np.stack([bend, 13 * (along - 1), 1 + 0.4 * np.cos(angle / 2)], 1), count)


def clover(count: int) -> Array:
    """Lay it in one open round of three leaves."""
    angle = _turns(1)
    away = 17 * (1 + 0.34 * np.cos(3 * angle))
    return strung(np.stack([away * np.sin(angle), -away * np.cos(angle), 1 + 0 * angle], 1), count)


def around_lamp(mala: Mala) -> None:
    """Show a mala laid three times round a small lamp alight."""
    pooja.diya((0, 0, 1), (0, 0, 0), 1)
    for name in ("lamp", "oil", "wick", "flame", "glow"):
        part = bpy.data.objects[name]
        part.scale, part.location = part.scale * 0.42, part.location * 0.42
    bpy.data.lights["glow"].energy *= 0.18
    radius = mala.diameter_mm / 20
    angle = _turns(3)
    away = 12 + 2 * np.cos(angle / 3)
    path = np.stack([away * np.sin(angle), -away * np.cos(angle), 2 + np.sin(angle / 3)], 1)
    places = radius * strung(path, mala.count)
    add_mala(mala, places, AHEAD)
    seen = np.vstack([places, places[0] + 12.5 * radius * AHEAD, (0, 0, 4)])
    frame(seen, (-0.35, -1, 0.75), 44, (places[0], 0.15))


def on_block(mala: Mala) -> None:
    """Show a mala hung twice over a round block of wood on a post."""
    high, thick, radius = 24.0, 4.6, mala.diameter_mm / 20

    def block(places: Array) -> Array:
        return np.hypot(places[:, 0], places[:, 2] - high / radius) - thick / radius

    angle = _turns(2)
    path = [-14 * np.sin(angle), 1.4 * np.cos(angle / 2), high / radius - 12 - 27 * np.cos(angle)]
    places = radius * strung(np.stack(path, 1), mala.count, [block], steps=6000, fall=0.001, grow=False)
    studio.add_stage(6.0, bounces=5, ground=SAND)
    add_mala(mala, places, DOWN)
    oak = wood("oak", beads.ROSEWOOD, grain=0.8, shine=0.3)
    drum = [(0.01, -2.0), (4.3, -2.0), (4.55, -1.9), (4.6, -1.7)]
    drum += [(r, -y) for r, y in drum[::-1]]
    put(turned("block", drum, oak), np.array([0, 0, high]), np.array([0, -1.0, 0]))
    turned("post", [(0.8, 0.0), (0.8, high)], oak)
    seen = np.vstack([places, places[0] + 12.5 * radius * DOWN])
    frame(seen, (-0.45, -1, 0.16), 80, (places[0], 0.2))


SCENES: Final[dict[str, Callable[[], None]]] = {
    "black-hakik-mala": partial(mala_whole, MALAS["black-hakik-mala"], partial(coil, turns=2.0), 48.0, 17.0),
    "tulsi-mala": partial(mala_whole, MALAS["tulsi-mala"], partial(coil, turns=4.0), -48.0, 26.0),
    "rosewood-mala": partial(mala_whole, MALAS["rosewood-mala"], eight, 24.0, 24.0, STONE),
    "rudraksha-mala-54": partial(mala_whole, MALAS["rudraksha-mala-54"], teardrop, -24.0, 21.0, SAND, -AHEAD),
    "amethyst-mala": partial(mala_whole, MALAS["amethyst-mala"], folded, 40.0, 24.0),
    "sphatik-mala": partial(mala_whole, MALAS["sphatik-mala"], clover, 20.0, 24.0, SAND, -AHEAD),
    "sandalwood-mala": partial(around_lamp, MALAS["sandalwood-mala"]),
    "mala-108": partial(on_block, MALAS["mala-108"]),
}
