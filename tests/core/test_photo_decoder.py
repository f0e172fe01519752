"""A stranger's photo is decoded in a process of its own, with limits that hostile files cannot pass."""

import io
import json
import resource
import struct
import subprocess
import sys
import threading

import pytest
from PIL import Image

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


def picture(kind: str, size: tuple[int, int], mode: str = "RGB") -> io.BytesIO:
    file = io.BytesIO()
    options = {"lossless": True} if kind == "WEBP" else {}
    Image.new(mode, size, "#804020").save(file, kind, **options)
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
    bomb = webp_that_claims(7071)

    assert bomb.getbuffer().nbytes == 38
    assert refusal(bomb) is ErrorCode.PHOTO_TOO_LARGE


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_photo_one_row_over_the_limit_is_refused(kind: str) -> None:
    assert refusal(picture(kind, (4000, MAX_PIXELS // 4000 + 1))) is ErrorCode.PHOTO_TOO_LARGE


@pytest.mark.parametrize(("kind", "mode"), [("JPEG", "RGB"), ("PNG", "RGBA"), ("WEBP", "RGBA"), ("GIF", "P")])
def test_largest_photo_is_decoded_within_the_memory_limit(kind: str, mode: str) -> None:
    photo = read_photo(picture(kind, (4000, MAX_PIXELS // 4000), mode), "photos.0")

    assert photo.size == (LARGE, LARGE)


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
    done = run_decoder(webp_that_claims(7071).getvalue())

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
