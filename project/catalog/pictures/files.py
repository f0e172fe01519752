"""A picture's files: every size the shop shows, as AVIF and WebP, made once per content.

The names carry a digest of the content and of how the files are made, and a file appears whole or not at all:
processes that make the same picture at once do no harm, and a file that is there never needs another look.
"""

import base64
import hashlib
import io
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from PIL import ExifTags, Image, ImageOps

from project.catalog.models import Picture
from project.catalog.pictures import renderer
from project.catalog.pictures.renderer import FORMATS, WIDTHS, files_of, resized, save
from project.core.errors import DomainError, ErrorCode
from project.core.photos import PhotoRefused, read_photo

# What the keys of pictures begin with that staff uploaded.
UPLOADED = "upload-"
RENDER_SECONDS = 90.0
_PLACEHOLDER_WIDTH = 16
_RENDERER = Path(renderer.__file__)


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
    """The folder of the pictures cannot be written."""

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
    def path(self) -> Path:
        """Where its source lies."""
        return source_path(Picture(key=self.source.key, digest=self.source.digest))

    def write_source(self) -> None:
        """Write what the sizes are rendered from, which is shown until they are there; raises OSError."""
        if not self.path.exists():
            _write(self.path, lambda unfinished: unfinished.write_bytes(self.source.content))


def read_upload(file: IO[bytes], field: str) -> Upload:
    """Return a picture somebody sent: looked at by its content, made anew, without what the camera noted.

    The same content sent twice has the same key, so that a repeated upload leaves nothing behind.

    Raises PhotoRefused, PictureTooLarge.
    """
    try:
        image = read_photo(file, field)
    except PhotoRefused as error:
        if ErrorCode.PHOTO_TOO_LARGE in error.errors.values():
            raise PictureTooLarge(str(error), errors=error.errors) from error
        raise
    image.thumbnail((max(WIDTHS), max(WIDTHS)), Image.Resampling.LANCZOS, reducing_gap=3)
    if image.mode == "RGBA":
        # Photographs stand on white; see-through corners would turn black.
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    content = io.BytesIO()
    plain = image.convert("RGB")
    plain.info = {}
    plain.save(content, "JPEG", quality=93, subsampling=0)
    source = Source(f"{UPLOADED}{hashlib.sha256(content.getvalue()).hexdigest()[:40]}", content.getvalue())
    return Upload(source, _facts(source.digest, plain.size, resized(plain, min(min(WIDTHS), plain.width))))


def render_apart(picture: Picture, folder: Path) -> None:
    """Render all sizes of the picture's source into the folder, in a process of its own with limits.

    Raises RenderingFailed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # -I: no path and no variable of ours reaches it. An empty environment holds no secret.
        done = subprocess.run(
            [sys.executable, "-I", str(_RENDERER), str(source_path(picture)), str(folder)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={},
            timeout=RENDER_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise RenderingFailed("took too long") from error
    if done.returncode:
        raise RenderingFailed(f"exit {done.returncode} {done.stderr.decode(errors='replace')[-300:]}")


def take_rendered(picture: Picture, folder: Path) -> None:
    """Give the rendered files their names; the caller holds the picture's row. Raises OSError."""
    for name, extension in files_of(picture.width):
        (folder / f"{name}.{extension}").replace(file_of(picture, name, extension))


def scratch_folder(picture: Picture) -> Path:
    """Return where this try's files are rendered."""
    return _folder() / f".{picture.key}.{picture.attempt}"


def remove_scratch(picture: Picture) -> None:
    """Remove what tries that died left behind, and this try's own."""
    for folder in _folder().glob(f".{picture.key}.*"):
        if folder.is_dir():
            shutil.rmtree(folder, ignore_errors=True)


def wanted(key: str) -> Picture | None:
    """Return the picture of this key, or None; it is not removed for at least a day from now on."""
    picture = Picture.objects.filter(key=key).first()
    if picture is None or picture.unused_since is None:
        return picture
    # Waits for whoever is removing it: afterwards it is gone, or it stays.
    if not Picture.objects.filter(pk=picture.pk).update(unused_since=None):
        return None
    picture.unused_since = None
    return picture


def remove_files(picture: Picture) -> None:
    """Remove every size of the picture, whatever recipe made it."""
    for path in _folder().glob(f"{picture.key}.*"):
        path.unlink(missing_ok=True)
    remove_scratch(picture)


def store_all(sources: list[Source]) -> list[Picture]:
    """Make what is missing of these pictures' files and rows; return those that were new or had changed.

    Raises PIL.UnidentifiedImageError for content that is no picture.
    """
    known = {picture.key: picture for picture in Picture.objects.filter(key__in=[s.key for s in sources])}
    due = [source for source in sources if not _is_stored(known.get(source.key), source.digest)]
    # Encoding happens outside Python's lock, so threads are enough.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [
            Picture.objects.update_or_create(key=source.key, defaults=facts)[0]
            for source, facts in zip(due, pool.map(_make, due), strict=True)
        ]


def file_of(picture: Picture, width: int, extension: str) -> Path:
    """Return where this size of the picture lies."""
    return _folder() / f"{picture.key}.{picture.digest}-{width}.{extension}"


def source_path(picture: Picture) -> Path:
    """Return where the file lies that an uploaded picture's sizes are rendered from."""
    return _folder() / f"{picture.key}.{picture.digest}-source.jpg"


def is_rendered(picture: Picture) -> bool:
    """Whether every size of the picture is there."""
    return all(file_of(picture, *each).exists() for each in files_of(picture.width))


def _folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "products"


def _is_stored(picture: Picture | None, digest: str) -> bool:
    return picture is not None and picture.digest == digest and picture.is_ready and is_rendered(picture)


def _make(source: Source) -> dict[str, Any]:
    """Make the missing files; return the fields of the picture's row."""
    with Image.open(io.BytesIO(source.content)) as opened:
        width, height = _upright_size(opened)
        picture = Picture(key=source.key, digest=source.digest, width=width, height=height)
        missing = [each for each in files_of(width) if not file_of(picture, *each).exists()]
        if missing:
            # As it is to be seen: cameras note a turn instead of making it.
            image = ImageOps.exif_transpose(opened).convert("RGB")
            for name, extension in missing:
                _write(
                    file_of(picture, name, extension),
                    partial(save, resized(image, min(name, width)), extension),
                )
    # From the smallest file, not from the source: that one need not be unpacked when nothing is missing.
    with Image.open(file_of(picture, min(WIDTHS), "webp")) as small:
        small.load()
        return _facts(source.digest, (width, height), small)


def _facts(digest: str, size: tuple[int, int], small: Image.Image) -> dict[str, Any]:
    """Return the fields of a picture's row, as its smallest size has them."""
    return {
        "digest": digest,
        "width": size[0],
        "height": size[1],
        "placeholder": _placeholder(small),
        "color": _color(small),
    }


def _upright_size(image: Image.Image) -> tuple[int, int]:
    turned = image.getexif().get(ExifTags.Base.Orientation, 1) >= 5
    return (image.height, image.width) if turned else (image.width, image.height)


def _write(path: Path, write: Callable[[Path], object]) -> None:
    """Write under another name first, so that nobody is served half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        write(unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _placeholder(image: Image.Image) -> str:
    file = io.BytesIO()
    resized(image, _PLACEHOLDER_WIDTH).save(file, "WEBP", quality=40, method=6)
    return "data:image/webp;base64," + base64.b64encode(file.getvalue()).decode()


def _color(image: Image.Image) -> str:
    """Return the average colour as #rrggbb."""
    return "#" + image.resize((1, 1), Image.Resampling.BOX).tobytes().hex()
