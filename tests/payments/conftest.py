"""What tests of payments begin with."""

import pytest

from project.payments.models import Payment
from tests.buying import pay, place
from tests.factories import make_product
from tests.sandbox_process import SandboxProcess


@pytest.fixture
def payment(provider: SandboxProcess) -> Payment:
    """A paid order of 500 rupees."""
    return pay(place(make_product(price_paise=50_000)), provider)
