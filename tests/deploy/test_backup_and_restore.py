"""A restore drill: the shop sells, is backed up, sells on, loses its database, and finds its money again."""

import contextlib
import gzip
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from deploy import machine, processes
from deploy.environment import ROOT
from deploy.services import Postgres, ServiceFailed
from tests.benchmarks.killed_processes import ask, furnish
from tests.deploy.customer import Customer
from tests.sandbox_process import SandboxProcess
from tests.server_process import ShopProcesses
from tests.waiting import eventually, wait_for_next_second

SCRIPTS = ROOT / "deploy" / "backup"


class Backups:
    """A folder of backups that Postgres's own user may write to, and the scripts beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scripts = folder / "scripts"
        # The checkout may lie where only we can read.
        shutil.copytree(SCRIPTS, self.scripts)
        folder.chmod(0o777)
        self.empty = folder / "empty"
        self.empty.mkdir()

    @property
    def settings(self) -> dict[str, str]:
        """Return the settings that make Postgres archive, as in compose.yaml; the command sets BACKUPS."""
        command = f"BACKUPS={self.folder} {self.scripts}/archive-wal %p %f"
        return {"archive_mode": "on", "archive_command": command, "archive_timeout": "60"}

    def take(self, server: Postgres, *, files: Path, kept: int = 7, database: str = "akshamala") -> None:
        """Take a backup of a running server, and tell the shop in this database."""
        server.run(
            self.scripts / "take",
            BACKUPS=str(self.folder),
            BACKUPS_KEPT=str(kept),
            FILES=str(files),
            PGHOST="127.0.0.1",
            PGPORT=str(server.port),
            PGUSER="postgres",
            PGDATABASE=database,
        )

    def names(self) -> list[str]:
        """Return the names of the backups that are whole, oldest first."""
        return sorted(path.name for path in self.folder.glob("base/2*"))

    def segments(self) -> list[str]:
        return sorted(path.name for path in (self.folder / "wal").iterdir())


class RestoredPostgres(Postgres):
    """A new server whose data comes from the newest backup, replayed up to a moment or to the end."""

    def __init__(self, backups: Backups, *, files: Path, until: str = "") -> None:
        super().__init__(settings=backups.settings)
        self._backups = backups
        self._files = files
        self._until = ["--to", until] if until else []

    def prepare(self) -> None:
        if (user := self.run_as()) is not None:
            shutil.chown(self.directory, user)
        self.run(
            self._backups.scripts / "restore",
            *self._until,
            "latest",
            self.directory / "data",
            self._files,
            BACKUPS=str(self._backups.folder),
        )


@pytest.fixture
def backups() -> Iterator[Backups]:
    machine.require_programs("postgres")
    with tempfile.TemporaryDirectory(prefix="akshamala-backups-") as folder:
        yield Backups(Path(folder))


@pytest.fixture(scope="module")
def backed_up() -> Iterator[tuple[Postgres, Backups]]:
    """A server and the one backup of it, which tests leave as it is."""
    machine.require_programs("postgres")
    with tempfile.TemporaryDirectory(prefix="akshamala-backups-") as folder:
        backups = Backups(Path(folder))
        uploads = backups.folder / "uploads"
        (uploads / "media").mkdir(parents=True)
        with Postgres(settings=backups.settings) as server:
            backups.take(server, files=uploads)
            yield server, backups


STATUSES = "SELECT transaction_id, status FROM payments_payment"


def statuses(server: Postgres) -> dict[str, str]:
    """Return the status of each payment, by its id."""
    with psycopg.connect(server.url) as session:
        return dict(session.execute(STATUSES).fetchall())


def open_cases(server: Postgres) -> list[tuple[str, str]]:
    """Return the kind of each open case, and its details as one text."""
    with psycopg.connect(server.url) as session:
        rows = session.execute("SELECT kind, facts FROM payments_case WHERE closed_at IS NULL").fetchall()
    return [(kind, " ".join(facts["details"])) for kind, facts in rows]


def archived(server: Postgres) -> None:
    """End the current segment of the log, and wait until all of it is archived."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        last = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
        assert last is not None
        done = "SELECT last_archived_wal >= %s FROM pg_stat_archiver"
        eventually(lambda: (connection.execute(done, last).fetchone() or (False,))[0])


