"""Parts of pendants, and the silver pendant."""

import math
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector

from . import studio
from .bead import Array, surface
from .characters import BEADS, Character
from .shapes import add_bead, threads

PETALS = 8


def cap(bead: Character, silver: Any) -> list[Any]:
    """Make the cap of the upper end: petals with a wire along their edge, grains, a knob."""
    columns, rows = 320, 40
    phi = np.linspace(0, 2 * np.pi, columns, endpoint=False)
    edge = 0.55 + 0.19 * np.abs(np.cos(phi * PETALS / 2)) ** 0.6
    part = np.linspace(0, 1, rows)[:, None]
    points = _on_cap(bead, phi, part * edge, 1 + 0.016 * np.cos(phi * PETALS) * part)
    thing = studio.add_object("cap", studio.rows_mesh("cap", points, silver))
    solid = thing.modifiers.new("thickness", "SOLIDIFY")
    solid.thickness = 0.035
    things = [thing, threads("wire", [points[-1]], 0.022, silver, closed=True, facets=4)]
    things.append(
        threads(
            "wire", [_on_cap(bead, phi, np.full(columns, 0.27), 1.03)], 0.016, silver, closed=True, facets=4
        )
    )
    valleys = (np.arange(PETALS) + 0.5) * 2 * np.pi / PETALS
    for angle, size, angles in ((0.45, 0.045, valleys), (0.36, 0.03, valleys + np.pi / PETALS)):
        things += [grain(p, size, silver) for p in _on_cap(bead, angles, np.full(len(angles), angle), 1.035)]
    return [*things, grain(_on_cap(bead, phi[:1], np.zeros(1), 1.02)[0], 0.10, silver)]


def _on_cap(bead: Character, phi: Array, theta: Array, lift: Array | float) -> Array:
    theta = theta + 0 * phi
    around = np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)], -1)
    return around * np.asarray(lift)[..., None] * [1, 1, bead.height] * bead.radius * 1.025


def grain(place: Array, radius: float, material: Any) -> Any:
    """Make a ball."""
    bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, location=tuple(place), segments=32, ring_count=16)
    thing = bpy.context.object
    bpy.ops.object.shade_smooth()
    thing.data.materials.append(material)
    return thing


def ring(center: Array, first: Array, second: Array, wire: float, material: Any) -> Any:
    """Make a ring or an oval link, from its two half axes."""
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)[:, None]
    return threads(
        "wire", [center + np.cos(turn) * first + np.sin(turn) * second], wire, material, closed=True, facets=4
    )


def chain(path: Array, material: Any) -> None:
    """Lay links along a path, each at right angles to the one before."""
    length = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    for number, at in enumerate(np.arange(0, length[-1], 0.150)):
        place, ahead = (
            np.array([np.interp(at + step, length, path[:, k]) for k in range(3)]) for step in (0, 0.01)
        )
        along = (ahead - place) / np.linalg.norm(ahead - place)
        side = np.cross([0, 0, 1.0], along)
        side /= np.linalg.norm(side)
        roll = math.radians(20 if number % 2 else 110)
        across = math.cos(roll) * side + math.sin(roll) * np.cross(along, side)
        ring(place, 0.108 * along, 0.066 * across, 0.019, material)


def add_flags() -> None:
    """Put black cards around a pendant, which give its metal its edges."""
    for place, size in (
        ((0.8, 2.5, 9.5), 4.0),
        ((0, -1, 12), 2.5),
        ((-7.0, 1.0, 2.0), 4.0),
        ((0.5, -9.0, 3.5), 3.0),
    ):
        studio.add_flag(place, (0, 0, 0.8), size)


def add(place: Matrix) -> tuple[Array, Any]:
    """Add the pendant, its middle at a place; return where its loop is, and its silver."""
    silver = studio.plain_material("silver", (0.66, 0.65, 0.635), roughness=0.24, metallic=1.0)
    bead = BEADS[5]
    body = add_bead(bead, surface(bead, 1000, 625))
    body.rotation_euler.z = math.radians(20)
    half = bead.radius * bead.height
    upper = cap(bead, silver)
    lower = cap(bead, silver)
    for thing in lower:
        thing.matrix_world = Matrix.Rotation(math.pi, 4, "X") @ thing.matrix_world
    high = np.array([0, 0, half + 0.17])
    loop = ring(high, np.array([0, 0.15, 0]), np.array([0, 0, 0.15]), 0.035, silver)
    bpy.context.view_layer.update()
    for thing in [body, loop, *upper, *lower]:
        thing.matrix_world = place @ thing.matrix_world
    return np.array(place @ Vector(high)), silver


def scene() -> None:
    """Lay the pendant and the ends of its chain on the ground."""
    bpy.context.scene.cycles.max_bounces = 6
    studio.add_stage()
    add_flags()
    lay = Matrix.Rotation(math.radians(-7), 4, "Z") @ Matrix.Rotation(math.radians(-84), 4, "X")
    end, silver = add(Matrix.Translation((0, 0, BEADS[5].radius - 0.02)) @ lay)
    end += [0, 0.03, 0.04]
    for sign, bend in ((-1, 0.10), (1, -0.06)):
        t = np.linspace(0, 1.8, 100)
        x = end[0] + sign * (1.25 * t + 0.20 * np.sin(t * 3))
        y = end[1] + 1.9 * t**1.25 + bend * np.sin(t * 7)
        z = 0.06 + (end[2] - 0.06) * np.clip(1 - t / 0.42, 0, 1) ** 1.4
        chain(np.stack([x, y, z], 1), silver)
