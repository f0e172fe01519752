"""The crescent bead, the 1 mukhi.

A body that tapers to both tips is bent like a half-moon, with one groove along its outer curve.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from . import studio
from .bead import Array, Surface, noise, octaves, smoothstep, tubercles
from .characters import CRESCENT
from .shapes import add_bead

BEND: Final = 1.12  # radius of the arc in the middle of the body, units of ten millimetres
HALF_LENGTH: Final = 1.36  # along this arc
THICK: Final = 0.40  # radius in the middle of its length
ROWS: Final = 900
COLUMNS: Final = 640
GROOVE: Final = math.radians(24)  # the groove is not quite in the middle of the outer curve


def _radius(t: Array) -> Array:
    """Return how thick the straight body is, from one tip at -1 to the other at 1."""
    return THICK * (1 - 0.30 * t**2 - 0.07 * t) * (1 - np.abs(t) ** 4.5) ** 0.5


def _evenly(count: int, weight: Callable[[Array, Array], Array]) -> Array:
    """Return places along the body, evenly far from each other by a measure of (radius, step)."""
    t = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 20001))
    radius = _radius(t)
    step = np.hypot(np.diff(radius), np.diff(t) * HALF_LENGTH)
    along = np.r_[0, np.cumsum(weight((radius[1:] + radius[:-1]) / 2, step))]
    return np.interp((np.arange(count) + 0.5) / count * along[-1], along, t)


def _straight(t: Array, around: Array) -> Array:
    radius = _radius(t)
    return np.stack([radius * np.cos(around), radius * np.sin(around), t * HALF_LENGTH], -1)


@cache
def shape() -> Surface:
    """Return the bead lying in the x-y plane, its outer curve towards -y."""
    bead = CRESCENT
    random = np.random.default_rng(bead.seed + 1)
    t = np.repeat(_evenly(ROWS, lambda radius, step: step), COLUMNS)
    around = np.tile(np.linspace(-np.pi, np.pi, COLUMNS, endpoint=False), ROWS)
    straight = _straight(t, around)
    radius = _radius(t)

    k = np.arange(bead.tubercles)
    at = _evenly(bead.tubercles, lambda radius, step: radius * step)
    turns = (np.pi * (1 + 5**0.5) * k + np.pi) % (2 * np.pi) - np.pi
    centres = _straight(at, turns)
    area = 2 * np.pi * (_radius(t) * HALF_LENGTH).mean() * 2
    spacing = math.sqrt(area / bead.tubercles)
    centres += random.normal(scale=0.22 * spacing, size=centres.shape)

    def apart(near: Array) -> Array:
        """Cut the groove into the outer half of the body only."""
        sides = np.sign(around[:, None]) != np.sign(turns[near])
        return sides & (np.abs(around[:, None]) < np.pi / 2) & (np.abs(turns[near]) < np.pi / 2)

    height = tubercles(bead, straight, centres, spacing, apart, random)
    wander = 0.05 * noise(straight, 1.6, bead.seed + 2) + 0.014 * noise(straight, 6, bead.seed + 3)
    away = np.abs(np.where(np.abs(around) < 2.4, around * radius - wander, 9.0))
    slit = np.exp(-((away / (bead.groove_width * (1 + 0.25 * noise(straight, 5, bead.seed + 90)))) ** 2))
    slit *= smoothstep(0.02, 0.12, radius)
    calm = smoothstep(0.0, 0.11, away)
    lip = np.exp(-(((away - 0.075) / 0.045) ** 2))
    tip = np.hypot(radius / bead.mouth, np.where(t < 0, 0.0, 9.0))
    mouth = np.exp(-(tip**2))

    lift = 1.2 * bead.relief * height * (0.30 + 0.70 * calm) * smoothstep(0.03, 0.22, radius)
    lift += 0.020 * lip * (0.4 + 0.6 * height) - bead.groove * slit
    lift += 0.0035 * octaves(straight, 26, bead.seed + 95, 2) + 0.016 * noise(straight, 0.9, bead.seed + 97)
    lift *= 1 - mouth
    points = (straight + lift[:, None] * _normals(straight)).reshape(-1, 3)
    points[:, 2] += 0.22 * mouth

    angle = points[:, 2] / BEND
    outward = BEND + points[:, 0] * math.cos(GROOVE) - points[:, 1] * math.sin(GROOVE)
    across = points[:, 0] * math.sin(GROOVE) + points[:, 1] * math.cos(GROOVE)
    bent = np.stack([outward * np.sin(angle), -outward * np.cos(angle), across], 1)
    bent[:, :2] -= (bent[:, :2].max(0) + bent[:, :2].min(0)) / 2
    bent *= bead.diameter_mm / 10 / np.ptp(bent[:, 0])
    shade = np.clip(height * (0.45 + 0.55 * calm), 0, 1) * (1 - 0.9 * slit) * (1 - 0.9 * mouth)
    dust = np.clip(slit + mouth, 0, 1)
    tone = 0.5 + 0.5 * np.tanh(octaves(straight, 1.7, bead.seed + 99))
    fields = [field.reshape(ROWS, COLUMNS) for field in (shade, dust, tone)]
    return Surface(bent.reshape(ROWS, COLUMNS, 3), *fields)


def _normals(straight: Array) -> Array:
    """Return the directions away from the straight body."""
    grid = straight.reshape(ROWS, COLUMNS, 3)
    along = np.gradient(grid, axis=0)
    round_body = np.roll(grid, -1, 1) - np.roll(grid, 1, 1)
    normals = np.cross(round_body, along)
    return (normals / np.linalg.norm(normals, axis=2, keepdims=True)).reshape(-1, 3)


def _lay(*degrees: float) -> Any:
    """Put the bead on the ground of the studio, turned about x, y and z in this order."""
    studio.add_stage()
    thing = add_bead(CRESCENT, shape())
    studio.lay(thing, degrees)
    return thing


def three_quarter() -> None:
    """Show it at its size, from where the other beads are seen."""
    _lay(26, 4, -12)
    studio.add_camera((0, -9.6, 3.7), (0, 0, 1.05), 3.4)


def side() -> None:
    """Show the outer curve, and the groove from tip to tip."""
    thing = _lay(-24, 0, 5)
    studio.add_camera((0.3, -8.4, 7.2), (0, -0.1, thing.location.z), 3.0)


def close() -> None:
    """Show the mouth, and the groove that ends there, from near."""
    thing = _lay(4, 0, 122)
    x, y, z = shape().points[0].mean(0) @ np.array(thing.matrix_world)[:3, :3].T + thing.location
    studio.add_camera((x - 0.4, y - 7.0, z + 4.2), (x + 0.18, y + 0.1, z), 1.4, focus=((x, y, z), 0.35))


def scale() -> None:
    """Show it from above beside a ruler, from so far that this measures it truly."""
    half = CRESCENT.diameter_mm / 20
    thing = _lay(0, 0, 0)
    thing.location.y += 0.75
    studio.add_ruler(y=-0.25, millimetres=30, start=-half)
    studio.add_camera((1.5 - half, -0.01, 60), (1.5 - half, 0.1, 0), 4.2)


SCENES: Final[dict[str, Callable[[], None]]] = {
    "rudraksha-1-mukhi": three_quarter,
    "rudraksha-1-mukhi-side": side,
    "rudraksha-1-mukhi-close": close,
    "rudraksha-1-mukhi-scale": scale,
}
