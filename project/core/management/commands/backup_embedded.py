"""Back up an embedded shop (SQLite) while it runs: `manage.py backup_embedded /backups`."""

import os
import sqlite3
import tarfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection


class Command(BaseCommand):
    """Copy the database by SQLite's online backup, with uploaded files and documents, into a new folder.

    Postgres is backed up by deploy/backup. To restore: stop the shop, put akshamala.sqlite3 and what is in
    media.tar.gz into VAR_DIR, remove akshamala.sqlite3-wal and -shm there, and run `manage.py
    restore_documents` and `manage.py after_restore`.
    """

    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder that holds the backups."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep", type=int, default=7, help="how many backups stay (default: 7)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make one backup, then remove the oldest."""
        if connection.vendor != "sqlite":
            raise CommandError("this shop's database is Postgres: deploy/backup takes its backups")
        if options["keep"] < 1:
            raise CommandError("--keep must be 1 or more")
        before = os.umask(0o077)
        try:
            self._back_up(options["folder"], keep=options["keep"])
        finally:
            os.umask(before)

    def _back_up(self, folder: Path, *, keep: int) -> None:
        name = f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}"
        partial = folder / f".{name}.partial"
        partial.mkdir(parents=True)
        _copy_database(partial / "akshamala.sqlite3")
        # After the database: every file that its rows name is written before them.
        if settings.PICTURES_URL != settings.MEDIA_URL:
            self.stdout.write("Files are in object storage: copy its buckets, too (OPERATING.md, 'Backup').")
        elif settings.MEDIA_ROOT.is_dir():
            with tarfile.open(partial / "media.tar.gz", "w:gz") as archive:
                archive.add(settings.MEDIA_ROOT, arcname="media")
        partial.rename(folder / name)
        newest_first = sorted(folder.glob("2*Z"), reverse=True)
        for old in newest_first[keep:]:
            _remove(old)
        for kept in newest_first[:keep]:
            kept.chmod(0o700)  # earlier releases let every user of the machine in
        self.stdout.write(f"{folder / name}")


def _copy_database(target: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(target)) as copy:
        # In small steps, so that writers of the shop are never kept waiting long.
        connection.connection.backup(copy, pages=1000, sleep=0.01)
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        copy.execute("PRAGMA journal_mode=DELETE")
    if verdict != "ok":
        raise CommandError(f"the copy is damaged: {verdict}")


def _remove(backup: Path) -> None:
    for file in backup.iterdir():
        file.unlink()
    backup.rmdir()
