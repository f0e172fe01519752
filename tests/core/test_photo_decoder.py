"""A stranger's photo is decoded in a process of its own, with limits that hostile files cannot pass."""

import io
import json
import math
import resource
import struct
import subprocess
import sys
import threading

import pytest
from PIL import Image, ImageChops, ImageCms

from project.core import photo_decoder
from project.core.errors import ErrorCode
from project.core.photo_decoder import (
    EXIT_NO_PHOTO,
    EXIT_TOO_LARGE,
    MAX_PIXELS,
    MEMORY_BYTES,
    PROCESSOR_SECONDS,
)
from project.core.photos import AT_ONCE, LARGE, PhotoRefused, read_photo
from tests.environment import coverage_variables
from tests.waiting import eventually

pytestmark = pytest.mark.any_stack

Xyz = tuple[float, float, float]
Color = str | float | tuple[float, ...]


def picture(kind: str, size: tuple[int, int], mode: str = "RGB") -> io.BytesIO:
    file = io.BytesIO()
    options = {"lossless": True} if kind == "WEBP" else {}
    Image.new(mode, size, 90 if mode == "LA" else "#804020").save(file, kind, **options)
    return file


def webp_that_claims(side: int) -> io.BytesIO:
    """Return a lossless WebP of 38 bytes that says it is a square of this side."""
    bits = (side - 1) | (side - 1) << 14
    data = b"\x2f" + struct.pack("<I", bits) + b"\x00" * 13
    chunk = b"VP8L" + struct.pack("<I", len(data)) + data
    return io.BytesIO(b"RIFF" + struct.pack("<I", len(chunk) + 4) + b"WEBP" + chunk)


def refusal(file: io.BytesIO) -> ErrorCode:
    with pytest.raises(PhotoRefused) as refused:
        read_photo(file, "photos.0")
    return refused.value.errors["photos.0"]


