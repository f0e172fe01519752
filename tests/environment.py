"""The environment the tests run in, loaded before Django reads its settings (see pyproject.toml)."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_folder = Path(tempfile.mkdtemp(prefix="akshamala-test-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)

os.environ.update(
    {
        "DEBUG": "1",
        "SANDBOX": "1",
        "SITE_URL": "http://testserver",
        "VAR_DIR": str(_folder),
        # Jobs run where they are queued; tests of the worker start a real one.
        "HUEY_IMMEDIATE": "1",
        # Tests of the limits switch them on again.
        "RATE_LIMIT_FACTOR": "0",
    }
)
