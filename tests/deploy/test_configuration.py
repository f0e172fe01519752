"""The configuration's documents and examples, compared with the variables that the code reads."""

import ast
import base64
import ctypes
import json
import os
import re
import secrets
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.configuration import ALL, example, tables

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = [
    ROOT / "project" / "settings.py",
    *sorted((ROOT / "project" / "payments" / "providers").glob("*/settings.py")),
]
COMPOSE: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())[
    "services"
]
PRINTABLE = "".join(map(chr, range(32, 127)))
LOCK_FILES = sorted((ROOT / "deploy").glob("requirements*.txt")) + [ROOT / "frontend" / "package-lock.json"]


def test_table_and_example_are_what_the_code_declares() -> None:
    text = (ROOT / "deploy" / "env.example").read_text()

    listed = re.findall(r"^#?([A-Z][A-Z0-9_]+)=", text, re.MULTILINE)

    assert (ROOT / "deploy" / "CONFIGURATION.md").read_text() == tables()
    assert text == example()
    assert len(listed) == len(set(listed)) <= 60
    assert not set(listed) & {name for each in ALL for names in each.REMOVED for name in names.split()}


def test_settings_read_the_environment_only_through_their_declarations() -> None:
    direct = [
        f"{file.name}:{node.lineno}"
        for file in SETTINGS
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv")
    ]

    assert direct == []


@pytest.mark.parametrize("path", LOCK_FILES, ids=lambda path: path.name)
def test_lock_file_holds_hashes_and_no_download_address(path: Path) -> None:
    text = path.read_text()

    assert "sha256:" in text or '"integrity": "sha512-' in text
    assert '"resolved"' not in text
    assert not re.search(r"--(extra-)?index-url|--find-links|--trusted-host", text)
    assert not re.search(r"(?:https?|git\+\w+|file)://[^\s\"']+\.(?:whl|tgz|tar\.gz|zip)", text)


@pytest.mark.parametrize("path", LOCK_FILES[:-1], ids=lambda path: path.name)
def test_every_python_requirement_is_pinned_with_a_hash(path: Path) -> None:
    requirements = re.split(r"\n(?=\S)", path.read_text().strip())

    pinned = [entry for entry in requirements if re.match(r"[\w.\[\],-]+==\S+", entry) and "--hash=" in entry]

    others = [entry for entry in requirements if entry not in pinned and not entry.startswith("#")]
    assert others == (["-r requirements.txt"] if path.name == "requirements-dev.txt" else [])
    assert pinned


def test_proxy_sends_the_sockets_to_the_live_processes_and_the_rest_to_the_rest_processes() -> None:
    conf = (ROOT / "deploy" / "nginx.conf").read_text()
    compose = (ROOT / "deploy" / "compose.yaml").read_text()

    upstreams = dict(re.findall(r"upstream (\w+) \{(.*?)\}", conf, re.DOTALL))
    passes = dict(re.findall(r"location (\S+) \{\s*proxy_pass http://(\S+);", conf))
    by_method = re.search(r"map \$request_method \$rest \{(.*?)\}", conf, re.DOTALL)

    rest = dict.fromkeys(["/media/", "/api/", "/assets/", "/"], "$rest")
    assert passes == {"/socket.io/": "live", "@picture_elsewhere": "$rest", **rest}
    # What must not be sent twice has no kept connections, which may close when it is on its way.
    assert by_method is not None
    assert by_method[1].split() == ["GET", "rest;", "HEAD", "rest;", "default", "rest_once;"]
    assert "keepalive" in upstreams["rest"] and "keepalive" not in upstreams["rest_once"]
    for name, expected in {
        "live": ["web-live-1", "web-live-2"],
        "rest": ["web-rest-1", "web-rest-2"],
        "rest_once": ["web-rest-1", "web-rest-2"],
    }.items():
        servers = re.findall(r"server ([\w-]+):8000 resolve max_fails=0;", upstreams[name])
        assert servers == expected
        for server in servers:
            assert re.search(rf"^  {server}:", compose, re.MULTILINE)


def test_proxy_adds_no_security_header_that_the_shop_sends_itself() -> None:
    conf = (ROOT / "deploy" / "nginx.conf").read_text()

    added = set(re.findall(r"add_header (\S+)", conf))

    assert added.isdisjoint({"Content-Security-Policy", "Strict-Transport-Security", "Referrer-Policy"})


