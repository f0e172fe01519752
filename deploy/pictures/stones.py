"""Tumbled stones, raw tourmaline, pyrite."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import bpy
import numpy as np

from . import studio
from .bead import Array, noise, octaves
from .materials import STONES, Graph
from .shapes import grid, tumbled

# Where the three stones of a set lie above the ruler, and how they are turned about the vertical.
TRIO: Final = ((-1.55, 1.75, 20), (1.62, 1.55, 100), (0.05, -0.55, 160))
RULER_MILLIMETRES: Final = 60


@dataclass(frozen=True)
class Trio:
    """A set of three: what they are made of, and how large in millimetres (length, width, height)."""

    material: str
    seed: int
    sizes: Sequence[tuple[float, float, float]] = ((27, 22, 18), (24, 20, 17), (25, 19, 16))


TRIOS: Final = {
    "lapis-lazuli-tumbled": Trio("lapis lazuli", 3, ((26, 20, 17), (23, 20, 17), (24, 18, 15))),
    "green-aventurine-tumbled": Trio("aventurine", 12),
    "carnelian-tumbled": Trio("carnelian", 21),
    "sodalite-tumbled": Trio("sodalite", 30),
    "red-jasper-tumbled": Trio("red jasper", 39),
    "malachite-tumbled": Trio("malachite", 48),
    "black-obsidian-tumbled": Trio("black", 57),
    "rose-quartz-tumbled": Trio("rose quartz", 66),
}


def trio_scale(trio: Trio) -> None:
    """Show the set from above beside a ruler, from so far that this measures them truly."""
    studio.add_stage(2.5)
    material = STONES[trio.material]()
    for number, ((x, y, turn), size) in enumerate(zip(TRIO, trio.sizes, strict=True)):
        thing = tumbled(trio.seed + number, [s / 20 for s in size], material)
        studio.lay(thing, (8 * number - 6, 5, turn + 13 * trio.seed % 40), x, y)
    studio.add_ruler(y=-2.05, millimetres=RULER_MILLIMETRES, start=-RULER_MILLIMETRES / 20)
    studio.add_camera((0, -0.01, 90), (0, 0.05, 0), 7.4)


SEVEN: Final = (
    "red jasper", "carnelian", "yellow jasper", "aventurine", "sodalite", "amethyst", "milky quartz",
)  # fmt: skip
# From root to crown along an S: two stones in front, three in the middle, two behind.
WINDING: Final = (
    (-1.28, -1.98), (1.18, -2.06), (2.42, 0.02), (0.02, -0.06), (-2.40, 0.10), (-1.22, 2.12), (1.36, 2.16),
)  # fmt: skip


def _seven(places: Sequence[tuple[float, float]]) -> None:
    studio.add_stage(2.2, bounces=10)
    for number, (name, (x, y)) in enumerate(zip(SEVEN, places, strict=True)):
        size = (1.15 - 0.03 * (number % 3), 0.95, 0.78 + 0.03 * (number % 2))
        thing = tumbled(70 + number, size, STONES[name]())
        thing.location = (x, y, 0)
        thing.rotation_euler = (-0.35, 0.3, math.atan2(y, x) + 1.2 * number)
        studio.rest(thing)


def seven_together() -> None:
    """Show seven stones near to each other, so that they fill the picture."""
    _seven(WINDING)
    studio.add_camera((-2.6, -15.5, 15.5), (0.02, 0.0, 0.45), 7.6, focus=((0, -0.6, 0.9), 0.12))


def seven_top() -> None:
    """Show seven stones from above, in a ring."""
    turns = [math.radians(250 - 360 * number / 7) for number in range(7)]
    _seven([(2.75 * math.cos(turn), 2.75 * math.sin(turn)) for turn in turns])
    studio.add_camera((0, -5.5, 24), (0, -0.05, 0.3), 8.8)


def _rod(seed: int, length: float, width: float, material: Any) -> Any:
    """Make a piece of tourmaline: rounded three-sided, ribbed along its length, broken across."""
    random = np.random.default_rng(seed)
    columns, rows, cap = 900, 420, 26
    phi = np.linspace(0, 2 * np.pi, columns, endpoint=False)
    sides = np.array([0.3, 2.3, 4.3, 1.3, 3.4, 5.4]) + random.normal(0, 0.15, 6)
    away = np.array([0.70, 0.78, 0.86, 1.0, 1.05, 0.95])
    lean = np.clip(np.cos(phi[:, None] - sides), 0.01, None) / away
    outline = (lean**30).sum(1) ** (-1 / 30)
    t = np.linspace(-1, 1, rows)[:, None]
    circle = np.stack([np.cos(phi), np.sin(phi), 0 * phi], 1)

    def along_ribs(frequency: float, change: float, number: int) -> Array:
        """Noise in ribs, each of which changes this fast along the length."""
        place = circle[None] * frequency + np.array([0, 0, change]) * t[..., None]
        return noise(place.reshape(-1, 3), 1.0, seed + number).reshape(rows, columns)

    ribs = 0.035 * np.tanh(2.5 * along_ribs(3.0, 0.5, 1)) + 0.026 * np.tanh(2 * along_ribs(7.0, 1.6, 2))
    ribs += 0.022 * np.abs(along_ribs(13.0, 2.2, 3)) + 0.012 * along_ribs(29.0, 3.0, 4)
    radius = width / 2 * (outline + ribs + 0.03 * along_ribs(0.8, 1.2, 5)) * (1 - 0.06 * t)
    chips = along_ribs(2.2, 0.0, 6)
    height = length / 2 * t * (1 + 0.07 * chips * np.abs(t) ** 3)
    body = np.stack([radius * np.cos(phi), 0.78 * radius * np.sin(phi), height], -1)
    ends = []
    for edge, sign in ((body[0], -1), (body[-1], 1)):
        inward = np.linspace(0, 1, cap)[:, None, None]
        middle = edge[:, 2:].mean()
        flat = edge * [1, 1, 0] * (1 - inward) + [0, 0, 1] * (edge[:, 2:] * (1 - inward) + middle * inward)
        rough = octaves(flat.reshape(-1, 3) / width, 4.0, seed + 50 + sign, 4).reshape(cap, columns)
        flat[..., 2] += 0.06 * width * rough * np.clip(4 * inward[..., 0], 0, 1)
        ends.append(flat)
    return grid("rod", np.concatenate([ends[0][::-1], body[1:-1], ends[1]]), material)


def tourmaline_close() -> None:
    """Show the ribs and a broken end from near."""
    studio.add_stage(1.8)
    graph = Graph("schorl")
    inside = graph.add("TexCoord", {}).outputs["Object"]
    fine = graph.noise(graph.stretch(inside, (16, 16, 0.5)), 1.4, 5)
    patch = graph.noise(inside, 1.6, 4)
    graph.look(base_color=(0.007, 0.007, 0.0075, 1), specular=0.6)
    graph.look(roughness=graph.span(graph.math("ADD", fine, patch), 0.8, 1.3, 0.14, 0.45))
    graph.bump(fine, 0.5, 0.03)
    poses = (
        (5, 4.6, 1.9, (87, 2, 58), (-0.25, -0.25)),
        (8, 3.2, 1.5, (91, 20, 118), (0.9, 1.75)),
    )
    for seed, length, width, turn, (x, y) in poses:
        thing = _rod(seed, length, width, graph.material)
        studio.lay(thing, turn, x, y)
    studio.add_camera((2.8, -10.5, 7.2), (0.2, 0.2, 0.55), 6.0, focus=((0.6, -1.2, 1.2), 0.12))


def pyrite_side() -> None:
    """Show a cluster of grown cubes; the fine lines on each face cross those of its neighbours."""
    studio.add_stage(2.6)
    for place, size in (((0, 3.0, 16.0), 6.0), ((-12.0, 4.0, 3.0), 6.0), ((10.0, -8.0, 4.0), 5.0)):
        studio.add_flag(place, (0, 0, 1.6), size)
    graph = Graph("pyrite")
    inside = graph.add("TexCoord", {}).outputs["Object"]
    split = graph.add("SeparateXYZ", {0: inside}).outputs
    normal = graph.add("SeparateXYZ", {0: graph.add("TexCoord", {}).outputs["Normal"]}).outputs
    lines = None
    for face, across in ((0, 1), (1, 2), (2, 0)):
        weight = graph.math("GREATER_THAN", graph.math("ABSOLUTE", normal[face]), 0.7)
        thin = graph.add(
            "TexNoise",
            {"W": split[across], "Scale": 14.0, "Detail": 4.0, "Roughness": 0.7},
            noise_dimensions="1D",
        ).outputs[0]
        part = graph.math("MULTIPLY", weight, thin)
        lines = part if lines is None else graph.math("ADD", lines, part)
    cloud = graph.noise(graph.place(), 1.4, 6)
    color = graph.ramp(
        cloud, ((0.30, (0.42, 0.30, 0.13)), (0.55, (0.58, 0.45, 0.23)), (0.75, (0.66, 0.55, 0.33)))
    )
    stain = graph.span(graph.noise(graph.place(), 4.0, 6), 0.64, 0.72)
    graph.look(
        base_color=graph.mix(graph.math("MULTIPLY", stain, 0.6), color, (0.10, 0.06, 0.03)), metallic=1.0
    )
    graph.look(roughness=graph.span(cloud, 0.3, 0.7, 0.16, 0.34))
    graph.bump(lines, 0.35, 0.03)
    random = np.random.default_rng(17)
    cubes: list[tuple[Array, float]] = [
        (np.array([0.0, 0.2, 1.05]), 1.05),
        (np.array([-1.25, 0.1, 0.72]), 0.74),
    ]
    cubes += [(np.array([1.2, -0.1, 0.66]), 0.68), (np.array([0.25, -1.0, 0.52]), 0.56)]
    cubes += [(np.array([-0.55, 0.3, 2.05]), 0.42), (np.array([0.75, 0.5, 1.95]), 0.34)]
    for _ in range(16):
        turn, half = random.uniform(-2.6, 0.6), random.uniform(0.16, 0.42)
        far = random.uniform(1.15, 1.85)
        high = half * random.uniform(0.9, 1.4) + 0.9 * max(0.0, 1.6 - far)
        cubes.append((np.array([far * math.cos(turn) * 1.15, far * math.sin(turn) * 0.85, high]), half))
    for number, (place, half) in enumerate(cubes):
        bpy.ops.mesh.primitive_cube_add(size=2, location=tuple(place))
        thing = bpy.context.object
        thing.scale = half * (1 + random.uniform(-0.08, 0.08, 3))
        lean = 0.12 if number < 2 else 0.45
        thing.rotation_euler = (*random.uniform(-lean, lean, 2), random.uniform(0, 1.57))
        bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
        edge = thing.modifiers.new("edge", "BEVEL")
        edge.width, edge.segments = 0.018, 2
        thing.data.materials.append(graph.material)
    studio.add_camera((-7.0, -11.5, 7.5), (0, 0, 1.05), 5.8)


SCENES: Final[dict[str, Callable[[], None]]] = {
    **{f"{name}-scale": partial(trio_scale, trio) for name, trio in TRIOS.items()},
    "seven-chakra-stones": seven_together,
    "seven-chakra-stones-top": seven_top,
    "black-tourmaline-raw-close": tourmaline_close,
    "pyrite-side": pyrite_side,
}
