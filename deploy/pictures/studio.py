"""The photographer's studio: one warm ground, one set of lights, one camera distance for all rudraksha beads.

A unit of the scene is ten millimetres. The camera stays where it is from bead to bead, so a small bead is
small in its picture.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Vector
from PIL import Image

from .bead import Array
from .characters import Color

GROUND: Color = (0.93, 0.90, 0.855)
BLACK: Color = (0.01, 0.01, 0.01)
Point = tuple[float, float, float]


def new_scene(pixels: int, samples: int) -> Any:
    """Empty the scene and set up the renderer."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.04
    cycles.adaptive_min_samples = 4
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.max_bounces = 4
    cycles.diffuse_bounces = 3
    cycles.sample_clamp_indirect = 8
    scene.render.use_persistent_data = True
    scene.render.resolution_x = scene.render.resolution_y = pixels
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    scene.view_settings.view_transform = "Khronos PBR Neutral"
    scene.render.dither_intensity = 1
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (1, 0.975, 0.94, 1)
    background.inputs["Strength"].default_value = 0.36
    scene.world = world
    return scene


def add_object(name: str, data: Any) -> Any:
    """Put a mesh, light or camera into the scene."""
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def mesh(name: str, vertices: Array, faces: Array, *, smooth: bool = True) -> Any:
    """Return a mesh of faces with equally many corners."""
    result = bpy.data.meshes.new(name)
    result.from_pydata(np.asarray(vertices, np.float32), [], np.asarray(faces), shade_flat=not smooth)
    return result


def rows_mesh(name: str, points: Array, material: Any, *, closed: bool = False, flip: bool = False) -> Any:
    """Return a skin over rows of points, each row closed; `closed` joins the last row to the first."""
    rows, columns = points.shape[:2]
    index = np.arange(rows * columns).reshape(rows, columns)
    if closed:
        index = np.concatenate([index, index[:1]])
    right = np.roll(index, -1, 1)
    faces = np.stack([index[:-1], index[1:], right[1:], right[:-1]], -1).reshape(-1, 4)
    data = mesh(name, points.reshape(-1, 3), faces[:, ::-1] if flip else faces)
    data.materials.append(material)
    return data


def _add_ground(color: Color) -> None:
    """Add a floor that rises into a wall without an edge."""
    profile = [(-30.0, 0.0)]
    profile += [(9 + 22 * math.sin(a), 22 - 22 * math.cos(a)) for a in np.linspace(0, math.pi / 2, 24)]
    profile += [(31.0, 70.0)]
    vertices = [(x, y, z) for y, z in profile for x in (-60, 60)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(profile) - 1)]
    ground = mesh("ground", vertices, faces)
    ground.materials.append(plain_material("ground", color, roughness=0.75, specular=0.15))
    add_object("ground", ground)


