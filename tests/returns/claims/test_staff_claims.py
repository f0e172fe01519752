"""Claims on staff's screens: the list, the orders' rows, the audit log."""

from typing import Any

import pytest

from project.events.models import AuditEntry
from tests.buying import GUEST
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.orders.order_helpers import delivered, staff
from tests.returns.claims.claim_helpers import REFERENCE, bought, claimed, decide, finance, paid
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


def test_staff_list_claims_by_status_and_order_the_oldest_first() -> None:
    first, second, third = (claimed(delivered()) for _ in range(3))
    worker = finance()
    decide(third, "decline", api=worker)

    waiting = worker.get("/admin/claims", {"status": "opened"}).data
    every = worker.get("/admin/claims", {"limit": 2, "page": 2}).data
    one = worker.get("/admin/claims", {"orderId": second.order.order_id}).data["claims"]

    assert [row["claimId"] for row in waiting["claims"]] == [first.claim_id, second.claim_id]
    row = waiting["claims"][0]
    assert (row["customer"], waiting["pagination"]["total"]) == ("Asha Rao", 2)
    assert (row["paid"], row["wouldBeDue"], row["needsSecondPerson"]) == (500, 2500, False)
    assert (row["next"], row["payTo"]) == (["approve", "decline"], "asha.rao@okbank")
    assert [row["claimId"] for row in every["claims"]] == [third.claim_id]
    assert [row["claimId"] for row in one] == [second.claim_id]
    assert worker.get("/admin/claims", {"status": "gone"}).refusal == (422, "VALIDATION")


def test_list_takes_as_many_queries_however_long_it_is(django_assert_max_num_queries: Any) -> None:
    worker = finance()
    for _ in range(6):
        claimed(delivered(quantity=2))

    with django_assert_max_num_queries(20):
        assert len(worker.get("/admin/claims").data["claims"]) == 6


def test_title_is_in_the_callers_language() -> None:
    product = make_product(title_en="Five faces", title_hi="पाँच मुखी")
    claimed(delivered(product))
    token = log_in(make_user(role="support"))

    titles = [
        Api(token=token, language=language).get("/admin/claims").data["claims"][0]["title"]
        for language in ("en", "hi")
    ]

    assert titles == ["Five faces", "पाँच मुखी"]


def test_orders_row_counts_the_claims_that_wait_for_the_shop(provider: SandboxProcess) -> None:
    order = bought(provider)
    opened = claimed(order)

    def count() -> int:
        rows = staff().get("/admin-orders/orders").data["orders"]
        return int(next(row["openClaims"] for row in rows if row["orderId"] == order.order_id))

    assert count() == 1
    decide(opened)
    assert count() == 1
    paid(opened)
    assert count() == 0


def test_every_step_of_staff_is_in_their_log(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 0})
    order = bought(provider)
    first = claimed(order)
    decide(first)
    decide(first)
    paid(first)

    log = AuditEntry.objects.filter(action__startswith="claim.").order_by("pk")
    decide(claimed(bought(provider)), "decline", note="No")

    assert [(entry.action, entry.after["status"]) for entry in log] == [
        ("claim.proposed", "approval"),
        ("claim.approved", "approved"),
        ("claim.paid", "paid"),
        ("claim.declined", "declined"),
    ]
    assert log[1].after["due"] == 2500 and log[2].after["bankReference"] == REFERENCE
    assert GUEST["email"] not in str([(entry.before, entry.after) for entry in log])
    assert staff("admin").get("/admin/orders/" + order.order_id).data["history"][-1]["name"] == (
        "order.claim_paid"
    )


def test_claim_is_found_by_its_id(provider: SandboxProcess) -> None:
    opened = claimed(delivered())

    found = Api(token=log_in(make_user(role="support"))).get("/admin/support/search", {"q": opened.claim_id})

    assert [row["subject"] for row in found.data["found"]] == [opened.order.topic]