def test_proxy_serves_no_pictures_but_those_of_products_by_itself() -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text()

    blocks = dict(re.findall(r"location (?:[~=^]+ )?(\S+) \{(.*?)\n        \}", text, re.DOTALL))
    from_disk = [
        place for place, rules in blocks.items() if re.search(r"^\s*(root|alias) ", rules, re.MULTILINE)
    ]

    # Beside them the code of the pages, and what is shown while the shop is down.
    assert from_disk == ["/media/products/", "@kept_asset", "@page_unavailable"]
    assert "proxy_pass http://$rest;" in blocks["/media/"]


@pytest.mark.parametrize(
    "path", ["/api/products/bead/reviews", "/api/orders/AKS-1/returns", "/api/orders/AKS-1/claims"]
)
def test_proxy_lets_photos_through_where_they_are_sent(path: str) -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text()

    patterns = re.findall(r"location ~ (\S+) \{\s+client_max_body_size 22m;", text)

    assert any(re.match(pattern, path) for pattern in patterns)


def quoted(value: str) -> str:
    """Return a value as env.example says to write it; compose's own parser (compose-go) reads it the same."""
    return '"' + re.sub(r'(["\\\\$])', r"\\\1", value) + '"'


def read_by_systemd(file: Path) -> dict[str, str]:
    """Return the variables of a file as EnvironmentFile= reads them, by systemd's own function."""
    libraries = sorted(Path("/usr/lib").glob("*/systemd/libsystemd-shared-*.so"))
    if not libraries:
        pytest.skip("systemd is not here")
    found = ctypes.POINTER(ctypes.c_char_p)()
    assert ctypes.CDLL(str(libraries[-1])).load_env_file(None, str(file).encode(), ctypes.byref(found)) == 0
    lines = (found[at] for at in range(1000))
    return dict(line.decode().split("=", 1) for line in takewhile(bool, lines))


@pytest.mark.parametrize("value", [PRINTABLE, PRINTABLE[::-1], "$$ ${HOME} #", "\\", "\\\\$'"])
def test_quoted_setting_arrives_through_systemd_as_it_is(value: str, tmp_path: Path) -> None:
    file = tmp_path / "shop.env"
    file.write_text(f"SMTP_USER=shop\nSMTP_PASSWORD={quoted(value)}\nSMTP_PORT=25\n")

    assert read_by_systemd(file) == {"SMTP_USER": "shop", "SMTP_PASSWORD": value, "SMTP_PORT": "25"}


def test_env_example_shows_how_a_value_is_quoted() -> None:
    text = (ROOT / "deploy" / "env.example").read_text()

    example = re.search(r"(\S+)\s+is written as (\S+)\.\s", text)

    assert example is not None
    assert set('"\\\\$') < set(example[1])
    assert example[2] == quoted(example[1])


def test_values_of_env_example_arrive_as_they_stand_there() -> None:
    file = ROOT / "deploy" / "env.example"
    written = dict(re.findall(r"^([A-Z0-9_]+)=(.*)$", file.read_text(), re.MULTILINE))

    assert read_by_systemd(file) == {name: value.strip('"') for name, value in written.items()}
    assert {written["SMTP_PASSWORD"], written["PHONEPE_WEBHOOK_PASSWORD"]} == {'""'}


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is not here")
def test_secret_of_kubernetes_holds_every_character() -> None:
    readme = (ROOT / "deploy" / "kubernetes" / "README.md").read_text()
    command = re.search(r"kubectl (-n akshamala create secret generic shop )", readme)
    assert command is not None
    made = subprocess.run(
        ["kubectl", *shlex.split(command[1]), f"--from-literal=SMTP_PASSWORD={PRINTABLE}"]
        + ["--dry-run=client", "--output=json"],
        check=True,
        capture_output=True,
    )

    assert base64.b64decode(json.loads(made.stdout)["data"]["SMTP_PASSWORD"]).decode() == PRINTABLE


@pytest.mark.parametrize("name", ["SMTP_PASSWORD", "SMTP_PASSWORD_FILE"])
def test_settings_take_every_character_of_environment_and_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(f"{PRINTABLE}\n")
    value = str(file) if name.endswith("_FILE") else PRINTABLE
    program = "from project.core.env import find; print(find('SMTP_PASSWORD'), end='')"

    read = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, name: value},
        capture_output=True,
        text=True,
    )

    assert read.stdout == PRINTABLE


