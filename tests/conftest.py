"""Fixtures of all tests: the provider as a real process, and the switch of the nightly tests."""

import gc
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings as django_settings
from django.contrib.contenttypes.management import create_contenttypes
from django.core.signals import setting_changed
from django.db import connections
from django.db.models.signals import post_migrate
from django.dispatch import receiver
from pytest_django.fixtures import Settings

from deploy.environment import LOCALE
from project.payments.providers.registry import INSTALLED, adapter_of, get_provider
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess, start_renderer
from tests.waiting import wait_for_window


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="also run the tests marked nightly")
    parser.addoption("--renew-screenshots", action="store_true", help="store the screens as they are")


TESTS = Path(__file__).parent
# Folders whose tests use the database through the ORM alone, if at all: one engine is like the other.
ANY_STACK = {
    *("deploy", "events", "exports", "guidance", "providers", "sandbox"),
    *("storage", "support", "texts"),
}
# Goods, money, stock and who may do what with them: what production does, on what production uses. The goods'
# search and lists are in each engine's own SQL, as locks and constraints are: those are marked both_stacks.
PRODUCTION_STACK = {
    *(
        "accounts",
        "backoffice",
        "cart",
        "catalog",
        "cod",
        "content",
        "discounts",
        "invoices",
        "orders",
        "payments",
        "returns",
    ),
    *("reviews", "shop", "waitlist"),
}
STACK_MARKERS = ("any_stack", "production_stack", "both_stacks")
# A test that has one of these needs both engines, as one that commits does.
ENGINE_FIXTURES = {
    "transactional_db",
    "live_server",
    "django_db_reset_sequences",
    "django_assert_num_queries",
    "django_assert_max_num_queries",
}
PRODUCTION_HASHERS = pytest.StashKey[list[str]]()


def _compile_translations() -> None:
    """Compile the catalogues that changed since the build."""
    for file in LOCALE.glob("*/LC_MESSAGES/django.po"):
        compiled = file.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < file.stat().st_mtime:
            with file.open("rb") as source, compiled.open("wb") as target:
                write_mo(target, read_po(source))


def pytest_configure(config: pytest.Config) -> None:
    """Make hashes of passwords and proofs of work cheap in this process, and empty the database quickly.

    `production_hashers` is for tests of the hashing itself.
    """
    _compile_translations()
    config.stash[PRODUCTION_HASHERS] = django_settings.PASSWORD_HASHERS
    django_settings.PASSWORD_HASHERS = ["tests.password_hashing.CheapScryptPasswordHasher"]
    django_settings.PROOF_OF_WORK_ITERATIONS = 20
    django_settings.ORDER_EVENTS = "tests.order_events.EventsOfTests"
    if connections["default"].vendor == "postgresql":
        django_settings.DATABASES["default"]["ENGINE"] = "tests.postgres"
        # This thread's, made while the settings were read; it has not connected yet.
        del connections["default"]
    # After each flush Django would write the rights of its own administration, which the shop does not have.
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


def pytest_sessionstart() -> None:
    """Draw what this run's shops show for pictures."""
    # It needs the models, which are loaded after this file.
    from tests.sample_thumbnails import draw_thumbnails

    draw_thumbnails()


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and leave out what was loaded for the whole run: it takes processor time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture
def production_hashers(settings: Settings, pytestconfig: pytest.Config) -> None:
    """Hash passwords as in production."""
    settings.PASSWORD_HASHERS = pytestconfig.stash[PRODUCTION_HASHERS]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that one engine is enough for; leave the nightly tests out unless they are asked for."""
    wrong = []
    for item in items:
        needs_both = _needs_both_engines(item)
        if needs_both and item.get_closest_marker("any_stack"):
            wrong.append(item.nodeid)
        if needs_both or any(item.get_closest_marker(mark) for mark in STACK_MARKERS):
            continue
        folder = item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""
        if folder in ANY_STACK:
            item.add_marker("any_stack")
        elif folder in PRODUCTION_STACK:
            item.add_marker("production_stack")
    if wrong:
        raise pytest.UsageError("\n".join(["marked any_stack, but both engines must run:", *wrong]))
    if config.getoption("--nightly"):
        return
    nightly = [item for item in items if item.get_closest_marker("nightly")]
    if nightly:
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if item not in nightly]


def _needs_both_engines(item: pytest.Item) -> bool:
    """Return whether the test commits, or counts queries; one that needs both otherwise is marked so."""
    database = item.get_closest_marker("django_db")
    fixtures = set(item.fixturenames) if isinstance(item, pytest.Function) else set()
    return bool((database and (database.kwargs or database.args)) or ENGINE_FIXTURES & fixtures)


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


@pytest.fixture
def first_provider(request: pytest.FixtureRequest, provider: SandboxProcess, settings: Settings) -> str:
    """Whose adapter takes new payments: the first one's unless the test is parametrised by another's name."""
    name: str = getattr(request, "param", next(iter(INSTALLED)))
    if name not in settings.PAYMENT_PROVIDERS:
        settings.PAYMENT_PROVIDERS = {name: INSTALLED[name]} | settings.PAYMENT_PROVIDERS
        read = adapter_of(name).settings_from_environment(double_url=provider.url, required=True)
        for key, value in read.items():
            setattr(settings, key, value)
    return name


@pytest.fixture(autouse=True)
def empty_public_cache() -> None:
    """Invalidate the public cache: its answers are from the tables of earlier tests."""
    _empty_public_cache()


@receiver(setting_changed)
def _invalidate_on_changed_setting(setting: str, **_: Any) -> None:
    """Invalidate the public cache as a restart does: cached answers depend on settings."""
    if setting != "CACHES":
        _empty_public_cache()


def _empty_public_cache() -> None:
    # It needs the models, which are loaded after this file.
    from project.core.public_cache import move_catalogue_version

    move_catalogue_version()


@pytest.fixture
def api() -> Api:
    """A guest's browser."""
    return Api()


@pytest.fixture
def limits(settings: Settings) -> None:
    """Switch the limits on (they are off in other tests), at a moment when no count soon begins anew."""
    settings.RATE_LIMIT_FACTOR = 1
    # Nothing that earlier tests counted: their accounts had the same primary keys.
    own = {"KEY_PREFIX": secrets.token_hex(4)}
    settings.CACHES = settings.CACHES | {"limits": settings.CACHES["limits"] | own}
    # Most windows are of a minute, of ten or of fifteen; the longer ones are for slower calls.
    wait_for_window(300, left=15)
    wait_for_window(60, left=5)
