"""Vessels for worship: a lamp alight, a pot, a bell."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix
from scipy.interpolate import PchipInterpolator

from . import studio
from .bead import Array
from .characters import Color
from .materials import Graph
from .shapes import threads, turned

Outline = Sequence[tuple[float, float]]

BRASS: Final[Color] = (0.66, 0.42, 0.13)
COPPER: Final[Color] = (0.72, 0.29, 0.15)

# All outlines are (radius, height) in centimetres, from the middle of the bottom over the rim to the inside.
DIYA: Final = (
    (0.0, 0.0), (2.9, 0.0), (3.05, 0.10), (2.95, 0.30), (2.0, 0.75), (1.25, 1.35), (1.05, 1.9), (1.25, 2.35),
    (2.1, 2.75), (3.5, 3.3), (4.6, 4.05), (5.2, 4.9), (5.45, 5.55), (5.52, 5.72), (5.42, 5.80), (5.25, 5.65),
    (5.0, 5.0), (4.4, 4.25), (3.3, 3.6), (1.8, 3.2), (0.0, 3.1),
)  # fmt: skip
KALASH: Final = (
    (0.0, 0.5), (2.3, 0.5), (2.6, 0.0), (2.85, 0.0), (2.95, 0.2), (2.85, 0.45), (2.5, 0.75),
    (2.4, 1.2), (2.75, 1.55), (5.0, 2.35), (5.35, 2.50), (5.50, 2.62), (5.50, 2.74), (5.40, 2.86),
    (6.2, 4.3), (6.65, 6.2),
    (6.4, 7.8), (5.4, 9.1), (4.40, 9.72), (4.36, 9.86), (4.22, 9.98), (4.02, 9.98), (3.3, 10.4), (2.8, 11.0),
    (2.65, 11.8), (2.9, 12.6), (3.9, 13.45), (4.85, 13.95), (4.95, 14.05), (4.88, 14.14), (4.75, 14.10),
    (3.8, 13.65), (2.75, 12.8), (2.47, 11.8), (2.6, 10.9), (4.0, 9.6), (6.2, 7.2), (6.3, 5.4), (4.0, 2.8),
    (0.0, 2.4),
)  # fmt: skip
BELL: Final = (
    (0.0, 5.6), (1.4, 5.5), (2.1, 4.9), (2.45, 3.6), (2.8, 2.2), (3.5, 1.0), (4.1, 0.1), (4.3, 0.0),
    (4.42, 0.08), (4.35, 0.35), (4.0, 0.95), (3.98, 1.08), (3.85, 1.15), (3.3, 1.9), (2.85, 3.0),
    (2.65, 4.2), (2.60, 5.0),
    (2.66, 5.08), (2.62, 5.20), (2.50, 5.24), (2.2, 5.7), (1.4, 6.15), (0.55, 6.35), (0.40, 6.6), (0.75, 6.9),
    (0.85, 7.1), (0.55, 7.3), (0.36, 7.6), (0.50, 8.0), (0.74, 8.7), (0.76, 9.2), (0.50, 9.9), (0.36, 10.3),
    (0.40, 10.5), (0.85, 10.8), (0.90, 11.0), (0.55, 11.25), (0.42, 11.5), (0.75, 11.85), (0.98, 12.4),
    (0.85, 13.0), (0.50, 13.35), (0.25, 13.5), (0.26, 13.8), (0.15, 14.1), (0.0, 14.15),
)  # fmt: skip


def _metal(name: str, color: Color) -> Any:
    """Return metal that was turned and polished by hand: fine rings, and patches a little duller."""
    graph = Graph(name)
    inside = graph.add("TexCoord", {}).outputs["Object"]
    patches = graph.noise(inside, 0.55, 6)
    dull = tuple(0.62 * c for c in color)
    stain = graph.span(graph.noise(inside, 0.9, 7), 0.52, 0.74, 0.0, 0.5)
    graph.look(base_color=graph.mix(stain, color, dull), metallic=1.0)
    graph.look(roughness=graph.span(patches, 0.3, 0.7, 0.17, 0.30))
    rings = graph.noise(graph.stretch(inside, (0.02, 0.02, 9.0)), 1.2, 3)
    graph.bump(rings, 0.05, 0.03)
    return graph.material


def _vessel(name: str, outline: Outline, material: Any) -> Any:
    """Turn an outline, its corners rounded."""
    points = np.array(outline)
    length = np.r_[0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))]
    dense = np.linspace(0, length[-1], 700)
    smooth = PchipInterpolator(length, points)(dense)
    smooth[:, 0] = np.maximum(smooth[:, 0], 0.002)
    return turned(name, [tuple(p) for p in smooth], material)


def _dark_room(scale: float) -> None:
    """Put dark cards around, which give polished metal its edges."""
    for place, size in (
        ((0.8, 2.5, 10.5), 3.6),
        ((-7.0, 1.5, 2.0), 4.0),
        ((7.0, 2.0, 2.0), 3.0),
        ((0.8, -9, 3), 2.6),
    ):
        studio.add_flag((place[0] * scale, place[1] * scale, place[2] * scale), (0, 0, scale), size * scale)


SPOUT: Final = math.radians(-38)


def _pinch(points: Array) -> Array:
    """Pull the rim of the lamp out into a spout."""
    around = np.arctan2(points[:, 1], points[:, 0])
    away = np.hypot(points[:, 0], points[:, 1])
    aside = (around - SPOUT + np.pi) % (2 * np.pi) - np.pi
    high = np.clip((points[:, 2] - 3.1) / 2.6, 0, 1) ** 1.5
    pull = 0.20 * np.exp(-((aside / 0.21) ** 2)) * high
    result = points * np.c_[1 + pull, 1 + pull, 1 - 0.35 * pull]
    return np.where(away[:, None] > 1.5, result, points)


def _flame() -> Any:
    graph = Graph("flame")
    inside = graph.add("TexCoord", {}).outputs["Object"]
    up = graph.add("SeparateXYZ", {0: inside}).outputs[2]
    edge = graph.add("LayerWeight", {"Blend": 0.5}).outputs["Facing"]
    color = graph.ramp(
        graph.span(up, 0.0, 2.0),
        (
            (0.0, (0.16, 0.20, 0.70)),
            (0.16, (1.0, 0.50, 0.08)),
            (0.45, (1.0, 0.86, 0.22)),
            (1.0, (1.0, 0.64, 0.10)),
        ),
    )
    light = graph.add("Emission", {"Color": color, "Strength": graph.span(up, 0.0, 0.8, 1.0, 2.8)}).outputs[0]
    clear = graph.add("BsdfTransparent", {}).outputs[0]
    thin = graph.math("MULTIPLY", graph.span(edge, 0.15, 0.95, 1.0, 0.0), graph.span(up, 0.0, 0.5, 0.25, 1.0))
    graph.set(graph.output, {"Surface": graph.add("MixShader", {0: thin, 1: clear, 2: light}).outputs[0]})
    t = np.linspace(0, 1, 60)
    width = 0.46 * np.sin(np.pi * np.clip(t, 0, 1) ** 0.72) ** 0.9 * (1 - 0.25 * t) + 0.001
    thing = turned("flame", list(zip(width, 2.1 * t, strict=True)), graph.material)
    thing.visible_shadow = False
    return thing


def diya(eye: tuple[float, float, float], target: tuple[float, float, float], width: float) -> None:
    """Show the lamp full of oil, its wick alight."""
    studio.add_stage(4.6, bounces=6)
    _dark_room(4.6)
    lamp = _vessel("lamp", DIYA, _metal("brass", BRASS))
    studio.move_corners(lamp.data, _pinch(studio.corners(lamp.data)))
    oil = Graph("oil")
    oil.look(
        base_color=(0.24, 0.115, 0.012, 1), roughness=0.02, specular=0.6, coat_weight=0.6, coat_roughness=0.0
    )
    level = 4.9
    disc = turned("oil", [(4.96 * r, level) for r in np.linspace(1, 0.001, 40)], oil.material)
    studio.move_corners(disc.data, _pinch(studio.corners(disc.data)))
    cotton = Graph("cotton")
    inside = cotton.add("TexCoord", {}).outputs["Object"]
    split = cotton.add("SeparateXYZ", {0: inside}).outputs
    burnt = cotton.span(split[0], 6.05, 6.6)
    soaked = cotton.span(split[2], level - 0.05, level + 0.35, 1.0, 0.0)
    color = cotton.mix(soaked, (0.72, 0.66, 0.55), (0.34, 0.22, 0.07))
    cotton.look(base_color=cotton.mix(burnt, color, (0.012, 0.009, 0.008)), roughness=0.85, specular=0.15)
    t = np.linspace(0, 1, 160)
    x = np.interp(t, [0, 0.35, 0.75, 1], [1.6, 3.8, 5.9, 6.75])
    z = PchipInterpolator([0, 0.35, 0.70, 0.86, 1], [4.70, 4.90, 5.45, 5.75, 6.15])(t)
    bend = 0.28 * np.sin(2.4 * t) * (1 - t)
    random = np.random.default_rng(4)
    paths = []
    for _ in range(60):
        phase, far = random.uniform(0, 2 * np.pi), 0.19 * math.sqrt(random.uniform())
        turns = 20 * t + phase
        fray = 1 + 0.25 * np.sin(11 * t + phase) * 0.5
        taper = np.interp(t, [0, 0.9, 1], [1, 1, 0.55]) * fray
        paths.append(np.stack([x, bend + far * np.cos(turns) * taper, z + far * np.sin(turns) * taper], 1))
    wick = threads("wick", paths, 0.028, cotton.material)
    wick.rotation_euler.z = SPOUT
    tip = np.array([6.62 * math.cos(SPOUT), 6.62 * math.sin(SPOUT), 5.98])
    flame = _flame()
    flame.location = tuple(tip)
    glow = bpy.data.lights.new("glow", "POINT")
    glow.energy, glow.color, glow.shadow_soft_size = 260, (1, 0.55, 0.2), 0.35
    studio.add_object("glow", glow).location = tuple(tip + [0, 0, 0.9])
    studio.add_camera(eye, target, width)


def kalash_top() -> None:
    """Show the pot from above: its lip, its neck, the ring on its shoulder."""
    studio.add_stage(5.6, bounces=6)
    _dark_room(5.6)
    _vessel("pot", KALASH, _metal("copper", COPPER))
    studio.add_camera((-9.0, -44.0, 62.0), (0, 0.3, 7.2), 19.5)


CLAPPER: Final = (
    (0.0, 0.1), (0.42, 0.2), (0.62, 0.6), (0.50, 1.05), (0.20, 1.4), (0.14, 2.0), (0.14, 4.6), (0.0, 4.7),
)  # fmt: skip


def ghanti_side() -> None:
    """Show the bell lying, the clapper in its mouth."""
    studio.add_stage(5.2, bounces=6)
    _dark_room(5.2)
    brass = _metal("brass", BRASS)
    bell = _vessel("bell", BELL, brass)
    clapper = _vessel("clapper", CLAPPER, brass)
    hang = (
        Matrix.Translation((0, 0, 5.4))
        @ Matrix.Rotation(math.radians(30), 4, "Y")
        @ Matrix.Translation((0, 0, -5.0))
    )
    lay = Matrix.Rotation(math.radians(-36), 4, "Z") @ Matrix.Rotation(math.radians(-105.6), 4, "Y")
    bell.rotation_euler = lay.to_euler()
    studio.rest(bell)
    bell.location.x, bell.location.y = 4.6, -3.2
    bpy.context.view_layer.update()
    clapper.matrix_world = bell.matrix_world @ hang
    studio.add_camera((-4.0, -44.0, 21.0), (0.9, -0.2, 3.4), 16.0)


SCENES: Final[dict[str, Callable[[], None]]] = {
    "brass-diya": partial(diya, (0.0, -44.0, 20.0), (0.6, -0.3, 3.5), 15.0),
    "brass-diya-close": partial(diya, (6.0, -36.0, 24.0), (3.0, -2.0, 5.6), 9.6),
    "copper-kalash-top": kalash_top,
    "brass-ghanti-side": ghanti_side,
}
