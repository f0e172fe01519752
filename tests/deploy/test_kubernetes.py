"""The manifests are what Kubernetes takes, and fit each other."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from kubernetes_validate.utils import validate

from project.core.metrics import LIVE_SOCKETS
from tests.deploy.test_debian import COMMON, COMPOSE, UNITS, compose_commands, read_unit

MANIFESTS = Path(__file__).resolve().parents[2] / "deploy" / "kubernetes"
KUBERNETES = "1.34"


def documents() -> Iterator[dict[str, Any]]:
    kustomization = yaml.safe_load((MANIFESTS / "kustomization.yaml").read_text())
    for name in kustomization["resources"]:
        yield from yaml.safe_load_all((MANIFESTS / name).read_text())


DOCUMENTS = list(documents())


def named(kind: str) -> dict[str, dict[str, Any]]:
    return {each["metadata"]["name"]: each for each in DOCUMENTS if each["kind"] == kind}


def pods() -> dict[str, dict[str, Any]]:
    return {name: each["spec"]["template"] for name, each in (named("Deployment") | named("Job")).items()}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: f"{each['kind']}/{each['metadata']['name']}")
def test_manifest_is_valid(document: dict[str, Any]) -> None:
    validate(document, KUBERNETES, strict=True)


def test_every_manifest_is_part_of_the_kustomization() -> None:
    listed = yaml.safe_load((MANIFESTS / "kustomization.yaml").read_text())["resources"]

    assert sorted([*listed, "kustomization.yaml"]) == sorted(path.name for path in MANIFESTS.glob("*.yaml"))


def test_live_pods_can_be_scaled_by_the_sockets_they_report() -> None:
    component = yaml.safe_load((MANIFESTS / "scale-by-sockets" / "kustomization.yaml").read_text())
    [patch] = component["patches"]
    [addition] = yaml.safe_load(patch["patch"])
    scaled = deepcopy(named(patch["target"]["kind"])[patch["target"]["name"]])

    assert (addition["op"], addition["path"]) == ("add", "/spec/metrics/-")
    scaled["spec"]["metrics"].append(addition["value"])
    validate(scaled, KUBERNETES, strict=True)
    assert {each["type"] for each in scaled["spec"]["metrics"]} == {"Resource", "Pods"}
    pods_metric = addition["value"]["pods"]
    assert pods_metric["metric"]["name"] == next(iter(LIVE_SOCKETS.describe())).name
    assert int(pods_metric["target"]["averageValue"]) < settings.LIVE_SOCKETS


def test_selectors_find_their_pods() -> None:
    labels = [pod["metadata"]["labels"] for pod in pods().values()]
    selectors = [
        *(each["spec"]["selector"]["matchLabels"] for each in named("Deployment").values()),
        *(each["spec"]["selector"]["matchLabels"] for each in named("PodDisruptionBudget").values()),
        *(each["spec"]["selector"] for each in named("Service").values()),
    ]

    assert all(selector in labels for selector in selectors)
    scaled = {each["spec"]["scaleTargetRef"]["name"] for each in named("HorizontalPodAutoscaler").values()}
    assert scaled == {"web-live", "web-rest"}
    # The autoscaler counts them.
    assert all("replicas" not in named("Deployment")[name]["spec"] for name in scaled)


def test_ingress_leads_to_services() -> None:
    (ingress,) = named("Ingress").values()

    paths = ingress["spec"]["rules"][0]["http"]["paths"]

    assert {each["backend"]["service"]["name"] for each in paths} <= set(named("Service"))


@pytest.mark.parametrize("name", sorted(pods()))
def test_containers_have_no_rights_and_a_limit(name: str) -> None:
    spec = pods()[name]["spec"]

    assert spec["securityContext"]["runAsNonRoot"] is True
    for container in spec["containers"]:
        assert container["securityContext"]["allowPrivilegeEscalation"] is False
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        assert "memory" in container["resources"]["limits"]


@pytest.mark.parametrize("name", ["web-live", "web-rest"])
def test_web_processes_are_probed_by_a_name_the_shop_answers(name: str) -> None:
    (container, *_) = pods()[name]["spec"]["containers"]
    answered = next(
        line.partition("=")[2].split(",")
        for line in (MANIFESTS / "shop.env").read_text().splitlines()
        if line.startswith("ALLOWED_HOSTS=")
    )

    probes = {
        kind: container[kind]["httpGet"] for kind in ("startupProbe", "readinessProbe", "livenessProbe")
    }

    assert {kind: probe["path"] for kind, probe in probes.items()} == {
        "startupProbe": "/healthz",
        "readinessProbe": "/readyz",
        "livenessProbe": "/healthz",
    }
    for probe in probes.values():
        assert {each["name"]: each["value"] for each in probe["httpHeaders"]}["Host"] in answered


def containers() -> dict[str, dict[str, Any]]:
    return {each["name"]: each for pod in pods().values() for each in pod["spec"]["containers"]}


def of_kubernetes(service: str) -> str:
    """Return the name here of what compose.yaml has as a service, in two groups."""
    return service.removesuffix("-1")


@pytest.mark.parametrize("service", ["web-rest-1", "worker", "renderer-1", "migrate"])
def test_container_runs_what_the_service_runs(service: str) -> None:
    command = containers()[of_kubernetes(service)]["command"]
    commands = command[2].split(" && ") if command[:2] == ["sh", "-c"] else [" ".join(command)]

    # Retained assets are for nginx, which is not here.
    assert commands == [each for each in compose_commands(service) if "retain_assets" not in each]


def test_sockets_and_redis_run_what_their_services_run() -> None:
    assert "command" not in containers()["web-live"] and "command" not in COMPOSE["web-live-1"]
    redis = " ".join(containers()["redis"]["args"]).replace("$(REDIS_PASSWORD)", "${REDIS_PASSWORD}")
    assert redis == " ".join(COMPOSE["redis"]["command"][1:])
    assert containers()["redis"]["image"] == COMPOSE["redis"]["image"]


@pytest.mark.parametrize("service", [*UNITS, "redis"])
def test_installations_give_a_process_the_same_memory(service: str) -> None:
    unit = UNITS.get(service, "redis-server.service.d/akshamala.conf")
    of_debian = read_unit(unit).get("MemoryMax") or read_unit(COMMON)["MemoryMax"]
    of_cluster = containers()[of_kubernetes(service)]["resources"]["limits"]["memory"]

    assert [COMPOSE[service]["mem_limit"].upper()] == of_debian == [of_cluster.removesuffix("i")]


@pytest.mark.parametrize("service", ["web-live-1", "web-rest-1", "worker"])
def test_installations_let_a_process_stop_in_time_and_start_it_again(service: str) -> None:
    spec = pods()[of_kubernetes(service)]["spec"]

    # Kubernetes counts from before the signal: longer.
    assert spec["terminationGracePeriodSeconds"] > int(
        COMPOSE[service]["stop_grace_period"].removesuffix("s")
    )
    assert COMPOSE[service]["restart"] == "unless-stopped"
    assert read_unit(UNITS[service])["Restart"] == ["always"]
    assert "restartPolicy" not in spec  # Always


@pytest.mark.parametrize("service", ["web-live-1", "web-rest-1"])
def test_installations_ask_a_web_process_at_one_address(service: str) -> None:
    dockerfile = (MANIFESTS.parent / "Dockerfile").read_text()
    [started] = read_unit(UNITS[service])["ExecStartPost"]

    assert "healthcheck" not in COMPOSE[service]
    assert re.findall(r"HEALTHCHECK.*\n.*?127\.0\.0\.1:8000(/\w+)'", dockerfile) == ["/healthz"]
    assert started.endswith("/healthz'")
    assert containers()[of_kubernetes(service)]["livenessProbe"]["httpGet"]["path"] == "/healthz"


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is not here")
@pytest.mark.parametrize("components", [[], ["object-storage"], ["object-storage", "scale-by-sockets"]])
def test_kustomize_builds_valid_manifests(components: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "kubernetes"
    shutil.copytree(MANIFESTS, folder)
    with (folder / "kustomization.yaml").open("a") as file:
        file.write(f"components: {components}\n")

    built = subprocess.run(["kubectl", "kustomize", str(folder)], check=True, capture_output=True, text=True)

    manifests = list(yaml.safe_load_all(built.stdout))
    for each in manifests:
        validate(each, KUBERNETES, strict=True)
    # With the configuration that is made from shop.env, and without the disk that object storage replaces.
    assert len(manifests) == len(DOCUMENTS) + 1 - bool(components)
    assert ("persistentVolumeClaim" in built.stdout) is not bool(components)
