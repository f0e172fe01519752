"""Files that hold personal data are not for everybody on the machine, whatever the process's umask is."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from deploy.environment import ROOT
from project.core.storage.files import EXPORTS, PICTURES, PRIVATE, save
from tests.stored_files import own_files


@pytest.fixture(autouse=True)
def var(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """A shop's folder, with the umask that most machines have."""
    before = os.umask(0o022)
    own_files(settings, tmp_path)
    yield tmp_path
    os.umask(before)


def mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


def test_private_files_are_readable_by_owner_and_group_and_exports_by_the_owner(var: Path) -> None:
    for folder in ("media/returns", "exports"):
        # As earlier releases left them.
        (var / folder).mkdir(parents=True, mode=0o755)

    save(PRIVATE, "returns/photo.webp", b"x")
    save(PRIVATE, "claims/photo.webp", b"x")
    save(PRIVATE, "probe.txt", b"x")
    save(EXPORTS, "orders.csv", b"x")
    save(PICTURES, "products/bead.webp", b"x")

    found = {name: mode(var / name) for name in ("media/returns", "media/claims", "exports")}
    assert found == {"media/returns": "0o750", "media/claims": "0o750", "exports": "0o700"}
    files = ("media/returns/photo.webp", "media/claims/photo.webp", "media/probe.txt", "exports/orders.csv")
    assert [mode(var / name) for name in files] == ["0o640", "0o640", "0o640", "0o600"]
    # nginx reads product pictures.
    public = ("media", "media/products", "media/products/bead.webp")
    assert [mode(var / name) for name in public] == ["0o755", "0o755", "0o644"]


@pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="Postgres is backed up otherwise")
@pytest.mark.django_db(transaction=True)
def test_backup_of_an_embedded_shop_is_its_owners(var: Path) -> None:
    save(PRIVATE, "returns/photo.webp", b"x")
    old = var / "backups" / "2020-01-01T00-00-00Z"
    old.mkdir(parents=True, mode=0o755)

    call_command("backup_embedded", var / "backups")

    made = max((var / "backups").iterdir())
    assert made != old and {mode(made), mode(old)} == {"0o700"}
    assert {mode(file) for file in made.iterdir()} == {"0o600"}
    assert os.umask(0o022) == 0o022


def test_archived_log_is_its_owners(var: Path) -> None:
    segment = var / "000000010000000000000001"
    segment.write_bytes(b"x" * 100)

    subprocess.run(
        [ROOT / "deploy" / "backup" / "archive-wal", segment, segment.name],
        env=os.environ | {"BACKUPS": str(var / "backups")},
        check=True,
    )

    kept = var / "backups" / "wal"
    assert (mode(kept), mode(kept / f"{segment.name}.gz")) == ("0o700", "0o600")


@pytest.mark.parametrize("script", ["take", "archive-wal", "schedule"])
def test_backup_scripts_write_for_their_owner_alone(script: str) -> None:
    assert "\numask 077\n" in (ROOT / "deploy" / "backup" / script).read_text()
