"""Whole malas as they lie, malas and bracelets on a bust and a wrist: `poses.json` says how."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix, Vector
from scipy.interpolate import CubicSpline, PchipInterpolator

from . import pendant, pooja, studio
from .bead import Array
from .beads import BRACELETS, MALAS, RING, SANDALWOOD, Bracelet, Mala, Solid, add_bracelet, add_mala, strung
from .characters import Color
from .materials import Graph, wood
from .pendants import WORN
from .shapes import dense, grid, turned

AHEAD: Final = np.array([0.28, -1.0, 0.0]) / math.hypot(0.28, 1.0)
DOWN: Final = np.array([0.0, 0.0, -1.0])


def _frame(seen: Array, toward: Sequence[float], far: float, sharp: tuple[Array, float]) -> None:
    """Add a camera that looks from so far at places in such a way that they fill the picture."""
    view = np.array(toward) / np.linalg.norm(toward)
    right = np.array([-view[1], view[0], 0.0]) / np.hypot(*view[:2])
    axes = np.stack([right, np.cross(view, right)])
    target = seen.mean(0)
    for _ in range(3):
        flat = (seen - target) @ axes.T / (1 - (seen - target) @ view / far)[:, None]
        low, high = flat.min(0), flat.max(0)
        target = target + (low + high) / 2 @ axes
    studio.add_camera(tuple(target + far * view), tuple(target), 1.2 * (high - low).max(), focus=sharp)


def _add_lamp() -> None:
    pooja.diya((0, 0, 1), (0, 0, 0), 1)
    for name in ("lamp", "oil", "wick", "flame", "glow"):
        part = bpy.data.objects[name]
        part.scale, part.location = part.scale * 0.42, part.location * 0.42
    bpy.data.lights["glow"].energy *= 0.18


def whole(
    mala: Mala,
    points: Sequence[Sequence[float]],
    around: float,
    high: float,
    ground: Color = studio.GROUND,
    inward: bool = False,
    lamp: bool = False,
) -> None:
    """Show a whole mala, laid along a path, its tassel `inward` or ahead of it, a small lamp in its midst."""
    radius = mala.diameter_mm / 20
    scale = radius / 0.4
    if lamp:
        _add_lamp()
    else:
        studio.add_stage(2.4 * scale, bounces=9 if mala.clear else 5, ground=ground)
    path = np.array([*points, points[0]], float)
    length = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    path = CubicSpline(length, path, bc_type="periodic")(np.linspace(0, length[-1], 4000))
    places = strung(path, mala.count) * radius
    ahead = -AHEAD if inward else AHEAD
    add_mala(mala, places, ahead)
    turn = math.radians(around)
    toward = (19 * math.sin(turn - 0.1), -19 * math.cos(turn - 0.1), high)
    seen = np.vstack([places, places[0] + 12.5 * radius * ahead])
    _frame(seen, toward, math.hypot(19, high) * scale, (places[0], 0.12 * scale))


def _add_form(ovals: Array, color: Color) -> Solid:
    """Add a form covered with cloth; return how far places are outside of it."""
    at = np.linspace(ovals[0, 0], ovals[-1, 0], 400)
    wide, deep, middle = (PchipInterpolator(ovals[:, 0], row)(at)[:, None] for row in ovals.T[1:])
    turn = np.linspace(0, 2 * np.pi, 160, endpoint=False)
    points = [wide * np.cos(turn), deep * np.sin(turn) + middle, at[:, None] + 0 * turn]
    cloth = Graph("cloth")
    weave = cloth.noise(cloth.stretch(cloth.add("TexCoord", {}).outputs["Object"], (4.0, 4.0, 40.0)), 1.0, 3)
    cloth.look(base_color=(*color, 1.0), roughness=0.9, specular=0.15, sheen_weight=0.3)
    cloth.bump(weave, 0.5, 0.03)
    grid("form", np.stack(points, 2), cloth.material)

    def outside(places: Array) -> Array:
        a, b, c = (np.interp(places[:, 2], at, row[:, 0]) for row in (wide, deep, middle))
        return np.hypot(places[:, 0] / a, (places[:, 1] - c) / b) - 1

    return outside


def _hung(form: Solid, count: int, radius: float) -> Array:
    turn = np.linspace(0, 2 * np.pi, 4000)
    side, front = np.sin(turn), np.clip(np.cos(turn), 0, 1) ** 0.7
    path = [-8 * np.sign(side) * np.abs(side) ** 0.6, -2 - 9.5 * np.cos(turn)]
    path.append(48 - (count * radius - 19) * front)
    return radius * strung(np.stack(path, 1) / radius, count, lambda places: form(places * radius))


def on_bust(mala: Mala, color: Color, around: float) -> None:
    """Show a mala hanging round a neck."""
    studio.add_stage(11, bounces=9 if mala.clear else 5)
    places = _hung(_add_form(np.array(DATA["bust"]), color), mala.count, mala.diameter_mm / 20)
    add_mala(mala, places, DOWN)
    _frame(np.vstack([places, places[0] + 5 * DOWN, (0, 0, 53)]), (around, -1, 0.12), 150, (places[0], 0.1))


def on_peg(mala: Mala, around: float, rounds: int, near: bool = False) -> None:
    """Show a mala wound over the peg of a wooden stand; `near`, its guru bead and tassel."""
    studio.add_stage(5, bounces=5)
    material = wood("stand", SANDALWOOD, grain=0.5, shine=0.4)
    for stand in DATA["stand"]:
        part = turned("stand", dense(stand["outline"], 160), material)
        part.data.transform(Matrix.Rotation(math.radians(stand["fibres"]), 4, "Y"))
        part.rotation_euler, part.location = np.radians(stand["turn"]), stand["place"]
    radius, turn = mala.diameter_mm / 20, np.linspace(0, 2 * np.pi * rounds, 4000)
    high, thick = stand["place"][2] / radius, stand["outline"][2][0] / radius + 1
    down = np.where(np.cos(turn) > 0, 25.3 * np.abs(np.cos(turn)) ** 0.8, thick * np.cos(turn))
    path = np.stack([thick * np.sin(turn), -2.6 * np.cos(turn / rounds + 0.3), high - down], 1)
    places = radius * strung(path, mala.count, lambda at: np.hypot(at[:, 0], at[:, 2] - high) - thick + 1)
    add_mala(mala, places, DOWN)
    end = places[0] + 12.5 * radius * DOWN
    seen = [*places[-4:], *places[:5], end] if near else [*places, *DATA["stand_ends"]]
    _frame(np.array(seen), (around, -1, 0.3), 60, (places[0], 0.16))


def pendant_on_bust(name: str, color: Color, around: float, hang: Sequence[float]) -> None:
    """Show a pendant where its chain of fifty centimetres lets it hang."""
    studio.add_stage(11, bounces=14)
    form = _add_form(np.array(DATA["bust"]), color)
    path = _hung(form, 124, 0.2)
    slope = [float((form(path[:1] + axis) - form(path[:1] - axis))[0]) for axis in 0.01 * np.eye(3)]
    ahead = np.array(slope) / np.linalg.norm(slope)
    up = np.cross(ahead, [1.0, 0, 0])
    turn, out, down, long = hang
    axes = np.eye(4)
    axes[:3] = np.stack([[1.0, 0, 0], -ahead, up, path[0] + out * ahead - down * up], 1)
    place = Matrix(axes.tolist()) @ Matrix.Rotation(math.radians(turn), 4, "X")
    others = set(bpy.data.objects)
    hook, metal = WORN[name]()
    bpy.context.view_layer.update()
    for thing in set(bpy.data.objects) - others:
        thing.matrix_world = place @ thing.matrix_world
    hook = np.array(place @ Vector(hook))
    near = np.exp(-((np.minimum(np.arange(125), 125 - np.arange(125)) / 2.5) ** 2))[:, None]
    path = path + near * (hook + 0.1 * up - path[0])
    pendant.chain(np.vstack([path, path[:1]]), metal)
    _frame(np.vstack([path, path[0] - long * up]), (around, -1, 0.2), 90, (hook, 0.1))


def on_wrist(piece: Mala | Bracelet, color: Color, around: float, rounds: int) -> None:
    """Show a piece about a wrist, which is as thick as its rounds can enclose."""
    studio.add_stage(3.2, bounces=9 if piece.clear else 5)
    ovals, radius = np.array(DATA["wrist"]), piece.diameter_mm / 20
    if isinstance(piece, Bracelet):
        piece = replace(piece, beads=round((DATA["bracelets_fit_cm"] / radius + math.tau - 2 * RING) / 2.02))
    wide, deep = ovals[2, 1:3]
    girth = math.pi * (3 * (wide + deep) - math.sqrt((3 * wide + deep) * (wide + 3 * deep)))
    size = (piece.around / rounds - 2 * math.pi * radius) / girth
    form = _add_form(ovals * [1, size, size, 1], color)
    turn = np.linspace(0, 2 * np.pi * rounds, 4000)
    wide, deep = -(size * wide + radius), -(size * deep + radius)
    high = 7.5 - 0.55 * radius * rounds * np.cos(turn / rounds)
    path = np.stack([wide * np.sin(turn), deep * np.cos(turn), high], 1)
    low = np.array([0, 0, 3.2])
    if isinstance(piece, Bracelet):
        add_bracelet(piece, path)
    else:
        path = radius * strung(path / radius, piece.count, lambda places: form(places * radius))
        add_mala(piece, path, DOWN)
        low = path[0] + 12 * radius * DOWN
    front = np.array([0, path[:, 1].min() - radius, 7.5])
    _frame(np.vstack([path, low, (0, 0, 13.5)]), (around, -1, 0.42), 50, (front, 0.12))


DATA: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("poses.json").read_text())
SCENES: Final[dict[str, Callable[[], None]]] = {
    **{f"{name}-worn": partial(pendant_on_bust, name, **how) for name, how in DATA["pendants"].items()},
    **{name: partial(on_peg, MALAS["mala-108"], **how) for name, how in DATA["on_peg"].items()},
    **{name: partial(whole, MALAS[name], **how) for name, how in DATA["whole"].items()},
    **{f"{name}-worn": partial(on_bust, MALAS[name], **how) for name, how in DATA["on_bust"].items()},
    **{
        f"{name}-worn": partial(on_wrist, MALAS.get(name) or BRACELETS[name], **how)
        for name, how in DATA["on_wrist"].items()
    },
}
