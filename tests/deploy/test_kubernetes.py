"""The manifests are what Kubernetes takes, and fit each other."""

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from kubernetes_validate.utils import validate

from project.core.metrics import LIVE_SOCKETS

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


def test_object_storage_leaves_no_pod_with_a_shared_disk() -> None:
    component = yaml.safe_load((MANIFESTS / "object-storage" / "kustomization.yaml").read_text())
    removed, *replaced = component["patches"]

    assert yaml.safe_load(removed["patch"]) == {
        "$patch": "delete",
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": next(iter(named("PersistentVolumeClaim")))},
    }
    changed = deepcopy(named("Deployment") | named("Job"))
    for patch in replaced:
        pattern = re.compile(patch["target"]["name"])
        targets = [name for name in named(patch["target"]["kind"]) if pattern.fullmatch(name)]
        [operation] = yaml.safe_load(patch["patch"])
        *place, position = operation["path"].strip("/").split("/")
        for name in targets:
            volumes: Any = reduce(getitem, place, changed[name])
            assert volumes[int(position)]["name"] == operation["value"]["name"]
            volumes[int(position)] = operation["value"]
    for document in changed.values():
        validate(document, KUBERNETES, strict=True)
    assert "persistentVolumeClaim" not in str(changed)


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