def plain_material(
    name: str, color: Color, *, roughness: float, specular: float = 0.5, metallic: float = 0.0
) -> Any:
    """Return a material of one colour."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular IOR Level"].default_value = specular
    shader.inputs["Metallic"].default_value = metallic
    return material


def aim(thing: Any, target: Point) -> None:
    """Turn a light or a camera towards a point."""
    direction = Vector(target) - thing.location
    thing.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()


def _add_light(name: str, place: Point, target: Point, size: float, power: float, color: Color) -> Any:
    """Add a square soft light."""
    light = bpy.data.lights.new(name, "AREA")
    light.energy, light.color, light.size = power, color, size
    thing = add_object(name, light)
    thing.location = place
    aim(thing, target)
    thing.visible_camera = False
    return thing


def _add_lights() -> None:
    """Key from the upper left, weak fill, warm rim, and a light for the wall."""
    _add_light("key", (-4.4, -1.8, 6.0), (0, 0, 0.9), 2.2, 660, (1, 0.955, 0.90))
    _add_light("fill", (5, -5, 2.6), (0, 0, 0.8), 4, 70, (0.95, 0.97, 1.0))
    _add_light("rim", (3.4, 4.2, 4.0), (0, 0, 1.0), 1.6, 240, (1, 0.93, 0.84))
    wall = _add_light("wall", (0, 9, 10), (0, 18, 6), 9, 1500, (1, 0.97, 0.93))
    wall.visible_glossy = False


def add_stage(scale: float = 1.0, *, bounces: int = 0, ground: Color = GROUND) -> None:
    """Add the ground and the lights, for goods larger than a bead moved out by `scale`.

    `bounces` lets light go on through clear stones.
    """
    _add_ground(ground)
    _add_lights()
    for thing in bpy.context.scene.objects:
        thing.location *= scale
        thing.scale *= scale
        if thing.type == "LIGHT":
            thing.data.energy *= scale**2
    if bounces:
        cycles = bpy.context.scene.cycles
        cycles.max_bounces = cycles.transmission_bounces = cycles.transparent_max_bounces = bounces
        cycles.glossy_bounces = min(bounces, 6)


def add_flag(place: Point, target: Point, size: float, color: Color = BLACK) -> None:
    """Add a card, black as a rule, that only reflections show: it draws the edges of polished metal."""
    half = size / 2
    corners = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)]
    card = mesh("flag", corners, [(0, 1, 2, 3)], smooth=False)
    card.materials.append(plain_material("flag", color, roughness=1, specular=0))
    thing = add_object("flag", card)
    thing.location = place
    aim(thing, target)
    thing.visible_camera = thing.visible_diffuse = thing.visible_shadow = False


def add_camera(place: Point, target: Point, width: float, *, focus: tuple[Point, float] | None = None) -> Any:
    """Add a camera that sees this width at the target's distance.

    `focus` is a point, before and behind which it blurs, and how wide the lens is opened.
    """
    camera = bpy.data.cameras.new("camera")
    camera.sensor_width = 36
    camera.lens = 36 * (Vector(target) - Vector(place)).length / width
    thing = add_object("camera", camera)
    thing.location = place
    aim(thing, target)
    if focus:
        camera.dof.use_dof = True
        camera.dof.focus_distance = (Vector(focus[0]) - thing.location).length
        camera.dof.aperture_fstop = camera.lens / 1000 / focus[1]
    bpy.context.scene.camera = thing
    return thing


def add_ruler(*, y: float, millimetres: int, start: float) -> None:
    """Lay a steel ruler on the ground, its upper edge at `y`, its zero at `start`."""
    steel = plain_material("steel", (0.62, 0.62, 0.60), roughness=0.38, metallic=1.0)
    ink = plain_material("ink", (0.012, 0.012, 0.012), roughness=0.6)
    _add_box("ruler", (start - 0.2, start + millimetres / 10 + 0.2), (y - 0.9, y), 0.03, steel)
    for millimetre in range(millimetres + 1):
        long = 0.34 if millimetre % 10 == 0 else 0.26 if millimetre % 5 == 0 else 0.17
        x = start + millimetre / 10
        _add_box("mark", (x - 0.008, x + 0.008), (y - long, y - 0.01), 0.033, ink)
        if millimetre % 10 == 0:
            text = bpy.data.curves.new("number", "FONT")
            text.body, text.size, text.align_x = str(millimetre), 0.24, "CENTER"
            text.materials.append(ink)
            add_object("number", text).location = (x, y - 0.62, 0.033)


def _add_box(name: str, x: tuple[float, float], y: tuple[float, float], high: float, material: Any) -> None:
    corners = [(a, b, c) for a in x for b in y for c in (0.0, high)]
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    box = mesh(name, corners, sides, smooth=False)
    box.materials.append(material)
    add_object(name, box)


def pose(thing: Any, degrees: Sequence[float]) -> None:
    """Turn a bead about its hole, then lay it down, and rest it on the ground."""
    tilt, lean, turn = (math.radians(angle) for angle in degrees)
    thing.rotation_mode = "ZYX"
    thing.rotation_euler = (tilt, lean, turn)
    rest(thing)


def lay(thing: Any, degrees: Sequence[float], x: float = 0.0, y: float = 0.0) -> None:
    """Turn it about x, y and z in this order, and let it lie on the ground."""
    thing.rotation_euler = [math.radians(angle) for angle in degrees]
    thing.location = (x, y, 0)
    rest(thing)


def corners(data: Any) -> Array:
    """Return the places of a mesh's vertices."""
    places = np.empty(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("co", places)
    return places.reshape(-1, 3).astype(float)


def move_corners(data: Any, places: Array) -> None:
    """Move a mesh's vertices."""
    data.vertices.foreach_set("co", places.astype(np.float32).ravel())
    data.update()


def rest(thing: Any) -> None:
    """Let it lie on the ground."""
    thing.location.z = 0
    bpy.context.view_layer.update()
    heights = corners(thing.data) @ np.array(thing.matrix_world)[2, :3]
    thing.location.z = -float(heights.min()) - 0.004
    bpy.context.view_layer.update()


def render() -> Image.Image:
    """Return the scene's picture."""
    png = Path(bpy.context.preferences.filepaths.temporary_directory) / "picture.png"
    bpy.context.scene.render.filepath = str(png)
    bpy.ops.render.render(write_still=True)
    with Image.open(png) as image:
        return image.copy()
