"""Lists that grow while somebody leafs through them: every row is read once, whatever arrives."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from project.accounts.models import User
from project.catalog.actions.stock import set_on_hand
from project.core.public_cache import move_catalogue_version
from project.events import audit
from project.payments.models import Payment
from tests.buying import deliver, message, place, start
from tests.discounts.discount_helpers import CODE, hold_with_code, make_code
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.payments.bank import bank_helpers as bank
from tests.payments.statements import enter, line, report
from tests.payments.test_dispute_api import entered
from tests.reviews.review_helpers import published
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.support.test_contact import send

pytestmark = pytest.mark.django_db

ROWS = 5
_numbers = count(1)


@pytest.fixture
def owner() -> User:
    return make_user(role="admin")


@pytest.fixture
def api(owner: User) -> Api:
    return Api(token=log_in(owner))


def read_through(
    api: Api, path: str, name: str, arrive: Callable[[], object], *, first: int = ROWS, **query: Any
) -> None:
    """Leaf through the list while a row arrives after each page, and hold it against what was there."""
    for _ in range(first):
        arrive()
    query = {"limit": 2} | query
    whole = api.get(path, query | {"limit": 48}).data
    expected = [row.get("_id") or row.get("code") or row["version"] for row in whole[name]]
    assert len(expected) >= min(first, 20)

    read: list[Any] = []
    as_of: dict[str, Any] = {}
    page, pages = 1, 2
    while page <= pages:
        data = api.get(path, query | as_of | {"page": page}).data
        as_of, pages = {"asOf": data["pagination"]["asOf"]}, data["pagination"]["totalPages"]
        read += [row.get("_id") or row.get("code") or row["version"] for row in data[name]]
        arrive()
        page += 1

    assert read[: len(expected)] == expected
    assert len(read) == len(set(read)) and page > 2


def test_orders(api: Api) -> None:
    product = make_product(stock=100)

    read_through(api, "/admin-orders/orders", "orders", lambda: place(product))
    read_through(api, "/admin-orders/orders", "orders", lambda: place(product), search="asha")
    read_through(api, "/admin-orders/orders", "orders", lambda: place(product), status="pending")


def test_ones_own_orders(api: Api, owner: User) -> None:
    product = make_product(stock=100)

    def arrive() -> None:
        order = place(product)
        order.user = owner
        order.save(update_fields=["user"])

    read_through(api, "/auth/orders", "orders", arrive)


def test_transactions(api: Api) -> None:
    order = place(make_product())

    def arrive() -> None:
        Payment.objects.create(order=order, provider="phonepe", amount_paise=50_000, is_open=False)

    read_through(api, "/transactions", "transactions", arrive)
    read_through(api, "/transactions", "transactions", arrive, minAmount=10)
    read_through(api, "/transactions", "transactions", arrive, search="asha")


def test_accounts(api: Api) -> None:
    read_through(api, "/admin/users", "users", make_user)


def test_messages_to_the_shop(api: Api) -> None:
    read_through(api, "/admin/contact", "tickets", lambda: send(Api()))


def test_audit_log(api: Api) -> None:
    read_through(
        api,
        "/admin/audit",
        "entries",
        lambda: audit.record("note.added", subject="order:A", actor="test", note=str(next(_numbers))),
    )


def test_messages_of_the_provider(api: Api, provider: SandboxProcess) -> None:
    product = make_product(stock=100)

    read_through(api, "/admin/webhooks", "messages", lambda: deliver(message(start(place(product)))))
    read_through(
        api,
        "/admin/webhooks",
        "messages",
        lambda: deliver(message(Payment.objects.latest("pk"), amount=next(_numbers)), headers={}),
        status="refused",
    )


def test_reports_and_cases(api: Api) -> None:
    def arrive() -> None:
        enter(report(line(f"TXNUNKNOWN{next(_numbers)}", "500")))

    read_through(api, "/admin/statements", "statements", arrive)
    read_through(api, "/admin/cases", "cases", arrive)


def test_disputes(api: Api) -> None:
    payment = Payment.objects.create(
        order=place(make_product()),
        provider="phonepe",
        amount_paise=50_000,
        captured_paise=50_000,
        status="SUCCESS",
        is_open=False,
    )

    read_through(api, "/admin/disputes", "disputes", lambda: entered(api, payment, amount=1))
    read_through(api, "/admin/disputes", "disputes", lambda: entered(api, payment, amount=1), status="")


def test_lines_of_the_bank(api: Api) -> None:
    def arrive() -> None:
        number = next(_numbers)
        assert bank.upload(api, bank.bank((bank.day(0), f"NEFT {number}", 100), opening=1000 + number)).data

    read_through(api, "/admin/bank/lines", "lines", arrive)


def test_discount_codes_and_their_orders(api: Api) -> None:
    product = make_product(stock=100)
    make_code(api)

    read_through(
        api,
        f"/admin/discounts/{CODE}/orders",
        "orders",
        lambda: hold_with_code(product, next(_numbers)),
    )
    read_through(api, "/admin/discounts", "discounts", lambda: make_code(api, code=f"CODE{next(_numbers)}"))


def test_products_and_their_movements(api: Api) -> None:
    product = make_product()

    read_through(
        api,
        f"/admin/products/{product.public_id}/movements",
        "movements",
        lambda: set_on_hand(product, 100 + next(_numbers), cause="test"),
    )
    read_through(api, "/admin/products", "products", make_product)


def test_history_of_the_settings(api: Api) -> None:
    def arrive() -> None:
        change_shop(contact={"phone": f"+91 98765 {next(_numbers):05}"})

    read_through(api, "/admin/settings/history", "versions", arrive, first=45)


@pytest.mark.parametrize("sort", ["newest", "price-low", "price-high", "name", "rating"])
def test_public_products(sort: str) -> None:
    def arrive() -> None:
        number = next(_numbers)
        make_product(price_paise=10_000 + number % 7 * 100, title_en=f"Bead {number % 5}")
        move_catalogue_version()

    read_through(Api(), "/products", "products", arrive, sortBy=sort)


def test_public_reviews(api: Api) -> None:
    product = make_product(stock=100)

    read_through(Api(), f"/products/{product.slug}/reviews", "reviews", lambda: published(product))
    read_through(api, "/admin/reviews", "reviews", lambda: published(product), status="published")


@pytest.mark.parametrize(
    "as_of", ["yesterday", "", "2026-11-28", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]
)
def test_moment_that_is_none_is_refused(api: Api, as_of: str) -> None:
    assert Api().get("/products", {"asOf": as_of}).refusal == (422, "VALIDATION")
    assert api.get("/admin-orders/orders", {"asOf": as_of}).refusal == (422, "VALIDATION")


def test_list_without_a_moment_is_as_of_now(api: Api) -> None:
    place(make_product())
    early = (timezone.now() - timedelta(days=1)).isoformat()

    assert len(api.get("/admin-orders/orders").data["orders"]) == 1
    past = api.get("/admin-orders/orders", {"asOf": early, "page": 2}).data
    assert (past["orders"], past["pagination"]["total"]) == ([], 0)
