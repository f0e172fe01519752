from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from tests.providers.conftest import Kind
from tests.sandbox_process import SandboxProcess


@pytest.fixture(autouse=True)
def settings_of_the_double(kind: Kind, settings: Settings, sandbox: SandboxProcess) -> None:
    """The adapter's settings, as a shop beside the double reads them."""
    read = kind.adapter.settings_from_environment(double_url="http://127.0.0.1:9", required=True)
    for name, value in read.items():
        setattr(settings, name, value)


def test_a_process_shares_one_client_for_one_account(kind: Kind) -> None:
    assert kind.adapter.from_settings() is kind.adapter.from_settings()


def test_the_client_speaks_to_the_configured_account(
    kind: Kind, settings: Settings, sandbox: SandboxProcess
) -> None:
    before = kind.adapter.from_settings()
    for name, value in kind.adapter.settings_of_double(sandbox.url).items():
        setattr(settings, name, value)

    client = kind.adapter.from_settings()

    assert client is not before
    assert client.order_status("TXN1") is None


def test_shop_with_some_of_its_keys_does_not_start(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kind.adapter.setting(next(iter(kind.adapter.entered))), "one-of-them")

    with pytest.raises(ImproperlyConfigured, match="must be set"):
        kind.adapter.settings_from_environment(double_url="", required=True)


def test_shop_without_any_keys_starts_and_has_them_entered_on_screen(kind: Kind) -> None:
    read = kind.adapter.settings_from_environment(double_url="", required=True)

    assert not any(read[kind.adapter.setting(field)] for field in kind.adapter.entered)
