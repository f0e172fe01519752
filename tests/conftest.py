"""The provider's double as a real process, shared by all tests that take payments."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from project.payments.providers import get_provider
from tests.http import Api
from tests.sandbox_process import SandboxProcess


@pytest.fixture(scope="session")
def provider_process() -> Iterator[SandboxProcess]:
    """One process for the whole run."""
    with SandboxProcess() as process:
        yield process


@pytest.fixture
def provider(provider_process: SandboxProcess, settings: Settings) -> SandboxProcess:
    """The provider, with nothing in its books, and a shop that talks to it."""
    provider_process.control("/reset")
    settings.PHONEPE_PG_URL = provider_process.api_url
    settings.PHONEPE_OAUTH_URL = provider_process.api_url
    # Log in there now: a token that is refused first would use up the faults a test orders.
    assert get_provider("phonepe").order_status("TXN0") is None
    return provider_process


@pytest.fixture
def api() -> Api:
    """A guest's browser."""
    return Api()
