"""Malas and bracelets, from near and whole."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


RED: Final[Color] = (0.30, 0.012, 0.014)
MAROON: Final[Color] = (0.085, 0.008, 0.010)
SAFFRON: Final[Color] = (0.560, 0.230, 0.030)
ORANGE: Final[Color] = (0.620, 0.060, 0.018)
BLACK: Final[Color] = (0.008, 0.008, 0.009)
VIOLET: Final[Color] = (0.130, 0.042, 0.300)
WHITE: Final[Color] = (0.62, 0.60, 0.56)

MALAS: Final = {
    "sphatik-mala": Mala(8.0, [rock_crystal], RED, WHITE, True),
    "rosewood-mala": Mala(8.0, [lambda: wood("rosewood", ROSEWOOD, shine=0.9)], MAROON, MAROON),
    "tulsi-mala": Mala(6.6, [lambda: wood("tulsi", TULSI, grain=0.8, shine=0.3)], SAFFRON, SAFFRON),
    "rudraksha-mala-54": Mala(
        9.5,
        Character(5, 9.5, 0.96, BROWN, 190, 0.105, 0.13, 0.034, 0.110, 1, 0.30, 0.35, 0.10, (0, 0, 0), 54),
        SAFFRON,
        RED,
    ),
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


def _variants(mala: Mala) -> list[Any]:
    """Return meshes of a bead of radius 1; rudraksha differ in shape, others only in their pattern."""
    if isinstance(mala.materials, Character):
        things = []
        for seed in range(3):
            bead = Character(**{**vars(mala.materials), "seed": mala.materials.seed + 7 * seed})
            thing = add_bead(bead, surface(bead, 480, 300))
            thing.data.transform(Matrix.Scale(1.07 / bead.radius, 4))
            things.append(thing)
        return _shapes(things)
    return _balls(mala.materials)


def _balls(materials: Materials) -> list[Any]:
    """Return a bored ball of radius 1 of each material."""
    return _shapes([bored_ball("bead", 1.0, 0.085, material()) for material in materials])


def _shapes(things: Sequence[Any]) -> list[Any]:
    """Take the meshes out of the scene, each to be used for many beads."""
    shapes = [thing.data for thing in things]
    for thing in things:
        bpy.data.objects.remove(thing)
    return shapes


def mala_close(mala: Mala) -> None:
    """Show the guru bead, and where the tassel begins, before three rows that curve away."""
    random = np.random.default_rng(5)
    radius = mala.diameter_mm / 20
    scale = radius / 0.4
    studio.add_stage(1.25 * scale, bounces=16 if mala.clear else 5)
    if mala.clear:
        for place in ((-7.0, 2.0, 1.6), (7.0, 2.0, 1.6), (0.0, 12.0, 2.4)):
            studio.add_flag(place, (0, 2.0, 0.4), 5.0)
    shapes = _variants(mala)
    cord = _cotton("cord", mala.cord)
    tassel = _cotton("tassel", mala.tassel)
    gold = studio.plain_material("gold", GOLD, roughness=0.22, metallic=1.0)

    def add(place: Array, axis: Array, size: float) -> None:
        thing = studio.add_object("bead", shapes[random.integers(len(shapes))])
        axis = axis + random.normal(scale=0.05, size=3)
        put(thing, place, axis, spin=random.uniform(0, 6.28), size=size)

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
            add(place, axis, radius * random.uniform(0.985, 1.012))
        if row == 0:
            guru = middle + np.array([0, -distance * radius * 1.012, 1.16 * radius])
            at = int(np.searchsorted(angles, 0))
            places = np.insert(places, at, guru, 0)
        threads("cord", [places], 0.070 * radius, cord)
    ahead = np.array([math.sin(0.42), -math.cos(0.42), 0.0])
    add(guru, ahead, 1.18 * radius)
    _add_tassel(guru, ahead, radius, tassel, gold, random)

    eye = (-0.6 * scale, -9.2 * scale, 6.4 * scale)
    target = (0.25 * scale, 0.35 * scale, 0.25 * scale)
    studio.add_camera(
        eye,
        target,
        4.9 * scale,
        focus=(tuple(guru + np.array([0, -0.8 * radius, 0.4 * radius])), 0.20 * scale),
    )


def coil(count: int, turns: float) -> Array:
    """Return where the beads of a mala lie, of radius 1: round within round, its end led back over them.

    The first place is the guru bead's, which is larger.
    """
    t = np.linspace(0, 1, 6000)
    angle = -np.pi / 2 + 2 * np.pi * turns * t
    back = np.clip((t - 0.90) / 0.10, 0, 1)
    back = 3 * back**2 - 2 * back**3
    inward = 2.32 * turns * np.clip(t / 0.93, 0, 1) * (1 - back)
    lift = 2.0 * np.sin(np.pi * np.clip((t - 0.87) / 0.13, 0, 1)) ** 0.7
    wave = 0.040 * np.sin(2 * angle + 0.5) + 0.022 * np.sin(3 * angle + 1.1)
    sizes = np.r_[1.18, np.ones(count)]
    steps = (sizes + np.roll(sizes, -1)) * 1.015
    radius, along = 0.0, np.zeros(1)
    while along[-1] < steps.sum():
        radius += 0.02
        away = radius * (1 + wave) - inward + 0.15 * np.sin(2.6 * angle)
        path = np.stack([away * np.cos(angle) * 1.08, away * np.sin(angle) * 0.97, 1 + lift], 1)
        along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    at = np.r_[0, np.cumsum(steps)[:-1]]
    places = np.stack([np.interp(at, along, path[:, k]) for k in range(3)], 1)
    return _settled(places, sizes)


def _settled(places: Array, sizes: Array) -> Array:
    """Let beads sink to the ground and push each other aside, the cord keeping each near the next."""
    count = len(places)
    following = np.roll(np.arange(count), -1)
    one, other = np.triu_indices(count, 2)
    apart = (one != 0) | (other != count - 1)
    one, other = one[apart], other[apart]
    for step in range(900):
        places[:, 2] -= 0.02 if step < 800 else 0.0
        between = places[following] - places
        length = np.linalg.norm(between, axis=1)
        pull = (0.5 * (1 - (sizes + sizes[following]) * 1.015 / length))[:, None] * between
        places += pull - np.roll(pull, 1, axis=0)
        between = places[other] - places[one]
        length = np.linalg.norm(between, axis=1)
        near = length < sizes[one] + sizes[other]
        push = 0.5 * ((sizes[one] + sizes[other] - length) / length)[near, None] * between[near]
        np.subtract.at(places, one[near], push)
        np.add.at(places, other[near], push)
        places[:, 2] = np.maximum(places[:, 2], sizes)
    return places


def mala_whole(mala: Mala, rounds: float = 3.0, around: float = 0.0, high: float = 19.0) -> None:
    """Show the whole mala, laid in rounds, the guru bead and the tassel in front or aside."""
    random = np.random.default_rng(5)
    radius = mala.diameter_mm / 20
    scale = radius / 0.4
    studio.add_stage(2.4 * scale, bounces=9 if mala.clear else 5)
    places = coil(108, rounds) * radius
    shapes = _variants(mala)
    along = np.roll(places, -1, 0) - np.roll(places, 1, 0)
    for place, axis in list(zip(places, along, strict=True))[1:]:
        axis = axis / np.linalg.norm(axis) + random.normal(scale=0.05, size=3)
        thing = studio.add_object("bead", shapes[random.integers(len(shapes))])
        put(thing, place, axis, spin=random.uniform(0, 6.28), size=radius * random.uniform(0.985, 1.012))
    threads("cord", [np.concatenate([places, places[:1]])], 0.070 * radius, _cotton("cord", mala.cord))
    guru = places[0]
    ahead = np.array([0.28, -1.0, 0.0]) / math.hypot(0.28, 1.0)
    put(studio.add_object("bead", shapes[-1]), guru, ahead, size=1.18 * radius)
    gold = studio.plain_material("gold", GOLD, roughness=0.22, metallic=1.0)
    _add_tassel(guru, ahead, radius, _cotton("tassel", mala.tassel), gold, random, thick=0.055)
    low = guru + 12.5 * radius * ahead
    seen = np.vstack([places, low])[:, :2]
    target = np.array([*(seen.max(0) + seen.min(0)) / 2, 0.0])
    turn = math.radians(around)
    eye = target + np.array([19 * math.sin(turn - 0.1), -19 * math.cos(turn - 0.1), high]) * scale
    wide = 2.25 * np.linalg.norm(seen - target[:2], axis=1).max()
    studio.add_camera(tuple(eye), tuple(target), wide, focus=(tuple(guru), 0.12 * scale))


TASSEL_CAP: Final = (
    (0.05, -0.10), (0.24, -0.10), (0.30, -0.02), (0.28, 0.10), (0.40, 0.16), (0.60, 0.42), (0.68, 0.80),
    (0.68, 1.05), (0.74, 1.09), (0.74, 1.20), (0.68, 1.25), (0.60, 1.25), (0.60, 1.0),
)  # fmt: skip


def _add_tassel(
    guru: Array, ahead: Array, radius: float, cotton: Any, gold: Any, random: Any, *, thick: float = 0.028
) -> None:
    """Lead a cord out of the guru bead into a cap, and let the tassel's threads lie on the ground."""
    across = np.array([-ahead[1], ahead[0], 0.0])
    up = np.array([0, 0, 1.0])
    cap = guru + ahead * 2.15 * radius
    cap[2] = 0.78 * radius
    t = np.linspace(0, 1, 24)[:, None]
    drop = (3 * t**2 - 2 * t**3) * (cap[2] - guru[2])
    threads("cord", [guru + (cap - guru) * [1, 1, 0] * t + drop * up], 0.19 * radius, cotton)
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
        high = (root[2] + 0.56 * radius * w) * (1 - fall) + floor * fall
        side = radius * (0.58 * u * (1 - t) + (1.35 * u + random.normal(0, 0.08)) * t**0.8)
        side = side + radius * 0.05 * np.sin(9 * t + 6 * random.uniform()) * t
        paths.append(root * [1, 1, 0] + ahead * length * t + across * side + up * high)
    threads("tassel", paths, thick * radius, cotton)


