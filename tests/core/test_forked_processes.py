"""Gunicorn loads the application once and forks its workers: each of them talks to Postgres by itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from deploy.environment import ROOT
from tests.core.test_settings import PRODUCTION

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no pool")

# What gunicorn's main process does, and two of its workers at once.
FORKED = """
import os
import project.wsgi
from django.db import connection

for _ in range(2):
    if os.fork() == 0:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid() FROM (SELECT pg_sleep(0.3)) AS slept")
            os.write(1, b"%d\\n" % cursor.fetchone()[0])
        os._exit(0)
for _ in range(2):
    os.wait()
"""


def test_forked_workers_share_no_connection(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", FORKED],
        cwd=ROOT,
        env={**os.environ, **PRODUCTION, "DEBUG": "0", "VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert len(set(ended.stdout.split())) == 2, ended.stderr
