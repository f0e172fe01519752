"""Every named disaster ends with books that agree with the provider's."""

import pytest
from pytest_django.live_server_helper import LiveServer

from project.backoffice.scenarios.playing import Playing
from project.sandbox.scenarios import SCENARIOS
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def playing(provider: SandboxProcess, live_server: LiveServer) -> Playing:
    """A shop whose address the provider knows."""
    return Playing(provider, webhook_url=f"{live_server.url}/api/payments/webhooks/phonepe")


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario_ends_with_equal_books(playing: Playing, name: str) -> None:
    result = playing.play(name)

    assert result.problems == ()
    assert result.ends == SCENARIOS[name].ends