def filled(lines: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return variables with something for each empty or example value, as an operator fills them in."""
    given = dict(lines)
    for name, value in given.items():
        if name == "SECRET_KEY":
            given[name] = secrets.token_urlsafe(48)
        elif value in ("", '""', "…"):
            given[name] = "https://key@filled.in/1" if name.endswith(("_URL", "_DSN")) else "filled-in"
    return given


def settings_in(file: str) -> dict[str, str]:
    return filled(re.findall(r"^([A-Z][A-Z0-9_]+)=(.*)$", (ROOT / "deploy" / file).read_text(), re.MULTILINE))


def compose_environment() -> dict[str, str]:
    given = {name: str(value) for name, value in COMPOSE["web-rest-1"]["environment"].items()}
    return settings_in("env.example") | {
        name: re.sub(r"\$\{\w+[^}]*\}", "secret", value) for name, value in given.items()
    }


def debian_environment() -> dict[str, str]:
    written = re.search(r"# Last:.*?host\.env", (ROOT / "deploy" / "debian" / "install").read_text(), re.S)
    assert written is not None
    host = re.findall(
        r"\b([A-Z_]+)=([^\s\"]+)", written[0].replace("$role", "secret").replace("$redis", "secret")
    )
    return settings_in("env.example") | dict(host)


def kubernetes_environment() -> dict[str, str]:
    readme = (ROOT / "deploy" / "kubernetes" / "README.md").read_text()
    secret = re.search(r"secret generic shop \\(.*?)create secret", readme, re.S)
    assert secret is not None
    literals = re.findall(r"--from-literal=['\"]?(\w+)=(\S+)", secret[1].replace("'", ""))
    return settings_in("kubernetes/shop.env") | filled(literals)


INSTALLATIONS = {
    "compose": compose_environment,
    "debian": debian_environment,
    "kubernetes": kubernetes_environment,
}


@pytest.mark.parametrize("installation", INSTALLATIONS)
def test_installation_that_is_filled_in_has_all_that_the_shop_needs(
    installation: str, tmp_path: Path
) -> None:
    environment = INSTALLATIONS[installation]()

    started = subprocess.run(
        [sys.executable, "-c", "import project.settings"],
        cwd=ROOT,
        env={**environment, "PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )

    assert started.stderr == ""
    assert {"DATABASE_URL", "REDIS_URL", "NUM_PROXIES"} <= environment.keys()


def names_set_by_an_installation() -> set[str]:
    """Return the names of all variables that compose.yaml, the image, units, `install` and manifests set."""
    folder = ROOT / "deploy"
    units = "\n".join(
        path.read_text() for path in (folder / "debian" / "units").rglob("*.*") if path.is_file()
    )
    kubernetes = "\n".join(path.read_text() for path in (folder / "kubernetes").rglob("*.*"))
    install = (folder / "debian" / "install").read_text()
    return {
        *(name for service in COMPOSE.values() for name in service.get("environment", {})),
        *re.findall(r"^(?:ENV|   ) (\w+)=\S", (folder / "Dockerfile").read_text(), re.M),
        *(
            name
            for line in re.findall(r"^Environment=(.*)", units, re.M)
            for name in re.findall(r"(\w+)=", line)
        ),
        *re.findall(r"\b([A-Z][A-Z_]+)=[\w%$:/]", install),
        *re.findall(r"^#?([A-Z][A-Z0-9_]+)=", kubernetes, re.M),
        *re.findall(r"(?:--from-literal=|- name: |\{name: )([A-Z][A-Z0-9_]+)\b", kubernetes),
    }


def test_every_variable_that_an_installation_sets_is_read() -> None:
    sources = [*(ROOT / "frontend" / "server").glob("*.js"), *(ROOT / "deploy" / "backup").iterdir()]
    text = "\n".join(path.read_text() for path in sources)
    read_elsewhere = {
        *re.findall(r"process\.env\.(\w+)", text),
        *re.findall(r"\$\{(\w+):-", text),
        # By grant_application_role, Python, Postgres's image, libpq, psql, redis-cli and Redis's command.
        *("APPLICATION_ROLE_PASSWORD", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PATH"),
        *("DJANGO_SETTINGS_MODULE", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"),
        *("PGHOST", "PGUSER", "ON_ERROR_STOP", "REDISCLI_AUTH", "REDIS_PASSWORD"),
    }

    named = names_set_by_an_installation()

    assert {"RENDERER_PORT", "BACKUPS_KEPT", "S3_ACCESS_KEY_ID", "SITE_URL"} <= named
    assert named - {name for each in ALL for name in each.model_fields} - read_elsewhere == set()