@dataclass(frozen=True)
class Bracelet:
    """A bracelet on elastic: its beads and their shades, the metal of the rings beside the bead in front."""

    diameter_mm: float
    beads: int
    materials: Materials
    metal: Color
    clear: bool = False

    @property
    def scale(self) -> float:
        """Return the size of its beads relative to those of eight millimetres."""
        return self.diameter_mm / 8


BRACELETS: Final = {
    "amethyst-bracelet": Bracelet(8.0, 20, SHADES, STEEL, clear=True),
    "rose-quartz-bracelet": Bracelet(9.0, 19, [STONES["rose quartz"]], STEEL),
    "black-onyx-bracelet": Bracelet(8.0, 20, [STONES["black"]], STEEL),
}


def _add_bracelet(bracelet: Bracelet) -> float:
    """Lay a bracelet on the ground, its front bead at the origin; return the radius of its circle."""
    random = np.random.default_rng(7)
    radius = bracelet.diameter_mm / 20
    shapes = _balls(bracelet.materials)
    thick = 0.34
    around = (bracelet.beads * 2.02 + 2 * thick) * radius
    wide = around / 2 / math.pi
    middle = np.array([0.0, wide, radius])
    bead_step, gap = 2.02 * radius / wide, thick * radius / wide
    metal = studio.plain_material("metal", bracelet.metal, roughness=0.16, metallic=1.0)
    for number in range(bracelet.beads):
        turn = number * bead_step + (gap if number else 0)
        place = middle + wide * np.array([math.sin(turn), -math.cos(turn), 0])
        axis = np.array([math.cos(turn), math.sin(turn), 0]) + random.normal(scale=0.04, size=3)
        thing = studio.add_object("bead", shapes[random.integers(len(shapes))])
        put(thing, place, axis, spin=random.uniform(0, 6.28), size=radius * random.uniform(0.985, 1.005))
    for sign in (-1, 1):
        turn = sign * (bead_step / 2 + gap / 2)
        place = middle + wide * np.array([math.sin(turn), -math.cos(turn), 0])
        bend = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        profile = [(radius * (0.46 + 0.12 * math.cos(a)), radius * 0.15 * math.sin(a)) for a in bend]
        put(turned("ring", profile, metal, closed=True), place, np.array([math.cos(turn), math.sin(turn), 0]))
    turns = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    circle = middle + wide * np.stack([np.sin(turns), -np.cos(turns), 0 * turns], 1)
    threads("elastic", [circle], 0.06 * radius, _cotton("elastic", (0.5, 0.5, 0.5)), closed=True)
    return wide


