"""The receipt in the mails of an order: pictured pieces, amounts that add up, an address that is proven."""

import re
from html import unescape

import pytest

from project.core.models import Mail
from project.orders.models import Order
from tests.buying import GUEST, guest_body, item, new_key, pay
from tests.cod.cash_helpers import confirmed, offer_cash
from tests.cod.cash_helpers import guest as cash_guest
from tests.factories import BEAD_OPTIONS, make_picture, make_product
from tests.http import Api
from tests.orders.order_helpers import WAY, advance_order
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

STREET = GUEST["address"]["street"]
AMOUNT = re.compile(r"^(?P<label>.*): (?P<minus>−?)₹(?P<rupees>[\d,]+)(?:\.(?P<paise>\d\d))?$", re.MULTILINE)


def order_of_two(language: str = "en", *, inclusive: bool = True, delivery_paise: int = 5_000) -> Order:
    """Place an order of two pictured products, one with options."""
    change_shop(
        tax={"prices_include_tax": inclusive},
        shipping={"flat_paise": delivery_paise, "free_above_paise": 10_000_000},
    )
    first = make_product(price_paise=35_000, options=BEAD_OPTIONS, main_picture=make_picture("first"))
    second = make_product(price_paise=12_345, main_picture=make_picture("second"))
    body = guest_body(item(first, size="big"), item(second, 2))
    answer = Api(language=language).post("/orders/create-guest-order", body, key=new_key())
    return Order.objects.get(order_id=answer.data["orderId"])


def mail_of(order: Order, kind: str) -> Mail:
    """Return the mail of this kind about the order."""
    return Mail.objects.get(reference=order.topic, kind=kind)


def amounts(text: str) -> list[tuple[str, int]]:
    """Return the rows with an amount: label, paise."""
    return [
        (
            row["label"],
            (-1 if row["minus"] else 1)
            * (int(row["rupees"].replace(",", "")) * 100 + int(row["paise"] or 0)),
        )
        for row in AMOUNT.finditer(text)
    ]


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("inclusive", [True, False])
@pytest.mark.parametrize("delivery_paise", [0, 5_000])
def test_amounts_of_the_receipt_add_up(language: str, inclusive: bool, delivery_paise: int) -> None:
    order = order_of_two(language, inclusive=inclusive, delivery_paise=delivery_paise)

    mail = mail_of(order, "order_received")

    rows = amounts(mail.text)
    labels = [label for label, _ in rows]
    total = labels.index("कुल" if language == "hi" else "Total")
    pieces, subtotal, added = rows[:2], rows[2][1], rows[3:total]
    assert [label.partition(" ")[0] for label, _ in pieces] == ["1", "2"]
    assert sum(paise for _, paise in pieces) == subtotal == order.goods_paise
    assert subtotal + sum(paise for _, paise in added) == rows[total][1] == order.total_paise
    # The HTML has the same amounts in the same order.
    shown = re.findall(r">(−?₹[\d,.]+)</td>", mail.html)
    assert shown == re.findall(r"(?<=: )−?₹[\d,.]+$", mail.text, re.MULTILINE)


@pytest.mark.parametrize("language", ["en", "hi"])
def test_each_piece_is_pictured_and_named_with_its_options(provider: SandboxProcess, language: str) -> None:
    order = order_of_two(language)
    pay(order, provider)
    advance_order(order, *WAY)

    for kind in ("order_received", "payment_received", "order_dispatched"):
        html = mail_of(order, kind).html
        for line in order.lines.all():
            picture = line.shown_image.replace("-800.webp", "-400.webp")
            assert picture.endswith("-400.webp")
            [alt] = re.findall(rf'<img src="http[^"]*{picture}"[^>]* alt="([^"]*)"', html)
            assert unescape(alt) == f"{line.quantity} × {line.title(language)}"
            assert line.options(language) in html


def test_address_is_in_the_mails_of_a_buyer_who_paid_and_in_no_other(provider: SandboxProcess) -> None:
    """Anybody can order with a stranger's email and have an address of their own making mailed to it."""
    order = order_of_two()
    pay(order, provider)
    advance_order(order, *WAY[: WAY.index("dispatched") + 1])

    address = f"Delivery address: {STREET}, Pune 411001, Maharashtra"
    assert STREET not in mail_of(order, "order_received").text + mail_of(order, "order_received").html
    for kind in ("payment_received", "order_dispatched"):
        assert address in mail_of(order, kind).text


def test_address_is_in_the_mail_of_cash_on_delivery() -> None:
    offer_cash()
    order = confirmed(customerInfo=cash_guest(1))

    mail = mail_of(order, "cash_order_confirmed")

    assert f"Delivery address: {order.address['street']}, " in mail.text
