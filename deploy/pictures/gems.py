"""Faceted gemstones, each with its own cut and setting, coral and pearls."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix, Vector

from . import studio
from .bead import Array, noise
from .characters import Color
from .materials import Graph
from .points import add_veils, cut, veil_material
from .shapes import add_coin, ball, dense, surround, threads, tumbled, turned

GIRDLE: Final = 0.035
ENLARGED: Final = 2.4  # units of the scene for each ten millimetres of a faceted stone
AMBER: Final[Color] = (0.34, 0.17, 0.03)
AMBER_CARDS: Final[Color] = (0.40, 0.20, 0.04)
BRASS: Final[Color] = (0.80, 0.50, 0.20)

# A ring of facets: their angle to the table, how far inside the outline and how high it applies, how many
# they are, and by what part of the way to the next one they are turned. Lengths are in half widths.
Ring = tuple[float, float, float, int, float]


def _steps(slopes: Sequence[tuple[float, float]], count: int, *, down: bool = False) -> tuple[Ring, ...]:
    """Return rings of steps from the girdle on, each with its slope and how far it goes inwards."""
    rings: list[Ring] = []
    inset, height = 0.0, GIRDLE
    for angle, step in slopes:
        rings.append((180 - angle, inset, -height, count, 0) if down else (angle, inset, height, count, 0))
        inset, height = inset + step, height + step * math.tan(math.radians(angle))
    return tuple(rings)


CROWN: Final[tuple[Ring, ...]] = (
    (35.5, 0.015, GIRDLE, 8, 0), (41.5, 0, GIRDLE, 16, 0.5), (22, 0.435, 0.335, 8, 0.5), (0, 0, 0.335, 1, 0),
)  # fmt: skip
PAVILION: Final[tuple[Ring, ...]] = (
    (137, 0.0, -GIRDLE, 16, 0.5), (140.5, 0.02, -GIRDLE, 8, 0), (142.5, 0.05, -GIRDLE, 8, 0.5),
)  # fmt: skip
STEP_CROWN: Final = (*_steps(((50, 0.10), (41, 0.13), (31, 0.14)), 8), (0, 0, 0.351, 1, 0))
STEP_PAVILION: Final = _steps(((60, 0.22), (51, 0.36), (43, 0.42)), 8, down=True)
MIXED: Final = _steps(((56, 0.16), (48, 0.28), (40, 0.56)), 16, down=True)


@dataclass(frozen=True)
class Gem:
    """A faceted stone: length and width in millimetres, its cut, its refraction, its colour and its light.

    `corner` below 1 is the part of the half width that is cut off each corner, above 1 the power of the
    curve that the outline follows: 2 for an oval, more for a cushion. Grey and black around it would make a
    yellow stone olive: `amber` gives it a warm surround. `light` turns the lights about the stone.
    """

    size: tuple[float, float]
    corner: float
    rings: tuple[Ring, ...]
    ior: float
    body: Color
    density: float
    shadow: Color
    ground: Color = studio.GROUND
    light: float = 0.0
    turn: float = 6.0
    amber: bool = False
    veils: tuple[int, float, float] = (0, 0.0, 0.0)  # how many healed cracks, their size, how much they cover
    swirl: float = 0.0


GEMS: Final = {
    "ruby-manik": Gem(
        (8.1, 6.6), 2.9, CROWN + PAVILION, 1.766, (0.90, 0.03, 0.11), 0.5, (0.72, 0.10, 0.14),
        ground=(0.90, 0.85, 0.80), light=70, turn=-24, veils=(5, 0.9, 0.10),
    ),
    "emerald-panna": Gem(
        (8.4, 6.4), 0.38, STEP_CROWN + STEP_PAVILION, 1.580, (0.02, 0.56, 0.22), 0.5, (0.18, 0.55, 0.28),
        light=25, turn=14, veils=(14, 0.5, 0.22),
    ),
    "yellow-sapphire-pukhraj": Gem(
        (8.3, 7.0), 2.0, CROWN + MIXED, 1.766, (1.0, 0.76, 0.08), 0.40, (0.88, 0.70, 0.30), amber=True,
        ground=(0.92, 0.88, 0.82), light=-20,
    ),
    "blue-sapphire-neelam": Gem(
        (8.0, 6.7), 0.52, CROWN + PAVILION, 1.766, (0.03, 0.11, 0.74), 0.55, (0.16, 0.22, 0.62),
        ground=(0.86, 0.84, 0.81), light=60, turn=24, veils=(6, 0.9, 0.08),
    ),
    "hessonite-gomed": Gem(
        (10.0, 7.6), 2.0, CROWN + PAVILION, 1.740, (0.80, 0.42, 0.03), 1.1, (0.86, 0.56, 0.22), amber=True,
        ground=(0.91, 0.86, 0.79), light=-35, turn=28, swirl=0.2,
    ),
}  # fmt: skip


def faceted(gem: Gem) -> Array:
    """Return the planes of a stone (normal and minus its distance) from its outline and its rings."""
    length, half = gem.size[0] / 20 * ENLARGED, gem.size[1] / 20 * ENLARGED
    if gem.corner < 1:
        short = gem.corner * half
        points = np.array([(length, half - short), (length - short, half)])
        points = np.concatenate([points * sign for sign in ((1, 1), (-1, 1), (1, -1), (-1, -1))])
    else:
        around = np.linspace(0, 2 * np.pi, 720)
        bend = np.stack([np.cos(around), np.sin(around)], 1)
        points = np.sign(bend) * np.abs(bend) ** (2 / gem.corner) * [length, half]
    sides = (90, 0, 0, 8 if gem.corner < 1 else 64, 0)
    planes = []
    for angle, inset, height, count, offset in (*gem.rings, sides):
        sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
        for k in range(count):
            turn = 2 * math.pi * (k + offset) / count
            way = np.array([math.cos(turn), math.sin(turn)])
            away = float((points @ way).max()) - inset * half
            planes.append([*(sine * way), cosine, -(sine * away + cosine * height * half)])
    return np.array(planes)


def _stone(gem: Gem) -> Any:
    graph = Graph("gem")
    surface = tuple(0.22 + 0.78 * c for c in gem.body)
    graph.look(base_color=(*surface, 1), transmission_weight=1.0, ior=gem.ior, roughness=0.0)
    depth = graph.add("VolumeAbsorption", {"Color": (*gem.body, 1), "Density": gem.density})
    graph.set(graph.output, {"Volume": depth.outputs[0]})
    graph.clear_shadow(gem.shadow)
    if gem.swirl:
        graph.bump(graph.noise(graph.place(), 1.0, 1, distortion=1.2), gem.swirl, 0.2)
    planes = faceted(gem)
    thing = cut("gem", planes, np.array([0, 0, -0.05]), 0.006, graph.material)
    red, green, blue = (0.3 + 0.6 * c for c in gem.body)
    count, size, cover = gem.veils
    add_veils(thing, planes, count, size, -0.6, 7, veil_material((red, green, blue), cover))
    return thing


def _cards(color: Color, lean: float) -> None:
    """Put dark cards around the viewer, and one where the viewer is: facets show them between the lights."""
    toward = Matrix.Rotation(math.radians(lean), 3, "X")
    for number in range(7):
        around = 2 * math.pi * (number + 0.5) / 7
        away = math.radians(33)
        direction = toward @ Vector(
            (math.sin(away) * math.cos(around), math.sin(away) * math.sin(around), math.cos(away))
        )
        studio.add_flag(tuple(direction * 9 + Vector((0, 0, 0.8))), (0, 0, 0.8), 1.5, color)
    studio.add_flag(tuple(toward @ Vector((0, 0, 9.0))), (0, 0, 0.8), 2.4, color)


def _add(gem: Gem, lean: float, turn: float, place: Sequence[float] = (0, 0, 0), size: float = 1.0) -> Any:
    """Add a stone whose table leans towards the viewer; one that lies does so on its lowest corner."""
    thing = _stone(gem)
    thing.scale = (size, size, size)
    thing.rotation_euler = (
        Matrix.Rotation(math.radians(lean), 3, "X") @ Matrix.Rotation(math.radians(turn), 3, "Z")
    ).to_euler()
    studio.rest(thing)
    thing.location += Vector(place)
    return thing


def _stage(gem: Gem, lean: float, light: float) -> None:
    studio.add_stage(1.0, bounces=16, ground=gem.ground)
    bpy.context.view_layer.update()
    for name in ("key", "fill", "rim"):
        lamp = bpy.data.objects[name]
        lamp.matrix_world = Matrix.Rotation(math.radians(light), 4, "Z") @ lamp.matrix_world
    if gem.amber:
        surround(11.0, AMBER)
    _cards(AMBER_CARDS if gem.amber else studio.BLACK, lean)


def top(gem: Gem) -> None:
    """Show a stone face to face."""
    _stage(gem, 40, gem.light / 5)  # further round, its table or a corner would mirror a light
    high = _add(gem, 38, gem.turn).location.z
    studio.add_camera((0, -8.0, 9.6 + high), (0, 0.12, high - 0.05), 3.1)


def beside_coin(gem: Gem) -> None:
    """Show a stone of its true size beside a coin."""
    _stage(gem, 48, gem.light)
    _add(replace(gem, density=ENLARGED * gem.density), 39.5, gem.turn, (-1.1, -0.35, 0), 1 / ENLARGED)
    add_coin(0.6, 0.0)
    studio.add_camera((0, -8.0, 7.4), (-0.05, 0, 0.2), 4.0)


def _rock(colors: Sequence[tuple[float, Color]], seed: int, halves: Sequence[float], grain: float) -> Any:
    """Add a rough stone that gems lie on or lean against."""
    graph = Graph("rock")
    level = graph.noise(graph.place(), grain, 8)
    graph.look(base_color=graph.ramp(level, colors), roughness=0.75)
    graph.bump(level, 0.8, 0.10)
    thing = tumbled(seed, halves, graph.material)
    places = studio.corners(thing.data)
    studio.move_corners(thing.data, places * (1 + 0.05 * noise(places, 2.2, seed))[:, None])
    studio.rest(thing)
    return thing


def in_dish(gem: Gem) -> None:
    """Show a stone in a small brass dish."""
    _stage(gem, 48, gem.light)
    profile = [(0.02, 0.0), (1.0, 0.0), (1.5, 0.12), (1.85, 0.42), (1.90, 0.45), (1.84, 0.46), (1.45, 0.18),
               (0.95, 0.07), (0.02, 0.06)]  # fmt: skip
    turned("dish", dense(profile, 120), studio.plain_material("brass", BRASS, roughness=0.24, metallic=1.0))
    _add(gem, 34, gem.turn, (0.1, -0.05, 0.07))
    studio.add_camera((0.8, -9.0, 8.6), (0, 0.0, 0.45), 4.4)


def on_calcite(gem: Gem) -> None:
    """Show a stone upright against the pale rock that emeralds grow in."""
    _stage(gem, 66, gem.light)
    rock = _rock(((0.35, (0.50, 0.46, 0.40)), (0.65, (0.80, 0.77, 0.71))), 9, (1.45, 0.7, 0.85), 3.2)
    rock.location.x, rock.location.y = 0.65, 1.1
    _add(gem, 64, 2, (-0.15, -0.05, 0))
    studio.add_camera((-1.6, -9.6, 4.6), (0.1, 0.2, 0.78), 3.9)


def in_claws(gem: Gem) -> None:
    """Show a stone held up by the four claws of a jeweller's stand."""
    _stage(gem, 58, gem.light)
    lean = Matrix.Translation((0, 0, 1.8)) @ Matrix.Rotation(math.radians(24), 4, "Z")
    lean @= Matrix.Rotation(math.radians(50), 4, "X")
    _stone(gem).matrix_world = lean
    length, half = gem.size[0] / 20 * ENLARGED, gem.size[1] / 20 * ENLARGED
    bend = np.radians(np.linspace(90, -30, 60))
    claw = np.stack([1.06 * np.cos(bend), np.where(bend > 0, -1.2, -0.28) * np.sin(bend)], 1)
    paths = []
    for turn in np.radians((42, 138, 222, 318)):
        edge = np.array([length * math.cos(turn), half * math.sin(turn)])
        paths.append(np.array([lean @ Vector((*(share * edge), height)) for share, height in claw]))
    start, middle = (np.array(lean @ Vector((0, 0, z))) for z in (-1.18, -1.7))
    foot = middle * [1, 1, 0]
    along = np.linspace(0, 1, 40)[:, None]
    stem = (1 - along) ** 2 * start + 2 * along * (1 - along) * middle + along**2 * foot
    brass = studio.plain_material("brass", BRASS, roughness=0.2, metallic=1.0)
    threads("claws", paths, 0.05, brass, facets=6).data.use_fill_caps = True
    threads("stem", [stem], 0.08, brass, facets=6)
    profile = [(0.02, 0), (0.52, 0), (0.56, 0.04), (0.50, 0.08), (0.10, 0.13), (0.02, 0.13)]
    turned("foot", dense(profile, 60), brass).location = foot
    studio.add_camera((-1.15, -11.0, 5.2), (-0.13, 0.2, 1.32), 3.9)


