"""The ledger audit objects to each single value of money, stock or papers that changes past the shop."""

import random
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DataError, IntegrityError, models, transaction
from django.utils import timezone

from project.catalog.models import ProductOption
from project.core import row_checksums
from project.core.rollups import Rollup
from project.core.row_checksums import TABLES
from project.invoices.actions.printing import make_document
from project.invoices.actions.queueing import queue_missing, take_due_documents
from project.orders.models import DiscountCode, Order
from project.payments.audit.ledger import audit_ledger
from project.payments.disputes.actions import NewDispute, decide_dispute, open_dispute
from project.payments.models import DisputeStatus, RefundReason
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import request_refund
from project.sample_shop.accounts import create_accounts
from project.sample_shop.orders import add_sample_orders
from project.sandbox.store import Store
from tests.buying import pay, place
from tests.catalog.test_certificates import certify
from tests.cod.cash_helpers import confirmed, delivered, offer_cash
from tests.disabled_triggers import without_triggers
from tests.factories import make_product, make_user
from tests.orders.order_helpers import WAY, advance_order
from tests.payments.bank.bank_helpers import bank, day, finance
from tests.payments.bank.bank_helpers import upload as upload_bank
from tests.payments.statements import enter, line, report
from tests.sandbox_process import SandboxProcess

# The limit is for its shop on a busy machine.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]

SEED = 20_261_128
UTR = "AXISCN0099000001"


@pytest.fixture(scope="module")
def shop(shared_provider: SandboxProcess, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A shop with rows in every audited table; its books agree."""
    create_accounts()
    for number in range(5):
        certify(make_product(stock=40, hsn_code="1404"), f"SGL-{number}")
    add_sample_orders(Store(tmp_path_factory.mktemp("sandbox") / "sandbox.sqlite3"))
    bead = make_product(price_paise=50_000, stock=100)
    DiscountCode.objects.create(code="TENTH", percent=10)
    DiscountCode.objects.create(code="GIFT", percent=100)
    pay(place(bead, 2, discountCode="TENTH"), shared_provider)
    place(bead, discountCode="GIFT")
    offer_cash()
    delivered()
    confirmed(bead)
    paid = [pay(place(bead), shared_provider) for _ in range(3)]
    advance_order(paid[0].order, *WAY)
    admin = make_user(role="admin")
    refund = request_refund(paid[1].pk, amount_paise=10_000, reason=RefundReason.OTHER, user=admin)
    advance_refund(refund.pk, cause="test")
    dispute = open_dispute(paid[2].pk, NewDispute(30_000), user=make_user(role="finance"))
    decide_dispute(dispute.pk, DisputeStatus.LOST, user=admin, notes="as the bank writes")
    written = f"{day(0):%d-%m-%Y}"
    days = {"CreationDate": written, "TransactionDate": written, "SettlementDate": written}
    enter(report(line("TXNSTRANGER", "500.00", BankReferenceNo=UTR, **days)))
    upload_bank(finance(), bank((day(1), f"NEFT CR-PHONEPE-{UTR}", 500), (day(2), "RENT", -90)))
    call_command("after_restore")
    place(bead)
    ProductOption.objects.create(product=bead, kind="size", name="Large", price_paise=100)
    queue_missing()
    for due in take_due_documents(limit=1):
        make_document(due)


# Tables with such columns that are no books.
NO_BOOKS = {
    "cart.CartLine": "priced anew when it is ordered",
    "orders.PastOrder": "of an earlier shop, to read: in no figure of this one",
    "catalog.Picture": "a file's name, which its address has",
    "returns.ReturnPhoto": "pictures",
}
MONEY_STOCK_OR_PAPER = re.compile("paise|quantity|_delta$|on_hand|allocated|sha256|bank_reference")


def other_values(field: "models.Field[Any, Any]", value: Any) -> Iterator[Any]:
    """Yield values that the field may have instead."""
    if isinstance(field, models.BooleanField):
        yield not value
    elif isinstance(field, models.IntegerField | models.ForeignKey):
        yield from (1, 2) if value is None else (value + 1, value - 1, value + 100)
    elif isinstance(field, models.DecimalField):
        yield (value or 0) + 1
    elif isinstance(field, models.DateField):
        yield (timezone.now() if value is None else value) + timedelta(days=1)
    elif isinstance(field, models.JSONField):
        yield [*value, 1] if isinstance(value, list) else {**(value or {}), "changed": 1}
    elif isinstance(field, models.BinaryField):
        yield bytes(value or b"") + b"x"
    elif field.choices:
        yield from (choice for choice, _ in field.flatchoices if choice != value)
    else:
        assert isinstance(field, models.CharField | models.TextField), f"{field}: how is it changed?"
        yield from (f"x{value[1:]}" if value and value[0] != "x" else "y", f"{value}x")


def change(model: type[models.Model], field: "models.Field[Any, Any]", chosen: random.Random) -> bool:
    """Change the value of a row to one that the database takes; False when it refuses each."""
    rows = model._base_manager.order_by("pk").values_list("pk", field.attname)
    key, value = chosen.choice(list(rows))
    for other in other_values(field, value):
        try:
            with transaction.atomic():
                model._base_manager.filter(pk=key).update(**{field.attname: other})
        except (IntegrityError, DataError):
            continue
        return True
    return False


@pytest.mark.both_stacks
@pytest.mark.parametrize("label", TABLES)
def test_each_value_that_changes_past_the_triggers_is_found(shop: None, label: str) -> None:
    model = apps.get_model(label)
    assert model._base_manager.exists(), f"the test's shop has no rows of {label}"
    assert list(row_checksums.differences([label])) == []
    chosen = random.Random(f"{SEED} {label}")

    with without_triggers(model._meta.db_table):
        for field in model._meta.concrete_fields:
            with transaction.atomic():
                changed = change(model, field, chosen)
                found = [each for each in row_checksums.differences([label]) if "past the shop" in each]
                transaction.set_rollback(True)
            assert found or not changed, f"{label}.{field.name} changed, and the ledger audit found nothing"


@pytest.mark.both_stacks
def test_books_of_the_shop_agree_until_a_value_changes_past_the_triggers(shop: None) -> None:
    assert audit_ledger() == []

    with without_triggers("orders_order"):
        Order.objects.filter(pk=Order.objects.order_by("pk")[3].pk).update(carrier="Nobody")

    (found,) = audit_ledger()
    assert Order.objects.get(carrier="Nobody").order_id in found
    call_command("audit_ledger", accept_rows=True)


def test_each_table_of_money_stock_or_papers_is_audited() -> None:
    models_ = [model for model in apps.get_models() if model.__module__.startswith("project.")]
    found = {
        f"{model._meta.label}.{field.name}"
        for model in models_
        for field in model._meta.concrete_fields
        if MONEY_STOCK_OR_PAPER.search(field.name) and not issubclass(model, Rollup)
    }

    left_out = {name for name in found if name.rpartition(".")[0] not in {*TABLES, *NO_BOOKS}}

    assert not left_out, f"name their tables in row_checksums.TABLES, or here why not: {sorted(left_out)}"
