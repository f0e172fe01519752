"""Keys as each installation makes them, by the very commands of its text: none is refused at the start."""

import contextlib
import io
import os
import re
import subprocess
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from deploy.environment import ROOT
from project.development_key import development_key, refuse_weak_key

DRAWN = 10_000


def command_in(file: str, pattern: str) -> str:
    found = re.search(pattern, (ROOT / file).read_text())
    assert found is not None
    return found[1]


def test_shell_of_the_debian_installation_makes_good_keys() -> None:
    bytes_of_one = int(command_in("deploy/debian/install", r"SECRET_KEY=\$\(openssl rand -hex (\d+)\)"))
    # One process for all of them: one for each would take a minute.
    command = ["openssl", "rand", "-hex", str(bytes_of_one * DRAWN)]
    drawn = subprocess.run(command, check=True, capture_output=True, text=True)

    keys = re.findall(rf"[0-9a-f]{{{2 * bytes_of_one}}}", drawn.stdout)
    assert len(set(keys)) == DRAWN
    for key in keys:
        refuse_weak_key(key)


@pytest.mark.parametrize(
    ("file", "pattern"),
    [
        ("deploy/env.example", r'python3 -c "(.*?)"'),
        ("deploy/kubernetes/README.md", r"SECRET_KEY=\"\$\(python3 -c '(.*?)'\)"),
        ("project/development_key.py", r"python3 -c '(.*?)' makes one"),
        # What deploy/run writes.
        ("project/development_key.py", r"new\.write\((.*)\)\n"),
    ],
)
def test_commands_of_the_texts_make_good_keys(file: str, pattern: str) -> None:
    command = command_in(file, pattern)
    program = compile(command if "print" in command else f"import secrets; print({command})", file, "exec")
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        for _ in range(DRAWN):
            exec(program, {})

    keys = written.getvalue().split()
    assert len(set(keys)) == DRAWN
    for key in keys:
        refuse_weak_key(key)


def test_development_makes_good_keys_that_are_its_owners(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        for _ in range(100):
            refuse_weak_key(development_key(tmp_path))
            assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
            (tmp_path / "secret_key").unlink()
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    "key",
    [
        "",
        "x" * 49,
        "x" * 64,
        "change-me-" * 6,
        "0123456789" * 5,
        "abcdefghijklmnop" * 4,
        "0123456789abcdef" * 4,
    ],
)
def test_key_that_nobody_drew_is_refused(key: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        refuse_weak_key(key)
