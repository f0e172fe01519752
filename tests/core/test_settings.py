"""Settings come from the environment, and a bad value stops the start with its name."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.environment import coverage_variables

pytestmark = pytest.mark.any_stack

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "SECRET_KEY": "mS3v-8QxkZ0aJ7tYb2LwRf5NcH9uEdG4pVi1oKqXyTzPnM6s_B",
    "SITE_URL": "https://shop.example",
    "SMTP_HOST": "smtp.example",
    "PHONEPE_CLIENT_ID": "id",
    "PHONEPE_CLIENT_SECRET": "secret",
    "PHONEPE_WEBHOOK_SECRET": "secret",
}


# A process that loads the settings with one environment after the other.
LOADS_ALL = """
import importlib, json, os, sys
from django.core.exceptions import ImproperlyConfigured
for environment in json.load(sys.stdin):
    os.environ.clear()
    os.environ.update(environment)
    for name in [name for name in sys.modules if name.split(".")[0] == "project"]:
        del sys.modules[name]
    try:
        importlib.import_module("project.settings")
    except ImproperlyConfigured as error:
        print(json.dumps(str(error)))
    else:
        print(json.dumps(""))
"""


def load(folder: Path, code: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process of their own, with this environment and no other."""
    return subprocess.run(
        [sys.executable, "-c", f"from project import settings as s; {code}"],
        cwd=ROOT,
        env=_bare(folder) | environment,
        capture_output=True,
        text=True,
    )


