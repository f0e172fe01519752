"""Sample traffic finds the sandbox of the shop it visits."""

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from project.sample_shop.traffic import sandbox_of

HERE = "http://127.0.0.1:8000"


@pytest.mark.parametrize(
    ("configured", "visited", "sandbox"),
    [
        (f"{HERE}/sandbox", HERE, f"{HERE}/sandbox"),
        (f"{HERE}/sandbox", "http://127.0.0.1:9000", "http://127.0.0.1:9000/sandbox"),
        ("http://127.0.0.1:7000", "http://127.0.0.1:9000", "http://127.0.0.1:7000"),
    ],
    ids=["this shop", "a shop on another port", "a sandbox of its own"],
)
def test_sandbox_is_the_visited_shops_own_unless_configured(
    settings: Settings, configured: str, visited: str, sandbox: str
) -> None:
    settings.SITE_URL, settings.SANDBOX_URL = HERE, configured

    assert sandbox_of(visited) == sandbox


def test_sample_traffic_never_meets_real_money(settings: Settings) -> None:
    settings.SANDBOX = False

    with pytest.raises(CommandError, match="must never meet real money"):
        call_command("demo_traffic", count=1)


@pytest.mark.parametrize("pace", [0, -1])
def test_pace_of_sample_traffic_is_above_nothing(pace: float) -> None:
    with pytest.raises(CommandError, match="must be above 0"):
        call_command("demo_traffic", per_minute=pace, count=1)