def on_slate(gem: Gem) -> None:
    """Show a stone on a flat piece of dark slate."""
    _stage(gem, 42, gem.light)
    rock = _rock(((0.35, (0.030, 0.029, 0.030)), (0.65, (0.085, 0.080, 0.076))), 11, (1.85, 1.45, 0.16), 8.0)
    high = 2 * 0.16
    rock.rotation_euler.z = 0.4
    _add(gem, 36, -12, (0.05, 0.0, high))
    studio.add_camera((1.2, -8.6, 8.4), (0, 0, 0.62), 4.1)


def turned_over(gem: Gem) -> None:
    """Show a stone, and behind it one that lies on its table."""
    _stage(gem, 46, gem.light)
    _add(gem, 38, -16, (-0.35, -0.3, 0))
    _add(gem, 180, 35, (1.25, 1.3, 0), 0.86)
    studio.add_camera((-0.9, -9.6, 7.6), (0.3, 0.35, 0.55), 4.9)


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
        (0.00, (0.790, 0.705, 0.640)), (0.30, (0.795, 0.685, 0.630)), (0.52, (0.780, 0.715, 0.625)),
        (0.72, (0.690, 0.675, 0.600)), (0.88, (0.650, 0.600, 0.600)), (1.00, (0.540, 0.465, 0.490)),
    )  # fmt: skip
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
    "ruby-manik": partial(in_dish, GEMS["ruby-manik"]),
    "ruby-manik-coin": partial(beside_coin, GEMS["ruby-manik"]),
    "emerald-panna": partial(on_calcite, GEMS["emerald-panna"]),
    "yellow-sapphire-pukhraj": partial(in_claws, GEMS["yellow-sapphire-pukhraj"]),
    "blue-sapphire-neelam": partial(on_slate, GEMS["blue-sapphire-neelam"]),
    "hessonite-gomed": partial(turned_over, GEMS["hessonite-gomed"]),
    "red-coral-moonga": coral_pair,
    "red-coral-moonga-scale": coral_scale,
    "pearl-moti": pearl_three,
    "pearl-moti-scale": pearl_scale,
}
