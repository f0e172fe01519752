"""A production shop with the sample shop's accounts in it does not start, and says so in one line."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from deploy import processes
from deploy.environment import ROOT
from project.start import EXIT_CODE
from tests.benchmarks.killed_processes import ask
from tests.core.test_settings import PRODUCTION
from tests.server_process import ShopProcesses

pytestmark = pytest.mark.any_stack

SERVED = {
    "sockets": [
        sys.executable,
        "-m",
        "realtime.server",
        "-e",
        "tcp:port=0:interface=127.0.0.1",
        "project.asgi:application",
    ],
    "pages": [
        sys.executable,
        "-m",
        "gunicorn",
        "-c",
        "deploy/gunicorn.conf.py",
        "-b",
        "127.0.0.1:0",
        "project.wsgi:application",
    ],
    "worker": [sys.executable, "manage.py", "run_huey"],
}


@pytest.fixture(scope="module")
def shop() -> Iterator[ShopProcesses]:
    """A database with one of the sample accounts."""
    with ShopProcesses() as shop:
        ask(
            shop,
            "from tests.factories import make_user;"
            "print(make_user(role='admin', email='admin@akshamala.example', is_sample=True))",
        )
        yield shop


def start(shop: ShopProcesses, command: list[str], **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env=shop.environment(**(PRODUCTION | {"DEBUG": "0"} | changes)),
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("command", SERVED.values(), ids=SERVED)
def test_no_process_serves_the_sample_shop_in_production(shop: ShopProcesses, command: list[str]) -> None:
    ended = start(shop, command, MAX_QUANTITY="5", HOLD_MARGIN="60")

    # Gunicorn's own workers end so; gunicorn itself, while several of them do at once, sometimes by 1.
    assert ended.returncode in (EXIT_CODE, *([1] if "gunicorn" in command else []))
    said = [line for line in ended.stderr.splitlines() if "does not start" in line]
    assert set(said) == {
        "The shop does not start: the database holds the sample shop's accounts: start with an empty database"
    }
    assert "gunicorn" in command or "Traceback" not in ended.stderr
    # A variable that has moved must not lose its effect silently.
    moved = "no longer read: MAX_QUANTITY (/admin/settings, Orders); HOLD_MARGIN (/admin/settings, Orders)"
    assert moved in ended.stderr + ended.stdout


def test_wrong_setting_stops_the_worker_with_one_line(shop: ShopProcesses) -> None:
    ended = start(shop, SERVED["worker"], WORKER_THREADS="four")

    assert ended.returncode == EXIT_CODE
    assert ended.stderr == "The shop does not start: WORKER_THREADS must be a whole number, not 'four'\n"


def test_sample_shop_is_not_made_in_production(shop: ShopProcesses) -> None:
    ended = start(shop, [sys.executable, "manage.py", "sample_shop"])

    assert ended.returncode == 1
    assert "needs development settings" in ended.stderr


def test_database_that_does_not_answer_stops_no_start(shop: ShopProcesses) -> None:
    nowhere = f"postgres://nobody@127.0.0.1:{processes.free_port()}/shop?connect_timeout=1"

    ended = start(shop, [sys.executable, "-c", "import project.wsgi; print('serves')"], DATABASE_URL=nowhere)

    assert ended.stdout == "serves\n"
