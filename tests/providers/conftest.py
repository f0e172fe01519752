from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from project.payments.providers.base import CreatedPayment
from project.payments.providers.phonepe.adapter import PhonePe
from project.sandbox import config
from tests.sandbox_process import SandboxProcess

SHOP_PAGE = "https://shop.example/order-confirmation/TXN1"


@pytest.fixture(scope="session")
def sandbox_process() -> Iterator[SandboxProcess]:
    with SandboxProcess() as process:
        yield process


@pytest.fixture
def sandbox(sandbox_process: SandboxProcess) -> SandboxProcess:
    sandbox_process.control("/reset")
    return sandbox_process


@pytest.fixture
def make_client(sandbox: SandboxProcess) -> Iterator[Callable[..., PhonePe]]:
    """Build clients that know the sandbox's account and lose patience quickly."""
    made: list[PhonePe] = []

    def make(**changes: object) -> PhonePe:
        options: dict[str, object] = {
            "pg_url": sandbox.api_url,
            "oauth_url": sandbox.api_url,
            "client_id": config.CLIENT_ID,
            "client_secret": config.CLIENT_SECRET,
            "connect_timeout": 1.0,
            "read_timeout": 0.6,
            "retry_after": (0.02, 0.05),
            "budget": 5.0,
        }
        made.append(PhonePe(**{**options, **changes}))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture
def phonepe(make_client: Callable[..., PhonePe]) -> PhonePe:
    return make_client()


@pytest.fixture
def pay(phonepe: PhonePe) -> Callable[[str], CreatedPayment]:
    """Open an order of 1,234.50 rupees that can be paid for ten minutes."""

    def create(merchant_order_id: str = "TXN1") -> CreatedPayment:
        return phonepe.create_payment(
            merchant_order_id=merchant_order_id,
            amount_paise=123_450,
            expire_after=600,
            redirect_url=SHOP_PAGE,
        )

    return create
