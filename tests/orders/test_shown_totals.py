"""Totals add up as people read them: lines, discount, delivery, total, with or without tax in the prices."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from project.core.models import Mail
from project.orders.models import Order, OrderLine
from tests.buying import guest_body, item, new_key, proof
from tests.factories import BEAD_OPTIONS, log_in, make_picture, make_product, make_user
from tests.http import Api
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


def ordered(*, inclusive: bool, delivery_paise: int = 0, code: str = "") -> tuple[dict[str, float], Order]:
    """Return the quote of two different lines, and the order placed at it."""
    change_shop(
        tax={"prices_include_tax": inclusive},
        shipping={"flat_paise": delivery_paise, "free_above_paise": 10_000_000},
    )
    items = [item(make_product(price_paise=35_000)), item(make_product(price_paise=12_345), 2)]
    quote = Api().post("/orders/quote", {"items": items}).data
    order_id = Api().post("/orders/create-guest-order", guest_body(*items), key=new_key()).data["orderId"]
    return quote, Order.objects.get(order_id=order_id)


def added_up(shown: dict[str, float]) -> float:
    """Return the sum of what is shown above the total."""
    on_top = 0 if shown["pricesIncludeTax"] else shown["tax"]
    return round(shown["itemsTotal"] - shown["discount"] + shown["shippingCost"] + on_top, 2)


@pytest.mark.parametrize("inclusive", [True, False])
@pytest.mark.parametrize("delivery_paise", [0, 5_000])
def test_lines_and_delivery_are_the_total_everywhere(inclusive: bool, delivery_paise: int) -> None:
    quote, order = ordered(inclusive=inclusive, delivery_paise=delivery_paise)

    owner = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]
    api = Api(token=log_in(make_user(role="admin")))
    staff = api.get(f"/admin/orders/{order.order_id}").data["order"]

    for shown in (quote, owner, staff):
        assert shown["itemsTotal"] == 350 + 246.90
        assert added_up(shown) == shown["totalAmount"]


def test_quote_shows_the_chosen_piece_and_the_date_of_its_delivery() -> None:
    change_shop(delivery={"promised_days": 6})
    bare, in_silver = make_picture("bare"), make_picture("in-silver")
    product = make_product(main_picture=bare, options=BEAD_OPTIONS)
    product.options.filter(name="silver").update(picture=in_silver)
    items = [item(product), item(product, pendantType="silver")]

    quote = Api().post("/orders/quote", {"items": items}).data
    order_id = Api().post("/orders/create-guest-order", guest_body(*items), key=new_key()).data["orderId"]

    shown = [bare.image, in_silver.image]
    assert [line["image"] for line in quote["lines"]] == shown
    assert [line.shown_image for line in OrderLine.objects.order_by("pk")] == shown
    promised = timezone.localdate() + timedelta(days=6)
    assert quote["estimatedDelivery"] == promised.isoformat()
    assert Order.objects.get(order_id=order_id).estimated_delivery == promised


def test_mail_says_which_tax_is_in_the_total() -> None:
    ordered(inclusive=True, delivery_paise=5_000)

    text = Mail.objects.get(kind="order_received").text

    assert re.search(r"Subtotal.*₹596\.90\n.*Delivery.*₹50\n.*Total.*₹646\.90\n.*Includes GST.*₹98\.6", text)


def test_mail_says_which_tax_comes_on_top() -> None:
    ordered(inclusive=False)

    text = Mail.objects.get(kind="order_received").text

    assert re.search(r"Subtotal.*₹596\.90\n.*GST.*₹107\.44\n.*Total.*₹704\.34\n", text)
    assert "Includes" not in text
