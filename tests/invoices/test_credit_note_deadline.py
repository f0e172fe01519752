"""A credit note that comes too late repays the money and takes no tax back."""

from datetime import UTC, date, datetime

import pytest

from project.core.gst import credit_note_deadline
from project.exports.accounting_exports import tax_lines
from project.invoices.ledger_audit import differences
from project.invoices.models import Document
from project.invoices.pdf import page
from project.orders.models import Order
from project.payments.models import Payment
from tests.buying import pay
from tests.cod.cash_helpers import delivered, offer_cash, payment_of
from tests.factories import log_in, make_user
from tests.http import Api
from tests.invoices.document_helpers import bought, make_due, pdf_text, says
from tests.invoices.taxes.supply_factory import SELLER
from tests.payments.refund_helpers import advance, ask, finish
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("supplied", "last"),
    [
        (date(2026, 4, 1), date(2027, 11, 30)),
        (date(2026, 12, 31), date(2027, 11, 30)),
        (date(2027, 3, 31), date(2027, 11, 30)),
        (date(2027, 4, 1), date(2028, 11, 30)),
    ],
)
def test_deadline_follows_the_financial_year_of_the_supply(supplied: date, last: date) -> None:
    assert credit_note_deadline(supplied) == last


def notes_of(provider: SandboxProcess) -> tuple[Document, Document]:
    """Sell in March 2026 and refund twice: on the last day, and on the day after it."""
    payment = pay(bought(), provider)
    make_due(day=date(2026, 3, 20))
    finish(provider, advance(ask(payment, 10_000)))
    [in_time] = make_due(day=date(2026, 11, 30))
    finish(provider, advance(ask(payment, 11_800)))
    [late] = make_due(day=date(2026, 12, 1))
    return in_time, late


def test_late_credit_note_repays_the_money_alone(provider: SandboxProcess) -> None:
    change_shop(tax={"gstin": SELLER})
    change_shop(tax={"state": "Maharashtra"})

    in_time, late = notes_of(provider)

    assert (says(in_time).tax_stays, says(late).tax_stays) == (False, True)
    assert (says(in_time).total, says(late).total) == (10_000, 11_800)
    assert list(differences()) == []
    [first], [second] = tax_lines([in_time]), tax_lines([late])
    assert first.taxable < 0 < first.taxable - first.total
    assert (second.taxable, second.cgst, second.sgst, second.total) == (0, 0, 0, -11_800)
    assert (first.kind, second.kind) == ("Credit Note", "Commercial Credit Note")
    text = pdf_text(late)
    assert "Commercial credit note" in text and "section 34(2)" in text
    assert "CGST\n" not in text and "Taxable value" not in text
    assert page(in_time)["title"] == "Credit note"


def test_seller_without_a_gstin_has_no_tax_to_take_back(provider: SandboxProcess) -> None:
    _, late = notes_of(provider)

    assert not says(late).tax_stays


def test_staff_read_until_when_a_refund_takes_the_tax_back(provider: SandboxProcess) -> None:
    staff = Api(token=log_in(make_user(role="admin")))

    def until(payment: Payment) -> str | None:
        shown: str | None = staff.get(f"/transactions/{payment.transaction_id}").data["transaction"][
            "taxBackUntil"
        ]
        return shown

    without_gstin = pay(bought(), provider)
    change_shop(tax={"gstin": SELLER})
    payment = pay(bought(), provider)
    assert until(without_gstin) is None
    assert payment.order.paid_at is not None
    assert until(payment) == credit_note_deadline(payment.order.paid_at.date()).isoformat()


def test_deadline_of_cash_on_delivery_counts_from_the_invoice_not_the_delivery() -> None:
    change_shop(tax={"gstin": SELLER})
    offer_cash()
    order = delivered()
    invoiced, collected = (datetime(2026, month, day, 12, tzinfo=UTC) for month, day in ((3, 30), (4, 2)))
    Order.objects.filter(pk=order.pk).update(cash_on_delivery_at=invoiced, paid_at=collected)

    staff = Api(token=log_in(make_user(role="admin")))
    shown = staff.get(f"/transactions/{payment_of(order).transaction_id}").data["transaction"]

    assert shown["taxBackUntil"] == "2026-11-30"