def bracelet_close(bracelet: Bracelet) -> None:
    """Show the beads in front and the rings between them; the others curve away."""
    scale = bracelet.scale
    studio.add_stage(1.1 * scale, bounces=12 if bracelet.clear else 5)
    _add_bracelet(bracelet)
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
    wide = _add_bracelet(bracelet)
    eye = (-2.6 * scale, wide - 14.5 * scale, 11.5 * scale)
    studio.add_camera(
        eye, (0, 0.90 * wide, 0), 2.5 * wide, focus=((0, 0.4 * scale, 0.48 * scale), 0.10 * scale)
    )


SCENES: Final[dict[str, Callable[[], None]]] = {
    **{f"{name}-close": partial(mala_close, mala) for name, mala in MALAS.items()},
    **{f"{name}-close": partial(bracelet_close, bracelet) for name, bracelet in BRACELETS.items()},
    "amethyst-mala": partial(mala_whole, MALAS["amethyst-mala"]),
    "sphatik-mala": partial(mala_whole, MALAS["sphatik-mala"]),
    "black-hakik-mala": partial(mala_whole, MALAS["black-hakik-mala"], 2.0, 48.0, 17.0),
    "tulsi-mala": partial(mala_whole, MALAS["tulsi-mala"], 4.0, -48.0, 26.0),
    "amethyst-bracelet": partial(bracelet_whole, BRACELETS["amethyst-bracelet"]),
}
