"""Fixtures of all tests: the provider as a real process, and the switch of the nightly tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.signals import setting_changed
from django.dispatch import receiver
from pytest_django.fixtures import Settings

from project.core.public_cache import move_catalogue_version
from project.payments.providers import get_provider
from tests.flushing import use_quick_flush
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess, start_renderer
from tests.waiting import wait_for_window


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="also run the tests marked nightly")


TESTS = Path(__file__).parent
# Folders whose tests say nothing of the database: programs without one, and texts.
ANY_STACK = {"deploy", "documents", "providers", "sandbox", "texts"}
# What shows that the engine matters: locks, races, SQL, constraints.
ENGINE_NAMES = {"at_once", "connection", "connections", "transaction", "unguard", "IntegrityError"}
ENGINE_FIXTURES = {
    "transactional_db",
    "django_db_reset_sequences",
    "django_assert_num_queries",
    "django_assert_max_num_queries",
}
PRODUCTION_HASHERS = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Hash passwords cheaply in this process, and empty the database quickly after tests that commit.

    `production_hashers` is for tests of the hashing itself.
    """
    config.stash[PRODUCTION_HASHERS] = django_settings.PASSWORD_HASHERS
    django_settings.PASSWORD_HASHERS = ["tests.password_hashing.CheapScryptPasswordHasher"]
    use_quick_flush()


@pytest.fixture
def production_hashers(settings: Settings, pytestconfig: pytest.Config) -> None:
    """Hash passwords as in production."""
    settings.PASSWORD_HASHERS = pytestconfig.stash[PRODUCTION_HASHERS]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the folders of ANY_STACK, and leave the nightly tests out unless they are asked for."""
    for item in items:
        if any(TESTS / folder in item.path.parents for folder in ANY_STACK):
            item.add_marker("any_stack")
    if wrong := [f"{item.nodeid}: {reason}" for item in items if (reason := _needs_both_engines(item))]:
        raise pytest.UsageError("\n".join(["marked any_stack, but both engines must run:", *wrong]))
    if config.getoption("--nightly"):
        return
    nightly = [item for item in items if item.get_closest_marker("nightly")]
    if nightly:
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if item not in nightly]


def _needs_both_engines(item: pytest.Item) -> str:
    """Say what in a test marked any_stack depends on the database; empty when nothing does."""
    if item.get_closest_marker("any_stack") is None or not isinstance(item, pytest.Function):
        return ""
    database = item.get_closest_marker("django_db")
    if (database and (database.kwargs or database.args)) or ENGINE_FIXTURES & set(item.fixturenames):
        return "it has transactions of its own, or counts queries"
    names = set(item.function.__code__.co_names)
    if used := sorted(name for name in ENGINE_NAMES & names if name in item.function.__globals__):
        return f"it uses {', '.join(used)}"
    return ""


@pytest.fixture(scope="session")
def provider_process() -> Iterator[SandboxProcess]:
    """One process for the whole run."""
    with SandboxProcess() as process:
        yield process


@pytest.fixture(scope="session")
def renderer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The built pages' renderer: one process for the whole run."""
    process = start_renderer(
        tmp_path_factory.mktemp("renderer"), entry=django_settings.FRONTEND_SERVER_DIST / "entry-server.js"
    )
    yield process
    process.stop()


@pytest.fixture
def provider(provider_process: SandboxProcess, settings: Settings) -> SandboxProcess:
    """The provider, with nothing in its books, and a shop that talks to it."""
    provider_process.control("/reset")
    settings.PHONEPE_PG_URL = provider_process.api_url
    settings.PHONEPE_OAUTH_URL = provider_process.api_url
    # Log in there now: a token that is refused first would use up the faults a test orders.
    assert get_provider("phonepe").order_status("TXN0") is None
    return provider_process


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Answer nobody with what an earlier test left in the cache: its tables are gone."""
    move_catalogue_version()


@receiver(setting_changed)
def _forget_answers_of_other_settings(setting: str, **_: Any) -> None:
    """Do what a restart does: a running process keeps its settings, and its answers depend on them."""
    if setting != "CACHES":
        move_catalogue_version()


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
