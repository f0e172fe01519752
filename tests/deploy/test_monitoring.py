"""The alert rules and the dashboard name only figures, labels and checks that the shop has."""

import json
import re
import subprocess
from typing import Any, get_args

import pytest
from prometheus_client import REGISTRY

from deploy.environment import ROOT
from project.backoffice.health.checks import CHECKS
from project.backoffice.health.result import CheckName
from project.core import metrics

FOLDER = ROOT / "deploy" / "monitoring"
DASHBOARD: dict[str, Any] = json.loads((FOLDER / "dashboard.json").read_text())
ALERTS = (FOLDER / "alerts.yaml").read_text()
TEXTS = {
    "alerts": "\n".join(line for line in ALERTS.splitlines() if "summary:" not in line),
    "dashboard": "\n".join(target["expr"] for each in DASHBOARD["panels"] for target in each["targets"]),
}


def names() -> set[str]:
    """Return the names of all figures of the shop, with the endings that Prometheus shows."""
    assert metrics.REQUESTS
    endings = {"counter": ["_total"], "gauge": [""], "histogram": ["_bucket", "_sum", "_count"]}
    return {
        family.name + ending
        for family in REGISTRY.collect()
        for ending in endings.get(family.type, [])
        if family.name.startswith("akshamala_")
    }


@pytest.mark.parametrize("file", TEXTS)
def test_every_figure_that_is_named_exists(file: str) -> None:
    named = set(re.findall(r"\bakshamala_\w+", TEXTS[file]))

    assert len(named) >= 4
    assert named - names() == set()


@pytest.mark.parametrize("file", TEXTS)
def test_every_check_that_is_named_exists(file: str) -> None:
    named = {name for found in re.findall(r'check[!=]~"([^"]+)"', TEXTS[file]) for name in found.split("|")}

    assert named <= set(get_args(CheckName))


def test_each_alert_says_how_urgent_it_is_and_what_is_wrong() -> None:
    alerts = re.findall(r"^      - alert: \w+$", ALERTS, re.MULTILINE)

    assert len(alerts) >= 8
    assert len(re.findall(r"^        labels: {severity: (?:page|ticket)}$", ALERTS, re.MULTILINE)) == len(
        alerts
    )
    assert len(re.findall(r"^          summary: \S", ALERTS, re.MULTILINE)) == len(alerts)
    assert len(re.findall(r"^        for: \d+m$", ALERTS, re.MULTILINE)) == len(alerts)


def test_targets_are_the_processes_that_nginx_asks() -> None:
    example = (FOLDER / "README.md").read_text()
    conf = ROOT / "deploy" / "nginx.conf"
    edit = ["sed", "-E", "-f", str(ROOT / "deploy" / "debian" / "nginx.sed"), str(conf)]
    debian = subprocess.run(edit, check=True, capture_output=True, text=True).stdout

    targets = [re.findall(r'"([^"]+)"', line) for line in re.findall(r"\[(.*:8\d.*)\]", example)]

    assert [sorted(each) for each in targets] == [
        sorted(set(re.findall(r"^ +server (\S+:\d+)", text, re.M))) for text in (conf.read_text(), debian)
    ]


def test_operators_guide_names_each_check_that_is_told() -> None:
    guide = (ROOT / "deploy" / "OPERATING.md").read_text()
    section = guide.partition("## Alerts\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| .+? \| `(\w+)` \| .+? \| .+? \|$", section, re.MULTILINE)
    others = section.partition("Shown and told to nobody:")[2]

    assert sorted(rows) == sorted(check.name for check in CHECKS if not check.untold)
    assert {check.name for check in CHECKS if check.untold} == set(re.findall(r"`(\w+)`", others))
