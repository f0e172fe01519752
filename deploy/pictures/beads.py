"""Malas and bracelets, from near and whole."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix

from . import studio
from .bead import Array, surface
from .characters import BROWN, Character, Color
from .materials import STONES, Graph, amethyst, rock_crystal, wood
from .shapes import add_bead, bored_ball, dense, put, threads, turned

GOLD: Final[Color] = (0.83, 0.52, 0.20)
STEEL: Final[Color] = (0.66, 0.65, 0.635)

ROSEWOOD: Final = (
    (0.25, (0.020, 0.005, 0.003)),
    (0.55, (0.085, 0.022, 0.012)),
    (0.85, (0.190, 0.062, 0.036)),
)
TULSI: Final = ((0.20, (0.150, 0.060, 0.018)), (0.55, (0.340, 0.155, 0.055)), (0.90, (0.480, 0.255, 0.105)))
SANDALWOOD: Final = (
    (0.20, (0.370, 0.190, 0.072)),
    (0.55, (0.600, 0.375, 0.175)),
    (0.90, (0.720, 0.510, 0.285)),
)


Materials = Sequence[Callable[[], Any]]
SHADES: Final[Materials] = tuple(partial(amethyst, density) for density in (1.6, 2.8, 4.4))


@dataclass(frozen=True)
class Mala:
    """A mala: its beads' diameter in millimetres and material, the colours of tassel and cord."""

    diameter_mm: float
    materials: Materials | Character
    tassel: Color
    cord: Color
    clear: bool = False
    count: int = 108

    @property
    def around(self) -> float:
        """Return its length, in units of the scene."""
        return (self.count + 1.18) * 2.03 * self.diameter_mm / 20


RED: Final[Color] = (0.30, 0.012, 0.014)
MAROON: Final[Color] = (0.085, 0.008, 0.010)
SAFFRON: Final[Color] = (0.560, 0.230, 0.030)
ORANGE: Final[Color] = (0.620, 0.060, 0.018)
BLACK: Final[Color] = (0.008, 0.008, 0.009)
VIOLET: Final[Color] = (0.130, 0.042, 0.300)
WHITE: Final[Color] = (0.62, 0.60, 0.56)

FIVE_FACES: Final = Character(
    5, 9.5, 0.96, BROWN, 190, 0.105, 0.13, 0.034, 0.110, 1, 0.30, 0.35, 0.10, (0, 0, 0), 54
)
MALAS: Final = {
    "sphatik-mala": Mala(8.0, [rock_crystal], RED, WHITE, True),
    "rosewood-mala": Mala(8.0, [lambda: wood("rosewood", ROSEWOOD, shine=0.9)], MAROON, MAROON),
    "tulsi-mala": Mala(6.6, [lambda: wood("tulsi", TULSI, grain=0.8, shine=0.3)], SAFFRON, SAFFRON),
    "mala-108": Mala(7.6, FIVE_FACES, MAROON, RED),
    "rudraksha-mala-54": Mala(9.5, FIVE_FACES, SAFFRON, RED, count=54),
    "sandalwood-mala": Mala(
        7.0, [lambda: wood("sandalwood", SANDALWOOD, grain=0.5, shine=0.15)], ORANGE, ORANGE
    ),
    "black-hakik-mala": Mala(8.0, [STONES["black"]], BLACK, BLACK),
    "amethyst-mala": Mala(8.0, SHADES, VIOLET, VIOLET, True),
}


def _cotton(name: str, color: Color) -> Any:
    graph = Graph(name)
    graph.look(base_color=(*color, 1), roughness=0.75, specular=0.25, sheen_weight=0.25)
    return graph.material


def _variants(materials: Materials | Character) -> list[Any]:
    """Return meshes of a bead of radius 1; rudraksha differ in shape, others only in their pattern."""
    if isinstance(materials, Character):
        things = []
        for seed in range(3):
            bead = replace(materials, seed=materials.seed + 7 * seed)
            thing = add_bead(bead, surface(bead, 480, 300))
            thing.data.transform(Matrix.Scale(1.07 / bead.radius, 4))
            things.append(thing)
        return _shapes(things)
    return _shapes([bored_ball("bead", 1.0, 0.085, material()) for material in materials])


def _shapes(things: Sequence[Any]) -> list[Any]:
    """Take the meshes out of the scene, each to be used for many beads."""
    shapes = [thing.data for thing in things]
    for thing in things:
        bpy.data.objects.remove(thing)
    return shapes


