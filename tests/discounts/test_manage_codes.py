"""Staff make, change, switch off and remove discount codes, and see what they bring in."""

from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from project.core.rollups import merge, repair_rollup
from project.discounts.models import DISCOUNTS, DiscountRollup
from project.events.models import AuditEntry, Event
from project.orders import actions
from project.orders.discounts import DiscountUnknown
from project.orders.models import DiscountCode, Order
from project.payments.audit.ledger import audit_ledger
from tests.buying import begin, item, total_of
from tests.buying import pay as pay_at_provider
from tests.catalog.staff_helpers import keeper
from tests.discounts.discount_helpers import (
    CODE,
    admin,
    change,
    hold_with_code,
    make_code,
    place_with_code,
    read,
)
from tests.factories import make_product
from tests.http import Api
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def pay(order: Order) -> None:
    with transaction.atomic():
        locked = actions.get_locked(order.order_id)
        actions.confirm(locked, payment_id="T", paid_at=timezone.now(), cause="test")


def names(api: Api, **query: Any) -> list[str]:
    return [row["code"] for row in api.get("/admin/discounts", query).data["discounts"]]


def test_a_code_says_everything_it_can_and_is_used_at_once() -> None:
    api, user = keeper()
    rule = {
        "code": " diwali 26 ",
        "percent": 25,
        "most": 750.50,
        "minimum": 499,
        "limit": 100,
        "perCustomer": 2,
        "startsAt": "2026-01-01T00:00:00+05:30",
        "endsAt": "2099-11-11T00:00:00+05:30",
        "note": "On the posters",
    }

    answer = api.post("/admin/discounts", rule)

    assert answer.body["message"] == "Discount code created"
    made = answer.data["discount"]
    assert made == made | rule | {
        "code": "DIWALI26",
        "startsAt": "2025-12-31T18:30:00Z",
        "endsAt": "2099-11-10T18:30:00Z",
        "amount": None,
        "status": "running",
        "uses": 0,
        "version": 1,
    }
    assert total_of(item(make_product(price_paise=100_000)), code="diwali26") == 750.0
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.subject, entry.after["percent"]) == (
        "discount.created",
        "discount:DIWALI26",
        25,
    )
    assert entry.actor == f"user:{user.public_id}"
    assert "staff:discounts" in Event.objects.get(name="discount.created").topics


@pytest.mark.parametrize(
    ("changes", "field", "english", "hindi"),
    [
        ({"code": "AB"}, "code", "3 to 24 capital letters", "3 से 24 बड़े"),
        ({"code": "दिवाली"}, "code", "3 to 24 capital letters", "3 से 24 बड़े"),
        ({"percent": None}, "amount", "either a percentage or an amount", "प्रतिशत या राशि"),
        ({"amount": 50}, "amount", "either a percentage or an amount", "प्रतिशत या राशि"),
        ({"percent": 0}, "percent", "from 1 to 100", "1 से 100"),
        ({"percent": 101}, "percent", "from 1 to 100", "1 से 100"),
        ({"percent": 9.5}, "percent", "whole number", "पूर्ण संख्या"),
        ({"percent": None, "amount": -5}, "amount", "above ₹0", "₹0 से अधिक"),
        ({"percent": None, "amount": 0.001}, "amount", "above ₹0", "₹0 से अधिक"),
        ({"percent": None, "amount": "NaN"}, "amount", "above ₹0", "₹0 से अधिक"),
        ({"percent": None, "amount": 50, "most": 5}, "most", "Only a percentage", "केवल प्रतिशत"),
        ({"limit": 0}, "limit", "from 1 to", "1 से"),
        ({"limit": 10**30}, "limit", "from 1 to", "1 से"),
        ({"perCustomer": True}, "perCustomer", "whole number", "पूर्ण संख्या"),
        (
            {"startsAt": "2026-05-02T00:00:00Z", "endsAt": "2026-05-02T00:00:00Z"},
            "endsAt",
            "not after the start",
            "आरंभ के बाद",
        ),
        ({"endsAt": "2026-05-02T00:00:00"}, "endsAt", "not valid", "सही नहीं"),
        ({"endsAt": "9999-12-31T23:59:59-12:00"}, "endsAt", "not valid", "सही नहीं"),
        ({"startsAt": "0001-01-01T00:00:00+14:00"}, "startsAt", "not valid", "सही नहीं"),
        ({"note": "x" * 201}, "note", "too long", "बहुत लंबा"),
    ],
)
def test_a_bad_field_is_named_in_both_languages(
    changes: dict[str, Any], field: str, english: str, hindi: str
) -> None:
    body = {"code": CODE, "percent": 10} | changes
    api, _ = keeper()
    in_hindi, _ = keeper(language="hi")

    refused = api.post("/admin/discounts", body)

    assert refused.refusal == (422, "VALIDATION")
    assert english in refused.body["errors"][field]
    assert hindi in in_hindi.post("/admin/discounts", body).body["errors"][field]
    assert not DiscountCode.objects.exists()


