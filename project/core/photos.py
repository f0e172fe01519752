"""Photos that people upload: looked at, made anew in our own sizes, stored under names nobody can guess.

What is stored is never what came in: a file made to attack a decoder, or carrying the place where it was
taken, ends here.
"""

import json
import logging
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.conf import settings
from PIL import Image

from project.core import photo_decoder
from project.core.errors import DomainError, ErrorCode

logger = logging.getLogger(__name__)

MAX_PHOTOS = 4
MAX_BYTES = 5 * 1024 * 1024
# The longer side in pixels.
LARGE = 1600
SMALL = 320
# Photos decoded at once in one process of the shop: each may take half a gigabyte and a core.
AT_ONCE = 2
# How long a photo waits for its turn, and how long its decoder may take.
WAIT_SECONDS = 20.0
DECODE_SECONDS = 30.0
_places = threading.BoundedSemaphore(AT_ONCE)
_DECODER = Path(photo_decoder.__file__)


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


class PhotosBusy(DomainError):
    """Too many photos are being decoded; nothing was kept, so it may be sent again."""

    code = ErrorCode.BUSY
    status = 503


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
    """Return the photo, upright, its first frame, in plain colours, at most LARGE pixels long.

    It is decoded in a process of its own (photo_decoder.py), a few at a time.

    Raises PhotoRefused, which names the `field`; PhotosBusy when others' photos take too long.
    """
    file.seek(0, 2)
    if file.tell() > MAX_BYTES:
        raise _refused(field, ErrorCode.PHOTO_TOO_LARGE, "too many bytes")
    file.seek(0)
    if not _places.acquire(timeout=WAIT_SECONDS):
        raise PhotosBusy("too many photos at once")
    try:
        # -I: no path and no variable of ours reaches it. An empty environment holds no secret.
        done = subprocess.run(
            [sys.executable, "-I", str(_DECODER), str(LARGE)],
            input=file.read(),
            capture_output=True,
            env={},
            timeout=DECODE_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise _refused(field, ErrorCode.PHOTO_INVALID, "decoding took too long") from error
    finally:
        _places.release()
    if done.returncode == photo_decoder.EXIT_TOO_LARGE:
        raise _refused(field, ErrorCode.PHOTO_TOO_LARGE, "too many pixels")
    if done.returncode:
        # A decoder that was killed for its memory or time has a code of its own; it is no photo either.
        raise _refused(
            field, ErrorCode.PHOTO_INVALID, f"exit {done.returncode} {done.stderr.decode(errors='replace')}"
        )
    header, _, pixels = done.stdout.partition(b"\n")
    facts = json.loads(header)
    width, height = facts["size"]
    return Image.frombytes(facts["mode"], (width, height), pixels)


def _refused(field: str, code: ErrorCode, why: str) -> PhotoRefused:
    logger.info("%s refused: %s", field, why)
    return PhotoRefused(why, errors={field: code})
