"""Fixtures of all tests: the provider as a real process, and the switch of the nightly tests."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from project.payments.providers import get_provider
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.waiting import wait_for_window


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="also run the tests marked nightly")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the nightly tests out unless they are asked for."""
    if config.getoption("--nightly"):
        return
    nightly = [item for item in items if item.get_closest_marker("nightly")]
    if nightly:
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if item not in nightly]


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


@pytest.fixture
def limits(settings: Settings) -> None:
    """Switch the limits on (they are off in other tests), at a moment when no count soon begins anew."""
    settings.RATE_LIMIT_FACTOR = 1
    # Most windows are of a minute, of ten or of fifteen; the longer ones are for slower calls.
    wait_for_window(300, left=15)
    wait_for_window(60, left=5)