def test_a_name_is_given_once_archived_codes_included() -> None:
    api = admin()
    make_code(api)
    hold_with_code(make_product(), 1)
    assert api.other("DELETE", f"/admin/discounts/{CODE}").data == {"isArchived": True}

    again = api.post("/admin/discounts", {"code": "diwali", "percent": 5})

    assert again.refusal == (409, "DISCOUNT_EXISTS")
    assert again.body["errors"]["code"] == "There is a discount code with this name already"


def test_of_two_who_edit_the_second_hears_of_the_first_and_loses_nothing() -> None:
    first, _ = keeper(name="Asha")
    second, _ = keeper(name="Ravi")
    opened = make_code(first)

    saved = change(first, opened, percent=20)
    refused = change(second, opened, limit=5)

    assert saved.data["discount"]["version"] == 2
    assert refused.refusal == (409, "DISCOUNT_CHANGED")
    assert refused.body["data"]["state"]["percent"] == 20
    assert [(c["by"], c["fields"]) for c in refused.body["data"]["changes"]] == [("Asha", ["percent"])]
    assert DiscountCode.objects.get().limit is None
    assert read(second)["editedBy"] == "Asha"


def test_saving_what_is_already_so_changes_nothing() -> None:
    api, _ = keeper()
    code = make_code(api, startsAt="2026-01-01T00:00:00+05:30")

    answer = change(api, code)

    assert (answer.body["message"], answer.data["discount"]["version"]) == ("Nothing was changed", 1)


def test_a_limit_below_the_uses_is_allowed_and_says_so() -> None:
    api = admin()
    code = make_code(api)
    product = make_product(stock=9)
    for number in range(3):
        hold_with_code(product, number)

    answer = change(api, code, limit=2)

    assert "has been used 3 times, so with this limit nobody" in answer.body["message"]
    assert answer.data["discount"]["status"] == "used_up"
    assert place_with_code(product, 4).refusal == (409, "DISCOUNT_USED_UP")


@pytest.mark.both_stacks
def test_a_code_that_is_switched_off_holds_for_who_is_paying_and_for_nobody_else() -> None:
    api, _ = keeper()
    make_code(api)
    product = make_product(stock=9)
    paying = hold_with_code(product, 1)
    unpaid = Order.objects.get(order_id=place_with_code(product, 2).data["orderId"])

    for _ in range(2):
        off = api.post(f"/admin/discounts/{CODE}/active", {"isActive": False})
        assert off.data["discount"]["status"] == "off"
    begin(paying)
    pay(paying)
    with pytest.raises(DiscountUnknown):
        begin(unpaid)
    assert place_with_code(product, 3).refusal == (409, "DISCOUNT_UNKNOWN")
    api.post(f"/admin/discounts/{CODE}/active", {"isActive": True})
    begin(unpaid)


def test_a_code_nobody_used_is_deleted_and_a_used_one_archived_until_restored() -> None:
    api = admin()
    make_code(api, code="MISTAKE")
    make_code(api)
    placed = place_with_code(make_product(), 1)

    assert api.other("DELETE", "/admin/discounts/MISTAKE").data == {"isArchived": False}
    assert api.other("DELETE", f"/admin/discounts/{CODE}").data == {"isArchived": True}
    assert api.other("DELETE", f"/admin/discounts/{CODE}").data == {"isArchived": True}

    assert (names(api), names(api, status="archived")) == ([], [CODE])
    assert change(api, read(api), percent=99).refusal == (409, "DISCOUNT_ARCHIVED")
    on = api.post(f"/admin/discounts/{CODE}/active", {"isActive": True})
    assert on.refusal == (409, "DISCOUNT_ARCHIVED")
    assert Order.objects.get(order_id=placed.data["orderId"]).discount_code is not None
    restored = api.post(f"/admin/discounts/{CODE}/restore").data["discount"]
    assert (restored["status"], restored["isActive"]) == ("off", False)
    logged = set(AuditEntry.objects.values_list("action", flat=True))
    assert logged >= {"discount.deleted", "discount.archived", "discount.restored"}


def test_figures_follow_orders_and_agree_with_their_rows(provider: SandboxProcess) -> None:
    api = admin()
    make_code(api)
    product = make_product(stock=50, price_paise=50_000)
    paid, cancelled, _ = (hold_with_code(product, number) for number in range(3))
    place_with_code(product, 4)
    pay_at_provider(paid, provider)
    actions.cancel_unpaid(cancelled.order_id, cause="test")

    details = api.get(f"/admin/discounts/{CODE}").data

    found = details["discount"]
    assert (found["uses"], found["orders"], found["revenue"], found["discountGiven"]) == (2, 1, 450.0, 50.0)
    assert found["uses"] == Order.objects.with_code(DiscountCode.objects.get()).count()
    assert [(day["uses"], day["revenue"]) for day in details["chart"]] == [(2, 450.0)]
    orders = api.get(f"/admin/discounts/{CODE}/orders", {"limit": 3}).data
    assert (orders["pagination"]["total"], len(orders["orders"])) == (4, 3)
    assert repair_rollup(DISCOUNTS) == 0
    merge(DiscountRollup)
    assert read(api) == found
    DiscountRollup.objects.filter(is_paid=True).delete()
    (corrected,) = audit_ledger()
    assert corrected.startswith("statistics discounts_discountrollup: 1 groups differed")
    assert read(api) == found


