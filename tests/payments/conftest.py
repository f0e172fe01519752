"""Fixtures of the tests of payments."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from project.accounts.models import User
from project.payments.models import Payment
from tests.buying import check, pay, place, start
from tests.factories import make_product, make_user
from tests.sandbox_process import SandboxProcess


@pytest.fixture(scope="module")
def shared_provider(
    provider_process: SandboxProcess, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[SandboxProcess]:
    """The provider, for rows that a module's tests share: each test's own transaction undoes what it changes.

    Not for a module with tests that commit.
    """
    provider_process.control("/reset")
    url = provider_process.api_url
    with (
        override_settings(PHONEPE_PG_URL=url, PHONEPE_OAUTH_URL=url),
        django_db_blocker.unblock(),
        transaction.atomic(),
    ):
        yield provider_process
        transaction.set_rollback(True)


@pytest.fixture
def payment(provider: SandboxProcess) -> Payment:
    """A paid order of 500 rupees."""
    return pay(place(make_product(price_paise=50_000)), provider)


@pytest.fixture
def staff() -> User:
    """Somebody who may move money."""
    return make_user(role="finance", name="Meera")


@pytest.fixture
def wrong(provider: SandboxProcess) -> Payment:
    """A payment of 500 rupees for which the provider says 400 came."""
    provider.control("/settings", refund_seconds=None)
    payment = start(place(make_product(price_paise=50_000)))
    provider.fault("alter", on="status", value={"amount": 40_000}, times=None)
    provider.settle(payment.transaction_id, "success")
    return check(payment)
