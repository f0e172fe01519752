"""A business that buys gives its GSTIN: checked by the server, kept with the order, printed on its papers."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from project.invoices.models import Document
from project.invoices.pdf import page
from project.orders import actions as orders
from project.orders import retention
from project.orders.models import Order
from tests.buying import GUEST, guest_body, item, let_order_pass, new_key, pay
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.invoices.document_helpers import bought, invoice_for, living_in, make_due, pdf_text, says
from tests.invoices.taxes.supply_factory import BUYER, BUYER_AWAY
from tests.payments.refund_helpers import advance, ask, finish
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db

BUSINESS = {"gstin": BUYER, "businessName": "Sample Traders"}


def place(language: str = "en", **business: str) -> Answer:
    """Order as a guest who says this of a business."""
    body = guest_body(item(make_product()), customerInfo=GUEST | business)
    return Api(language=language).post("/orders/create-guest-order", body, key=new_key())


@pytest.mark.parametrize("typed", [BUYER, BUYER.lower(), f" {BUYER[:2]} {BUYER[2:7]}-{BUYER[7:]} "])
def test_gstin_is_kept_as_the_law_writes_it(typed: str) -> None:
    answer = place(gstin=typed, businessName="  Sample   Traders ")

    order = Order.objects.get(order_id=answer.data["orderId"])
    assert order.business == {"gstin": BUYER, "name": "Sample Traders"}


# What is refused: at which field, with which words in both languages.
REFUSED: dict[str, tuple[dict[str, str], str, str, str]] = {
    "a mistyped character": ({"gstin": BUYER[:-1] + "P"}, "gstin", "not a GSTIN", "सही नहीं"),
    "too short": ({"gstin": BUYER[:-1]}, "gstin", "not a GSTIN", "सही नहीं"),
    "no state": ({"gstin": "99" + BUYER[2:]}, "gstin", "not a GSTIN", "सही नहीं"),
    "script": ({"gstin": "<script>1</script>"}, "gstin", "not a GSTIN", "सही नहीं"),
    "far too long": ({"gstin": BUYER * 9}, "gstin", "too long", "बहुत लंबा"),
    "another state": ({"gstin": BUYER_AWAY}, "gstin", "registered in Karnataka", "कर्नाटक में पंजीकृत"),
    "no name": ({"businessName": " "}, "businessName", "required", "आवश्यक"),
    "no number": ({"gstin": ""}, "businessName", "enter the GSTIN", "GSTIN भी लिखें"),
    "a long name": ({"businessName": "x" * 101}, "businessName", "too long", "बहुत लंबा"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_gstin_is_refused_with_words(case: str) -> None:
    change, field, english, hindi = REFUSED[case]

    for language, words in (("en", english), ("hi", hindi)):
        refused = place(language, **BUSINESS | change)

        assert refused.refusal == (422, "VALIDATION")
        assert words in refused.body["errors"][f"customerInfo.{field}"]
    assert not Order.objects.exists()


def test_customer_with_an_account_gives_it_with_the_delivery_address() -> None:
    product = make_product()
    user = make_user()
    api = Api(token=log_in(user))
    address = GUEST["address"] | {"name": "Asha Rao", "phone": "9876543210"}
    body = guest_body(item(product)) | {"shippingAddress": address | BUSINESS}

    answer = api.post("/orders/", body, key=new_key())

    order_id = answer.data["orderId"]
    shown = api.get(f"/auth/orders/{order_id}").data["order"]
    assert shown["business"] == {"gstin": BUYER, "name": "Sample Traders"}
    refused = api.post(
        "/orders/", body | {"shippingAddress": address | BUSINESS | {"gstin": BUYER_AWAY}}, key=new_key()
    )
    assert "Karnataka" in refused.body["errors"]["shippingAddress.gstin"]


def test_holder_of_the_link_does_not_see_for_whom_it_was_bought() -> None:
    order = bought(customer=GUEST | BUSINESS)

    shown = Api().get(f"/auth/orders/{order.order_id}", X_Order_Key=order.key).data["order"]

    assert (shown["view"], shown["business"]) == ("shared", None)


def test_business_of_an_order_that_was_never_paid_is_erased_with_its_buyer() -> None:
    order = bought(customer=GUEST | BUSINESS)
    orders.cancel_unpaid(order.order_id, cause="test")
    let_order_pass(order, timedelta(days=400))

    assert retention.erase_old_buyers() == 1

    order.refresh_from_db()
    assert (order.name, order.business) == ("", None)


@pytest.mark.both_stacks
def test_papers_name_the_business_and_its_gstin(provider: SandboxProcess) -> None:
    hostile = GUEST | BUSINESS | {"businessName": "<script>Traders</script> & Sons"}
    payment = pay(bought(customer=hostile), provider)
    [invoice] = make_due()
    finish(provider, advance(ask(payment, 10_000)))
    [note] = make_due()

    for document in (invoice, note):
        buyer = says(document).buyer
        assert (buyer.name, buyer.gstin) == ("<script>Traders</script> & Sons", BUYER)
        assert buyer.address.startswith("Asha Rao, 12 MG Road")
        text = "".join(pdf_text(document).split())
        assert f"GSTIN{BUYER}" in text
        assert "<script>Traders</script>&Sons" in text
    assert any("registered business (B2B)" in each for each in page(invoice)["notes"])
    with pytest.raises(DatabaseError), transaction.atomic():
        Document.objects.filter(pk=invoice.pk).update(contents={})


def test_consumers_invoice_is_as_before() -> None:
    document = invoice_for(bought())

    assert (says(document).buyer.name, says(document).buyer.gstin) == ("Asha Rao", "")
    assert "Supply to a consumer (B2C)." in page(document)["notes"]


def test_gstin_of_the_deliverys_state_is_taken_wherever_that_is() -> None:
    away: dict[str, Any] = living_in("Karnataka", "560001") | BUSINESS | {"gstin": BUYER_AWAY}

    order = bought(customer=away)

    assert order.business == {"gstin": BUYER_AWAY, "name": "Sample Traders"}