@pytest.mark.nightly
@pytest.mark.timeout(420)
def test_shop_finds_its_money_after_its_database_was_restored(backups: Backups, tmp_path: Path) -> None:
    uploads, files = backups.folder / "uploads", backups.folder / "files"
    (uploads / "media" / "reviews").mkdir(parents=True)
    (uploads / "media" / "reviews" / "photo.jpg").write_bytes(b"a photo")
    with SandboxProcess() as sandbox:
        shop_settings = {"SANDBOX_URL": sandbox.url, "LOG_LEVEL": "ERROR"}
        with (
            Postgres(settings=backups.settings) as lost,
            ShopProcesses(DATABASE_URL=lost.url, **shop_settings) as shop,
        ):
            product = furnish(shop, 10)
            web = shop.serve()
            shop.work(SITE_URL=web.url)
            sandbox.control("/settings", webhook_url=f"{web.url}/api/payments/webhooks/phonepe")
            customer = Customer(web, sandbox, product)
            before = customer.buy()
            backups.take(lost, files=uploads)
            after = customer.buy()
            started = customer.start()
            with psycopg.connect(lost.url) as connection:
                (restore_point,) = connection.execute("SELECT now()").fetchone() or ("",)
            wait_for_next_second()
            customer.pay(started)
            forgotten = customer.buy()
            archived(lost)
            shop.stop()
            lost.kill()

        # To a moment before the last two payments: as if the newest log had burnt with the machine.
        with (
            RestoredPostgres(backups, files=files, until=str(restore_point)) as restored,
            ShopProcesses(DATABASE_URL=restored.url, **shop_settings) as shop,
        ):
            shop.manage("audit_ledger")
            at_restore_point = statuses(restored)
            shop.manage("after_restore", "--since", str(restore_point))
            shop.manage("after_restore")
            shop.manage("audit_ledger")
            found, cases = statuses(restored), open_cases(restored)
            # The restored server archives on a time line of its own.
            backups.take(restored, files=files)

        # To the end of the log of the first server: nothing is missing.
        shutil.rmtree(backups.folder / "base" / backups.names()[-1])
        for segment in (backups.folder / "wal").glob("00000002*"):
            segment.unlink()
        with RestoredPostgres(backups, files=files) as whole:
            everything = statuses(whole)

    assert at_restore_point == {before: "SUCCESS", after: "SUCCESS", started: "PENDING"}
    assert found == {before: "SUCCESS", after: "SUCCESS", started: "SUCCESS"}
    assert [kind for kind, _ in cases] == ["settled_unknown"]
    assert forgotten in cases[0][1]
    assert everything == dict.fromkeys([before, after, started, forgotten], "SUCCESS")
    assert (files / "media" / "reviews" / "photo.jpg").read_bytes() == b"a photo"


def test_old_backups_and_the_log_before_them_are_removed(backups: Backups) -> None:
    with Postgres(settings=backups.settings) as server:
        taken = []
        for _ in range(3):
            backups.take(server, files=backups.empty, kept=2)
            taken.append(backups.names()[-1])
            archived(server)
            wait_for_next_second()  # their names are of it
        oldest = (backups.folder / "base" / taken[1] / "data" / "backup_label").read_text()

    assert backups.names() == taken[1:]
    first = oldest.partition("(file ")[2].partition(")")[0]
    assert min(name for name in backups.segments() if len(name) == 27) == f"{first}.gz"


def test_schedule_takes_a_backup_when_the_newest_is_a_day_old(backups: Backups) -> None:
    with Postgres(settings=backups.settings) as server:
        variables = {
            "PATH": f"{server.binary.parent}{os.pathsep}{os.environ['PATH']}",
            "BACKUPS": str(backups.folder),
            "FILES": str(backups.empty),
            "PGHOST": "127.0.0.1",
            "PGPORT": str(server.port),
            "PGUSER": "postgres",
        }

        def run_until(done: Callable[[], bool]) -> None:
            running = processes.spawn(
                [backups.scripts / "schedule"], env=variables, cwd=backups.folder, user=server.run_as()
            )
            try:
                eventually(done)
            finally:
                processes.stop(running)

        run_until(lambda: len(backups.names()) == 1)
        first = backups.names()
        day_ago = time.time() - 24 * 3600 - 120
        os.utime(backups.folder / "base" / first[0], (day_ago, day_ago))
        wait_for_next_second()  # their names are of it
        run_until(lambda: len(backups.names()) == 2)

    assert backups.names()[0] == first[0]


