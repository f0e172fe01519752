from __future__ import annotations

from pytest_django.fixtures import Settings

from project.payments.providers.phonepe.adapter import PhonePe
from tests.sandbox_process import SandboxProcess


def test_a_process_shares_one_client_for_one_account() -> None:
    first = PhonePe.from_settings()

    assert PhonePe.from_settings() is first


def test_the_client_speaks_to_the_configured_account(settings: Settings, sandbox: SandboxProcess) -> None:
    before = PhonePe.from_settings()
    settings.PHONEPE_PG_URL = settings.PHONEPE_OAUTH_URL = sandbox.api_url

    client = PhonePe.from_settings()

    assert client is not before
    assert client.order_status("TXN1") is None
