"""Quartz: points, a pyramid, a sphere, a cluster."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import bpy
import numpy as np
from scipy.spatial import ConvexHull, HalfspaceIntersection

from . import studio
from .bead import Array, directions, octaves
from .characters import Color
from .materials import Graph, wood
from .shapes import ball, dense, put, turned

QUARTZ: Final = 1.544
TIP: Final = math.radians(51.8)  # between the axis of quartz and what stands upright on a face of its tip


@dataclass(frozen=True)
class Quartz:
    """One kind: its colour at the base and at the tip, per pass through the surface, and in its depth."""

    base: Color
    tip: Color
    body: Color
    density: float
    shadow: Color
    veil: Color = (0.95, 0.94, 0.96)


CLEAR: Final = Quartz((0.93, 0.93, 0.93), (0.95, 0.95, 0.95), (0.84, 0.85, 0.85), 0.06, (0.42, 0.42, 0.41))
AMETHYST: Final = Quartz(
    (0.88, 0.78, 0.93), (0.36, 0.15, 0.52), (0.50, 0.18, 0.66), 0.42, (0.36, 0.22, 0.44), (0.86, 0.76, 0.96)
)
CITRINE: Final = Quartz((0.97, 0.88, 0.68), (0.90, 0.54, 0.20), (0.92, 0.60, 0.16), 0.24, (0.66, 0.48, 0.26))
AMETHYST_EVEN: Final = Quartz(
    (0.33, 0.145, 0.49), (0.26, 0.09, 0.42), (0.44, 0.14, 0.60), 0.6, (0.36, 0.22, 0.44), (0.86, 0.76, 0.96)
)
AMETHYST_PALE: Final = Quartz(
    (0.96, 0.92, 0.97), (0.54, 0.32, 0.73), (0.54, 0.23, 0.71), 0.32, (0.60, 0.46, 0.68), (0.86, 0.76, 0.96)
)
SMOKY: Final = Quartz((0.80, 0.73, 0.68), (0.42, 0.33, 0.27), (0.46, 0.34, 0.26), 0.34, (0.30, 0.25, 0.22))


@dataclass(frozen=True)
class Point:
    """A polished point: its kind, height and width in millimetres."""

    quartz: Quartz
    height_mm: float
    width_mm: float
    seed: int
    veils: int


POINTS: Final = {
    "clear-quartz-point": Point(CLEAR, 66, 26, 3, 16),
    "amethyst-point": Point(AMETHYST, 60, 27, 8, 10),
    "citrine-point": Point(CITRINE, 59, 28, 14, 7),
    "smoky-quartz-point": Point(SMOKY, 65, 33, 22, 8),
}


def cut(name: str, planes: Array, inside: Array, edge: float, material: Any) -> Any:
    """Make a body bounded by planes (normal and minus its distance), its edges broken by `edge`."""
    points = HalfspaceIntersection(planes, inside).intersections
    points = np.unique(np.round(points, 5), axis=0)
    hull = ConvexHull(points)
    faces = hull.simplices.copy()
    a, b, c = (points[faces[:, k]] for k in range(3))
    inward = (np.cross(b - a, c - a) * hull.equations[:, :3]).sum(1) < 0
    faces[inward] = faces[inward][:, ::-1]
    data = studio.mesh(name, points, faces, smooth=False)
    data.materials.append(material)
    thing = studio.add_object(name, data)
    flat = thing.modifiers.new("flat", "DECIMATE")
    flat.decimate_type, flat.angle_limit = "DISSOLVE", math.radians(1)
    round_edge = thing.modifiers.new("edge", "BEVEL")
    round_edge.width, round_edge.segments = edge, 2
    return thing


def point_planes(height: float, width: float, seed: int, taper: float = 0.03) -> Array:
    """Return the planes of a six-sided prism with a six-faced tip, no two faces equally large."""
    random = np.random.default_rng(seed)
    planes = []
    for side in range(6):
        turn = math.radians(60 * side) + random.normal(0, 0.012)
        away = width / 2 * (1 + random.uniform(-0.12, 0.10))
        normal = np.array([math.cos(turn), math.sin(turn), taper])
        normal /= np.linalg.norm(normal)
        planes.append([*normal, -away])
        normal = np.array([math.cos(turn) * math.sin(TIP), math.sin(turn) * math.sin(TIP), math.cos(TIP)])
        reach = height - (random.uniform(0.02, 0.16) * width if side % 2 else 0.0)
        planes.append([*normal, -reach * math.cos(TIP)])
    planes.append([0.04, -0.02, -1.0, 0.0])
    return np.array(planes)


def quartz_material(name: str, quartz: Quartz, height: float) -> Any:
    """Return clear stone, deeper in colour towards its tip, with the lines of growth across its faces."""
    graph = Graph(name)
    inside = graph.add("TexCoord", {}).outputs["Object"]
    up = graph.add("SeparateXYZ", {0: inside}).outputs[2]
    patches = graph.noise(inside, 2.2 / height * 2, 5)
    level = graph.math(
        "ADD", graph.span(up, 0.0, height), graph.math("MULTIPLY", graph.math("SUBTRACT", patches, 0.5), 0.9)
    )
    color = graph.ramp(level, ((0.10, quartz.base), (0.95, quartz.tip)))
    graph.look(base_color=color, transmission_weight=1.0, ior=QUARTZ)
    graph.look(roughness=graph.span(up, 0.0, 0.25 * height, 0.16, 0.01))
    lines = graph.noise(graph.stretch(inside, (0.25, 0.25, 3.4)), 1.6, 5)
    graph.bump(lines, 0.05, 0.06)
    depth = graph.add("VolumeAbsorption", {"Color": (*quartz.body, 1), "Density": quartz.density})
    graph.set(graph.output, {"Volume": depth.outputs[0]})
    graph.clear_shadow(quartz.shadow)
    return graph.material


def veil_material(color: Color, cover: float) -> Any:
    """Return a healed crack: a broken film that glints."""
    graph = Graph("veil")
    inside = graph.add("TexCoord", {}).outputs["Object"]
    film = graph.span(graph.noise(inside, 1.4, 9, roughness=0.68), 0.50, 0.72, 0.0, cover)
    glint = graph.add("BsdfGlossy", {"Color": (*color, 1), "Roughness": 0.3}).outputs[0]
    milk = graph.add("BsdfTranslucent", {"Color": (*color, 1)}).outputs[0]
    both = graph.add("MixShader", {0: 0.6, 1: glint, 2: milk}).outputs[0]
    clear = graph.add("BsdfTransparent", {}).outputs[0]
    graph.set(graph.output, {"Surface": graph.add("MixShader", {0: film, 1: clear, 2: both}).outputs[0]})
    return graph.material


def add_veils(
    body: Any, planes: Array, count: int, size: float, top: float, seed: int, material: Any
) -> None:
    """Put bent films inside a body, more of them near its base."""
    random = np.random.default_rng(seed)
    side = 48
    u, v = (a.ravel() for a in np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side)))
    index = np.arange(side * side).reshape(side, side)
    squares = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], -1).reshape(-1, 4)
    for _ in range(count):
        middle = np.array([*random.uniform(-0.35, 0.35, 2) * size, top * random.uniform(0.04, 1.0) ** 1.6])
        normal = random.normal(size=3)
        normal /= np.linalg.norm(normal)
        first = np.cross(normal, [0.3, 0.9, 0.2])
        first /= np.linalg.norm(first)
        half = size * random.uniform(0.25, 0.55)
        bend = half * (0.16 * np.sin(2.1 * u + random.uniform(0, 6)) + 0.12 * np.cos(2.6 * v))
        film = (
            middle
            + half * (u[:, None] * first + v[:, None] * np.cross(normal, first))
            + bend[:, None] * normal
        )
        kept = (film @ planes[:, :3].T + planes[:, 3] < -0.03).all(1) & (u * u + v * v < 1)
        faces = squares[kept[squares].all(1)]
        if len(faces) < 20:
            continue
        data = studio.mesh("veil", film, faces)
        data.materials.append(material)
        thing = studio.add_object("veil", data)
        thing.parent = body
        thing.visible_shadow = False


def _add_point(point: Point) -> Any:
    height, width = point.height_mm / 10, point.width_mm / 10
    planes = point_planes(height, width, point.seed)
    material = quartz_material("quartz", point.quartz, height)
    body = cut("point", planes, np.array([0, 0, height * 0.4]), 0.025, material)
    veil = veil_material(point.quartz.veil, 0.5)
    add_veils(body, planes, point.veils, width, 0.7 * height, point.seed, veil)
    add_veils(body, planes, point.veils, width, 0.16 * height, point.seed + 1, veil)
    return body


def point_side(point: Point) -> None:
    """Show a point lying on a face, the tip towards the viewer."""
    studio.add_stage(2.2, bounces=14)
    for place, size in (((-9, 1, 2.5), 5), ((9, 3, 2.5), 5), ((0, 12, 3), 7), ((2, -6, 14), 3)):
        studio.add_flag(place, (0, 0, 1), size)
    body = _add_point(point)
    tilt = math.radians(88.3)
    body.rotation_mode = "XYZ"
    body.rotation_euler = (0, tilt, math.radians(-38))
    studio.rest(body)
    half = point.height_mm / 20
    body.location.x, body.location.y = -half * math.cos(math.radians(38)), half * math.sin(math.radians(38))
    studio.add_camera((0.5, -16.5, 11.5), (0.1, -0.1, 1.0), 0.122 * point.height_mm)


def pyramid_top() -> None:
    """Show the pyramid from above, over one corner."""
    studio.add_stage(2.2, bounces=14)
    for place, size in (((-11, 3, 4), 5), ((11, 3, 4), 5)):
        studio.add_flag(place, (0, 0, 1), size)
    half, height = 2.25, 4.0
    length = math.hypot(half, height)
    planes = [
        [x * height / length, y * height / length, half / length, -half * height / length]
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    planes.append([0, 0, -1, 0])
    sides = np.array(planes)
    material = quartz_material("amethyst", AMETHYST_EVEN, height)
    body = cut("pyramid", sides, np.array([0, 0, 1.0]), 0.03, material)
    add_veils(body, sides, 14, 4.0, 2.6, 4, veil_material(AMETHYST.veil, 0.45))
    body.rotation_euler.z = math.radians(28)
    studio.rest(body)
    studio.add_camera((1.5, -13.0, 14), (0, 0.0, 1.2), 7.0)


STAND: Final = (
    (0.02, 0.0), (1.75, 0.0), (1.86, 0.06), (1.88, 0.16), (1.80, 0.30), (1.52, 0.42), (1.34, 0.55),
    (1.34, 0.68), (1.48, 0.80), (1.62, 0.92), (1.66, 1.02), (1.58, 1.08), (1.46, 1.04), (1.1, 0.84),
    (0.02, 0.70),
)  # fmt: skip


def sphere_close() -> None:
    """Show the sphere on its stand from near, the veils in it."""
    studio.add_stage(2.4, bounces=14)
    for place, size in (((-12, 2, 4), 6), ((12, 2, 4), 6), ((0, 14, 14), 7)):
        studio.add_flag(place, (0, 0, 2.6), size)
    graph = Graph("clear quartz")
    graph.look(base_color=(0.97, 0.975, 0.975, 1), transmission_weight=1.0, ior=QUARTZ, roughness=0.0)
    graph.clear_shadow((0.62, 0.62, 0.61))
    sphere = ball(2.5, graph.material)
    planes = np.c_[directions(60), np.full(60, -2.3)]
    add_veils(sphere, planes, 9, 4.2, 0.6, 12, veil_material((0.95, 0.95, 0.95), 0.55))
    add_veils(sphere, planes, 7, 3.6, -1.4, 15, veil_material((0.95, 0.95, 0.95), 0.65))
    sphere.location.z = 3.05
    brown = ((0.25, (0.018, 0.005, 0.003)), (0.55, (0.060, 0.017, 0.009)), (0.85, (0.120, 0.040, 0.022)))
    stand = turned("stand", dense(STAND, 200), wood("stand", brown, shine=0.9))
    put(stand, np.zeros(3), np.array([0, 0, 1.0]))
    studio.add_camera((-5.0, -16.0, 6.2), (0.0, 0, 2.75), 6.0)


def cluster_close() -> None:
    """Show part of a cluster from near: points of all sizes on grey rock."""
    studio.add_stage(2.6, bounces=10)
    for place, size in (((-12, 3, 4), 5), ((12, 3, 4), 5)):
        studio.add_flag(place, (0, 0, 1), size)
    random = np.random.default_rng(31)
    rock = Graph("rock")
    inside = rock.add("TexCoord", {}).outputs["Object"]
    grain = rock.noise(inside, 3.0, 8)
    rock.look(
        base_color=rock.ramp(grain, ((0.3, (0.16, 0.155, 0.145)), (0.7, (0.46, 0.445, 0.42)))), roughness=0.9
    )
    rock.bump(grain, 0.8, 0.12)
    base = ball(1, rock.material, subdivisions=6)
    lump = studio.corners(base.data)
    lump *= 1 + 0.05 * octaves(lump, 1.8, 40, 4)[:, None]
    studio.move_corners(base.data, lump * [4.5, 3.3, 1.25])
    base.location.z = 0.55
    material = quartz_material("amethyst", AMETHYST_PALE, 2.1)
    shapes: list[Any] = []
    for seed in range(7):
        planes = point_planes(2.1, 1.0, 50 + seed, taper=0.02)
        thing = cut("crystal", planes, np.array([0, 0, 0.9]), 0.012, material)
        shapes.append(thing.data)
        bpy.data.objects.remove(thing)
    taken: list[tuple[Array, float]] = []
    for length in (1.5, 1.2, 1.0, 0.8, 0.6, 0.45, 0.32, 0.24):
        for _ in range(int(60 / length)):
            around, far = random.uniform(0, 2 * np.pi), math.sqrt(random.uniform(0, 1))
            x, y = far * math.cos(around), far * math.sin(around)
            big = length * random.uniform(0.85, 1.1)
            if length > 0.9 and far > 0.75:
                continue
            root = np.array([4.35 * x, 3.15 * y, 0.55 + 1.2 * math.sqrt(max(0.0, 1 - far * far))])
            if any(np.linalg.norm(root - p) < 0.40 * (big + b) for p, b in taken):
                continue
            taken.append((root, big))
            axis = np.array([0.75 * x, 0.75 * y, 1.0]) + random.normal(scale=0.16, size=3)
            thing = studio.add_object("crystal", shapes[random.integers(len(shapes))])
            put(
                thing,
                root - 0.75 * big * axis / np.linalg.norm(axis),
                axis,
                spin=random.uniform(0, 6.28),
                size=big,
            )
    studio.add_camera((-3.5, -14.0, 9.5), (-0.2, -0.4, 1.95), 5.4, focus=((0, -1.4, 2.2), 0.16))


SCENES: Final[dict[str, Callable[[], None]]] = {
    **{f"{name}-side": partial(point_side, point) for name, point in POINTS.items()},
    "amethyst-pyramid-top": pyramid_top,
    "clear-quartz-sphere-close": sphere_close,
    "amethyst-cluster-close": cluster_close,
}
