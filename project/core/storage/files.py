"""Read, write and remove the shop's files; nothing of the shop does so by other means.

A private file is written before the row that names it, under a name that nothing else ever has, and removed
after the row. A process may die between the two, and the storage may be away when a file is to go. So each
file that no row names (yet) has a row of its own, a `FileRemoval`, which the worker works off:

1. `writing` reserves the names for an hour, then writes the files;
2. `keep` ends the reservation in the transaction that writes the rows which name them;
3. `discard` makes files due for removal in the transaction after which no row names them.

Product pictures are named by their content, so a file may be written again; they are not reserved.
"""

import contextlib
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import IO, Final, Protocol, cast

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import storages
from django.db import DatabaseError, transaction
from django.utils import timezone

from project.core.leases import claim_due
from project.core.models import FileRemoval
from project.core.storage.errors import StorageUnavailable

logger = logging.getLogger(__name__)

# Keys of settings.STORAGES: product pictures, which everybody may fetch; what the shop alone hands out; and
# what it hands out for a day, of which no backup is taken.
PICTURES: Final = "pictures"
PRIVATE: Final = "default"
EXPORTS: Final = "exports"

# Longer than anything takes between writing a file and the row that names it.
RESERVED_FOR: Final = timedelta(hours=1)
# Before a removal that failed is tried again.
_PAUSE: Final = timedelta(minutes=5)
_SCRATCH_KEPT_SECONDS: Final = 24 * 3600


class _Storage(Protocol):
    def open(self, name: str) -> IO[bytes]: ...

    def save(self, name: str, content: "File[bytes]") -> str: ...

    def exists(self, name: str) -> bool: ...

    def delete(self, name: str) -> None: ...

    def find(self, prefix: str) -> list[str]: ...

    def check(self) -> None: ...


def save(store: str, name: str, content: bytes | IO[bytes]) -> None:
    """Write a file; it appears whole or not at all. Raises StorageUnavailable."""
    file: File[bytes] = ContentFile(content) if isinstance(content, bytes) else File(content)
    with _reached(store) as storage:
        storage.save(name, file)


def read(store: str, name: str) -> bytes:
    """Return what a file holds. Raises FileNotFoundError, StorageUnavailable."""
    with _reached(store) as storage, storage.open(name) as file:
        return file.read()


def open_file(store: str, name: str) -> IO[bytes]:
    """Return a file to read piece by piece, which the caller closes.

    Raises FileNotFoundError, StorageUnavailable.
    """
    with _reached(store) as storage:
        return storage.open(name)


def exists(store: str, name: str) -> bool:
    """Return whether there is such a file. Raises StorageUnavailable."""
    with _reached(store) as storage:
        return storage.exists(name)


def find(store: str, prefix: str) -> list[str]:
    """Return the names of a folder's files that begin so (`products/bead.`). Raises StorageUnavailable."""
    with _reached(store) as storage:
        return storage.find(prefix)


def delete(store: str, name: str) -> None:
    """Remove a file; one that is gone does no harm. Raises StorageUnavailable."""
    with _reached(store) as storage:
        storage.delete(name)


def is_available(store: str) -> bool:
    """Return whether the storage answers: a job that needs it is better not begun without."""
    try:
        with _reached(store) as storage:
            storage.check()
    except StorageUnavailable as error:
        logger.warning("the storage of %s is away: %s", store, error)
        return False
    return True


# -- Files and the rows that name them -----------------------------------------------------------


class Writing:
    """Files that are being written, until rows name them."""

    def __init__(self, store: str) -> None:
        self._store = store
        self._names: list[str] = []

    def save(self, contents: Mapping[str, bytes | IO[bytes]]) -> None:
        """Reserve these new names and write the files. Raises StorageUnavailable."""
        due_at = timezone.now() + RESERVED_FOR
        for name in contents:
            # There are few, and one row needs no transaction.
            FileRemoval.objects.create(store=self._store, name=name, due_at=due_at, reserved=True)
            self._names.append(name)
        for name, content in contents.items():
            save(self._store, name, content)

    def keep(self) -> None:
        """Keep the files; called in the transaction that writes the rows which name them.

        Raises StorageUnavailable when writing them took so long that they are being removed.
        """
        reserved = FileRemoval.objects.filter(store=self._store, name__in=self._names, reserved=True)
        if reserved.delete()[0] != len(self._names):
            raise StorageUnavailable("the reservation of a file has ended")
        transaction.on_commit(self._names.clear)

    def discard_rest(self) -> None:
        """Remove what was not kept; when that fails, the worker tries again."""
        if self._names:
            with contextlib.suppress(DatabaseError):
                _remove_named(self._store, self._names)


@contextmanager
def writing(store: str) -> Iterator[Writing]:
    """Write files for rows that the block writes; those it does not `keep` are removed.

    Not inside a transaction: the reservations must stand while the files are written.
    """
    files = Writing(store)
    try:
        yield files
    finally:
        files.discard_rest()


def discard(store: str, names: Sequence[str]) -> None:
    """Remove files once this transaction is over, in which the last row that named them goes.

    While the storage is away they wait for the worker.
    """
    if not names:
        return
    now = timezone.now()
    FileRemoval.objects.bulk_create(
        [FileRemoval(store=store, name=name, due_at=now, reserved=False) for name in names],
        update_conflicts=True,
        unique_fields=["store", "name"],
        update_fields=["due_at", "reserved"],
    )
    transaction.on_commit(partial(_remove_named, store, names), robust=True)


def is_discarded(store: str, prefix: str) -> bool:
    """Return whether files whose names begin so are still to be removed, and so must not be written."""
    return FileRemoval.objects.filter(store=store, name__startswith=prefix).exists()


def remove_due_files(limit: int = 500) -> int:
    """Remove the files that are due for it; return how many."""
    due = claim_due(FileRemoval, "due_at", lease=_PAUSE, limit=limit)
    return sum(_remove(removal) for removal in FileRemoval.objects.filter(pk__in=due))


def _remove_named(store: str, names: Sequence[str]) -> None:
    for removal in FileRemoval.objects.filter(store=store, name__in=names):
        # Claimed as by `claim_due`, whether or not it is due.
        seen = FileRemoval.objects.filter(pk=removal.pk, due_at=removal.due_at)
        if seen.update(due_at=timezone.now() + _PAUSE):
            _remove(removal)


def _remove(removal: FileRemoval) -> bool:
    """Remove the file of a claimed row; the row stays until the file is certainly gone."""
    if not FileRemoval.objects.filter(pk=removal.pk).update(reserved=False):
        return False  # kept at this moment
    try:
        delete(removal.store, removal.name)
    except StorageUnavailable as error:
        logger.warning("%s is not removed yet: %s", removal, error)
        return False
    removal.delete()
    return True


# -- The storage itself --------------------------------------------------------------------------


@contextmanager
def _reached(store: str) -> Iterator[_Storage]:
    """Turn what the machine's own disk raises into StorageUnavailable; object storage raises it itself."""
    try:
        yield cast(_Storage, storages[store])
    except FileNotFoundError:
        raise
    except OSError as error:
        advice = f"Is the disk full, and may user {os.getuid()} write there?"
        raise StorageUnavailable(str(error), advice=advice) from error


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder on this machine for files in the making, and remove it afterwards.

    What processes that were killed have left is removed a day later.
    """
    folder: Path = settings.VAR_DIR / "scratch"
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):
            if left.stat().st_mtime < time.time() - _SCRATCH_KEPT_SECONDS:
                shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as made:
        yield Path(made)
