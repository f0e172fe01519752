"""The files of a release: one version, its entry in the changelog, its archive and its SBOMs."""

import json
import re
import tarfile
from datetime import date
from pathlib import Path

import pytest

from deploy import build
from deploy.environment import FRONTEND, ROOT, VENV, prepare_node
from project import __version__

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize("name", ["package.json", "package-lock.json"])
def test_front_end_has_the_version_of_the_shop(name: str) -> None:
    assert json.loads((FRONTEND / name).read_text())["version"] == __version__


def test_changelog_begins_with_the_unreleased_then_the_newest_release() -> None:
    headings = re.findall(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(), re.M)

    assert headings[0] == "[Unreleased]"
    releases = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\S+)", heading) for heading in headings[1:]]
    found = [(each[1], date.fromisoformat(each[2])) for each in releases if each]
    assert len(found) == len(releases) and found[0][0] == __version__
    assert found == sorted(found, key=lambda release: release[1], reverse=True)


def test_archive_has_what_the_shop_runs_from(tmp_path: Path) -> None:
    with tarfile.open(build.write_archive(tmp_path)) as archive:
        names = set(archive.getnames())

    top = f"akshamala-{__version__}"
    assert {f"{top}/manage.py", f"{top}/deploy/requirements.txt", f"{top}/frontend/package.json"} <= names
    assert not [name for name in names if "node_modules/" in name or "/.cache/" in name]


def test_sboms_name_the_pinned_packages(tmp_path: Path) -> None:
    python = VENV / "bin" / "python"
    pinned = re.search(r"^django==(\S+)", (ROOT / "deploy" / "requirements.txt").read_text(), re.M)
    assert pinned
    react = json.loads((FRONTEND / "package.json").read_text())["dependencies"]["react"]

    build.write_sboms(tmp_path, python, prepare_node(python))

    for kind, package, version in (("python", "django", pinned[1]), ("npm", "react", react)):
        sbom = json.loads((tmp_path / f"akshamala-{__version__}-{kind}.cdx.json").read_text())
        versions = {component["name"]: component["version"] for component in sbom["components"]}
        assert sbom["bomFormat"] == "CycloneDX" and versions[package] == version
        assert sbom["metadata"]["component"]["version"] == __version__
        # Nothing that only builds or tests the shop.
        assert not {"pytest", "vite"} & versions.keys()
