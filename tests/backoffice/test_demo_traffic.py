"""Sample traffic finds the sandbox of the shop it visits."""

import pytest
from pytest_django.fixtures import Settings

from project.backoffice.traffic import sandbox_of

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
