"""Decode one photo of a stranger in a process of its own: `python photo_decoder.py <longer side>`.

It reads the file on standard input and writes a line of JSON, `{"mode", "size"}`, then the pixels, upright,
its longer side at most so many. An attack on a decoder reaches this process alone: it has no secret, little
memory and little time, and its memory is given back when it ends. It imports nothing of the shop.
"""

import io
import json
import resource
import sys
from collections.abc import Mapping
from typing import IO, Final

from PIL import ExifTags, Image, ImageCms, ImageOps

# A file of some bytes may claim any size; this is asked before anything is unfolded. Pillow holds four copies
# of a WebP, and one of the others.
MAX_PIXELS: Final[Mapping[str, int]] = {
    "JPEG": 50_000_000,
    "PNG": 50_000_000,
    "GIF": 50_000_000,
    "WEBP": 25_000_000,
}
# The interpreter with its libraries, and the largest photo of each format.
MEMORY_BYTES: Final = 512 * 2**20
PROCESSOR_SECONDS: Final = 15
# So many pixels are resized at once, and so many reduced, as both take further copies.
WHOLE_PIXELS: Final = 16_000_000
STRIP_PIXELS: Final = 1_000_000

EXIT_TOO_LARGE: Final = 3
EXIT_NO_PHOTO: Final = 4


def decode(file: IO[bytes], longer_side: int) -> Image.Image:
    """Return the photo, upright, its first frame, in sRGB, its longer side at most so many pixels.

    Raises Image.DecompressionBombError for more than MAX_PIXELS, and nearly anything for a broken file.
    """
    with Image.open(file, formats=tuple(MAX_PIXELS)) as picture:
        if picture.width * picture.height > MAX_PIXELS[picture.format or ""]:
            raise Image.DecompressionBombError(f"{picture.size} pixels")
        longer = max(picture.size)
        width, height = (max(1, side * longer_side // longer) for side in picture.size)
        # Lets JPEG be unfolded at a fraction of its size.
        picture.draft("RGB", (width, height))
        picture.load()
        plain = _reduced(picture, longer_side)
        profile = picture.info.get("icc_profile")
        turned = picture.getexif().get(ExifTags.Base.Orientation, 1)
    plain.thumbnail((longer_side, longer_side), Image.Resampling.LANCZOS)
    plain = _in_srgb(plain, profile)
    plain.getexif()[ExifTags.Base.Orientation] = turned
    return ImageOps.exif_transpose(plain)


def _reduced(picture: Image.Image, longer_side: int) -> Image.Image:
    """Return the picture with 8 bits a channel, by a whole factor smaller; strip by strip, to save memory."""
    longer = max(picture.size)
    factor = max(1, longer // (3 * longer_side))
    while picture.width * picture.height > WHOLE_PIXELS * factor**2 and longer // (factor + 1) >= longer_side:
        factor += 1
    mode = "RGBA" if picture.has_transparency_data else "CMYK" if picture.mode == "CMYK" else "RGB"
    small = Image.new(mode, (-(-picture.width // factor), -(-picture.height // factor)))
    rows = factor * max(1, STRIP_PIXELS // (picture.width * factor))
    for top in range(0, picture.height, rows):
        strip = picture.crop((0, top, picture.width, min(top + rows, picture.height)))
        if strip.mode.startswith("I;16"):
            # Converted as they are, all but the darkest shades would be white.
            strip = strip.point(lambda shade: shade * (1 / 257)).convert("L")
        small.paste(strip.convert(mode).reduce(factor), (0, top // factor))
    return small


def _in_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """Return the picture with its colours in sRGB; a profile that cannot be read is taken for that."""
    colours = picture.convert("RGB") if picture.mode == "RGBA" else picture
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile or b""))
        if (space := source.profile.xcolor_space.strip()) == "GRAY":
            colours = colours.convert("L")
        elif space != colours.mode:
            raise ImageCms.PyCMSError(f"a profile of {space}")
        srgb = ImageCms.createProfile("sRGB")
        colours = ImageCms.profileToProfile(colours, source, srgb, outputMode="RGB") or colours
    except (ImageCms.PyCMSError, OSError):
        colours = colours.convert("RGB")
    if picture.mode == "RGBA":
        colours.putalpha(picture.getchannel("A"))
    return colours


def main() -> int:
    """Decode standard input; return the exit code."""
    if sys.platform != "darwin":  # which cannot limit an address space
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    try:
        picture = decode(sys.stdin.buffer, int(sys.argv[1]))
    except (Image.DecompressionBombError, MemoryError):
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
