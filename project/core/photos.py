"""Photos that people upload: looked at, made anew in our own sizes, stored under names nobody can guess.

What is stored is never what came in: a file made to attack a decoder, or carrying the place where it was
taken, ends here.
"""

import io
import json
import logging
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, ClassVar

from django.conf import settings
from django.db import models
from PIL import Image

from project.core import photo_decoder
from project.core.errors import DomainError, ErrorCode, Invalid
from project.core.storage.files import PRIVATE, Writing, discard, writing

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
    """One of the photos cannot be taken; `errors` names it as photos.0, photos.1, …."""

    code = ErrorCode.PHOTO_INVALID
    status = 422


class PhotosBusy(DomainError):
    """Too many photos are being decoded; nothing was kept, so it may be sent again."""

    code = ErrorCode.BUSY
    status = 503


def require_room(more: Sized, *, kept: int = 0) -> None:
    """Raise TOO_MANY_PHOTOS when `more` photos beside those kept are too many."""
    if kept + len(more) > MAX_PHOTOS:
        raise Invalid(
            f"{kept} kept, {len(more)} new",
            errors={"photos": ErrorCode.TOO_MANY_PHOTOS},
            code=ErrorCode.TOO_MANY_PHOTOS,
        )


@dataclass(frozen=True)
class StoredPhoto:
    """A photo whose files are stored."""

    key: str
    width: int
    height: int


@dataclass(frozen=True)
class NewPhotos:
    """Photos whose files are stored, until rows name them; see `UploadedPhoto.keep`."""

    photos: Sequence[StoredPhoto] = ()
    writing: Writing | None = None

    def __len__(self) -> int:
        return len(self.photos)


@dataclass(frozen=True)
class PhotoFolder:
    """The photos of one purpose, in a folder of this name of the private storage."""

    name: str

    @contextmanager
    def stored(self, files: Sequence[IO[bytes]]) -> Iterator[NewPhotos]:
        """Store the photos for the rows that the block writes; those it does not keep are removed.

        Not inside a transaction. Raises PhotoRefused, PhotosBusy, StorageUnavailable.
        """
        with writing(PRIVATE) as files_written:
            photos = [
                self._store(file, f"photos.{number}", files_written) for number, file in enumerate(files)
            ]
            yield NewPhotos(photos, files_written)

    def discard(self, keys: Sequence[str]) -> None:
        """Remove the files of these photos once this transaction is over, in which their rows go."""
        discard(PRIVATE, [name for key in keys for name in self._names(key)])

    def url(self, key: str) -> str:
        """Return the address of the large version."""
        return f"{settings.MEDIA_URL}{self._names(key)[0]}"

    def thumbnail(self, key: str) -> str:
        """Return the address of the small version for lists."""
        return f"{settings.MEDIA_URL}{self._names(key)[1]}"

    def _names(self, key: str) -> tuple[str, str]:
        """Return the names of the large and the small version in the storage."""
        return f"{self.name}/{key}.webp", f"{self.name}/{key}-small.webp"

    def _store(self, file: IO[bytes], field: str, files_written: Writing) -> StoredPhoto:
        picture = read_photo(file, field)
        key = new_photo_key()
        picture.thumbnail((LARGE, LARGE), Image.Resampling.LANCZOS)
        width, height = picture.size
        large = _as_webp(picture)
        picture.thumbnail((SMALL, SMALL), Image.Resampling.LANCZOS)
        files_written.save(dict(zip(self._names(key), (large, _as_webp(picture)), strict=True)))
        return StoredPhoto(key, width, height)


class UploadedPhoto(models.Model):
    """A photo somebody uploaded: which files of its folder it is."""

    folder: ClassVar[PhotoFolder]

    key = models.CharField(max_length=64, unique=True, default=new_photo_key)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        ordering = ["position", "pk"]

    @classmethod
    def keep(cls, new: NewPhotos, *, first: int = 0, **owner: models.Model) -> None:
        """Write the rows of stored photos and keep their files; called in their owner's transaction."""
        cls._default_manager.bulk_create(
            cls(position=first + n, **vars(photo), **owner) for n, photo in enumerate(new.photos)
        )
        if new.writing is not None:
            new.writing.keep()

    @property
    def url(self) -> str:
        """Address of the large version."""
        return self.folder.url(self.key)

    @property
    def thumbnail(self) -> str:
        """Address of the small version, for lists."""
        return self.folder.thumbnail(self.key)


def _as_webp(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    # Said, because Pillow would take over where and with what the picture was taken.
    picture.save(file, "WEBP", quality=82, method=2, exif=b"", icc_profile=b"", xmp=b"")
    return file.getvalue()


def read_photo(file: IO[bytes], field: str, *, longer_side: int = LARGE) -> Image.Image:
    """Return the photo, upright, its first frame, in plain colours, at most so many pixels long.

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
            [sys.executable, "-I", str(_DECODER), str(longer_side)],
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
