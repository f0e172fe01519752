"""Race for the last piece of one variant, while the other variants stay on sale."""

import pytest

from project.catalog.errors import OutOfStock
from project.catalog.models import Product
from tests.buying import begin, guest, place
from tests.catalog.variant_helpers import BLUE, COLOUR, RED, make_varied, row, save, variant_of
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_last_piece_of_a_variant_is_held_once_and_the_other_stays_on_sale() -> None:
    _, product = make_varied({"optionNames": [COLOUR], "rows": [row(RED, stock=1), row(BLUE, stock=5)]})
    red, blue = variant_of(product, "Red"), variant_of(product, "Blue")
    orders = [place(red, customerInfo=guest(number)) for number in range(6)]
    other = place(blue, customerInfo=guest(9))

    def pay(number: int) -> str:
        try:
            begin(other if number == 6 else orders[number])
        except OutOfStock:
            return "sold out"
        return "paying"

    results = at_once(7, pay)

    assert results[6] == "paying"
    assert sorted(results[:6]) == ["paying", *["sold out"] * 5]
    red.refresh_from_db()
    blue.refresh_from_db()
    assert (red.held, red.sellable, blue.held, blue.sellable) == (1, 0, 1, 4)
    parent = Product.objects.get(public_id=product["_id"])
    assert (parent.held, parent.sellable) == (0, 4)


def test_saved_form_and_a_sale_at_once_lose_neither() -> None:
    api, product = make_varied({"optionNames": [COLOUR], "rows": [row(RED, stock=2), row(BLUE, stock=2)]})
    order = place(variant_of(product, "Red"))
    variants = product["variants"]
    variants["rows"][0]["sku"] = "RED-1"

    def act(number: int) -> object:
        return begin(order) if number else save(api, product, variants).status

    results = at_once(2, act)

    assert results[0] == 200
    red = variant_of(product, "Red")
    assert (red.sku, red.on_hand, red.held) == ("RED-1", 2, 1)
