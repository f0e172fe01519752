"""A first start in development has some weeks of orders, and its books agree."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from project.core.models import Mail
from project.events.models import Event
from project.invoices.models import Document
from project.orders.models import Order, OrderStatus, PieceCertificate
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Payment, PaymentStatus, RefundStatus
from project.returns.models import Return
from project.returns.models.claim import Claim
from project.sample_shop.accounts import create_accounts
from project.sample_shop.orders import DAYS, DOMAIN, add_sample_orders
from project.sandbox import ledger
from project.sandbox.store import Store
from tests.catalog.test_certificates import certify
from tests.factories import make_product

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def store(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Store]:
    """The sandbox of a shop with products, the sample accounts and orders, which all the tests read."""
    with django_db_blocker.unblock(), transaction.atomic():
        create_accounts()
        for number in range(5):
            certify(make_product(stock=40, hsn_code="1404"), f"SGL-{number}")
        store = Store(tmp_path_factory.mktemp("sandbox") / "sandbox.sqlite3")
        assert add_sample_orders(store) == Order.objects.count()
        yield store
        transaction.set_rollback(True)


def test_sample_orders_of_some_weeks_stand_in_every_status_and_the_books_agree(store: Store) -> None:
    assert set(Order.objects.values_list("status", flat=True)) == set(OrderStatus.values)
    assert PieceCertificate.objects.exists()
    first, last = (Order.objects.order_by(by)[0].created_at for by in ("created_at", "-created_at"))
    assert timedelta(days=DAYS - 1) < timezone.now() - first <= timedelta(days=DAYS + 1)
    assert timezone.now() - last < timedelta(hours=2)
    assert {PaymentStatus.SUCCESS, PaymentStatus.FAILED} <= set(
        Payment.objects.values_list("status", flat=True)
    )
    refunds = set(Payment.objects.exclude(refunds=None).values_list("refunds__status", flat=True))
    assert refunds == {RefundStatus.DONE, RefundStatus.APPROVAL}
    assert Return.objects.exists()
    assert Claim.objects.get().photos.count() == 1
    assert audit_ledger() == []


def test_history_and_documents_of_sample_orders_are_in_the_order_of_time(store: Store) -> None:
    times = list(
        Event.objects.filter(subject__startswith="order:").order_by("pk").values_list("created_at", flat=True)
    )
    assert times == sorted(times)
    days = list(
        Document.objects.filter(kind="invoice").order_by("sequence").values_list("issued_on", flat=True)
    )
    assert days == sorted(days) and len(set(days)) > 10


@pytest.mark.both_stacks
def test_sample_orders_are_marked_mail_nobody_and_are_known_to_the_sandbox(store: Store) -> None:
    assert {order.name.split()[-1] for order in Order.objects.all()} == {"(sample)"}
    assert all(order.email.endswith(DOMAIN) for order in Order.objects.all())
    assert not Mail.objects.filter(status="due").exists()
    with store.transaction() as db:
        for payment in Payment.objects.filter(status=PaymentStatus.SUCCESS):
            assert ledger.refresh_order(db, payment.transaction_id)["state"] == "COMPLETED"
        assert db.all("SELECT * FROM deliveries") == []


def test_shop_that_has_orders_gets_no_sample_orders(store: Store) -> None:
    before = Order.objects.count()

    assert add_sample_orders(store) == 0
    assert Order.objects.count() == before


def test_sample_orders_are_refused_outside_development(settings: Settings) -> None:
    settings.DEBUG = settings.SANDBOX = False

    with pytest.raises(CommandError, match="development"):
        call_command("sample_orders")