@pytest.mark.both_stacks
def test_who_may_not_see_revenue_sees_none_of_it() -> None:
    make_code(admin())
    pay(hold_with_code(make_product(), 1))
    api, _ = keeper()

    row = api.get("/admin/discounts", {"sortBy": "revenue"}).data["discounts"][0]

    assert row["uses"] == 1
    assert row["revenue"] is row["discountGiven"] is row["orders"] is None
    assert api.get(f"/admin/discounts/{CODE}").data["chart"][0]["revenue"] is None
    assert api.get(f"/admin/discounts/{CODE}/orders").status == 403


def test_a_code_typed_in_full_width_is_the_same_code() -> None:
    api = admin()

    assert make_code(api, code="ｄｉｗａｌｉ२５")["code"] == "DIWALI25"
    again = api.post("/admin/discounts", {"code": "ＤＩＷＡＬＩ２５", "percent": 5})
    assert again.refusal == (409, "DISCOUNT_EXISTS")
    assert names(api, search="ｄｉｗ") == names(api, search="२५") == ["DIWALI25"]
    assert read(api, "ｄｉｗａｌｉ２５")["code"] == "DIWALI25"


def test_the_list_is_searched_filtered_sorted_and_paged() -> None:
    api = admin()
    make_code(api, code="RUNNING", note="Posters in Pune")
    make_code(api, code="SCHEDULED", startsAt="2099-01-01T00:00:00Z")
    make_code(api, code="ENDED", endsAt="2020-01-01T00:00:00Z")
    make_code(api, code="OFF", isActive=False)
    make_code(api, code="USEDUP", limit=1)
    hold_with_code(make_product(), 1, "USEDUP")

    assert names(api) == ["USEDUP", "OFF", "ENDED", "SCHEDULED", "RUNNING"]
    for status in ("running", "scheduled", "ended", "off", "used_up"):
        assert names(api, status=status) == [status.replace("_", "").upper()]
    assert names(api, search="pune") == ["RUNNING"]
    assert names(api, sortBy="code")[0] == "ENDED"
    assert names(api, sortBy="uses")[0] == names(api, sortBy="revenue")[0] == "USEDUP"
    assert names(api, sortBy="ends")[0] == "ENDED"
    page = api.get("/admin/discounts", {"page": 2, "limit": 2}).data
    assert [row["code"] for row in page["discounts"]] == ["ENDED", "SCHEDULED"]
    assert page["pagination"]["totalPages"] == 3
    assert names(api, search="\\'; -- %") == []
    assert api.get("/admin/discounts", {"sortBy": "price"}).status == 422


def test_a_batch_is_named_once_used_once_each_and_switched_off_together() -> None:
    api = admin()
    body = {"prefix": "win-", "count": 20, "amount": 100, "note": "Fair"}

    made = api.post("/admin/discount-batches", body, key="batch-1").data
    again = api.post("/admin/discount-batches", body, key="batch-1").data

    codes = made["codes"]
    assert again == made and len(set(codes)) == DiscountCode.objects.count() == 20
    assert all(code.startswith("WIN-") and len(code) == 12 for code in codes)
    product = make_product(stock=9)
    hold_with_code(product, 1, codes[0])
    assert place_with_code(product, 2, codes[0]).refusal == (409, "DISCOUNT_USED_UP")
    assert names(api) == []
    assert (len(names(api, batch=made["batch"])), names(api, search=codes[3])) == (20, [codes[3]])
    assert names(api, batch=made["batch"], status="used_up") == [codes[0]]
    (batch,) = api.get("/admin/discount-batches").data["batches"]
    assert (batch["codes"], batch["active"], batch["uses"]) == (20, 20, 1)
    off = f"/admin/discount-batches/{made['batch']}/switch-off"
    assert [api.post(off).data["count"] for _ in range(2)] == [20, 0]
    assert place_with_code(product, 3, codes[1]).refusal == (409, "DISCOUNT_UNKNOWN")
    assert api.post("/admin/discount-batches/NONE/switch-off").status == 404


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"prefix": "x"}, "prefix"),
        ({"prefix": "a" * 13}, "prefix"),
        ({"count": 0}, "count"),
        ({"count": 5_001}, "count"),
        ({"amount": None}, "amount"),
    ],
)
def test_a_bad_batch_is_refused(changes: dict[str, Any], field: str) -> None:
    api, _ = keeper()

    refused = api.post("/admin/discount-batches", {"prefix": "WIN", "count": 2, "amount": 5} | changes)

    assert refused.status == 422 and field in refused.body["errors"]
    assert not DiscountCode.objects.exists()