def _add_bead(shapes: Sequence[Any], random: Any, place: Array, axis: Array, size: float) -> None:
    axis = axis / np.linalg.norm(axis) + random.normal(scale=0.05, size=3)
    thing = studio.add_object("bead", shapes[random.integers(len(shapes))])
    put(thing, place, axis, spin=random.uniform(0, 6.28), size=size * random.uniform(0.985, 1.008))


def mala_close(mala: Mala) -> None:
    """Show the guru bead, and where the tassel begins, before three rows that curve away."""
    random = np.random.default_rng(5)
    radius = mala.diameter_mm / 20
    scale = radius / 0.4
    studio.add_stage(1.25 * scale, bounces=16 if mala.clear else 5)
    if mala.clear:
        for place in ((-7.0, 2.0, 1.6), (7.0, 2.0, 1.6), (0.0, 12.0, 2.4)):
            studio.add_flag(place, (0, 2.0, 0.4), 5.0)
    shapes = _variants(mala.materials)
    cord = _cotton("cord", mala.cord)
    tassel = _cotton("tassel", mala.tassel)
    gold = studio.plain_material("gold", GOLD, roughness=0.22, metallic=1.0)

    middle = np.array([0.2, 13.0 * radius, 0.0])
    for row, distance in enumerate((13.0, 10.75, 8.45)):
        step = 2.07 / distance
        first = 2.22 / distance  # beside the guru bead, which is larger
        angles = (np.arange(-40, 41) + (0.15 if row == 1 else 0.62)) * step
        if row == 0:
            angles = np.concatenate([-first - np.arange(40)[::-1] * step, first + np.arange(40) * step])
        angles = angles[np.abs(angles) < 1.9]
        wobble = 1 + 0.018 * np.sin(2.1 * angles + row) + 0.010 * np.sin(5.0 * angles + 2 * row)
        ring = (
            np.stack([np.sin(angles), -np.cos(angles), 0 * angles], 1) * (distance * radius * wobble)[:, None]
        )
        places = middle + ring + np.array([0, 0, radius])
        along = np.gradient(places, axis=0)
        for place, axis in zip(places, along, strict=True):
            _add_bead(shapes, random, place, axis, radius)
        if row == 0:
            guru = middle + np.array([0, -distance * radius * 1.012, 1.16 * radius])
            at = int(np.searchsorted(angles, 0))
            places = np.insert(places, at, guru, 0)
        threads("cord", [places], 0.070 * radius, cord)
    ahead = np.array([math.sin(0.42), -math.cos(0.42), 0.0])
    _add_bead(shapes, random, guru, ahead, 1.18 * radius)
    _add_tassel(guru, ahead, radius, tassel, gold, random)

    eye = (-0.6 * scale, -9.2 * scale, 6.4 * scale)
    target = (0.25 * scale, 0.35 * scale, 0.25 * scale)
    studio.add_camera(
        eye,
        target,
        4.9 * scale,
        focus=(tuple(guru + np.array([0, -0.8 * radius, 0.4 * radius])), 0.20 * scale),
    )


Solid = Callable[[Array], Array]  # how far places are outside of a body, in its own measure


def strung(path: Array, count: int, body: Solid | None = None) -> Array:
    """Thread beads of radius 1 and the guru bead, the first, on a closed path, and let them come to rest.

    They sink and push each other aside, the cord keeping each near the next: on the ground, where the path
    grows to their length, or hung over a body.
    """
    sizes = np.r_[1.18, np.ones(count)]
    gaps = (sizes + np.roll(sizes, -1)) * 1.015
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    grow = gaps.sum() / along[-1]
    at = np.r_[0, np.cumsum(gaps)[:-1]] / grow
    places = np.stack([np.interp(at, along, path[:, k]) for k in range(3)], 1)
    places *= [1, 1, 1] if body else [grow, grow, 1]
    steps, fall = (5000, 0.001) if body else (900, 0.02)
    following = np.roll(np.arange(count + 1), -1)
    one, other = np.triu_indices(count + 1, 2)
    apart = (one != 0) | (other != count)
    one, other = one[apart], other[apart]
    for step in range(steps):
        places[:, 2] -= fall if step < steps * 8 / 9 else 0.0
        between = places[following] - places
        length = np.linalg.norm(between, axis=1)
        pull = (0.5 * (1 - gaps / length))[:, None] * between
        places += pull - np.roll(pull, 1, axis=0)
        between = places[other] - places[one]
        length = np.linalg.norm(between, axis=1)
        near = length < sizes[one] + sizes[other]
        push = 0.5 * ((sizes[one] + sizes[other] - length) / length)[near, None] * between[near]
        np.subtract.at(places, one[near], push)
        np.add.at(places, other[near], push)
        if body:
            away = body(places)
            slope = np.stack([body(places + axis) - away for axis in 0.01 * np.eye(3)], 1) / 0.01
            steep = np.linalg.norm(slope, axis=1) + 1e-9
            places += slope * (np.maximum(sizes - away / steep, 0) / steep)[:, None]
        else:
            places[:, 2] = np.maximum(places[:, 2], sizes)
    return places


