"""Malas, bracelets and a pendant on forms that have the measures of a neck and a wrist."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np
from mathutils import Matrix
from scipy.interpolate import PchipInterpolator

from . import pendant, studio
from .bead import Array
from .beads import BRACELETS, DOWN, MALAS, Bracelet, Mala, Solid, add_bracelet, add_mala, frame, strung
from .characters import Color
from .materials import Graph
from .shapes import grid

LINEN: Final[Color] = (0.60, 0.53, 0.43)
CHARCOAL: Final[Color] = (0.045, 0.042, 0.040)
CLAY: Final[Color] = (0.36, 0.16, 0.095)
WHITE: Final[Color] = (0.72, 0.69, 0.64)

# Ovals from below up, in centimetres: their height, half width, half depth and middle.
BUST: Final = (
    (-4, 11.5, 8.0, 0), (14, 13.0, 9.2, -0.6), (26, 15.0, 10.0, -0.8), (34, 16.6, 9.2, -0.2),
    (39, 16.8, 7.8, 0.6), (42, 14.0, 6.7, 1.2), (45, 9.6, 6.0, 1.4), (48, 6.9, 5.6, 1.2), (51, 5.9, 5.4, 0.7),
    (55, 5.5, 5.3, 0.2), (59.6, 5.5, 5.3, -0.2), (60, 5.2, 5.0, -0.2), (60.1, 0.02, 0.02, -0.2),
)  # fmt: skip
WRIST: Final = (
    (0, 3.6, 2.9, 0), (4, 3.15, 2.55, 0), (8, 2.9, 2.35, 0), (11, 3.0, 2.3, 0), (13.5, 3.2, 2.2, 0),
    (14.6, 2.85, 1.9, 0), (15, 2.0, 1.2, 0), (15.1, 0.02, 0.02, 0),
)  # fmt: skip


def _cloth(color: Color) -> Any:
    graph = Graph("cloth")
    inside = graph.add("TexCoord", {}).outputs["Object"]
    level = graph.math(
        "ADD", *(graph.noise(graph.stretch(inside, way), 4.0, 2) for way in ((1, 1, 9.0), (9.0, 9.0, 1)))
    )
    dark = tuple(0.72 * c for c in color)
    graph.look(base_color=graph.ramp(graph.math("MULTIPLY", level, 0.5), ((0.35, dark), (0.6, color))))
    graph.look(roughness=0.9, specular=0.15, sheen_weight=0.3)
    graph.bump(level, 0.5, 0.03)
    return graph.material


def _add_form(ovals: Any, color: Color) -> Solid:
    """Add a form covered with cloth; return how far places are outside of it."""
    rows = np.array(ovals, float)
    at = np.linspace(rows[0, 0], rows[-1, 0], 400)
    wide, deep, middle = (PchipInterpolator(rows[:, 0], row)(at)[:, None] for row in rows.T[1:])
    turn = np.linspace(0, 2 * np.pi, 160, endpoint=False)
    points = [wide * np.cos(turn), deep * np.sin(turn) + middle, at[:, None] + 0 * turn]
    grid("form", np.stack(points, 2), _cloth(color))

    def outside(places: Array) -> Array:
        a, b, c = (np.interp(places[:, 2], at, row[:, 0]) for row in (wide, deep, middle))
        return np.hypot(places[:, 0] / a, (places[:, 1] - c) / b) - 1

    return outside


def _hung(form: Solid, count: int, radius: float, guru: float) -> Array:
    """Hang beads round the neck of a bust."""
    turn = np.linspace(0, 2 * np.pi, 4000)
    side, front = np.sin(turn), np.clip(np.cos(turn), 0, 1)
    drop = count * radius - 19
    path = np.stack(
        [-8 * np.sign(side) * np.abs(side) ** 0.6, -2 - 9.5 * np.cos(turn), 48 - drop * front**0.7], 1
    )
    solids = [lambda places: form(places * radius)]
    return radius * strung(path / radius, count, solids, steps=5000, fall=0.001, guru=guru, grow=False)


def mala_on_bust(mala: Mala, color: Color, around: float) -> None:
    """Show a mala hanging down a chest."""
    studio.add_stage(11, bounces=9 if mala.clear else 5)
    places = _hung(_add_form(BUST, color), mala.count, mala.diameter_mm / 20, 1.18)
    add_mala(mala, places, DOWN)
    seen = np.vstack([places, places[0] + 5 * DOWN, (0, 0, 53)])
    frame(seen, (around, -1, 0.12), 150, (places[0], 0.1))


def mala_on_wrist(
    mala: Mala, rounds: int, color: Color, around: float, ground: Color = studio.GROUND
) -> None:
    """Show a mala wound about a wrist, which is as thick as fits it."""
    radius = mala.diameter_mm / 20
    size, wide, deep = _wrist((mala.count + 1.18) * 2.03 * radius / rounds, radius)
    studio.add_stage(3.4, bounces=9 if mala.clear else 5)
    form = _add_form(size, color)
    turn = np.linspace(0, 2 * np.pi * rounds, 4000)
    high = 7.5 + 0.55 * radius * rounds * np.cos(turn / rounds)
    path = np.stack([-wide * np.sin(turn), -deep * np.cos(turn), high], 1) / radius
    solids = [lambda places: form(places * radius)]
    places = radius * strung(path, mala.count, solids, steps=2500, fall=0.002, grow=False)
    add_mala(mala, places, DOWN)
    _look_at_wrist(places, radius, around)


def bracelet_on_wrist(bracelet: Bracelet, color: Color, around: float) -> None:
    """Show a bracelet on a wrist, which is as thick as fits it."""
    radius = bracelet.diameter_mm / 20
    size, wide, deep = _wrist(bracelet.around, radius)
    studio.add_stage(3.0, bounces=12 if bracelet.clear else 5)
    _add_form(size, color)
    turn = np.linspace(0, 2 * np.pi, 400)
    path = np.stack([wide * np.sin(turn), -deep * np.cos(turn), 8 - 0.5 * np.cos(turn)], 1)
    add_bracelet(bracelet, path)
    _look_at_wrist(path, radius, around)


def _wrist(around: float, radius: float) -> tuple[Array, float, float]:
    """Return the form that beads of so long a round enclose, and the half axes of that round."""
    wide, deep = 2.9, 2.35
    girth = math.pi * (3 * (wide + deep) - math.sqrt((3 * wide + deep) * (wide + 3 * deep)))
    size = (around - 2 * math.pi * radius) / girth
    return np.array(WRIST) * [1, size, size, 1], size * wide + radius, size * deep + radius


def _look_at_wrist(places: Array, radius: float, around: float) -> None:
    seen = np.vstack([places, (0, 0, 3.2), (0, 0, 13.5)])
    front = np.array([0, places[:, 1].min() - radius, 7.5])
    frame(seen, (around, -1, 0.42), 50, (front, 0.12))


def pendant_on_bust() -> None:
    """Show the silver pendant where its chain of fifty centimetres lets it hang."""
    studio.add_stage(6, bounces=6)
    form = _add_form(BUST, CHARCOAL)
    path = _hung(form, 124, 0.2, 1.0)
    slope = np.array([float((form(path[:1] + axis) - form(path[:1] - axis))[0]) for axis in 0.01 * np.eye(3)])
    out = slope / np.linalg.norm(slope)
    up = np.cross(out, [1.0, 0, 0])
    place = np.eye(4)
    place[:3, :3] = np.stack([[1.0, 0, 0], -out, up], 1)
    place[:3, 3] = path[0] + 0.82 * out - 1.1 * up
    hook, silver = pendant.add(Matrix(place.tolist()))
    near = np.exp(-((np.minimum(np.arange(125), 125 - np.arange(125)) / 2.5) ** 2))[:, None]
    path = path + near * (hook + 0.1 * up - path[0])
    pendant.chain(np.vstack([path, path[:1]]), silver)
    seen = np.vstack([path, path[0] - 2.4 * up])
    frame(seen, (-0.2, -1, 0.2), 90, (hook, 0.1))


SCENES: Final[dict[str, Callable[[], None]]] = {
    "mala-108-worn": partial(mala_on_bust, MALAS["mala-108"], LINEN, -0.4),
    "sphatik-mala-worn": partial(mala_on_bust, MALAS["sphatik-mala"], CHARCOAL, 0.35),
    "rudraksha-mala-54-worn": partial(mala_on_bust, MALAS["rudraksha-mala-54"], WHITE, 0.5),
    "black-hakik-mala-worn": partial(mala_on_bust, MALAS["black-hakik-mala"], WHITE, 0.15),
    "amethyst-mala-worn": partial(mala_on_bust, MALAS["amethyst-mala"], WHITE, -0.25),
    "rosewood-mala-worn": partial(mala_on_wrist, MALAS["rosewood-mala"], 5, LINEN, 0.4),
    "sandalwood-mala-worn": partial(mala_on_wrist, MALAS["sandalwood-mala"], 4, CHARCOAL, -0.4),
    "tulsi-mala-worn": partial(mala_on_wrist, MALAS["tulsi-mala"], 4, WHITE, 0.2),
    "rudraksha-bracelet-worn": partial(bracelet_on_wrist, BRACELETS["rudraksha-bracelet"], LINEN, -0.4),
    "tiger-eye-bracelet-worn": partial(bracelet_on_wrist, BRACELETS["tiger-eye-bracelet"], CHARCOAL, 0.4),
    "amethyst-bracelet-worn": partial(bracelet_on_wrist, BRACELETS["amethyst-bracelet"], WHITE, -0.2),
    "lapis-lazuli-bracelet-worn": partial(bracelet_on_wrist, BRACELETS["lapis-lazuli-bracelet"], LINEN, 0.3),
    "rose-quartz-bracelet-worn": partial(bracelet_on_wrist, BRACELETS["rose-quartz-bracelet"], CLAY, -0.4),
    "black-onyx-bracelet-worn": partial(bracelet_on_wrist, BRACELETS["black-onyx-bracelet"], WHITE, 0.4),
    "rudraksha-silver-pendant-worn": pendant_on_bust,
}
