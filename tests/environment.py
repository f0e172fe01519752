"""The environment the tests run in, loaded before Django reads its settings (see pyproject.toml)."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# What sample_shop draws is the same every time and has the content's digest in its name: cached between runs.
PICTURES = Path(__file__).resolve().parents[1] / "deploy" / ".cache" / "pictures"
# Where pytest's shops find their pictures, and the processes that they consist of.
PICTURES_VARIABLE = "TEST_PICTURES"

_folder = Path(tempfile.mkdtemp(prefix="akshamala-test-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
# An empty shop's, once a test of this run has made it.
MIGRATED_DATABASE = _folder / "migrated.sqlite3"
# The same of Postgres.
MIGRATED_DUMP = _folder / "migrated.sql"


def share_pictures(folder: Path) -> None:
    """Let the shop whose data live in this folder find its product pictures made already."""
    pictures = Path(os.environ.get(PICTURES_VARIABLE, PICTURES))
    pictures.mkdir(parents=True, exist_ok=True)
    (folder / "media").mkdir()
    (folder / "media" / "products").symlink_to(pictures)


def coverage_variables() -> dict[str, str]:
    """Return what lets a measurement of coverage see a process that gets no other variable of ours."""
    return {name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")}


os.environ.update(
    {
        "DEBUG": "1",
        "SITE_URL": "http://testserver",
        "VAR_DIR": str(_folder),
        PICTURES_VARIABLE: str(PICTURES.with_name("thumbnails")),
        # Tests of pages start a renderer.
        "RENDERER_URL": "",
        # Tests of slow renderers set the limit; a busy machine shall not fail the others.
        "TEST_RENDERER_MILLISECONDS": "10000",
        # Jobs run where they are queued; tests of the worker start a real one.
        "TEST_HUEY_IMMEDIATE": "1",
        # Tests of the limits switch them on again.
        "RATE_LIMIT_FACTOR": "0",
    }
)
share_pictures(_folder)
