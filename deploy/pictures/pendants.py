"""Pendants: a polished oval in its setting, a point in its cap, the silver cap of a rudraksha."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix, Vector

from . import pendant, studio
from .bead import Array
from .characters import Color
from .materials import STONES, Graph
from .points import AMETHYST, CLEAR, Quartz, add_veils, cut, point_planes, quartz_material, veil_material
from .shapes import ball, dense, surround, turned
from .studio import Point

SILVER: Final[Color] = (0.66, 0.65, 0.635)
GILT: Final[Color] = (0.80, 0.50, 0.17)


def _metal(color: Color) -> Any:
    return studio.plain_material("metal", color, roughness=0.17, metallic=1.0)


def tiger_eye() -> Any:
    """Return silky stone with bands of gold and brown."""
    graph = Graph("tiger eye")
    inside = graph.add("TexCoord", {}).outputs["Object"]
    bent = graph.noise(inside, 0.7, 3)
    moved = graph.add(
        "VectorMath", {0: inside, 1: graph.stretch(bent, (0.0, 0.7, 0.0))}, operation="ADD"
    ).outputs[0]
    band = graph.noise(graph.stretch(moved, (0.10, 2.6, 0.8)), 1.1, 5, roughness=0.62)
    silk = graph.noise(graph.stretch(inside, (14, 1.2, 4)), 2.0, 4)
    level = graph.math("MULTIPLY_ADD", silk, 0.16, graph.math("MULTIPLY", band, 0.92))
    stops = (
        (0.38, (0.018, 0.006, 0.003)),
        (0.53, (0.085, 0.032, 0.009)),
        (0.63, (0.250, 0.105, 0.025)),
        (0.76, (0.520, 0.270, 0.075)),
    )
    graph.look(base_color=graph.ramp(level, stops), roughness=0.14, coat_weight=0.6, coat_roughness=0.02)
    return graph.material


def _chains(end: Array, metal: Any) -> None:
    """Lay the two ends of a chain from where they meet out of the picture."""
    for sign, bend in ((-1, 0.10), (1, -0.06)):
        t = np.linspace(0, 2.4, 120)
        x = end[0] + sign * (1.10 * t + 0.16 * np.sin(t * 3))
        y = end[1] + 1.25 * t**0.9 + bend * np.sin(t * 7)
        z = 0.06 + (end[2] - 0.06) * np.clip(1 - t / 0.42, 0, 1) ** 1.4
        pendant.chain(np.stack([x, y, z], 1), metal)


def _oval(stone: Callable[[], Any], color: Color) -> tuple[Array, Any]:
    """Add a polished oval in its setting; return where its chain passes, and its metal."""
    metal = _metal(color)
    half = np.array([0.98, 1.08, 0.0])
    dome = ball(1, stone())
    places = studio.corners(dome.data) * [0.96, 1.06, 0.52]
    places[:, 2] = np.maximum(places[:, 2], 0.0)
    studio.move_corners(dome.data, places)
    dome.location.z = 0.26
    wall = [(1.0, 0.0), (1.14, 0.0), (1.17, 0.04), (1.15, 0.10), (1.10, 0.14), (1.07, 0.27), (1.04, 0.335)]
    wall += [(1.0, 0.36), (0.965, 0.34), (0.955, 0.30), (0.955, 0.0)]
    setting = turned("setting", dense(wall, 120), metal, closed=True)
    setting.scale = (half[0], half[1], 1.0)
    for number in range(64):
        angle = 2 * np.pi * number / 64
        place = np.array([1.155 * half[0] * math.cos(angle), 1.155 * half[1] * math.sin(angle), 0.075])
        pendant.grain(place, 0.052, metal)
    top = np.array([0.0, 1.17 * half[1], 0.10])
    pendant.ring(top + [0, 0.13, 0.02], np.array([0.15, 0, 0]), np.array([0, 0.15, 0.0]), 0.045, metal)
    meet = top + np.array([0, 0.36, 0.06])
    pendant.ring(meet - [0, 0.02, 0], np.array([0.02, 0.13, 0.03]), np.array([0, -0.02, 0.12]), 0.032, metal)
    return meet, metal


def oval_close(stone: Callable[[], Any], color: Color) -> None:
    """Show a polished oval in its setting."""
    studio.add_stage(1.0, bounces=6)
    pendant.add_flags()
    meet, metal = _oval(stone, color)
    _chains(meet + [0, 0.08, 0.05], metal)
    studio.add_camera((-1.5, -6.2, 7.6), (0.0, 0.25, 0.2), 3.3, focus=((0, -0.3, 0.6), 0.10))


# The cap of a point, (radius, height) from its crown over its collar to its lip; the stone begins at 0.
CAP: Final = (
    (0.0, -0.23), (0.20, -0.225), (0.40, -0.18), (0.54, -0.06), (0.61, 0.10), (0.63, 0.24), (0.635, 0.38),
    (0.665, 0.41), (0.67, 0.46), (0.665, 0.50), (0.64, 0.53), (0.54, 0.555), (0.46, 0.55),
    (0.42, 0.52),
)  # fmt: skip
POINT_WIDTH: Final = 0.94


def _capped_point(quartz: Quartz, height: float, move: Matrix) -> Array:
    """Add a point in its cap with an eye; return where the bail hangs in the eye."""
    metal = _metal(SILVER)
    planes = point_planes(height, POINT_WIDTH, 8)
    small = replace(quartz, density=2.8 * quartz.density)
    body = cut("point", planes, np.array([0, 0, 1.0]), 0.012, quartz_material("quartz", small, height))
    add_veils(body, planes, 9, POINT_WIDTH, 0.6 * height, 3, veil_material(quartz.veil, 0.5))
    cap = turned("cap", dense(CAP, 200), metal)
    eye = pendant.ring(np.array([0, 0, -0.36]), np.array([0.14, 0, 0]), np.array([0, 0, 0.14]), 0.04, metal)
    bpy.context.view_layer.update()
    for thing in (body, cap, eye):
        thing.matrix_world = move @ thing.matrix_world
    return np.array(move @ Vector((0, 0, -0.40)))


def _lay_point(quartz: Quartz, height: float, move: Matrix) -> Array:
    studio.add_stage(1.0, bounces=14)
    pendant.add_flags()
    surround(5.0)
    return _capped_point(quartz, height, move)


def _point_and_bail(quartz: Quartz, height: float) -> tuple[Array, Any]:
    metal = _metal(SILVER)
    turned_aside = Matrix.Rotation(math.radians(30), 4, "Z")  # else a face mirrors the key light
    bail = _capped_point(quartz, height, turned_aside) - [0, 0, 0.20]
    pendant.ring(bail, np.array([0, 0, 0.27]), np.array([0, 0.17, 0]), 0.04, metal)
    return bail - [0, 0, 0.16], metal


def _lying(place: tuple[float, float], turn: float) -> Matrix:
    """Return how a capped point lies: on the collar of its cap and on its tip, this turned to the right."""
    lay = Matrix.Rotation(math.radians(turn), 4, "Z") @ Matrix.Rotation(math.radians(95.5), 4, "X")
    return Matrix.Translation((*place, 0.665)) @ lay


def point_scale(quartz: Quartz, height: float) -> None:
    """Show a point in its cap, without its chain, from above beside a ruler that measures it truly."""
    hook = _lay_point(quartz, height, _lying((-1.10, 0.80), 90))
    # The bail hangs from the eye, its far end on the ground.
    down = np.array([-0.36, 0.05, 0.05 - hook[2]])
    pendant.ring(hook + down / 2, down / 2, np.array([0.02, 0.19, 0.0]), 0.045, _metal(SILVER))
    studio.add_ruler(y=-0.20, millimetres=40, start=-1.87)
    studio.add_camera((0.13, 0.14, 60), (0.13, 0.15, 0), 4.7)


def point_front(quartz: Quartz, height: float) -> None:
    """Show a point in its cap, its chain through the bail."""
    hook = _lay_point(quartz, height, _lying((0.25, 0.55), -18))
    metal = _metal(SILVER)
    down = np.array([0.14, 0.40, 0.16 - hook[2]])
    side = np.array([0.20, -0.07, 0.0])
    pendant.ring(hook + down / 2, 0.56 * down, side, 0.045, metal)
    end = hook + down
    # One strand comes over the far end of the bail, the other leaves under it.
    for sign, over in ((-1, 0.16), (1, -0.10)):
        t = np.linspace(0, 3.4, 240)
        x = end[0] + sign * (0.05 + 1.15 * t + 0.14 * np.sin(t * 3))
        y = end[1] - 0.16 + 1.15 * t**0.85 + 0.08 * np.sin(t * 7)
        z = 0.06 + (end[2] - 0.06) * np.clip(1 - t / 0.5, 0, 1) + over * np.exp(-(((t - 0.15) / 0.15) ** 2))
        pendant.chain(np.stack([x, y, np.maximum(z, 0.06)], 1), metal)
    studio.add_camera((-0.7, -4.4, 9.6), (0.12, 0.10, 0.3), 4.6, focus=((0.0, -0.2, 0.8), 0.05))


def silver(eye: Point, target: Point, width: float, focus: tuple[Point, float] | None = None) -> None:
    """Show the silver rudraksha pendant and the ends of its chain."""
    pendant.scene()
    studio.add_camera(eye, target, width, focus=focus)


# Each is added at the origin, and returns where its chain passes, and its metal.
WORN: Final[dict[str, Callable[[], tuple[Array, Any]]]] = {
    "rudraksha-silver-pendant": partial(pendant.add, Matrix()),
    "lapis-lazuli-pendant": partial(_oval, STONES["lapis lazuli"], SILVER),
    "tiger-eye-pendant": partial(_oval, tiger_eye, GILT),
    "amethyst-pendant": partial(_point_and_bail, AMETHYST, 2.35),
    "clear-quartz-pendant": partial(_point_and_bail, CLEAR, 2.5),
}
SCENES: Final[dict[str, Callable[[], None]]] = {
    "lapis-lazuli-pendant-close": partial(oval_close, STONES["lapis lazuli"], SILVER),
    "tiger-eye-pendant-close": partial(oval_close, tiger_eye, GILT),
    "amethyst-pendant-scale": partial(point_scale, AMETHYST, 2.35),
    "clear-quartz-pendant-scale": partial(point_scale, CLEAR, 2.5),
    "amethyst-pendant": partial(point_front, AMETHYST, 2.35),
    "clear-quartz-pendant": partial(point_front, CLEAR, 2.5),
    "rudraksha-silver-pendant": partial(silver, (0, -2.4, 10.8), (0, 0.45, 0.9), 3.9),
    "rudraksha-silver-pendant-top": partial(
        silver, (-3.4, 5.2, 6.4), (-0.3, 0.5, 1.1), 3.4, ((0, 0.9, 1.4), 0.07)
    ),
}
