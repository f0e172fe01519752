"""X-ray films of the beads, computed from their shapes without a renderer.

Seen along the hole: what is thick is pale, the chambers are dark, one under each face, with a seed in each.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import gaussian_filter, grey_closing

from .bead import Array, face_angle, noise, surface
from .characters import BEADS, Character

PIXELS = 800
PIXELS_PER_UNIT = 240
DATA = Path(__file__).parents[2] / "project/sample_shop/data/rudraksha.json"


def film(bead: Character) -> Array:
    """Return how pale the film is, 0 to 1."""
    half = PIXELS / 2 / PIXELS_PER_UNIT
    axis = np.linspace(-half, half, PIXELS)
    x, y = np.meshgrid(axis, -axis)
    matter = _thickness(bead) / (2 * bead.radius * bead.height)
    random = np.random.default_rng(bead.seed + 300)
    for face in range(bead.mukhi):
        matter -= _chamber(bead, x, y, face, random)
    hole = np.hypot(x, y) / (bead.mouth * 0.85 * bead.radius)
    matter -= 0.85 * np.clip(matter, 0, None) / (1 + np.exp((hole - 1) * 14))

    flat = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], 1)
    mottle = sum(
        weight * noise(flat, frequency, bead.seed + k)
        for k, (weight, frequency) in enumerate(((0.05, 2.5), (0.05, 7.0), (0.035, 16.0)), start=301)
    ).reshape(x.shape)
    inside = np.clip(matter * 8, 0, 1)
    pale = 1 - np.exp(-1.25 * np.clip(matter, 0, None))
    pale = pale * (1 + mottle * inside) + 0.035 + 0.012 * mottle
    pale = gaussian_filter(pale, 1.3)
    return np.clip(pale + random.normal(scale=0.012, size=pale.shape) * (0.5 + pale), 0, 1)


def _thickness(bead: Character) -> Array:
    """Return how much of the bead the rays pass, the surface taken as solid."""
    points = surface(bead, 1100, 700).points.reshape(-1, 3)
    column = np.rint(points[:, 0] * PIXELS_PER_UNIT + PIXELS / 2).astype(int)
    row = np.rint(-points[:, 1] * PIXELS_PER_UNIT + PIXELS / 2).astype(int)
    nowhere = -9.0
    highest, deepest = np.full((2, PIXELS, PIXELS), nowhere)
    np.maximum.at(highest, (row, column), points[:, 2])
    np.maximum.at(deepest, (row, column), -points[:, 2])
    # Closing gives the pixels between the points the height of their neighbours.
    thickness = grey_closing(highest, 11) + grey_closing(deepest, 11)
    thickness = gaussian_filter(np.clip(thickness, 0, None), 3)
    axis = (np.arange(PIXELS) - PIXELS / 2) / PIXELS_PER_UNIT
    middle = np.hypot(*np.meshgrid(axis, axis)) < 1.3 * bead.mouth * bead.radius
    thickness[middle] = np.quantile(thickness, 0.98)
    return thickness


def _chamber(bead: Character, x: Array, y: Array, face: int, random: Any) -> Array:
    """Return what the chamber under a face takes away, less what its seed gives back."""
    angle = face_angle(bead, face) + random.normal(scale=0.03)
    middle = bead.radius * random.uniform(0.50, 0.55)
    along = (x * np.cos(angle) + y * np.sin(angle) - middle) / bead.radius
    across = (-x * np.sin(angle) + y * np.cos(angle)) / bead.radius
    across = across - 0.6 * random.normal() * along**2
    length = random.uniform(0.24, 0.27)
    breadth = min(0.17, 0.50 * np.sin(np.pi / bead.mukhi) * 0.72) * random.uniform(0.9, 1.05)
    # A chamber is narrower towards the hole.
    chamber = np.hypot(along / length, across / (breadth * (1 + 0.9 * along)))
    seed = np.hypot((along - 0.01) / (0.74 * length), across / (0.66 * breadth * (1 + 0.9 * along)))
    empty = 0.40 * np.sqrt(np.clip(1 - chamber**2, 0, None)) ** 0.7
    full = random.uniform(0.26, 0.36) * np.sqrt(np.clip(1 - seed**2, 0, None)) ** 0.8
    return empty - full


def label(image: Image.Image, number: str) -> None:
    """Write on the film what it is, and draw the scale."""
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(17)
    grey = (168, 176, 184)
    draw.text((30, 34), f"SAMPLE GEM LAB\n{number}", fill=grey, font=font, spacing=8)
    draw.text((PIXELS - 30, 34), "SAMPLE", fill=grey, font=font, anchor="ra")
    right, y = PIXELS - 30, PIXELS - 40
    draw.line((right - PIXELS_PER_UNIT, y, right, y), fill=grey, width=2)
    for part in range(11):
        high = 9 if part % 5 == 0 else 5
        x = right - PIXELS_PER_UNIT + part * PIXELS_PER_UNIT // 10
        draw.line((x, y - high, x, y), fill=grey, width=1)
    draw.text((right - PIXELS_PER_UNIT, y - 16), "10 mm", fill=grey, font=font, anchor="ld")


def labelled_film(bead: Character, number: str) -> Image.Image:
    """Return the film of a certificate."""
    pixels = film(bead)[..., None] * [0.965, 0.985, 1.0]
    image = Image.fromarray((np.clip(pixels, 0, 1) * 255).astype(np.uint8))
    label(image, number)
    return image


CERTIFICATES: Final = [
    product["certificate"]
    for product in json.loads(DATA.read_text(encoding="utf-8"))["products"]
    if product.get("certificate", {}).get("mukhi") in BEADS
]
SCENES: Final = {c["xray"]: partial(labelled_film, BEADS[c["mukhi"]], c["number"]) for c in CERTIFICATES}
