"""Faceted gemstones leaning on their pavilions, coral and pearls."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix, Vector

from . import studio
from .bead import Array, noise
from .characters import Color
from .materials import Graph
from .points import cut
from .shapes import ball, surround

GIRDLE: Final = 0.035
ENLARGED: Final = 2.4  # units of the scene for each ten millimetres of a faceted stone
AMBER: Final[Color] = (0.34, 0.17, 0.03)
AMBER_CARDS: Final[Color] = (0.40, 0.20, 0.04)


@dataclass(frozen=True)
class Gem:
    """A faceted stone: length and width in millimetres, its refraction and its colour.

    Grey and black around it would make a yellow stone olive: `amber` gives it a warm surround.
    """

    size: tuple[float, float]
    ior: float
    body: Color
    density: float
    shadow: Color
    step_cut: bool = False
    amber: bool = False


GEMS: Final = {
    "ruby-manik": Gem((8.1, 6.6), 1.766, (0.88, 0.035, 0.120), 0.6, (0.72, 0.10, 0.14)),
    "emerald-panna": Gem((8.4, 6.4), 1.580, (0.05, 0.62, 0.22), 0.45, (0.18, 0.55, 0.28), step_cut=True),
    "yellow-sapphire-pukhraj": Gem(
        (8.3, 7.0), 1.766, (1.0, 0.76, 0.08), 0.40, (0.88, 0.70, 0.30), amber=True
    ),
    "blue-sapphire-neelam": Gem((8.0, 6.7), 1.766, (0.035, 0.085, 0.72), 0.5, (0.16, 0.22, 0.62)),
    "hessonite-gomed": Gem((10.0, 7.6), 1.740, (0.88, 0.40, 0.01), 0.75, (0.86, 0.56, 0.22), amber=True),
}


def _plane(turn: float, angle: float, radius: float, height: float) -> list[float]:
    """Return the plane that leans by `angle` from the table's, through a point at (radius, height)."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return [sine * math.cos(turn), sine * math.sin(turn), cosine, -(sine * radius + cosine * height)]


def brilliant(length: float, width: float) -> Array:
    """Return the planes of an oval brilliant: of a round one, made narrower."""
    planes = [[0.0, 0.0, 1.0, -0.335], [0.0, 0.0, -1.0, -0.90]]
    crown, upper, star, main, lower = (math.radians(a) for a in (35.5, 41.5, 22.0, 40.8, 42.4))
    for k in range(32):
        planes.append(_plane(math.pi * k / 16, math.pi / 2, 1.0, 0.0))
    for k in range(16):
        turn = math.pi / 8 * (k + 0.5)
        planes.append(_plane(turn, upper, 1.0, GIRDLE))
        planes.append(_plane(turn, math.pi - lower, 1.0, -GIRDLE))

    for k in range(8):
        turn = math.pi / 4 * k
        planes.append(_plane(turn, crown, 0.985, GIRDLE))
        planes.append(_plane(turn, math.pi - main, 0.985, -GIRDLE))
        planes.append(_plane(turn + math.pi / 8, star, 0.565, 0.335))
    result = np.array(planes)
    scale = np.array([length / 2, width / 2, (length + width) / 4])
    normals = result[:, :3] / scale
    size = np.linalg.norm(normals, axis=1)
    return np.c_[normals / size[:, None], result[:, 3] / size]


def emerald_cut(length: float, width: float) -> Array:
    """Return the planes of an emerald cut: steps along four sides and four cut corners."""
    half = width / 2
    planes = []
    sides = [(0.0, length / 2), (math.pi, length / 2), (math.pi / 2, half), (-math.pi / 2, half)]
    corner = (length / 2 + half) / math.sqrt(2) - 0.27 * half
    sides += [(math.pi * (0.25 + 0.5 * k), corner) for k in range(4)]
    for turn, away in sides:
        planes.append(_plane(turn, math.pi / 2, away, 0))
        inset, height = 0.0, GIRDLE * half
        for angle, step in ((50, 0.10), (41, 0.13), (31, 0.14)):
            planes.append(_plane(turn, math.radians(angle), away - inset * half, height))
            inset, height = inset + step, height + step * half * math.tan(math.radians(angle))
        table = height
        inset, height = 0.0, -GIRDLE * half
        for angle, step in ((60, 0.22), (51, 0.36), (43, 0.42)):
            planes.append(_plane(turn, math.pi - math.radians(angle), away - inset * half, height))
            inset, height = inset + step, height - step * half * math.tan(math.radians(angle))
    planes.append([0, 0, 1, -table])
    return np.array(planes)