def test_schedule_ends_after_a_backup_that_failed(backups: Backups) -> None:
    # Its container then starts again, in the network that a Postgres which restarted has now.
    nobody_listens = {"PGHOST": "127.0.0.1", "PGPORT": "1", "PGUSER": "postgres"}
    running = processes.spawn(
        [backups.scripts / "schedule"],
        env={"PATH": os.environ["PATH"], "BACKUPS": str(backups.folder), **nobody_listens},
        cwd=backups.folder,
    )
    try:
        pauses: list[psutil.Process] = []

        def is_pausing() -> bool:
            with contextlib.suppress(psutil.NoSuchProcess):  # a program of the backup that has ended
                children = psutil.Process(running.pid).children()
                pauses[:] = [child for child in children if child.name() == "sleep"]
            return bool(pauses)

        eventually(is_pausing)
        pauses[0].terminate()

        assert running.wait(timeout=10) == 1
    finally:
        processes.stop(running)


def test_backups_and_the_archived_log_are_their_owners_alone(backed_up: tuple[Postgres, Backups]) -> None:
    server, backups = backed_up
    archived(server)

    written = [
        path
        for name in ("base", "wal")
        for path in (backups.folder / name, *(backups.folder / name).rglob("*"))
    ]

    assert {"PG_VERSION", "media.tar.gz", "completed"} <= {path.name for path in written}
    assert any(path.parent.name == "wal" for path in written)
    assert [path for path in written if path.stat().st_mode & 0o077] == []


def test_restore_refuses_a_folder_that_holds_something(backed_up: tuple[Postgres, Backups]) -> None:
    server, backups = backed_up

    with pytest.raises(ServiceFailed, match="is not empty"):
        server.run(
            backups.scripts / "restore", "latest", server.directory / "data", BACKUPS=str(backups.folder)
        )


@pytest.mark.parametrize("which", ["latest", "named"])
def test_backup_that_was_completed_after_the_wanted_moment_is_not_restored(
    backed_up: tuple[Postgres, Backups], which: str
) -> None:
    server, backups = backed_up
    name = backups.names()[0] if which == "named" else which
    restore, new = backups.scripts / "restore", server.directory / "new"

    with pytest.raises(ServiceFailed, match="no backup is as old as|was not complete at"):
        server.run(restore, "--to", "2026-01-01 10:00:00+00", name, new, BACKUPS=str(backups.folder))

    assert not new.exists()


def test_restore_to_a_moment_takes_the_newest_backup_before_it(backups: Backups) -> None:
    with Postgres(settings=backups.settings) as server:
        for _ in range(2):
            backups.take(server, files=backups.empty)
            wait_for_next_second()  # their names are of it
        first, second = backups.names()
        between = datetime.strptime(second, "%Y-%m-%dT%H-%M-%SZ").replace(tzinfo=UTC)

        output = server.run(
            backups.scripts / "restore",
            *("--to", str(between), "latest", server.directory / "new", server.directory / "files"),
            BACKUPS=str(backups.folder),
        )

    assert f"restoring {first} up to" in output


def test_damaged_backup_is_not_restored(backed_up: tuple[Postgres, Backups]) -> None:
    server, backups = backed_up
    file = backups.folder / "base" / backups.names()[0] / "data" / "global" / "pg_control"
    whole = file.read_bytes()
    file.write_bytes(b"\0" * len(whole))

    try:
        with pytest.raises(ServiceFailed, match="pg_control"):
            server.run(
                backups.scripts / "restore", "latest", server.directory / "new", BACKUPS=str(backups.folder)
            )
    finally:
        file.write_bytes(whole)


def test_backup_whose_files_cannot_be_read_fails(backed_up: tuple[Postgres, Backups]) -> None:
    server, backups = backed_up
    before = list((backups.folder / "base").iterdir())

    with pytest.raises(ServiceFailed, match="gone"):
        backups.take(server, files=backups.folder / "gone")

    assert list((backups.folder / "base").iterdir()) == before


