"""The character of each sample bead: its size in millimetres, its tone, its wear, its pose.

The sizes lie within those that the product's specifications name.
"""

from dataclasses import dataclass
from typing import Final

Color = tuple[float, float, float]


@dataclass(frozen=True)
class Tone:
    """The colours of a bead, linear: in the recesses, on the faces, on the worn tops."""

    recess: Color
    face: Color
    top: Color


HONEY: Final = Tone((0.042, 0.014, 0.006), (0.24, 0.088, 0.032), (0.47, 0.225, 0.098))
TAN: Final = Tone((0.042, 0.017, 0.009), (0.24, 0.096, 0.042), (0.45, 0.230, 0.115))
RED_BROWN: Final = Tone((0.026, 0.006, 0.003), (0.19, 0.052, 0.020), (0.40, 0.150, 0.066))
BROWN: Final = Tone((0.024, 0.009, 0.005), (0.16, 0.058, 0.025), (0.36, 0.160, 0.078))
DARK: Final = Tone((0.012, 0.005, 0.003), (0.085, 0.030, 0.014), (0.23, 0.096, 0.045))


@dataclass(frozen=True)
class Character:
    """One bead. Lengths without a unit are parts of its radius, angles are degrees.

    `height` is its length along the hole by its diameter; `relief` the height of the tubercles, of which
    there are `tubercles`; `wear` cuts their tops, `oil` makes these shine. A pose is (tilt to the viewer,
    lean, turn).
    """

    mukhi: int
    diameter_mm: float
    height: float
    tone: Tone
    tubercles: int
    relief: float
    groove: float
    groove_width: float
    mouth: float
    cracks: int
    wear: float
    oil: float
    unevenness: float
    pose: tuple[float, float, float]
    seed: int

    @property
    def radius(self) -> float:
        """In units of the scene, ten millimetres each."""
        return self.diameter_mm / 20


BEADS: Final = {row[0]: Character(*row) for row in (
    (2, 17.5, 1.02, TAN, 260, 0.105, 0.10, 0.028, 0.095, 2, 0.35, 0.15, 0.10, (16, 14, 66), 21),
    (3, 16.5, 1.12, RED_BROWN, 230, 0.120, 0.12, 0.030, 0.105, 4, 0.15, 0.35, 0.16, (34, -8, 18), 32),
    (4, 18.5, 0.94, HONEY, 300, 0.095, 0.10, 0.024, 0.085, 3, 0.45, 0.25, 0.12, (26, 20, 40), 43),
    (5, 20.0, 0.95, BROWN, 330, 0.110, 0.12, 0.026, 0.090, 3, 0.20, 0.30, 0.08, (30, -10, 32), 54),
    (6, 19.5, 0.90, HONEY, 380, 0.100, 0.11, 0.026, 0.100, 5, 0.30, 0.20, 0.14, (42, 6, 12), 65),
    (7, 21.0, 0.98, DARK, 340, 0.115, 0.13, 0.028, 0.085, 2, 0.40, 0.60, 0.18, (22, -18, 50), 76),
    (8, 21.5, 0.90, RED_BROWN, 420, 0.105, 0.13, 0.026, 0.095, 4, 0.25, 0.30, 0.14, (36, 16, 22), 87),
    (9, 22.0, 0.96, TAN, 400, 0.110, 0.13, 0.026, 0.090, 6, 0.15, 0.10, 0.20, (28, -4, 8), 98),
    (10, 22.5, 0.88, BROWN, 460, 0.105, 0.12, 0.024, 0.100, 3, 0.35, 0.40, 0.16, (44, -14, 30), 109),
    (11, 23.5, 0.92, DARK, 440, 0.110, 0.12, 0.022, 0.090, 5, 0.30, 0.50, 0.18, (24, 12, 15), 110),
    (12, 24.5, 0.86, HONEY, 500, 0.100, 0.12, 0.021, 0.095, 3, 0.25, 0.15, 0.14, (38, -6, 20), 121),
    (13, 25.0, 0.92, RED_BROWN, 520, 0.105, 0.12, 0.020, 0.085, 7, 0.20, 0.25, 0.22, (30, 18, 5), 132),
    (14, 26.5, 0.84, BROWN, 560, 0.100, 0.11, 0.019, 0.100, 4, 0.45, 0.55, 0.18, (40, 4, 14), 143),
    (15, 26.0, 0.90, TAN, 540, 0.105, 0.11, 0.018, 0.090, 5, 0.20, 0.20, 0.20, (33, -12, 9), 154),
)}  # fmt: skip

# The half-moon of the south: its length in place of a diameter, its pose given by each view.
CRESCENT: Final = Character(
    1, 24.0, 1.0, BROWN, 250, 0.085, 0.10, 0.021, 0.115, 0, 0.20, 0.30, 0.0, (0, 0, 0), 11
)
