"""A picture's files: every size the shop shows, as AVIF and WebP, made once per content.

The names carry a digest of the content and of how the files are made, and a file appears whole or not at all:
processes that make the same picture at once do no harm, and a file that is there never needs another look.
Where they lie, the storage says (project/core/storage).
"""

import base64
import hashlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.utils import timezone
from PIL import ExifTags, Image, ImageOps

from project.catalog.models import Picture, PictureStatus
from project.catalog.pictures import renderer
from project.catalog.pictures.renderer import FORMATS, TURNTABLE_WIDTH, WIDTHS, files_of, resized
from project.core.errors import DomainError, ErrorCode
from project.core.photos import PhotoRefused, read_photo
from project.core.storage import files
from project.core.storage.files import PICTURES

# What the keys of pictures begin with that staff uploaded.
UPLOADED = "upload-"
RENDER_SECONDS = 90.0
_PLACEHOLDER_WIDTH = 16
_RENDERER = Path(renderer.__file__)
_OURS = re.compile(r"/products/(?P<key>[\w-]+)\.(?P<digest>[0-9a-f]{12})(?:-\w+\.\w+)?$")


@dataclass(frozen=True)
class Source:
    """A picture to store: the key it is found by, and the file's content as the photographer gave it."""

    key: str
    content: bytes

    @property
    def digest(self) -> str:
        """Names the content and the recipe: another quality is another file."""
        recipe = repr((WIDTHS, _PLACEHOLDER_WIDTH, FORMATS)).encode()
        return hashlib.sha256(recipe + self.content).hexdigest()[:12]


class PictureTooLarge(DomainError):
    """More bytes or more pixels than a picture may have."""

    code = ErrorCode.PHOTO_TOO_LARGE
    status = 413


class UploadUnavailable(DomainError):
    """The storage of the pictures cannot be written."""

    code = ErrorCode.UPLOAD_UNAVAILABLE
    status = 503


class RenderingFailed(Exception):
    """The renderer was killed, ran out of time, or could not read the source."""


@dataclass(frozen=True)
class Upload:
    """A photo somebody sent, decoded and made anew, and the fields of its picture's row."""

    source: Source
    facts: Mapping[str, Any]

    @property
    def picture(self) -> Picture:
        """Return the picture as far as its files are concerned."""
        return Picture(key=self.source.key, digest=self.source.digest, width=self.facts["width"])

    def write_source(self) -> None:
        """Write what the sizes are rendered from, which is shown until they are there.

        Raises StorageUnavailable.
        """
        name = source_name(self.picture)
        if not files.exists(PICTURES, name):
            files.save(PICTURES, name, self.source.content)


def read_upload(file: IO[bytes], field: str) -> Upload:
    """Return a picture somebody sent: looked at by its content, made anew, without what the camera noted.

    The same content sent twice has the same key, so that a repeated upload leaves nothing behind.

    Raises PhotoRefused, PictureTooLarge.
    """
    try:
        # One pixel more, as a larger photo must not come out as large as a turntable's sprite.
        image = read_photo(file, field, longer_side=TURNTABLE_WIDTH + 1)
    except PhotoRefused as error:
        if ErrorCode.PHOTO_TOO_LARGE in error.errors.values():
            raise PictureTooLarge(str(error), errors=error.errors) from error
        raise
    if image.size != (TURNTABLE_WIDTH, TURNTABLE_WIDTH):
        image.thumbnail((max(WIDTHS), max(WIDTHS)), Image.Resampling.LANCZOS, reducing_gap=3)
    content, plain = _as_source(image)
    source = Source(f"{UPLOADED}{hashlib.sha256(content).hexdigest()[:40]}", content)
    return Upload(source, _facts(source.digest, plain.size, resized(plain, min(min(WIDTHS), plain.width))))