def _stone(name: str, gem: Gem) -> Any:
    graph = Graph(name)
    surface = tuple(0.35 + 0.65 * c for c in gem.body)
    graph.look(base_color=(*surface, 1), transmission_weight=1.0, ior=gem.ior, roughness=0.0)
    depth = graph.add("VolumeAbsorption", {"Color": (*gem.body, 1), "Density": gem.density})
    graph.set(graph.output, {"Volume": depth.outputs[0]})
    graph.clear_shadow(gem.shadow)
    length, width = (s / 10 * ENLARGED for s in gem.size)
    planes = emerald_cut(length, width) if gem.step_cut else brilliant(length, width)
    return cut(name, planes, np.array([0, 0, -0.05]), 0.006, graph.material)


def _cards(color: Color) -> None:
    """Put dark cards around the viewer, and one where the viewer is: facets show them between the lights."""
    toward = Matrix.Rotation(math.radians(40), 3, "X")
    for number in range(7):
        around = 2 * math.pi * (number + 0.5) / 7
        away = math.radians(33)
        direction = toward @ Vector(
            (math.sin(away) * math.cos(around), math.sin(away) * math.sin(around), math.cos(away))
        )
        studio.add_flag(tuple(direction * 9 + Vector((0, 0, 0.8))), (0, 0, 0.8), 1.5, color)
    studio.add_flag(tuple(toward @ Vector((0, 0, 9.0))), (0, 0, 0.8), 2.4, color)


def _lean(thing: Any, turn: float) -> None:
    """Let a stone lie on a facet of its pavilion, the table towards the viewer."""
    thing.rotation_euler = (
        Matrix.Rotation(math.radians(38), 3, "X") @ Matrix.Rotation(math.radians(turn), 3, "Z")
    ).to_euler()
    studio.rest(thing)


def _stage(gem: Gem) -> None:
    studio.add_stage(1.0, bounces=16)
    if gem.amber:
        surround(11.0, AMBER)
    _cards(AMBER_CARDS if gem.amber else studio.BLACK)


def top(gem: Gem) -> None:
    """Show a stone face to face."""
    _stage(gem)
    thing = _stone("gem", gem)
    _lean(thing, 6)
    high = thing.location.z
    studio.add_camera((0, -8.0, 9.6 + high), (0, 0.12, high - 0.05), 3.1)


def pair(gem: Gem) -> None:
    """Show a stone and a smaller one."""
    _stage(gem)
    apart = gem.size[0] / 8.3  # the places are those of the yellow sapphire
    for size, turn, x, y in ((1.0, 14, -0.42, 0.0), (0.6, -35, 1.12, -0.35)):
        thing = _stone("gem", gem)
        thing.scale = (size, size, size)
        _lean(thing, turn)
        thing.location.x, thing.location.y = x * apart, y * apart
    studio.add_camera((0.6, -9.5, 6.4), (0.10, 0, 0.66), 3.6 * apart)


def _coral() -> Any:
    """Return polished coral: a waxy lustre, faint lines of growth, a few pores."""
    graph = Graph("coral")
    place = graph.place()
    clouds = graph.noise(graph.stretch(place, (1.0, 3.0, 3.0)), 1.6, 6)
    lines = graph.noise(graph.stretch(place, (0.8, 16.0, 16.0)), 1.0, 3)
    level = graph.math("MULTIPLY_ADD", lines, 0.25, graph.math("MULTIPLY", clouds, 0.75))
    color = graph.ramp(
        level, ((0.32, (0.44, 0.024, 0.012)), (0.50, (0.60, 0.046, 0.024)), (0.70, (0.72, 0.100, 0.055)))
    )
    pores = graph.span(graph.noise(place, 9.0, 2), 0.70, 0.76)
    graph.look(base_color=graph.mix(graph.math("MULTIPLY", pores, 0.55), color, (0.30, 0.016, 0.010)))
    graph.look(roughness=graph.span(clouds, 0.3, 0.7, 0.17, 0.25), specular=0.5)
    graph.look(subsurface_weight=0.35, subsurface_radius=(1.0, 0.35, 0.25), subsurface_scale=0.05)
    graph.bump(graph.math("MULTIPLY", pores, -1.0), 0.25, 0.01)
    return graph.material


def _cabochon(halves: tuple[float, float, float], material: Any) -> Any:
    """Make an oval dome on a low, rounded bottom."""
    thing = ball(1, material)
    places = studio.corners(thing.data)
    places *= np.array(halves) * (1 + 0.006 * noise(places, 1.2, 3))[:, None]
    places[:, 2] = np.where(places[:, 2] < 0, 0.28 * places[:, 2], places[:, 2])
    studio.move_corners(thing.data, places)
    return thing


