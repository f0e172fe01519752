"""Shapes that several goods have: turned bodies, threads and wires, tumbled stones, a room for clear ones."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

import bpy
import numpy as np
from mathutils import Matrix, Vector

from . import studio
from .bead import Array, Surface, noise
from .characters import Character, Color
from .materials import Graph, rudraksha

PALE: Final[Color] = (1.0, 0.935, 0.845)
DARK: Final[Color] = (0.02, 0.02, 0.02)


def add_bead(bead: Character, shape: Surface) -> Any:
    """Add the bead, hole upright, its middle at the origin."""
    data = studio.rows_mesh("bead", shape.points, rudraksha(bead))
    for name in ("height", "dust", "tone"):
        attribute = data.attributes.new(name, "FLOAT", "POINT")
        attribute.data.foreach_set("value", np.asarray(getattr(shape, name), np.float32).ravel())
    return studio.add_object("bead", data)


def grid(name: str, points: Array, material: Any, *, closed: bool = False) -> Any:
    """Make a skin over rows of points, seen from outside."""
    return studio.add_object(name, studio.rows_mesh(name, points, material, closed=closed, flip=True))


def dense(profile: Sequence[tuple[float, float]], count: int) -> Array:
    """Return a profile with this many points, evenly between its own."""
    outline = np.asarray(profile, float)
    at = np.linspace(0, len(outline) - 1, count)
    return np.stack([np.interp(at, np.arange(len(outline)), outline[:, k]) for k in (0, 1)], 1)


def turned(
    name: str, profile: Sequence[tuple[float, float]] | Array, material: Any, *, closed: bool = False
) -> Any:
    """Turn a profile of (radius, height) about the z axis, from the bottom up on the outside."""
    turn = np.linspace(0, 2 * np.pi, 128, endpoint=False)
    outline = np.asarray(profile, float)
    ring = np.stack([np.cos(turn), np.sin(turn), 0 * turn], 1)
    points = outline[:, :1, None] * ring + outline[:, 1:, None] * np.array([0, 0, 1.0])
    return grid(name, points, material, closed=closed)


def bored_ball(name: str, radius: float, hole: float, material: Any) -> Any:
    """Make a ball with a hole along z."""
    edge = math.asin(hole / radius)
    angles = np.linspace(np.pi - edge, edge, 64)
    profile = [(radius * math.sin(a), radius * math.cos(a)) for a in angles]
    end = profile[-1][1]
    low = 0.985 * end
    profile += [(0.98 * hole, low), (0.98 * hole, 0.0), (0.98 * hole, -low)]
    return turned(name, profile, material, closed=True)


def threads(
    name: str, paths: Iterable[Array], radius: float, material: Any, *, closed: bool = False, facets: int = 3
) -> Any:
    """Make round threads or wires along paths, as one object."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", radius, facets
    for path in paths:
        line = curve.splines.new("POLY")
        line.points.add(len(path) - 1)
        line.points.foreach_set("co", np.c_[path, np.ones(len(path))].ravel())
        line.use_cyclic_u = closed
        line.use_smooth = True
    curve.materials.append(material)
    return studio.add_object(name, curve)


def put(thing: Any, place: Array, axis: Array, *, spin: float = 0.0, size: float = 1.0) -> None:
    """Move a thing so that its z axis points along `axis`."""
    turn = Vector(axis).to_track_quat("Z", "X").to_matrix().to_4x4()
    thing.matrix_world = (
        Matrix.Translation(Vector(place)) @ turn @ Matrix.Rotation(spin, 4, "Z") @ Matrix.Scale(size, 4)
    )


def ball(radius: float, material: Any, subdivisions: int = 7) -> Any:
    """Make a smooth ball."""
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=subdivisions, radius=radius)
    thing = bpy.context.object
    bpy.ops.object.shade_smooth()
    thing.data.materials.append(material)
    return thing


def tumbled(seed: int, halves: Sequence[float], material: Any) -> Any:
    """Make a stone as a drum of grit leaves it: a lump with flat sides, all edges and corners round."""
    random = np.random.default_rng(seed)
    thing = ball(1, material)
    directions = studio.corners(thing.data)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    sides = random.normal(size=(13, 3))
    sides /= np.linalg.norm(sides, axis=1, keepdims=True)
    away = random.uniform(0.72, 1.05, len(sides))
    lean = np.clip(directions @ sides.T, 0, None) / away
    radius = ((lean**9.0).sum(1) + 0.80**9.0) ** (-1 / 9.0)
    radius *= 1 + 0.018 * noise(directions, 1.1, seed) + 0.006 * noise(directions, 2.7, seed + 1)
    points = directions * radius[:, None]
    points -= (points.max(0) + points.min(0)) / 2
    points *= np.asarray(halves) / np.abs(points).max(0)
    studio.move_corners(thing.data, points)
    return thing


def add_coin(x: float, y: float) -> None:
    """Lay a blank coin on the ground, as large as that of one rupee: milled, its rim beaded."""
    outline = [(0.96, 0), (1, 0.012), (1, 0.128), (0.97, 0.145), (0.93, 0.14), (0.91, 0.126), (0.001, 0.126)]
    away, high = dense(outline, 120).T[:, :, None]
    turn = np.linspace(0, 2 * np.pi, 2000, endpoint=False)
    high = high + 0.016 * (np.abs(away - 0.87) < 0.014) * np.clip(np.cos(90 * turn), 0, 1)
    away = 1.095 * away - 0.012 * (away > 0.99) * (0.5 + 0.5 * np.cos(100 * turn))
    points = np.stack([away * np.cos(turn), away * np.sin(turn), high + 0 * turn], 2)
    steel = studio.plain_material("steel", (0.50, 0.49, 0.47), roughness=0.33, metallic=1.0)
    grid("coin", points, steel).location = (x, y, 0)
    studio.add_flag((x - 2.5, 7, 5), (x, y, 0), 4.0)


def surround(radius: float, dark: Color = DARK) -> None:
    """Close the room for what is seen through clear stones: pale behind and before, dark at both sides.

    It has no edge, so a stone shows depth in it where it would show a slab of black in a card.
    """
    graph = Graph("surround")
    place = graph.add("SeparateXYZ", {0: graph.add("TexCoord", {}).outputs["Object"]}).outputs

    def rise(value: Any, low: float, high: float) -> Any:
        ends = (value, low * radius, high * radius)
        return graph.add("MapRange", dict(enumerate(ends)), interpolation_type="SMOOTHSTEP").outputs[0]

    aside = rise(graph.math("ABSOLUTE", place[0]), 0.20, 0.78)
    level = graph.math("MULTIPLY", aside, rise(place[2], 0.0, 0.22))
    light = graph.add("Emission", {"Color": graph.ramp(level, ((0.0, PALE), (1.0, dark)))})
    graph.set(graph.output, {"Surface": light.outputs[0]})
    bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, segments=64, ring_count=32)
    room = bpy.context.object
    room.data.materials.append(graph.material)
    room.visible_camera = room.visible_diffuse = room.visible_glossy = room.visible_shadow = False
