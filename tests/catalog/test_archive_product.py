"""Staff archive a product, which they can undo at once and restore later."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from project.catalog.actions import stock
from project.catalog.models import Product
from project.events.models import AuditEntry
from project.events.undo import UNDO_TIME
from tests.catalog.staff_helpers import keeper, product_body
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def created(api: Api) -> dict[str, Any]:
    made: dict[str, Any] = api.post("/admin/products", product_body()).data["product"]
    return made


def archive(api: Api, product: dict[str, Any]) -> int:
    answer = api.post(f"/admin/products/{product['_id']}/archive")
    assert answer.body["message"] == "Product archived"
    return int(answer.data["product"]["version"])


def undo(api: Api, product: dict[str, Any], version: int) -> Answer:
    return api.post(f"/admin/products/{product['_id']}/archive/undo", {"version": version})


def refused(answer: Answer) -> bool:
    return answer.refusal == (409, "UNDO_REFUSED")


def test_archived_product_leaves_the_shop_and_its_undo_puts_it_back_as_it_was() -> None:
    api, _ = keeper()
    product = created(api)

    version = archive(api, product)
    assert Api().get(f"/products/{product['slug']}").status == 410
    undone = undo(api, product, version).data["product"]

    assert Api().get(f"/products/{product['slug']}").status == 200
    assert (undone["isArchived"], undone["isAvailable"], undone["isFeatured"]) == (False, True, True)


def test_hidden_product_is_hidden_again_after_the_undo() -> None:
    api, _ = keeper()
    product = created(api)
    Product.objects.update(is_visible=False, is_featured=False)

    undone = undo(api, product, archive(api, product)).data["product"]

    assert (undone["isArchived"], undone["isAvailable"], undone["isFeatured"]) == (False, False, False)


def test_archiving_twice_and_undoing_twice_is_done_once() -> None:
    api, _ = keeper()
    product = created(api)

    version = archive(api, product)
    assert archive(api, product) == version
    assert undo(api, product, version).data == undo(api, product, version).data

    logged = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert logged == ["product.created", "product.archived", "product.archive_undone"]


def test_late_undo_and_that_of_a_colleague_are_refused() -> None:
    api, _ = keeper()
    product = created(api)
    with time_machine.travel(timezone.now() - UNDO_TIME - timedelta(seconds=1)):
        version = archive(api, product)

    assert refused(undo(api, product, version))
    assert refused(undo(keeper(name="Ravi")[0], product, version))
    assert Product.objects.get().archived_at is not None


def test_undo_once_a_colleague_restored_it_is_refused() -> None:
    api, _ = keeper()
    product = created(api)
    version = archive(api, product)
    keeper(name="Ravi")[0].post(f"/admin/products/{product['_id']}/restore")

    assert refused(undo(api, product, version))
    assert Product.objects.get().is_visible is False


def test_sale_in_between_does_not_stop_the_undo() -> None:
    api, _ = keeper()
    product = created(api)
    row = Product.objects.get()
    stock.hold(row, quantity=1, reference="AKS-1")
    version = archive(api, product)
    stock.release(row, reference="AKS-1")

    assert undo(api, product, version).status == 200


@pytest.mark.both_stacks
@pytest.mark.django_db(transaction=True)
def test_of_an_undo_and_a_colleague_s_restore_at_once_the_product_is_in_one_state() -> None:
    api, _ = keeper()
    colleague, _ = keeper(name="Ravi")
    product = created(api)
    version = archive(api, product)

    def act(number: int) -> int:
        if number:
            return colleague.post(f"/admin/products/{product['_id']}/restore").status
        return undo(api, product, version).status

    undone, restored = at_once(2, act)

    row = Product.objects.get()
    assert restored == 200 and row.archived_at is None
    assert row.is_visible is (undone == 200)