def render_in_subprocess(picture: Picture, folder: Path) -> None:
    """Render all sizes of the picture's source into the folder, in a process of its own with limits.

    Raises RenderingFailed, FileNotFoundError, StorageUnavailable.
    """
    source = folder / "source.jpg"
    source.write_bytes(files.read(PICTURES, source_name(picture)))
    try:
        # -I isolates Python from our environment and paths; the empty environment holds no secret.
        done = subprocess.run(
            [sys.executable, "-I", str(_RENDERER), str(source), str(folder)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={},
            timeout=RENDER_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise RenderingFailed("took too long") from error
    if done.returncode:
        raise RenderingFailed(f"exit {done.returncode} {done.stderr.decode(errors='replace')[-300:]}")


def store_rendered(picture: Picture, folder: Path) -> list[str]:
    """Store the rendered files and return their names. Raises StorageUnavailable."""
    stored = []
    for width, extension in files_of(picture.width):
        name = name_of(picture, width, extension)
        files.save(PICTURES, name, (folder / f"{width}.{extension}").read_bytes())
        stored.append(name)
    return stored


def key_of(address: str) -> str:
    """Return the key of the picture of ours that has this address, whatever its size; empty for any other."""
    match = _OURS.search(address)
    return match["key"] if match else ""


def keep_picture(key: str) -> Picture | None:
    """Return the picture and protect it from removal for a day; None when there is none of this key."""
    picture = Picture.objects.filter(key=key).first()
    if picture is None or picture.unused_since is None:
        return picture
    # Waits for whoever is removing it: afterwards it is gone, or it stays.
    if not Picture.objects.filter(pk=picture.pk).update(unused_since=None):
        return None
    picture.unused_since = None
    return picture


def stored_names(key: str) -> list[str]:
    """Return the names of all files of a picture, whatever recipe made them. Raises StorageUnavailable."""
    return files.find(PICTURES, _beginning(key))


def is_being_removed(key: str) -> bool:
    """Return whether files of a picture that had this key are still to be removed."""
    return files.is_discarded(PICTURES, _beginning(key))


def store_all(sources: list[Source]) -> list[Picture]:
    """Make what is missing of these pictures' files and rows; return those that were new or had changed.

    The worker renders the sizes, as it does those of uploads.

    Raises PIL.UnidentifiedImageError for content that is no picture.
    """
    known = {picture.key: picture for picture in Picture.objects.filter(key__in=[s.key for s in sources])}
    due = [source for source in sources if not _is_stored(known.get(source.key), source.digest)]
    # Decoding happens outside Python's lock, so threads are enough.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [
            Picture.objects.update_or_create(key=source.key, defaults=fields)[0]
            for source, fields in zip(due, pool.map(_make, due), strict=True)
        ]


def name_of(picture: Picture, width: int, extension: str) -> str:
    """Return what this size of the picture is called in the storage."""
    return f"{_beginning(picture.key)}{picture.digest}-{width}.{extension}"


def source_name(picture: Picture) -> str:
    """Return what the file is called that an uploaded picture's sizes are rendered from."""
    return f"{_beginning(picture.key)}{picture.digest}-source.jpg"


def is_rendered(picture: Picture) -> bool:
    """Return whether every size of the picture is there. Raises StorageUnavailable."""
    return all(files.exists(PICTURES, name_of(picture, *each)) for each in files_of(picture.width))


def _beginning(key: str) -> str:
    """Return what the names of all files of a picture begin with."""
    return f"products/{key}."


def _is_stored(picture: Picture | None, digest: str) -> bool:
    if picture is None or picture.digest != digest:
        return False
    return is_rendered(picture) if picture.is_ready else True


def _make(source: Source) -> dict[str, Any]:
    """Store the source unless its sizes are there already; return the fields of the picture's row."""
    with Image.open(io.BytesIO(source.content)) as opened:
        picture = Picture(key=source.key, digest=source.digest, width=_upright_size(opened)[0])
        if is_rendered(picture):
            # From the smallest file: the source need not be unpacked.
            small = io.BytesIO(files.read(PICTURES, name_of(picture, min(WIDTHS), "webp")))
            with Image.open(small) as rendered:
                facts = _facts(source.digest, _upright_size(opened), rendered)
            return facts | {"status": PictureStatus.READY, "next_try_at": None}
        # As it is to be seen: cameras note a turn instead of making it.
        content, plain = _as_source(ImageOps.exif_transpose(opened))
    files.save(PICTURES, source_name(picture), content)
    facts = _facts(source.digest, plain.size, resized(plain, min(min(WIDTHS), plain.width)))
    return facts | {"status": PictureStatus.PROCESSING, "attempt": 0, "next_try_at": timezone.now()}


def _as_source(image: Image.Image) -> tuple[bytes, Image.Image]:
    """Return the file that the sizes are rendered from, and what it shows."""
    if image.mode == "RGBA":
        # Photographs stand on white; see-through corners would turn black.
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    plain, content = image.convert("RGB"), io.BytesIO()
    plain.info = {}
    plain.save(content, "JPEG", quality=93, subsampling=0)
    return content.getvalue(), plain


def _facts(digest: str, size: tuple[int, int], small: Image.Image) -> dict[str, Any]:
    """Return the fields of a picture's row, as its smallest size has them."""
    return {
        "digest": digest,
        "width": size[0],
        "height": size[1],
        "placeholder": _placeholder(small),
        # The average colour as #rrggbb.
        "color": "#" + small.resize((1, 1), Image.Resampling.BOX).tobytes().hex(),
    }


def _upright_size(image: Image.Image) -> tuple[int, int]:
    turned = image.getexif().get(ExifTags.Base.Orientation, 1) >= 5
    return (image.height, image.width) if turned else (image.width, image.height)


def _placeholder(image: Image.Image) -> str:
    file = io.BytesIO()
    resized(image, _PLACEHOLDER_WIDTH).save(file, "WEBP", quality=40, method=6)
    return "data:image/webp;base64," + base64.b64encode(file.getvalue()).decode()
