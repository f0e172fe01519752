"""Photos that people upload: looked at, made anew in our own sizes, stored under names nobody can guess.

What is stored is never what came in: a file made to attack a decoder, or carrying the place where it was
taken, ends here.
"""

import logging
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.conf import settings
from PIL import Image, ImageFile, ImageOps

from project.core.errors import DomainError, ErrorCode

logger = logging.getLogger(__name__)

MAX_PHOTOS = 4
MAX_BYTES = 5 * 1024 * 1024
# As phones take them. A file of some kilobytes can unfold to gigabytes: this is asked before unfolding.
MAX_PIXELS = 50_000_000
# The longer side in pixels.
LARGE = 1600
SMALL = 320
FORMATS = ("JPEG", "PNG", "GIF", "WEBP")


def new_photo_key() -> str:
    """Return the name of a photo's files: 192 random bits, as files are served to whoever knows the name."""
    return secrets.token_hex(24)


class PhotoRefused(DomainError):
    """One of the photos cannot be taken; `errors` names it as photos.0, photos.1, …"""

    code = ErrorCode.PHOTO_INVALID
    status = 422


class TooManyPhotos(DomainError):
    """More photos than there may be, those kept counted."""

    code = ErrorCode.TOO_MANY_PHOTOS
    status = 422


def require_room(more: Sequence[object], *, kept: int = 0) -> None:
    """Raise TooManyPhotos when `more` photos beside those kept are too many."""
    if kept + len(more) > MAX_PHOTOS:
        raise TooManyPhotos(f"{kept} kept, {len(more)} new", errors={"photos": ErrorCode.TOO_MANY_PHOTOS})


@dataclass(frozen=True)
class StoredPhoto:
    """A photo whose files lie in the media folder."""

    key: str
    width: int
    height: int


@dataclass(frozen=True)
class PhotoFolder:
    """The photos of one purpose, in a folder of this name."""

    name: str

    @contextmanager
    def stored(self, files: Sequence[IO[bytes]]) -> Iterator[list[StoredPhoto]]:
        """Store the photos for what the block writes about them; when it fails the files go again.

        Raises PhotoRefused.
        """
        done: list[StoredPhoto] = []
        try:
            for number, file in enumerate(files):
                done.append(self._store(file, f"photos.{number}"))
            yield done
        except BaseException:
            self.remove([photo.key for photo in done])
            raise

    def remove(self, keys: Sequence[str]) -> None:
        """Delete the files of these photos; those that are gone already do no harm."""
        for key in keys:
            for path in self._paths(key):
                path.unlink(missing_ok=True)

    def url(self, key: str) -> str:
        """Return the address of the large version."""
        return f"{settings.MEDIA_URL}{self.name}/{key}.webp"

    def thumbnail(self, key: str) -> str:
        """Return the address of the small version for lists."""
        return f"{settings.MEDIA_URL}{self.name}/{key}-small.webp"

    def _paths(self, key: str) -> tuple[Path, Path]:
        """Return where the large and the small version lie."""
        folder = Path(settings.MEDIA_ROOT) / self.name
        return folder / f"{key}.webp", folder / f"{key}-small.webp"

    def _store(self, file: IO[bytes], field: str) -> StoredPhoto:
        picture = read_photo(file, field)
        key = new_photo_key()
        large, small = self._paths(key)
        large.parent.mkdir(parents=True, exist_ok=True)
        picture.thumbnail((LARGE, LARGE), Image.Resampling.LANCZOS)
        width, height = picture.size
        _save(picture, large)
        picture.thumbnail((SMALL, SMALL), Image.Resampling.LANCZOS)
        _save(picture, small)
        return StoredPhoto(key, width, height)


def _save(picture: Image.Image, path: Path) -> None:
    # Said, because Pillow would take over where and with what the picture was taken.
    picture.save(path, "WEBP", quality=82, method=2, exif=b"", icc_profile=b"", xmp=b"")


def read_photo(file: IO[bytes], field: str) -> Image.Image:
    """Return the picture, upright, its first frame, in plain colours.

    Raises PhotoRefused, which names the `field`.
    """
    file.seek(0, 2)
    if file.tell() > MAX_BYTES:
        raise _refused(field, ErrorCode.PHOTO_TOO_LARGE, "too many bytes")
    file.seek(0)
    try:
        with Image.open(file, formats=FORMATS) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise _refused(field, ErrorCode.PHOTO_TOO_LARGE, f"{picture.size} pixels")
            # Lets JPEG be unfolded at a fraction of its size.
            picture.draft("RGB", (LARGE, LARGE))
            # WeasyPrint, which prints the invoices, switches it on for the whole process.
            ImageFile.LOAD_TRUNCATED_IMAGES = False
            picture.load()
            upright = ImageOps.exif_transpose(picture)
            return upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    except PhotoRefused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _refused(field, ErrorCode.PHOTO_TOO_LARGE, repr(error)) from error
    except Exception as error:
        # A decoder may raise nearly anything over a broken or hostile file, and all of it means: no picture.
        raise _refused(field, ErrorCode.PHOTO_INVALID, repr(error)) from error


def _refused(field: str, code: ErrorCode, why: str) -> PhotoRefused:
    logger.info("%s refused: %s", field, why)
    return PhotoRefused(why, errors={field: code})
