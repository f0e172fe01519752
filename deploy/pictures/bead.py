"""The surface of a rudraksha: faces between grooves, tubercles, drying cracks, a mouth at both ends."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.ndimage import map_coordinates
from scipy.spatial import cKDTree

from .characters import Character

Array = Any
TUNNEL_ROWS = 16
CRACK_POINTS = 400


@dataclass(frozen=True)
class Surface:
    """A grid of points around the hole, in units of ten millimetres, and what the material knows of each."""

    points: Array  # rows × columns × 3
    height: Array  # 0 in the recesses, 1 on the tops
    dust: Array  # 1 in grooves and cracks
    tone: Array  # slow changes of colour over the bead


def noise(points: Array, frequency: float, seed: int) -> Array:
    """Smooth noise of about unit deviation."""
    lattice = np.random.default_rng(seed).normal(size=(32, 32, 32)) * 2.2
    coordinates = (points * frequency + 16.37).T % 32
    return map_coordinates(lattice, coordinates, order=3, mode="grid-wrap", prefilter=False)


def octaves(points: Array, frequency: float, seed: int, count: int = 3) -> Array:
    """Return noise with finer noise on it, each octave half as strong."""
    return sum(0.5**k * noise(points, frequency * 2.03**k, seed + k) for k in range(count))


def directions(count: int) -> Array:
    """Return directions spread evenly over a ball."""
    k = np.arange(count) + 0.5
    polar, turns = np.arccos(1 - 2 * k / count), np.pi * (1 + 5**0.5) * k
    return np.stack([np.sin(polar) * np.cos(turns), np.sin(polar) * np.sin(turns), np.cos(polar)], 1)


def smoothstep(low: float, high: float, value: Array) -> Array:
    """Rise from 0 at `low` to 1 at `high`."""
    part = np.clip((value - low) / (high - low), 0, 1)
    return part * part * (3 - 2 * part)


def grooves(bead: Character) -> Array:
    """Return the angles of the grooves around the hole; the faces between them differ in width."""
    random = np.random.default_rng(bead.seed)
    widths = 1 + random.uniform(-1, 1, bead.mukhi) * bead.unevenness
    return np.cumsum(widths) / widths.sum() * 2 * np.pi


def face_angle(bead: Character, face: int) -> float:
    """Return the angle of the middle of a face, counted from 0."""
    ends = grooves(bead)
    start = ends[face - 1] - (2 * np.pi if face == 0 else 0)
    return float((start + ends[face]) / 2)


def surface(bead: Character, columns: int, rows: int) -> Surface:
    """Return the bead with its hole along z."""
    random = np.random.default_rng(bead.seed + 1)
    edge = math.asin(bead.mouth)
    phi = np.tile(np.linspace(0, 2 * np.pi, columns, endpoint=False), rows)
    theta = np.repeat(np.linspace(edge, np.pi - edge, rows), columns)
    around = np.sin(theta)
    n = np.stack([around * np.cos(phi), around * np.sin(phi), np.cos(theta)], 1)

    # Which face a point is in, and how far it is from the nearest groove along the surface.
    meridian = phi + 0.035 * noise(n, 1.6, bead.seed + 2) + 0.012 * noise(n, 6, bead.seed + 3)
    ends = grooves(bead)
    turn = meridian % (2 * np.pi)
    face = np.searchsorted(ends, turn) % bead.mukhi
    starts = np.roll(ends, 1)
    starts[0] -= 2 * np.pi
    low, high = starts[face], ends[face]
    turn = np.where(turn > ends[-1], turn - 2 * np.pi, turn)
    across = np.clip((turn - low) / (high - low), 0, 1)
    away = np.minimum(turn - low, high - turn) * around
    belly = np.sin(across * np.pi) ** 0.55

    # Tubercles do not reach across a groove.
    cells = bead.tubercles
    centres = directions(cells)
    spacing = math.sqrt(4 * math.pi / cells)
    centres += random.normal(scale=0.24 * spacing, size=centres.shape)
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    home = np.searchsorted(ends, np.arctan2(centres[:, 1], centres[:, 0]) % (2 * np.pi)) % bead.mukhi
    height = tubercles(bead, n, centres, spacing, lambda near: home[near] != face[:, None], random)

    # Grooves, the raised lips beside them, the hollow of the mouth.
    narrow = min(1.0, 6 / bead.mukhi)  # many faces leave each groove less room
    calm = smoothstep(0.0, 0.11 * narrow, away)
    to_pole = smoothstep(0.10, 0.55, around)
    width = bead.groove_width * (1 + 0.25 * noise(n, 5, bead.seed + 90))
    slit = np.exp(-((away / width) ** 2))
    lip = np.exp(-(((away / narrow - 0.075) / 0.045) ** 2))
    crack, crack_dust = _cracks(bead, n, random)
    radius = 0.93 + (0.05 - 0.03 * bead.mukhi / 14) * belly * to_pole
    radius += 1.2 * bead.relief * height * (0.30 + 0.70 * calm) * (0.45 + 0.55 * to_pole)
    radius += 0.020 * lip * to_pole * (0.4 + 0.6 * height)
    radius -= bead.groove * slit * smoothstep(0.05, 0.22, around)
    radius -= 0.07 * np.exp(-((around / 0.24) ** 2))
    radius -= 0.030 * crack
    radius += 0.0035 * octaves(n, 26, bead.seed + 95, 2)
    radius *= 1 + 0.012 * noise(n, 0.9, bead.seed + 97)

    points = n * radius[:, None] * [1, 1, bead.height]
    scale = bead.radius / np.quantile(np.hypot(points[:, 0], points[:, 1]), 0.995)
    points = (points * scale).reshape(rows, columns, 3)

    tone = 0.5 + 0.5 * np.tanh(octaves(n, 1.7, bead.seed + 99))
    hollow = smoothstep(0.06, 0.30, around)
    shade = np.clip(height * (0.45 + 0.55 * calm) * (0.35 + 0.65 * hollow), 0, 1) * (1 - 0.9 * slit)
    shade *= 1 - 0.8 * crack_dust
    dust = np.clip(slit + crack_dust, 0, 1)
    fields = [f.reshape(rows, columns) for f in (shade, dust, tone)]
    return _with_tunnel(bead, points, *fields)


def tubercles(
    bead: Character,
    points: Array,
    centres: Array,
    spacing: float,
    apart: Callable[[Array], Array],
    random: Any,
) -> Array:
    """Return the height at points of a surface that irregular cells around centres cover, 0 to about 1.

    `apart` says which of the centres near each point lie across a groove from it.
    """
    warp = np.stack([octaves(points, 2.4, bead.seed + 10 * k, 2) for k in range(4, 7)], 1)
    fine_warp = np.stack([noise(points, 9, bead.seed + 10 * k + 5) for k in range(4, 7)], 1)
    q = points + 0.045 * warp + 0.014 * fine_warp
    distance, nearest = cKDTree(centres).query(q, k=4)
    distance = distance + 0.45 * spacing * apart(nearest)
    order = np.argsort(distance, 1)
    distance = np.take_along_axis(distance, order, 1) / spacing
    nearest = np.take_along_axis(nearest, order, 1)
    weight = np.exp(-((distance / 0.45) ** 2))
    strength = (random.uniform(0.35, 1.0, len(centres))[nearest] * weight).sum(1) / (weight.sum(1) + 1e-9)
    rim = smoothstep(0.0, 0.62, distance[:, 1] - distance[:, 0])
    dome = np.clip(1 - (distance[:, 0] / 0.85) ** 2, 0, 1)
    creases = np.abs(noise(q, 5.5, bead.seed + 80)) ** 0.75
    ribs = np.clip(1 - 1.1 * np.abs(noise(q, 10, bead.seed + 81)), 0, 1) ** 1.5
    grain = np.clip(1 - 1.1 * np.abs(noise(q, 22, bead.seed + 82)), 0, 1)
    height = (0.46 * rim + 0.16 * dome) * strength + 0.36 * ribs * (0.4 + 0.6 * rim)
    height += 0.14 * np.minimum(creases, 1.4) + 0.09 * grain
    if bead.wear:
        cut = np.quantile(height, 1 - 0.45 * bead.wear)
        height = np.where(height > cut, cut + (height - cut) * 0.35, height)
    return np.clip(height / np.quantile(height, 0.995), 0, 1.1)


def _cracks(bead: Character, n: Array, random: Any) -> tuple[Array, Array]:
    """Return the depth and the darkness of drying cracks, which run jagged from somewhere near a mouth."""
    depth = np.zeros(len(n))
    dark = np.zeros(len(n))
    for number in range(bead.cracks):
        start, length = random.uniform(0, 2 * np.pi), random.uniform(0.5, 1.1)
        polar, drift = random.uniform(0.45, 1.5), random.uniform(-0.5, 0.5)
        steps = np.linspace(0, 1, CRACK_POINTS)
        line = np.stack([steps * 2, 0 * steps, 0 * steps + number], 1)
        jag = 0.09 * noise(line, 3, bead.seed + 200 + number)
        t, p = polar + steps * length, start + drift * steps + jag
        if number % 2:
            t = np.pi - t
        path = np.stack([np.sin(t) * np.cos(p), np.sin(t) * np.sin(p), np.cos(t)], 1)
        distance, index = cKDTree(path).query(n, distance_upper_bound=0.12)
        taper = np.sin(np.pi * np.clip(index / CRACK_POINTS, 0.04, 0.96)) ** 0.6
        depth = np.maximum(depth, taper * np.exp(-((distance / 0.011) ** 2)))
        dark = np.maximum(dark, taper * np.exp(-((distance / 0.013) ** 2)))
    return depth, dark


def _with_tunnel(bead: Character, points: Array, shade: Array, dust: Array, tone: Array) -> Surface:
    """Lead the first and the last row of points down into the hole."""
    down = (np.arange(TUNNEL_ROWS, 0, -1) / TUNNEL_ROWS)[:, None]
    tunnels = []
    for row, sign in ((points[0], -1.0), (points[-1], 1.0)):
        tunnel = np.repeat(row[None], TUNNEL_ROWS, 0)
        mean = row[:, :2].mean(0)
        round_row = row[:, :2] - mean
        even = round_row / np.linalg.norm(round_row, axis=1, keepdims=True)
        even = even * np.linalg.norm(round_row, axis=1).mean()
        blend = np.clip(down * 2, 0, 1)[..., None]
        tunnel[..., :2] = mean + ((1 - blend) * round_row + blend * even) * (1 - 0.25 * down[..., None])
        tunnel[..., 2] += sign * 0.75 * bead.radius * down**1.3
        tunnels.append(tunnel)
    top, bottom = tunnels[0], tunnels[1][::-1]
    fade = 0.6 * (1 - down)

    def extended(field: Array, first: Array, last: Array) -> Array:
        return np.concatenate([first, field, last])

    dark = np.clip(1.3 * down, 0, 1) + 0 * shade[0]
    return Surface(
        np.concatenate([top, points, bottom]),
        extended(shade, fade * shade[0], (fade * shade[-1])[::-1]),
        extended(dust, dark, dark[::-1]),
        extended(tone, tone[0] + 0 * dark, tone[-1] + 0 * dark),
    )