def add_mala(mala: Mala, places: Array, ahead: Array) -> None:
    """Add a mala's beads where `strung` put them, and its tassel, which points `ahead` or hangs down."""
    random = np.random.default_rng(5)
    radius = mala.diameter_mm / 20
    shapes = _variants(mala.materials)
    along = np.roll(places, -1, 0) - np.roll(places, 1, 0)
    for place, axis in list(zip(places, along, strict=True))[1:]:
        _add_bead(shapes, random, place, axis, radius)
    threads("cord", [np.concatenate([places, places[:1]])], 0.070 * radius, _cotton("cord", mala.cord))
    put(studio.add_object("bead", shapes[-1]), places[0], ahead, size=1.18 * radius)
    gold = studio.plain_material("gold", GOLD, roughness=0.22, metallic=1.0)
    _add_tassel(places[0], ahead, radius, _cotton("tassel", mala.tassel), gold, random, thick=0.055)


TASSEL_CAP: Final = (
    (0.05, -0.10), (0.24, -0.10), (0.30, -0.02), (0.28, 0.10), (0.40, 0.16), (0.60, 0.42), (0.68, 0.80),
    (0.68, 1.05), (0.74, 1.09), (0.74, 1.20), (0.68, 1.25), (0.60, 1.25), (0.60, 1.0),
)  # fmt: skip


def _add_tassel(
    guru: Array, ahead: Array, radius: float, cotton: Any, gold: Any, random: Any, *, thick: float = 0.028
) -> None:
    """Lead a cord out of the guru bead into a cap, and let the tassel's threads lie or hang."""
    hangs = ahead[2] < -0.5
    across = np.array([1.0, 0, 0] if hangs else [-ahead[1], ahead[0], 0.0])
    up = np.array([0, 1.0, 0] if hangs else [0, 0, 1.0])
    cap = guru + ahead * 2.15 * radius
    cap[2] = cap[2] if hangs else 0.78 * radius
    t = np.linspace(0, 1, 24)[:, None]
    threads("cord", [guru + (cap - guru) * np.hstack([t, t, 3 * t**2 - 2 * t**3])], 0.19 * radius, cotton)
    put(turned("cap", dense(TASSEL_CAP, 90) * radius, gold), cap, ahead - 0.08 * up)
    root = cap + ahead * 1.1 * radius - 0.04 * up
    t = np.linspace(0, 1, 20)[:, None]
    paths = []
    for _ in range(int(25 / thick)):
        angle, far = random.uniform(0, 2 * np.pi), math.sqrt(random.uniform())
        u, w = far * math.cos(angle), far * math.sin(angle)
        length = 9.5 * radius * random.normal(1, 0.012)
        fall = 1 - (1 - np.clip(t * 2.0, 0, 1)) ** 1.6
        floor = (0.06 + 0.46 * (w + 1) * 0.5 * (1 - 0.4 * t)) * radius
        high = (root @ up + 0.56 * radius * w) * (1 - fall) + floor * fall
        if hangs:
            high = root @ up + radius * w * (0.56 + 0.5 * t)
        side = radius * (0.58 * u * (1 - t) + (1.35 * u + random.normal(0, 0.08)) * t**0.8)
        side = side + radius * 0.05 * np.sin(9 * t + 6 * random.uniform()) * t
        paths.append(root * (1 - up) + ahead * length * t + across * side + up * high)
    threads("tassel", paths, thick * radius, cotton)


RING: Final = 0.34  # how thick a ring of metal is, in radii of a bead


