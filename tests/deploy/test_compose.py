"""compose.yaml keeps what is private apart, bounds what may grow, and asks for what it needs."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
TEXT = (DEPLOY / "compose.yaml").read_text()
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(TEXT)["services"]
LASTING = [name for name in SERVICES if "profiles" not in SERVICES[name]]


def test_file_follows_the_compose_specification() -> None:
    schema = files("check_jsonschema") / "builtin_schemas" / "vendor" / "compose-spec.json"

    Draft202012Validator(json.loads(schema.read_text())).validate(yaml.safe_load(TEXT))


@pytest.mark.parametrize("name", SERVICES)
def test_what_a_service_refers_to_is_there(name: str) -> None:
    service, whole = SERVICES[name], yaml.safe_load(TEXT)
    # BACKUPS is a volume unless .env names a folder.
    mounted = [volume.replace("${BACKUPS:-backups}", "backups") for volume in service.get("volumes", ())]
    sources = {volume.partition(":")[0] for volume in mounted}

    assert set(service.get("networks", ())) <= whole["networks"].keys()
    assert {source for source in sources if source[0] != "."} <= whole["volumes"].keys()
    # The certificate is the operator's.
    assert all((DEPLOY / source).exists() for source in sources - {"./certs"} if source[0] == ".")
    assert service.get("network_mode", "none").removeprefix("service:") in {"none", *SERVICES}
    for other, needed in service.get("depends_on", {}).items():
        check = SERVICES[other].get("healthcheck", {"disable": SERVICES[other]["image"] != "akshamala"})
        assert needed["condition"] != "service_healthy" or not check.get("disable")


def test_only_the_shop_reaches_database_and_redis() -> None:
    networks = {name: set(service.get("networks", ())) for name, service in SERVICES.items()}

    assert networks["postgres"] == networks["redis"] == {"inside"}
    assert networks["nginx"] == {"outside"}
    assert yaml.safe_load(TEXT)["networks"]["inside"] == {"internal": True}
    assert [name for name in SERVICES if "ports" in SERVICES[name]] == ["nginx"]


def test_renderers_are_reached_in_a_network_that_outlives_restarts() -> None:
    # A container in another one's network is cut off for good when that one restarts; `backup` then ends.
    sharing = [name for name in SERVICES if "service:" in SERVICES[name].get("network_mode", "")]
    assert sharing == ["backup"]

    for group in "12":
        renderer, rest = SERVICES[f"renderer-{group}"], SERVICES[f"web-rest-{group}"]
        port = renderer["environment"]["RENDERER_PORT"]
        assert rest["environment"]["RENDERER_URL"] == f"http://renderer-{group}:{port}"
        assert rest["environment"]["DATABASE_URL"] == SERVICES["worker"]["environment"]["DATABASE_URL"]
        assert set(renderer["networks"]) < set(rest["networks"])
        assert renderer["networks"] == ["rendering"]
    assert yaml.safe_load(TEXT)["networks"]["rendering"] == {"internal": True}


def test_postgres_is_healthy_only_once_it_listens_to_others() -> None:
    # While its image makes a new cluster, a temporary server answers on the local socket.
    check = SERVICES["postgres"]["healthcheck"]["test"]

    assert check[check.index("-h") + 1] == "127.0.0.1"


def test_running_shop_does_not_own_its_tables() -> None:
    owners = [
        name
        for name, service in SERVICES.items()
        if "postgres://akshamala:" in str(service.get("environment", {}).get("DATABASE_URL"))
    ]

    assert owners == ["migrate"]
    readers = [service for service in SERVICES.values() if service.get("env_file") == ".env"]
    assert readers
    assert all(service["environment"]["POSTGRES_PASSWORD"] == "" for service in readers)


def test_images_of_others_are_named_by_digest_and_one_tag_has_one_digest() -> None:
    files = (TEXT, (DEPLOY / "Dockerfile").read_text(), (DEPLOY / "kubernetes" / "redis.yaml").read_text())
    images = set(re.findall(r"\b(?:postgres|redis|nginx|python|node):[\d.]+-\S*", "\n".join(files)))

    assert len({image.partition("@")[0] for image in images}) == len(images) == 5, sorted(images)
    assert [image for image in images if not re.search(r"@sha256:[0-9a-f]{64}$", image)] == []


@pytest.mark.parametrize("name", LASTING)
def test_logs_are_rotated(name: str) -> None:
    assert SERVICES[name]["logging"]["options"] == {"max-size": "20m", "max-file": "5"}


def test_variables_of_compose_are_explained() -> None:
    explained = (DEPLOY / "env.example").read_text()

    for name in set(re.findall(r"\$\{(\w+)", TEXT)):
        assert re.search(rf"^#?{name}=", explained, re.MULTILINE), name


def test_scripts_that_compose_runs_are_there() -> None:
    folder = DEPLOY / "backup"

    for name in re.findall(r"/backup/([\w-]+)", TEXT):
        assert (folder / name).stat().st_mode & 0o111, name