def refusals(folder: Path, environments: Sequence[dict[str, str]]) -> list[str]:
    """Return what the settings say of each of these environments; nothing when they take it.

    One process loads them all: most of the time of loading them is the libraries'.
    """
    done = subprocess.run(
        [sys.executable, "-c", LOADS_ALL],
        cwd=ROOT,
        env=_bare(folder),
        input=json.dumps([_bare(folder) | environment for environment in environments]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def _bare(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "VAR_DIR": str(folder), **coverage_variables()}


@pytest.mark.parametrize("environment", [{"DEBUG": "1"}, PRODUCTION], ids=["development", "production"])
def test_jobs_wait_for_the_worker(tmp_path: Path, environment: dict[str, str]) -> None:
    code = "from huey.contrib.djhuey import HUEY; print(HUEY.immediate)"

    done = load(tmp_path, code, DJANGO_SETTINGS_MODULE="project.settings", **environment)

    assert (done.stdout.strip(), done.returncode) == ("False", 0), done.stderr


BAD: list[tuple[dict[str, str], str]] = [
    ({"DEBUG": "maybe"}, "DEBUG must be 1 or 0"),
    ({"DEBUG": "1", "SMTP_TLS": "maybe"}, "SMTP_TLS must be 1 or 0"),
    ({"DEBUG": "1", "WORKER_THREADS": "four"}, "WORKER_THREADS must be a whole number"),
    ({"DEBUG": "1", "SITE_URL": "shop.example"}, "SITE_URL must be an http(s) address"),
    ({"DEBUG": "1", "SITE_URL": "ftp://shop.example"}, "SITE_URL must be an http(s) address"),
    ({"DEBUG": "1", "DATABASE_URL": "mysql://a@b/c"}, "not supported, use postgres or sqlite"),
    ({"DEBUG": "1", "RENDERER_URL": "127.0.0.1:3000"}, "RENDERER_URL must look like"),
    ({"DEBUG": "1", "RENDERER_URL": "https://renderer.example:3000"}, "RENDERER_URL must look like"),
    ({"DEBUG": "1", "PAYMENT_PROVIDERS": "phonepe,nobody"}, "PAYMENT_PROVIDERS must name"),
    ({"DEBUG": "1", "PAYMENT_PROVIDERS": "phonepe, phonepe"}, "PAYMENT_PROVIDERS must name"),
    (PRODUCTION | {"RAZORPAY_KEY_SECRET": "x"}, "RAZORPAY_KEY_ID must be set"),
    ({}, "SECRET_KEY must be set"),
    (PRODUCTION | {"OPERATORS_WEBHOOK_URL": "http://chat.example/x"}, "OPERATORS_WEBHOOK_URL must be an"),
    (PRODUCTION | {"SENTRY_DSN": "http://key@sentry.example/1"}, "SENTRY_DSN must look like"),
    ({"DEBUG": "1", "SENTRY_DSN": "https://sentry.example/1"}, "SENTRY_DSN must look like"),
    ({"DEBUG": "1", "OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318"}, "OTEL_EXPORTER_OTLP_ENDPOINT must"),
    ({"DEBUG": "1", "OPERATORS_WEBHOOK_URL": "chat.example"}, "OPERATORS_WEBHOOK_URL must be an https"),
    (PRODUCTION | {"SECRET_KEY": "x" * 49}, "SECRET_KEY must have at least 50 characters"),
    (PRODUCTION | {"SECRET_KEY": "change-me-" * 6}, "SECRET_KEY is not random"),
    ({"DEBUG": "1", "SECRET_KEY_FILE": "/nowhere"}, "SECRET_KEY_FILE cannot be read"),
    (
        {"DEBUG": "1", "SMTP_USER": "a", "SMTP_USER_FILE": "/dev/null"},
        "SMTP_USER and SMTP_USER_FILE are both",
    ),
    (PRODUCTION | {"SMTP_HOST": "", "SMTP_USER": "shop"}, "SMTP_HOST must be set"),
    (PRODUCTION | {"PHONEPE_CLIENT_SECRET": ""}, "PHONEPE_CLIENT_SECRET must be set"),
    (PRODUCTION | {"PHONEPE_WEBHOOK_SECRET": ""}, "PHONEPE_WEBHOOK_SECRET"),
]


def test_production_starts_without_address_keys_and_mail_server_and_an_admin_enters_them(
    tmp_path: Path,
) -> None:
    bare = {"SECRET_KEY": PRODUCTION["SECRET_KEY"]}

    done = load(
        tmp_path,
        "print(s.PROVIDERS_ON_SCREEN, s.EMAIL_HOST == s.SITE_URL == '', s.SECURE_HSTS_SECONDS)",
        **bare,
    )
    set_here = load(tmp_path, "print(s.PROVIDERS_ON_SCREEN)", **PRODUCTION)

    assert done.stdout.strip() == "['phonepe', 'razorpay'] True 31536000", done.stderr
    assert set_here.stdout.strip() == "['razorpay']", set_here.stderr


@pytest.fixture(scope="module")
def said_of_bad(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the error of each bad value."""
    return refusals(tmp_path_factory.mktemp("settings"), [bad for bad, _ in BAD])


@pytest.mark.parametrize(("number", "named"), [*enumerate(named for _, named in BAD)])
def test_bad_value_stops_the_start_and_is_named(said_of_bad: list[str], number: int, named: str) -> None:
    assert named in said_of_bad[number]


def test_values_may_stand_in_files(tmp_path: Path) -> None:
    files = {"SECRET_KEY": PRODUCTION["SECRET_KEY"], "WORKER_THREADS": "3", "LIVE_SOCKETS": "7"}
    for name, value in files.items():
        (tmp_path / name).write_text(f"{value}\n")

    result = load(
        tmp_path,
        "print(s.SECRET_KEY, s.HUEY['consumer']['workers'], s.LIVE_SOCKETS)",
        **{name: value for name, value in PRODUCTION.items() if name not in files},
        **{f"{name}_FILE": str(tmp_path / name) for name in files},
    )

    assert result.stderr == ""
    assert result.stdout.split() == [PRODUCTION["SECRET_KEY"], "3", "7"]


def test_commands_of_one_folder_read_the_same_development_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool:
        starts = [pool.submit(load, tmp_path, "print(s.SECRET_KEY)", DEBUG="1") for _ in range(4)]
    (key,) = {start.result().stdout.strip() for start in starts}

    assert len(key) >= 50
    assert load(tmp_path, "print(s.SECRET_KEY)", DEBUG="1").stdout.strip() == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    named = load(tmp_path, "print(s.SECRET_KEY)", DEBUG="1", SECRET_KEY="named")
    assert named.stdout.strip() == "named"


def test_embedded_development_needs_nothing_else(tmp_path: Path) -> None:
    result = load(
        tmp_path,
        "print(s.DATABASES['default']['ENGINE'], s.SANDBOX, s.HUEY['huey_class'], s.LOCAL_URL)",
        DEBUG="1",
    )

    assert result.stderr == ""
    assert result.stdout.split(" ", 3) == [
        "project.core.sqlite",
        "True",
        "huey.SqliteHuey",
        "http://127.0.0.1:8000\n",
    ]


def test_production_has_no_sandbox_and_insists_on_tls(tmp_path: Path) -> None:
    result = load(
        tmp_path,
        "print(s.DEBUG, s.SANDBOX, s.PHONEPE_WEBHOOK_PASSWORD == '', s.SECURE_HSTS_SECONDS, s.ALLOWED_HOSTS)",
        **PRODUCTION,
    )

    assert result.stderr == ""
    assert result.stdout.split() == ["False", "False", "True", "31536000", "['shop.example']"]


def test_servers_named_in_the_environment_are_used(tmp_path: Path) -> None:
    result = load(
        tmp_path,
        "d = s.DATABASES['default'];"
        "print(d['ENGINE'], d['CONN_MAX_AGE'], 'pool' in d['OPTIONS'], s.HUEY['huey_class'],"
        "s.CHANNEL_LAYERS['default']['BACKEND'])",
        **PRODUCTION,
        DATABASE_URL="postgres://u:p@db/shop",
        REDIS_URL="redis://cache/0",
    )

    assert result.stdout.split() == [
        "project.core.postgres",
        "0",
        "True",
        "huey.RedisHuey",
        "channels_redis.pubsub.RedisPubSubChannelLayer",
    ]
