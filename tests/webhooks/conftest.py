"""Receivers of webhooks on this machine, which the shop may send to."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.webhook_receiver import WebhookReceiver


@pytest.fixture(autouse=True)
def private_hosts(settings: Settings) -> None:
    settings.OUTBOUND_PRIVATE_HOSTS = ["127.0.0.1"]


@pytest.fixture
def receiver() -> Iterator[WebhookReceiver]:
    """A partner's program that takes everything."""
    started = WebhookReceiver()
    yield started
    started.stop()
