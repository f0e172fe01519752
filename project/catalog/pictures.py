"""A picture's files: every size the shop shows, as AVIF and WebP, made once per content.

The names carry a digest of the content and of how the files are made, and a file appears whole or not at all:
processes that make the same picture at once do no harm, and a file that is there never needs another look.
"""

import base64
import hashlib
import io
import os
import secrets
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeGuard

from django.conf import settings
from PIL import ExifTags, Image, ImageOps

from project.catalog.models import Picture
from project.core.errors import DomainError, ErrorCode
from project.core.photos import PhotoRefused, read_photo

WIDTHS = (400, 800, 1600)
# What the keys of pictures begin with that staff uploaded.
UPLOADED = "upload-"
_PLACEHOLDER_WIDTH = 16
# One thread per file: `store_all` keeps the cores busy with several pictures instead.
_FORMATS: Mapping[str, Mapping[str, Any]] = {
    "webp": {"quality": 80, "method": 4},
    "avif": {"quality": 55, "speed": 8, "max_threads": 1},
}


@dataclass(frozen=True)
class Source:
    """A picture to store: the key it is found by, and the file's content as the photographer gave it."""

    key: str
    content: bytes

    @property
    def digest(self) -> str:
        """Names the content and the recipe: another quality is another file."""
        recipe = repr((WIDTHS, _PLACEHOLDER_WIDTH, _FORMATS)).encode()
        return hashlib.sha256(recipe + self.content).hexdigest()[:12]


class PictureTooLarge(DomainError):
    """More bytes or more pixels than a picture may have."""

    code = ErrorCode.PHOTO_TOO_LARGE
    status = 413


class UploadUnavailable(DomainError):
    """The folder of the pictures cannot be written."""

    code = ErrorCode.UPLOAD_UNAVAILABLE
    status = 503


def store_upload(file: IO[bytes], field: str) -> Picture:
    """Store a picture somebody sent: looked at by its content, made anew, without what the camera noted.

    The same content sent twice is one picture, so that a repeated upload leaves nothing behind.

    Raises PhotoRefused, PictureTooLarge, UploadUnavailable.
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
    plain.save(content, "PNG", compress_level=1)
    source = Source(f"{UPLOADED}{hashlib.sha256(content.getvalue()).hexdigest()[:40]}", content.getvalue())
    try:
        # Once more when the same picture was being removed at this moment.
        for _ in range(2):
            store_all([source])
            picture = wanted(source.key)
            if _is_stored(picture, source.digest):
                return picture
    except OSError as error:
        raise UploadUnavailable(str(error)) from error
    raise UploadUnavailable(f"{source.key} did not stay")


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


def store_all(sources: list[Source]) -> int:
    """Make what is missing of these pictures' files and rows; return how many were new or had changed.

    Raises PIL.UnidentifiedImageError for content that is no picture.
    """
    known = {picture.key: picture for picture in Picture.objects.filter(key__in=[s.key for s in sources])}
    due = [source for source in sources if not _is_stored(known.get(source.key), source.digest)]
    # Encoding happens outside Python's lock, so threads are enough.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, facts in zip(due, pool.map(_make, due), strict=True):
            Picture.objects.update_or_create(key=source.key, defaults=facts)
    return len(due)


def widths_of(width: int) -> list[int]:
    """Return the names of the sizes made of a picture this wide: 800 is its full size when it is narrower.

    The larger sizes would only repeat it.
    """
    return [400, 800, 1600] if width > 800 else [400, 800]


def file_of(picture: Picture, width: int, extension: str) -> Path:
    """Return where this size of the picture lies."""
    return _folder() / f"{picture.key}.{picture.digest}-{width}.{extension}"


def _folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "products"


def _is_stored(picture: Picture | None, digest: str) -> TypeGuard[Picture]:
    return (
        picture is not None
        and picture.digest == digest
        and all(file_of(picture, w, f).exists() for w in widths_of(picture.width) for f in _FORMATS)
    )


def _make(source: Source) -> dict[str, Any]:
    """Make the missing files; return the fields of the picture's row."""
    with Image.open(io.BytesIO(source.content)) as opened:
        width, height = _upright_size(opened)
        picture = Picture(key=source.key, digest=source.digest, width=width, height=height)
        missing = [
            (name, extension)
            for name in widths_of(width)
            for extension in _FORMATS
            if not file_of(picture, name, extension).exists()
        ]
        if missing:
            # As it is to be seen: cameras note a turn instead of making it.
            image = ImageOps.exif_transpose(opened).convert("RGB")
            sizes = {name: _resized(image, min(name, width)) for name, _ in missing}
            for name, extension in missing:
                _write(sizes[name], file_of(picture, name, extension), extension)
    # From the smallest file, not from the source: that one need not be unpacked when nothing is missing.
    with Image.open(file_of(picture, min(WIDTHS), "webp")) as small:
        small.load()
        return {
            "digest": source.digest,
            "width": width,
            "height": height,
            "placeholder": _placeholder(small),
            "color": _color(small),
        }


def _upright_size(image: Image.Image) -> tuple[int, int]:
    turned = image.getexif().get(ExifTags.Base.Orientation, 1) >= 5
    return (image.height, image.width) if turned else (image.width, image.height)


def _write(image: Image.Image, path: Path, extension: str) -> None:
    """Write under another name first, so that nobody is served half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        image.save(unfinished, extension.upper(), **_FORMATS[extension])
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _resized(image: Image.Image, width: int) -> Image.Image:
    if width == image.width:
        return image
    height = max(1, round(image.height * width / image.width))
    return image.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3)


def _placeholder(image: Image.Image) -> str:
    file = io.BytesIO()
    _resized(image, _PLACEHOLDER_WIDTH).save(file, "WEBP", quality=40, method=6)
    return "data:image/webp;base64," + base64.b64encode(file.getvalue()).decode()


def _color(image: Image.Image) -> str:
    """Return the average colour as #rrggbb."""
    return "#" + image.resize((1, 1), Image.Resampling.BOX).tobytes().hex()
