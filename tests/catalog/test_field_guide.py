"""HOWTO-field.md, followed in a copy of the repository."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.environment import ROOT

pytestmark = pytest.mark.any_stack
GUIDE = ROOT / "project" / "catalog" / "HOWTO-field.md"
COPIED = ("deploy", "frontend/src", "project", "realtime", "tests", "worker")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy what the shop and its tests consist of."""
    unneeded = shutil.ignore_patterns(".cache")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unneeded)
    for file in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / file, tmp_path)
    (tmp_path / "deploy" / ".cache").symlink_to(ROOT / "deploy" / ".cache")
    return tmp_path


def follow_diffs(guide: str, folder: Path) -> None:
    """Apply the guide's diffs, whose lines without a sign each occur once in the file."""
    for name, body in re.findall(r"^ *```diff\n *--- (\S+)\n(.*?)^ *```$", guide, re.DOTALL | re.MULTILINE):
        signed = [line[3:] for line in body.splitlines()]
        before, after = ("\n".join(line[1:] for line in signed if line[0] in signs) for signs in (" -", " +"))
        file = folder / name
        assert file.read_text().count(before) == 1, (name, before)
        file.write_text(file.read_text().replace(before, after))


def run(folder: Path, *arguments: str) -> str:
    unset = {"DATABASE_URL", "REDIS_URL", "VAR_DIR", "DJANGO_SETTINGS_MODULE"}
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment | {"DEBUG": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and not {"var", "__pycache__", ".cache"} & set(file.relative_to(folder).parts)
    }


def test_guide_adds_a_column_to_products_in_seven_files(copy: Path) -> None:
    guide, before = GUIDE.read_text(), files_of(copy)

    follow_diffs(guide, copy)
    (command,) = re.findall(r"\.venv/bin/python (manage\.py .*)", guide)
    run(copy, *command.split())

    changed = {name for name, content in files_of(copy).items() if before.get(name) != content}
    (migration,) = changed - before.keys()
    assert re.fullmatch(r"project/catalog/migrations/\d{4}_product_polish\.py", migration)
    assert changed - {migration} == {
        "frontend/src/i18n/en/shop.json",
        "frontend/src/i18n/hi/shop.json",
        "frontend/src/lib/product.ts",
        "project/catalog/migrations/max_migration.txt",
        "project/catalog/models/specifications.py",
    }
    # The seventh is written from the API's document, which is among what the tests look at.
    (tests,) = re.findall(r"-m pytest (tests/\S+\.py)", guide)
    chosen = "polish or document or screens"
    passed = run(copy, "-m", "pytest", "-v", "-p", "no:cacheprovider", tests, "-k", chosen)
    assert re.search(r"\[polish\] PASSED", passed)
    assert "3 passed" in passed
