"""Decode one photo of a stranger in a process of its own: `python photo_decoder.py <longer side>`.

It reads the file on standard input and writes a line of JSON, `{"mode", "size"}`, then the pixels, upright,
its longer side at most so many. An attack on a decoder reaches this process alone: it has no secret, little
memory and little time, and its memory is given back when it ends. It imports nothing of the shop.
"""

import json
import resource
import sys
from typing import IO, Final

from PIL import Image, ImageOps

# A file of some bytes may claim any size; this is asked before anything is unfolded.
MAX_PIXELS: Final = 16_000_000
FORMATS: Final = ("JPEG", "PNG", "GIF", "WEBP")
# The interpreter with its libraries, and three copies of the largest photo with transparency.
MEMORY_BYTES: Final = 512 * 2**20
PROCESSOR_SECONDS: Final = 15

EXIT_TOO_LARGE: Final = 3
EXIT_NO_PHOTO: Final = 4


def decode(file: IO[bytes], longer_side: int) -> Image.Image:
    """Return the photo, upright, its first frame, in plain colours, its longer side at most so many pixels.

    Raises Image.DecompressionBombError for more than MAX_PIXELS, and nearly anything for a broken file.
    """
    with Image.open(file, formats=FORMATS) as picture:
        if picture.width * picture.height > MAX_PIXELS:
            raise Image.DecompressionBombError(f"{picture.size} pixels")
        # Lets JPEG be unfolded at a fraction of its size.
        picture.draft("RGB", (longer_side, longer_side))
        picture.load()
        plain = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
        plain.thumbnail((longer_side, longer_side), Image.Resampling.LANCZOS, reducing_gap=3)
        # Turned when it is small already; the turn is noted in the file, which `convert` keeps.
        return ImageOps.exif_transpose(plain)


def main() -> int:
    """Decode standard input; return the exit code."""
    if sys.platform != "darwin":  # which cannot limit an address space
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    try:
        picture = decode(sys.stdin.buffer, int(sys.argv[1]))
    except Image.DecompressionBombError:
        return EXIT_TOO_LARGE
    except Exception as error:
        # A decoder may raise nearly anything over a broken or hostile file, and all of it means: no photo.
        print(repr(error)[:200], file=sys.stderr)
        return EXIT_NO_PHOTO
    header = json.dumps({"mode": picture.mode, "size": picture.size})
    sys.stdout.buffer.write(header.encode() + b"\n" + picture.tobytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
