"""Pictures: the request keeps the source, the worker renders the sizes, the screens hear of it.

Rendering that dies between two steps is only late:

1. begin: count the try in one transaction;
2. render into a folder of this try alone, in a process of its own, and store the files; they are named by
   their content, so two tries write the same;
3. end: give the row its status, under its lock. A try whose picture was removed meanwhile leaves nothing.
"""

import logging
from datetime import timedelta
from typing import IO, Final

from django.db import transaction
from django.utils import timezone

from project.catalog.models import Picture, PictureStatus
from project.catalog.pictures.files import (
    Source,
    Upload,
    UploadUnavailable,
    is_being_removed,
    is_rendered,
    read_upload,
    render_in_subprocess,
    source_name,
    store_all,
    store_rendered,
)
from project.core.errors import NotFound
from project.core.leases import claim_due
from project.core.storage import files
from project.core.storage.errors import StorageUnavailable
from project.core.storage.files import PICTURES
from project.events.publish import publish

logger = logging.getLogger(__name__)

# Longer than a rendering may take.
LEASE: Final = timedelta(minutes=2)
PAUSE: Final = timedelta(seconds=5)
ATTEMPTS: Final = 3


def store_pictures(sources: list[Source]) -> int:
    """Make what is missing of these pictures' files and rows; return how many were new or had changed.

    Raises PIL.UnidentifiedImageError for content that is no picture.
    """
    stored = store_all(sources)
    for picture in stored:
        _tell(picture, "picture.ready" if picture.is_ready else "picture.restarted")
    return len(stored)


def store_upload(file: IO[bytes], field: str) -> Picture:
    """Store a picture somebody sent; the worker renders its sizes.

    The same content sent twice is one picture; one that could not be rendered is tried again.

    Raises PhotoRefused, PictureTooLarge, UploadUnavailable.
    """
    upload = read_upload(file, field)
    try:
        # Retried once if the same picture was being removed.
        for _ in range(2):
            upload.write_source()
            has_sizes = is_rendered(upload.picture)
            picture = _create_or_find_picture(upload, has_sizes=has_sizes)
            if picture is not None and files.exists(PICTURES, source_name(picture)):
                return picture
    except StorageUnavailable as error:
        raise UploadUnavailable(str(error)) from error
    raise UploadUnavailable(f"{upload.source.key} did not stay")


@transaction.atomic
def retry_rendering(key: str) -> Picture:
    """Render a picture again that failed; a picture that did not fail is left as it is. Raises NotFound."""
    picture = _lock(key=key)
    if picture is None:
        raise NotFound(key)
    if picture.status == PictureStatus.FAILED:
        _restart(picture)
    return picture


def take_due_pictures(limit: int = 1) -> list[int]:
    """Claim the pictures that are due and return their keys; each is claimed by one caller only."""
    return claim_due(Picture, "next_try_at", lease=LEASE, limit=limit)


def render_picture(pk: int) -> Picture | None:
    """Render the sizes of one claimed picture; None when it was over, removed, or will be tried again."""
    if not files.is_available(PICTURES):
        return None  # due again when its lease ends; the try does not count
    picture = _begin(pk)
    if picture is None:
        return None
    try:
        with files.scratch_folder() as folder:
            render_in_subprocess(picture, folder)
            stored = store_rendered(picture, folder)
        return _end(picture, stored)
    except Exception:  # whatever it is: the row stays due, and after the last try the screen says so
        logger.exception("%s was not rendered (try %s)", picture, picture.attempt)
        _fail_or_wait(picture)
        return None


@transaction.atomic
def _create_or_find_picture(upload: Upload, *, has_sizes: bool) -> Picture | None:
    """Return the picture's row, made or found; None when it was removed at this moment."""
    defaults = {**upload.facts, "status": PictureStatus.PROCESSING, "next_try_at": timezone.now()}
    made, created = Picture.objects.get_or_create(key=upload.source.key, defaults=defaults)
    if created:
        if is_being_removed(made.key):
            # The files of the one before it, which have the same names.
            made.delete()
            return None
        return made
    picture = _lock(pk=made.pk)
    if picture is None:
        return None
    # Whoever sends it again has a day to use it.
    picture.unused_since = None
    # What the files are made like may have changed since.
    recipe_changed = picture.digest != upload.facts["digest"]
    for field, value in upload.facts.items():
        setattr(picture, field, value)
    picture.save(update_fields=["unused_since", *upload.facts])
    if picture.status == PictureStatus.FAILED or (picture.is_ready and (recipe_changed or not has_sizes)):
        _restart(picture)
    elif recipe_changed:
        _tell(picture, "picture.changed")
    return picture


def _restart(picture: Picture) -> None:
    picture.transition_to(PictureStatus.PROCESSING)
    picture.attempt = 0
    picture.next_try_at = timezone.now()
    picture.save(update_fields=["attempt", "next_try_at"])
    _tell(picture, "picture.restarted")


@transaction.atomic
def _begin(pk: int) -> Picture | None:
    picture = _lock(pk=pk)
    if picture is None or picture.status != PictureStatus.PROCESSING:
        return None
    if picture.attempt >= ATTEMPTS:
        # The worker died every time, without a word.
        _fail(picture)
        return None
    picture.attempt += 1
    picture.next_try_at = timezone.now() + LEASE
    picture.save(update_fields=["attempt", "next_try_at"])
    return picture


@transaction.atomic
def _end(picture: Picture, stored: list[str]) -> Picture | None:
    """Note that the sizes are there, in files of these names."""
    locked = _lock_try(picture)
    if locked is None:
        if not Picture.objects.filter(key=picture.key).exists():
            files.discard(PICTURES, stored)
        return None
    locked.transition_to(PictureStatus.READY)
    _close(locked)
    _tell(locked, "picture.ready")
    return locked


@transaction.atomic
def _fail_or_wait(picture: Picture) -> None:
    locked = _lock_try(picture)
    if locked is None:
        return
    if locked.attempt >= ATTEMPTS:
        _fail(locked)
    else:
        locked.next_try_at = timezone.now() + PAUSE
        locked.save(update_fields=["next_try_at"])


def _fail(picture: Picture) -> None:
    picture.transition_to(PictureStatus.FAILED)
    _close(picture)
    _tell(picture, "picture.failed")


def _close(picture: Picture) -> None:
    picture.next_try_at = None
    picture.save(update_fields=["next_try_at"])


def _lock(**which: object) -> Picture | None:
    return Picture.objects.select_for_update().filter(**which).first()


def _lock_try(picture: Picture) -> Picture | None:
    """Lock the row if it is still to be rendered, and by this try."""
    mine = {"attempt": picture.attempt, "digest": picture.digest}
    return _lock(pk=picture.pk, status=PictureStatus.PROCESSING, **mine)


def _tell(picture: Picture, name: str) -> None:
    publish(name, subject=picture.topic, topics=[picture.topic], payload={"status": picture.status})
