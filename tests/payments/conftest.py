"""What tests of payments begin with."""

import pytest

from project.accounts.models import User
from project.payments.models import Payment
from tests.buying import check, pay, place, start
from tests.factories import make_product, make_user
from tests.sandbox_process import SandboxProcess


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