def test_archive_keeps_what_it_has(backups: Backups, tmp_path: Path) -> None:
    segment, other = tmp_path / "segment", tmp_path / "other"
    segment.write_bytes(b"one")
    other.write_bytes(b"two")

    def archive(path: Path) -> int:
        command = [str(backups.scripts / "archive-wal"), str(path), "000000010000000000000001"]
        return subprocess.run(command, env={**os.environ, "BACKUPS": str(backups.folder)}).returncode

    assert [archive(segment), archive(segment), archive(other)] == [0, 0, 1]
    kept = gzip.decompress((backups.folder / "wal" / "000000010000000000000001.gz").read_bytes())
    assert kept == b"one"


@pytest.mark.nightly
@pytest.mark.timeout(300)
def test_embedded_shop_is_backed_up_while_it_sells(tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    with SandboxProcess() as sandbox, ShopProcesses(SANDBOX_URL=sandbox.url, LOG_LEVEL="ERROR") as shop:
        product = furnish(shop, 10)
        web = shop.serve()
        shop.work(SITE_URL=web.url)
        sandbox.control("/settings", webhook_url=f"{web.url}/api/payments/webhooks/phonepe")
        customer = Customer(web, sandbox, product)
        (shop.folder / "media" / "reviews").mkdir()
        (shop.folder / "media" / "reviews" / "photo.jpg").write_bytes(b"a photo")
        paid, started = customer.buy(), customer.start()
        for _ in range(2):
            shop.manage("backup_embedded", str(backups), "--keep", "1")
        customer.pay(started)
        shop.stop()

        kept = sorted(backups.iterdir())
        with ShopProcesses(SANDBOX_URL=sandbox.url, LOG_LEVEL="ERROR") as restored:
            for file in restored.folder.glob("akshamala.sqlite3*"):
                file.unlink()
            shutil.copy(kept[-1] / "akshamala.sqlite3", restored.folder)
            copy = sqlite3.connect(restored.folder / "akshamala.sqlite3")
            before = dict(copy.execute(STATUSES))
            restored.manage("after_restore")
            restored.manage("audit_ledger")
            after = dict(copy.execute(STATUSES))
            copy.close()

    assert len(kept) == 1
    assert before == {paid: "SUCCESS", started: "PENDING"}
    assert after == {paid: "SUCCESS", started: "SUCCESS"}
    with tarfile.open(kept[-1] / "media.tar.gz") as archive:
        photo = archive.extractfile("media/reviews/photo.jpg")
        assert photo is not None
        assert photo.read() == b"a photo"


@pytest.mark.nightly
@pytest.mark.timeout(240)
def test_shop_hears_of_base_backups_and_of_a_log_that_cannot_be_archived(backups: Backups) -> None:
    look = (
        "from project.backoffice.health.checks import BY_NAME\n"
        'print(*(BY_NAME[name].look().status for name in ("backup", "logArchive")))'
    )
    with Postgres(settings=backups.settings) as server, ShopProcesses(database_url=server.url) as shop:
        name = shop.environment()["DATABASE_URL"].rpartition("/")[2]
        archived(server)
        new = ask(shop, look)
        with psycopg.connect(shop.environment()["DATABASE_URL"], autocommit=True) as session:
            session.execute("UPDATE django_migrations SET applied = applied - interval '61 minutes'")
        missing = ask(shop, look)
        with pytest.raises(ServiceFailed):
            backups.take(server, files=backups.folder / "gone", database=name)
        failed = ask(shop, look)
        backups.take(server, files=backups.empty, database=name)
        taken = ask(shop, look)
        (backups.folder / "base").rename(backups.folder / "aside")
        (backups.folder / "base").write_text("no folder")
        with pytest.raises(ServiceFailed):
            backups.take(server, files=backups.empty, database=name)
        unwritable = ask(shop, look)
        (backups.folder / "wal").rename(backups.folder / "away")
        (backups.folder / "wal").write_text("no folder")
        with psycopg.connect(shop.environment()["DATABASE_URL"], autocommit=True) as session:
            session.execute("UPDATE core_heartbeat SET beat_at = beat_at - interval '27 hours'")
            session.execute("SELECT pg_switch_wal()")
        eventually(lambda: ask(shop, look) == "failing failing")

    assert (new, missing, failed, taken) == ("ok ok", "failing ok", "failing ok", "ok ok")
    assert unwritable == "failing ok"
