"""A file changes and removes variants while shoppers hold their pieces."""

import pytest
from django.db import transaction

from project.catalog.actions import stock
from project.catalog.errors import OutOfStock
from project.catalog.models import Product
from tests.catalog.staff_helpers import keeper
from tests.catalog.variant_helpers import varied_body
from tests.move_in.import_helpers import move, preview, run_due, shown
from tests.move_in.own_file_helpers import exported, table, written
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_holds_of_variants_survive_an_import_that_runs_meanwhile() -> None:
    api, _user = keeper()
    api.post("/admin/products", varied_body())
    product, red, blue = table(exported(api))
    changed = [red | {"variantPrice": "480", "variantStock": "1"}, blue | {"variantRemove": "yes"}]
    import_id = preview(api, written([product, *changed]).encode())
    assert move(api, import_id, "run").status == 200
    red_id, blue_id = (line["variantId"] for line in (red, blue))

    def hold(public_id: str, number: int) -> bool:
        try:
            with transaction.atomic():
                variant = Product.objects.get(public_id=public_id)
                return stock.hold(variant, quantity=1, reference=f"AKS-{number}")
        except (OutOfStock, Product.DoesNotExist):
            return False

    def act(number: int) -> bool:
        if number == 0:
            run_due()
            return True
        return hold(blue_id if number == 1 else red_id, number)

    _imported, blue_held, *red_held = at_once(6, act)

    assert shown(api, import_id)["counts"]["changed"] == 1
    found = Product.objects.get(public_id=red_id)
    assert (found.held, found.on_hand, found.price_paise) == (3, 3, 48_000)
    assert sum(red_held) == 3
    left = Product.objects.filter(public_id=blue_id).first()
    assert (left is not None and left.archived_at is not None, left.held if left else 0) == (
        blue_held,
        int(blue_held),
    )