def test_tiny_file_that_claims_a_gigabyte_is_refused_before_it_is_unfolded() -> None:
    bomb = webp_that_claims(16_384)

    assert bomb.getbuffer().nbytes == 38
    assert refusal(bomb) is ErrorCode.PHOTO_TOO_LARGE


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_photo_one_row_over_the_limit_is_refused(kind: str) -> None:
    assert refusal(picture(kind, (5000, MAX_PIXELS[kind] // 5000 + 1))) is ErrorCode.PHOTO_TOO_LARGE


@pytest.mark.parametrize(
    ("kind", "mode"),
    [("JPEG", "RGB"), ("JPEG", "CMYK"), ("PNG", "RGBA"), ("PNG", "LA"), ("WEBP", "RGBA"), ("GIF", "P")],
)
def test_largest_photo_is_decoded_within_the_memory_limit(kind: str, mode: str) -> None:
    side = math.isqrt(MAX_PIXELS[kind])

    photo = read_photo(picture(kind, (side, side), mode), "photos.0")

    assert photo.size == (LARGE, LARGE)


@pytest.mark.parametrize("size", [(50_000, 1000), (1000, 50_000)])
def test_long_strip_is_decoded_within_the_memory_limit(size: tuple[int, int]) -> None:
    assert max(read_photo(picture("PNG", size, "RGBA"), "photos.0").size) == LARGE


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the limits of another process")
def test_decoder_limits_itself_before_it_reads_the_photo() -> None:
    command = [sys.executable, "-I", photo_decoder.__file__, str(LARGE)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env={}) as decoder:
        eventually(lambda: resource.prlimit(decoder.pid, resource.RLIMIT_AS)[0] == MEMORY_BYTES)
        eventually(lambda: resource.prlimit(decoder.pid, resource.RLIMIT_CPU)[0] == PROCESSOR_SECONDS)


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n" + b"\x00" * 99, b"<svg/>"])
def test_broken_photo_is_refused(content: bytes) -> None:
    assert refusal(io.BytesIO(content)) is ErrorCode.PHOTO_INVALID


def test_more_photos_than_places_are_all_decoded() -> None:
    sizes: list[tuple[int, int]] = []

    def read() -> None:
        sizes.append(read_photo(picture("JPEG", (200, 100)), "photos.0").size)

    threads = [threading.Thread(target=read) for _ in range(AT_ONCE * 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sizes == [(200, 100)] * AT_ONCE * 2


def run_decoder(content: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run the program as the shop does."""
    command = [sys.executable, "-I", photo_decoder.__file__, str(LARGE)]
    return subprocess.run(command, input=content, env=coverage_variables(), capture_output=True)


@pytest.mark.parametrize("kind", ["TIFF", "BMP", "ICO", "EPS", "PDF", "JPEG2000"])
def test_decoders_of_other_formats_are_out_of_reach(kind: str) -> None:
    done = run_decoder(picture(kind, (64, 64)).getvalue())

    assert done.returncode == EXIT_NO_PHOTO
    assert b"UnidentifiedImageError" in done.stderr
    assert done.stdout == b""


def test_decoder_says_that_a_photo_is_too_large_and_writes_no_pixel() -> None:
    done = run_decoder(webp_that_claims(16_384).getvalue())

    assert (done.returncode, done.stdout) == (EXIT_TOO_LARGE, b"")


def test_what_a_hostile_file_makes_the_decoder_say_is_cut() -> None:
    half = picture("PNG", (3000, 3000)).getvalue()[:400]

    done = run_decoder(half)

    assert done.returncode == EXIT_NO_PHOTO
    assert 0 < len(done.stderr.strip()) <= 200


@pytest.mark.parametrize(("mode", "kept"), [("RGB", "RGB"), ("RGBA", "RGBA"), ("L", "RGB"), ("LA", "RGBA")])
def test_decoder_writes_upright_pixels_and_nothing_else_of_the_file(mode: str, kept: str) -> None:
    file = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = "taken at home"
    Image.new(mode, (60, 20), "#804020" if mode.startswith("RGB") else 90).save(file, "PNG", exif=exif)

    done = run_decoder(file.getvalue())

    header, _, pixels = done.stdout.partition(b"\n")
    assert json.loads(header) == {"mode": kept, "size": [20, 60]}
    assert len(pixels) == 20 * 60 * len(kept)
    assert b"taken at home" not in done.stdout


def sent_through(content: bytes, longer_side: int = LARGE) -> Image.Image:
    return read_photo(io.BytesIO(content), "photos.0", longer_side=longer_side)


def with_profile(color: Color, profile: bytes, kind: str = "PNG", mode: str = "RGB") -> bytes:
    file = io.BytesIO()
    Image.new(mode, (64, 64), color).save(file, kind, icc_profile=profile)
    return file.getvalue()


def matrix_profile(red: Xyz, green: Xyz, blue: Xyz) -> bytes:
    """Return an RGB profile with these primaries (D50) and the curve of a gamma of 2.2."""

    def fixed(value: float) -> bytes:
        return struct.pack(">i", round(value * 65536))

    def xyz(values: Xyz) -> bytes:
        return b"XYZ \0\0\0\0" + b"".join(map(fixed, values))

    curve = b"curv\0\0\0\0" + struct.pack(">IHH", 1, 0x0233, 0)
    tags = {b"wtpt": xyz((0.9642, 1, 0.8249)), b"rXYZ": xyz(red), b"gXYZ": xyz(green), b"bXYZ": xyz(blue)}
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve)
    table, data = struct.pack(">I", len(tags)), b""
    for name, body in tags.items():
        table += name + struct.pack(">II", 128 + 4 + 12 * len(tags) + len(data), len(body))
        data += body
    header = b"\0\0\0\0lcms\x02\x10\0\0mntrRGB XYZ ".ljust(36, b"\0") + b"acsp".ljust(28, b"\0")
    header = (header + struct.pack(">I", 0) + fixed(0.9642) + fixed(1) + fixed(0.8249)).ljust(128, b"\0")
    return struct.pack(">I", 128 + len(table) + len(data)) + (header + table + data)[4:]


P3 = matrix_profile((0.5151, 0.2412, -0.0011), (0.2919, 0.6922, 0.0419), (0.1572, 0.0666, 0.7841))
# Its first number is green and its second red.
SWAPPED = matrix_profile((0.3851, 0.7169, 0.0971), (0.4361, 0.2225, 0.0139), (0.1431, 0.0606, 0.7141))


@pytest.mark.parametrize(
    ("kind", "mode"), [("JPEG", "RGB"), ("PNG", "RGB"), ("PNG", "RGBA"), ("WEBP", "RGB")]
)
def test_colours_of_another_space_are_converted_to_srgb(kind: str, mode: str) -> None:
    p3 = sent_through(with_profile((200, 60, 60), P3, kind, mode)).convert("RGB").getpixel((32, 32))
    swapped = sent_through(with_profile((200, 60, 60), SWAPPED, kind, mode)).convert("RGB").getpixel((32, 32))

    # The red of P3 is redder than that of sRGB.
    assert p3 == pytest.approx((219, 37, 49), abs=8)
    assert swapped == pytest.approx((60, 200, 60), abs=8)


def test_transparency_stays_when_colours_are_converted() -> None:
    photo = sent_through(with_profile((200, 60, 60, 77), SWAPPED, mode="RGBA"))

    assert photo.mode == "RGBA"
    assert photo.getpixel((32, 32)) == pytest.approx((60, 200, 60, 77), abs=8)


@pytest.mark.parametrize(
    ("mode", "color", "shown"),
    [("L", 90, (90, 90, 90)), ("P", "#c83c3c", (200, 60, 60))],
    ids=["grey", "palette"],
)
def test_profile_of_a_grey_or_palette_picture_keeps_it_whole(mode: str, color: Color, shown: Xyz) -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()

    assert sent_through(with_profile(color, srgb, mode=mode)).getpixel((32, 32)) == pytest.approx(
        shown, abs=3
    )


@pytest.mark.parametrize("profile", [b"no profile", P3[:200], b"\xff" * 3000], ids=["text", "half", "noise"])
def test_picture_with_a_broken_profile_is_taken_for_srgb(profile: bytes) -> None:
    assert sent_through(with_profile((200, 60, 60), profile)).getpixel((32, 32)) == (200, 60, 60)


@pytest.mark.parametrize("shade", [0, 30_000, 65_535])
def test_grey_of_sixteen_bits_keeps_its_shades(shade: int) -> None:
    file = io.BytesIO()
    Image.new("I;16", (64, 64), shade).save(file, "PNG")

    assert sent_through(file.getvalue()).getpixel((32, 32)) == pytest.approx((shade // 257,) * 3, abs=1)


def test_photo_of_a_phone_with_fifty_megapixels_is_taken() -> None:
    file = io.BytesIO()
    Image.new("RGB", (8160, 6120), "#804020").save(file, "JPEG", progressive=True, subsampling=0)

    photo = sent_through(file.getvalue())

    assert photo.size == (LARGE, 1200)
    assert photo.getpixel((800, 600)) == pytest.approx((128, 64, 32), abs=3)


def test_reduced_photo_is_the_same_picture_without_seams() -> None:
    slope = Image.radial_gradient("L").resize((5000, 4000)).convert("RGB")
    file = io.BytesIO()
    slope.save(file, "PNG")

    photo = sent_through(file.getvalue())

    difference = ImageChops.difference(photo, slope.resize(photo.size)).convert("L")
    assert sum(difference.histogram()[5:]) == 0
