"""The crystal linga."""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from scipy.interpolate import PchipInterpolator

from . import studio
from .bead import Array
from .materials import Graph
from .points import QUARTZ, add_veils, veil_material
from .shapes import grid, surround

# From the middle of the bottom over the foot, the stem, the plate and its basin to the linga's top:
# radius, height, and how far the spout pulls this part of the plate out. Centimetres.
OUTLINE: Final = (
    (0.0, 0.0, 0), (1.98, 0.0, 0), (2.06, 0.04, 0), (2.10, 0.12, 0), (2.08, 0.24, 0), (2.02, 0.28, 0),
    (1.90, 0.30, 0), (1.84, 0.36, 0), (1.66, 0.52, 0), (1.46, 0.78, 0), (1.38, 1.02, 0), (1.48, 1.28, 0.1),
    (1.95, 1.56, 0.6),
    (2.45, 1.78, 1), (2.62, 1.96, 1), (2.66, 2.12, 1), (2.60, 2.26, 1), (2.46, 2.32, 1), (2.32, 2.26, 0.96),
    (2.20, 2.10, 0.92), (2.02, 2.02, 0.8), (1.80, 2.00, 0.45), (1.60, 2.02, 0), (1.49, 2.10, 0),
    (1.45, 2.24, 0), (1.455, 3.2, 0), (1.45, 4.3, 0),
)  # fmt: skip
DOME: Final = (1.45, 4.3, 2.2)  # radius, where it begins, its height
SPOUT: Final = (4.35, 0.56, math.radians(-52))  # how far it reaches, half its width, where it points
COLUMNS: Final = 720


def _profile() -> Array:
    """Return the outline densely, its corners rounded, its points evenly far from each other."""
    outline = np.array(OUTLINE)
    radius, low, high = DOME
    turn = np.linspace(0, np.pi / 2, 40)[1:]
    dome = np.stack([radius * np.cos(turn), low + high * np.sin(turn), 0 * turn], 1)
    outline = np.concatenate([outline, dome])
    outline[[0, -1], 0] = 0.004
    step = np.linalg.norm(np.diff(outline[:, :2], axis=0), axis=1)
    along = np.r_[0, np.cumsum(step)]
    return PchipInterpolator(along, outline)(np.linspace(0, along[-1], 420))


def _reach(aside: Array, radius: float, half: float) -> Array:
    """Return how far a circle with a tongue of this half width reaches, at angles from its middle."""
    far = SPOUT[0] - 0.3 * (aside / 0.12) ** 2 * half**2
    side = half / np.maximum(np.abs(np.sin(aside)), 1e-6)
    side = np.where(np.abs(aside) < np.pi / 2, side, 0)
    tongue = -0.14 * np.logaddexp(-side / 0.14, -np.maximum(far, 0) / 0.14)
    return 0.20 * np.logaddexp(radius / 0.20, tongue / 0.20)


def body(material: Any) -> Any:
    """Make it of one piece."""
    profile = _profile()
    fine = np.linspace(-np.pi, np.pi, 20001)
    rim = _reach(fine, 2.6, SPOUT[1])
    edge = np.stack([rim * np.cos(fine), rim * np.sin(fine)], 1)
    length = np.r_[0, np.cumsum(np.linalg.norm(np.diff(edge, axis=0), axis=1))]
    aside = np.interp(np.linspace(0, length[-1], COLUMNS, endpoint=False), length, fine)
    radius, height, pulled = (profile[:, k, None] for k in range(3))
    inner = np.clip((2.66 - radius) / 0.6, 0, 1) * (height > 1.9)
    half = SPOUT[1] * (1 - 0.62 * inner)
    reach = _reach(aside[None], 2.66, half) / _reach(np.array(np.pi), 2.66, half)
    far = radius * (1 + pulled * (reach - 1))
    # Towards the end of the spout the rim sinks to the floor of the channel, the underside rises a little.
    floor = 2.02
    out = np.clip((far - 2.9) / (SPOUT[0] - 2.9), 0, 1)
    sunk = 1 - np.exp(-((aside[None] / 0.075) ** 4)) * out
    raised = 0.12 * out * pulled * np.clip((floor - height) / 0.2, 0, 1)
    z = np.where(height > floor, floor + (height - floor) * sunk, height + raised) - 0.10 * out
    turn = aside + SPOUT[2]
    points = np.stack([far * np.cos(turn), far * np.sin(turn), z + 0 * far], -1)
    return grid("linga", points, material)


def crystal() -> Any:
    """Return rock crystal, polished by hand."""
    graph = Graph("rock crystal")
    graph.look(base_color=(0.97, 0.97, 0.97, 1), transmission_weight=1.0, ior=QUARTZ, roughness=0.0)
    inside = graph.add("TexCoord", {}).outputs["Object"]
    graph.bump(graph.noise(inside, 0.7, 2), 0.10, 0.05)
    graph.clear_shadow((0.79, 0.79, 0.785))
    return graph.material


def _scene() -> None:
    studio.add_stage(2.4, bounces=16)
    surround(9.0)
    thing = body(crystal())
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    sides = np.stack([np.cos(turn), np.sin(turn), 0 * turn, -1.3 + 0 * turn], 1)
    ends = np.array([[0, 0, 1.0, -5.6], [0, 0, -1.0, 0.5]])
    add_veils(thing, np.concatenate([sides, ends]), 12, 2.4, 5.0, 5, veil_material((0.95, 0.95, 0.96), 0.7))


def front() -> None:
    """Show it as it stands on the altar, the spout to the right."""
    _scene()
    studio.add_camera((-1.5, -31.0, 9.5), (0.25, 0, 3.0), 9.8)


def top() -> None:
    """Show the basin and the spout from above."""
    _scene()
    studio.add_camera((3.0, -17.0, 25.0), (0.5, -0.2, 2.2), 10.0)


SCENES: Final[dict[str, Callable[[], None]]] = {"sphatik-shivling": front, "sphatik-shivling-top": top}
