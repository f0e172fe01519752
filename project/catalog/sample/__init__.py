"""The files of the sample catalogue: what the products say, and their pictures."""

from pathlib import Path

SAMPLE = Path(__file__).parent
PICTURES = SAMPLE / "pictures"