@dataclass(frozen=True)
class Bracelet:
    """A bracelet on elastic: its beads and their shades, the metal of the rings beside the bead in front."""

    diameter_mm: float
    beads: int
    materials: Materials | Character
    metal: Color
    clear: bool = False

    @property
    def around(self) -> float:
        """Return its length, in units of the scene."""
        return (self.beads * 2.02 + 2 * RING) * self.diameter_mm / 20

    @property
    def scale(self) -> float:
        """Return the size of its beads relative to those of eight millimetres."""
        return self.diameter_mm / 8


BRACELETS: Final = {
    "amethyst-bracelet": Bracelet(8.0, 20, SHADES, STEEL, clear=True),
    "rose-quartz-bracelet": Bracelet(9.0, 19, [STONES["rose quartz"]], STEEL),
    "black-onyx-bracelet": Bracelet(8.0, 20, [STONES["black"]], STEEL),
    "lapis-lazuli-bracelet": Bracelet(8.0, 20, [STONES["lapis lazuli"]], GOLD),
    "rudraksha-bracelet": Bracelet(8.6, 19, FIVE_FACES, GOLD),
}


def add_bracelet(bracelet: Bracelet, path: Array) -> None:
    """Add a bracelet along a closed path, its front bead at the beginning."""
    random = np.random.default_rng(7)
    radius = bracelet.diameter_mm / 20
    shapes = _variants(bracelet.materials)
    length = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    unit = length[-1] / bracelet.around

    def at(way: float) -> Array:
        return np.array([np.interp(way * unit, length, axis, period=length[-1]) for axis in path.T])

    for number in range(bracelet.beads):
        way = (number * 2.02 + (RING if number else 0)) * radius
        _add_bead(shapes, random, at(way), at(way + 0.01) - at(way - 0.01), radius)
    metal = studio.plain_material("metal", bracelet.metal, roughness=0.16, metallic=1.0)
    for way in ((1.01 + RING / 2) * radius, -(1.01 + RING / 2) * radius):
        bend = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        profile = [(radius * (0.46 + 0.12 * math.cos(a)), radius * 0.15 * math.sin(a)) for a in bend]
        put(turned("ring", profile, metal, closed=True), at(way), at(way + 0.01) - at(way - 0.01))
    threads("elastic", [path], 0.06 * radius, _cotton("elastic", (0.5, 0.5, 0.5)), closed=True)


def _lay_bracelet(bracelet: Bracelet) -> float:
    """Lay a bracelet on the ground, its front bead at the origin; return the radius of its circle."""
    wide = bracelet.around / 2 / math.pi
    turns = np.linspace(0, 2 * np.pi, 400)
    circle = wide * np.stack([np.sin(turns), 1 - np.cos(turns), 0 * turns], 1)
    add_bracelet(bracelet, circle + [0, 0, bracelet.diameter_mm / 20])
    return wide


def bracelet_close(bracelet: Bracelet) -> None:
    """Show the beads in front and the rings between them; the others curve away."""
    scale = bracelet.scale
    studio.add_stage(1.1 * scale, bounces=12 if bracelet.clear else 5)
    _lay_bracelet(bracelet)
    eye = (-2.2 * scale, -8.4 * scale, 4.6 * scale)
    studio.add_camera(
        eye,
        (0.15 * scale, 0.5 * scale, 0.42 * scale),
        3.5 * scale,
        focus=((0, -0.4 * scale, 0.48 * scale), 0.24 * scale),
    )


def bracelet_whole(bracelet: Bracelet) -> None:
    """Show the whole bracelet, the rings in front."""
    scale = bracelet.scale
    studio.add_stage(1.6 * scale, bounces=12 if bracelet.clear else 5)
    wide = _lay_bracelet(bracelet)
    eye = (-2.6 * scale, wide - 14.5 * scale, 11.5 * scale)
    studio.add_camera(
        eye, (0, 0.90 * wide, 0), 2.5 * wide, focus=((0, 0.4 * scale, 0.48 * scale), 0.10 * scale)
    )


SCENES: Final[dict[str, Callable[[], None]]] = {
    **{f"{name}-close": partial(mala_close, mala) for name, mala in MALAS.items()},
    **{f"{name}-close": partial(bracelet_close, bracelet) for name, bracelet in BRACELETS.items()},
    "amethyst-bracelet": partial(bracelet_whole, BRACELETS["amethyst-bracelet"]),
}
