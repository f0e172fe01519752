"""Whoever guesses discount codes is stopped soon; whoever types their own is not."""

import pytest

from project.orders.api.checkout import DIFFERENT_CODES
from project.orders.models import DiscountCode, Order
from tests.buying import guest_body, item, new_key
from tests.factories import make_product
from tests.http import Answer, Api

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits")]


def quote(api: Api, product: dict[str, object], code: str) -> Answer:
    return api.post("/orders/quote", {"items": [product], "discountCode": code})


def test_too_many_different_codes_are_refused_in_quote_and_order_even_the_right_one() -> None:
    DiscountCode.objects.create(code="WIN-7Q2M8X4K", percent=50)
    wanted, guesser = item(make_product(price_paise=50_000)), Api()

    tried = [quote(guesser, wanted, f"WIN-{number:04}").status for number in range(DIFFERENT_CODES.value)]

    assert set(tried) == {200}
    for _ in range(2):  # trying again counts no less
        refused = quote(guesser, wanted, "WIN-7Q2M8X4K")
        assert refused.refusal == (429, "RATE_LIMITED")
        assert refused.headers["Retry-After"] == str(refused.body["retryAfter"])
    body = guest_body(wanted, discountCode="WIN-7Q2M8X4K")
    assert guesser.post("/orders/create-guest-order", body, key=new_key()).status == 429
    assert not Order.objects.exists()
    # Without a code, and elsewhere, people go on buying.
    assert quote(guesser, wanted, "").status == 200
    assert quote(Api(), wanted, "WIN-7Q2M8X4K").data["discount"] == 250.0


def test_the_same_code_however_it_is_written_counts_once() -> None:
    DiscountCode.objects.create(code="WELCOME10", percent=10)
    wanted, api = item(make_product()), Api()

    asked = [quote(api, wanted, ("welcome10", " WELCOME 10 ")[number % 2]) for number in range(40)]

    assert {answer.status for answer in asked} == {200}
