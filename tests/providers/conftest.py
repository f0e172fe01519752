"""Both adapters, each against its own side of the sandbox: what is promised of any runs over both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from project.payments.providers.base import CreatedPayment, Provider
from project.payments.providers.phonepe.adapter import PhonePe
from project.payments.providers.razorpay.adapter import Razorpay
from project.sandbox import config
from tests.sandbox_process import SandboxProcess

SHOP_PAGE = "https://shop.example/order-confirmation/TXN1"

MakeClient = Callable[..., Any]
Pay = Callable[..., CreatedPayment]


@dataclass(frozen=True)
class Kind:
    """Properties of a provider that its test double does not hide."""

    name: str
    label: str
    adapter: type[Provider]
    # Its account, and the names of the addresses it is spoken to at.
    account: dict[str, str]
    addresses: tuple[str, ...]
    # Its words for an order that is new, paid and over; for a refund that is made, accepted and done; for a
    # payment that waits, failed and succeeded.
    order_words: tuple[str, str, str]
    refund_words: tuple[str, str, str]
    # Error codes of an expired order and of a card that has expired.
    expired_code: str
    card_expired: str
    # Whether it tells the address of a pay page again.
    tells_page_again: bool

    def url(self, sandbox: SandboxProcess) -> str:
        """Return where its double is."""
        return sandbox.api_url if self.name == "phonepe" else f"{sandbox.url}/razorpay"

    def __str__(self) -> str:
        return self.name


PHONEPE = Kind(
    name="phonepe",
    label="PhonePe",
    adapter=PhonePe,
    account={"client_id": config.CLIENT_ID, "client_secret": config.CLIENT_SECRET},
    addresses=("pg_url", "oauth_url"),
    order_words=("PENDING", "COMPLETED", "FAILED"),
    refund_words=("PENDING", "CONFIRMED", "COMPLETED"),
    expired_code="TXN_NOT_COMPLETED",
    card_expired="CARD_EXPIRED",
    tells_page_again=False,
)
RAZORPAY = Kind(
    name="razorpay",
    label="Razorpay",
    adapter=Razorpay,
    account={"key_id": config.CLIENT_ID, "key_secret": config.CLIENT_SECRET},
    addresses=("api_url",),
    order_words=("created", "paid", "expired"),
    refund_words=("pending", "pending", "processed"),
    expired_code="expired",
    card_expired="card_expired",
    tells_page_again=True,
)
only_phonepe = pytest.mark.parametrize("kind", [PHONEPE], indirect=True, ids=str)
only_razorpay = pytest.mark.parametrize("kind", [RAZORPAY], indirect=True, ids=str)


@pytest.fixture(params=[PHONEPE, RAZORPAY], ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    """The provider of this run of the test."""
    found: Kind = request.param
    return found


@pytest.fixture(scope="session")
def sandbox_process() -> Iterator[SandboxProcess]:
    with SandboxProcess() as process:
        yield process


@pytest.fixture
def sandbox(sandbox_process: SandboxProcess) -> SandboxProcess:
    sandbox_process.control("/reset")
    return sandbox_process


@pytest.fixture
def make_client(kind: Kind, sandbox: SandboxProcess) -> Iterator[MakeClient]:
    """Build clients that know the sandbox's account and lose patience quickly; `url` leads them elsewhere."""
    made: list[Any] = []

    def make(url: str = "", **changes: object) -> Any:
        options: dict[str, object] = {
            **kind.account,
            **dict.fromkeys(kind.addresses, url or kind.url(sandbox)),
            "connect_timeout": 1.0,
            "read_timeout": 0.6,
            "retry_after": (0.02, 0.05),
            "budget": 5.0,
        }
        made.append(kind.adapter(**{**options, **changes}))
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture
def client(make_client: MakeClient) -> Any:
    """A client of this run's provider."""
    return make_client()


@pytest.fixture
def pay(client: Provider) -> Pay:
    """Open an order of 1,234.50 rupees that can be paid for ten minutes or a little more."""

    def create(merchant_order_id: str = "TXN1") -> CreatedPayment:
        return client.create_payment(
            merchant_order_id=merchant_order_id,
            amount_paise=123_450,
            expire_after=600,
            redirect_url=SHOP_PAGE,
        )

    return create