def coral_scale() -> None:
    """Show the cabochon from above beside a ruler."""
    studio.add_stage(1.0)
    _measure(_cabochon((0.6, 0.45, 0.42), _coral()), 12)


def coral_pair() -> None:
    """Show the cabochon and a smaller one."""
    studio.add_stage(1.0)
    material = _coral()
    for size, turn, x, y in ((2.2, 12, -0.45, 0.0), (1.3, -24, 1.45, -0.55)):
        thing = _cabochon((0.6 * size, 0.45 * size, 0.42 * size), material)
        studio.lay(thing, (4, 0, turn), x, y)
    studio.add_camera((0.8, -9.6, 4.6), (0.3, 0, 0.45), 4.9)


def _pearl(tone: float = 1.0) -> Any:
    """Return pearl: warm white, rose where it faces the viewer, a faint play of colours at the edges.

    Straight from above, where no side of it is in shade, only a darker `tone` sets it off from the ground.
    """
    graph = Graph("pearl")
    facing = graph.add("LayerWeight", {"Blend": 0.35}).outputs["Facing"]
    clouds = graph.span(graph.noise(graph.place(), 0.9, 3), 0.35, 0.65, -0.09, 0.09)
    overtone = (
        (0.00, (0.790, 0.705, 0.640)),
        (0.30, (0.795, 0.685, 0.630)),
        (0.52, (0.780, 0.715, 0.625)),
        (0.72, (0.690, 0.675, 0.600)),
        (0.88, (0.650, 0.600, 0.600)),
        (1.00, (0.540, 0.465, 0.490)),
    )
    color = graph.mix(tone, (0.0, 0.0, 0.0), graph.ramp(graph.math("ADD", facing, clouds), overtone))
    graph.look(base_color=color, roughness=0.26)
    graph.look(specular=0.8, coat_weight=0.7, coat_roughness=0.10, coat_ior=1.6)
    film = graph.span(graph.noise(graph.place(), 1.3, 3), 0.35, 0.65, 380.0, 460.0)
    graph.look(thin_film_thickness=film, thin_film_ior=1.45)
    graph.look(subsurface_weight=0.25, subsurface_radius=(1.0, 0.75, 0.6), subsurface_scale=0.06)
    return graph.material


def _ball(radius: float, material: Any) -> Any:
    thing = ball(radius, material)
    thing.scale = (1.0, 0.985, 0.99)
    return thing


def pearl_three() -> None:
    """Show three pearls in softer light, with something dark to either side for their lustre to show."""
    studio.add_stage(1.3)
    key = bpy.data.objects["key"].data
    key.size *= 1.5
    for place, size in (((-7.5, 3.0, 1.6), 4.0), ((7.5, 2.0, 1.6), 4.0)):
        studio.add_flag(place, (0, 0, 0.8), size, (0.10, 0.075, 0.06))
    material = _pearl()
    for radius, x, y in ((1.10, -0.78, 0.35), (0.78, 1.10, 0.62), (0.74, 0.44, -1.02)):
        thing = _ball(radius, material)
        thing.rotation_euler = (0.4 * x, 0.3, 1.3 * y)
        studio.rest(thing)
        thing.location.x, thing.location.y = x, y
    studio.add_camera((1.0, -12.4, 5.4), (0.0, 0.0, 0.72), 4.5, focus=((0.4, -1.3, 0.9), 0.06))


def pearl_scale() -> None:
    """Show the pearl from above beside a ruler."""
    studio.add_stage(1.0)
    _measure(_ball(0.44, _pearl(0.66)), 8.8)


def _measure(thing: Any, length_mm: float) -> None:
    studio.rest(thing)
    thing.location.y = 0.42
    start = -length_mm / 20
    studio.add_ruler(y=-0.30, millimetres=20, start=start)
    studio.add_camera((start + 1.0, -0.11, 40), (start + 1.0, -0.10, 0), 2.8)


SCENES: Final[dict[str, Callable[[], None]]] = {
    **{f"{name}-top": partial(top, gem) for name, gem in GEMS.items()},
    **{name: partial(pair, GEMS[name]) for name in ("yellow-sapphire-pukhraj", "hessonite-gomed")},
    "red-coral-moonga": coral_pair,
    "red-coral-moonga-scale": coral_scale,
    "pearl-moti": pearl_three,
    "pearl-moti-scale": pearl_scale,
}
