"""The month's taxes for the tax office: a line for each rate and HSN code of each document."""

from decimal import Decimal

import pytest
from django.utils import timezone

from project.invoices.models import Document
from project.payments.models import RefundReason
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import request_refund
from tests.buying import pay
from tests.exports.export_helpers import make, rows_of
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.invoices.document_helpers import bought, invoice_for, make_due, says
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


def assert_adds_up(row: dict[str, str]) -> None:
    parts = ("Taxable value", "CGST", "SGST / UTGST", "IGST", "Rounding")
    assert sum(Decimal(row[name]) for name in parts) == Decimal(row["Total"]), row


def test_report_lists_invoices_and_takes_credit_notes_off(provider: SandboxProcess) -> None:
    admin = make_user(role="admin")
    payment = pay(bought(), provider)
    make_due()
    refund = request_refund(payment.pk, amount_paise=1_000, reason=RefundReason.CUSTOMER_REQUEST, user=admin)
    advance_refund(refund.pk, cause="clock")
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    advance_refund(refund.pk, cause="clock")
    make_due()
    api = Api(token=log_in(admin))

    today = timezone.localdate()
    rows = rows_of(make(api, "tax", filters={"month": f"{today:%Y-%m}"}))

    invoice, note = Document.objects.order_by("pk")
    assert [row["Number"] for row in rows] == [note.number, invoice.number]
    assert {Decimal(row["Total"]) for row in rows} == {
        Decimal(-1_000) / 100,
        Decimal(sum(each.total for each in says(invoice).rows)) / 100,
    }
    for row in rows:
        assert_adds_up(row)
    assert make(api, "tax", filters={"month": f"{today.year - 1}-01"}).status == "empty"


def test_columns_add_up_where_the_price_is_rounded_once_and_its_two_taxes_each() -> None:
    change_shop(tax={"prices_include_tax": False, "state": "Maharashtra"})
    # 18 % of 2.50 is 0.45: twice 0.225 is rounded to 0.46.
    invoice_for(bought(make_product(price_paise=250, tax_rate_basis_points=1800)))
    api = Api(token=log_in(make_user(role="admin")))

    rows = rows_of(make(api, "tax", filters={"month": f"{timezone.localdate():%Y-%m}"}))

    assert any(Decimal(row["Rounding"]) for row in rows)
    for row in rows:
        assert_adds_up(row)
