"""Admins search the log; nothing of the API changes it."""

from uuid import uuid4

import pytest

from project.events.audit import record
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.rights import calls

pytestmark = pytest.mark.django_db


def test_log_is_found_by_person_thing_note_action_and_day() -> None:
    boss = make_user(role="admin", name="Meera Iyer")
    api = Api(token=log_in(boss))
    actor = f"user:{boss.public_id}"
    record("order.moved", subject="order:AKS-1", actor=actor, before={"status": "a"}, after={"status": "b"})
    record("user.blocked", subject="user:U9", actor="somebody", note="Fraudulent card")

    def found(**query: str) -> list[str]:
        return [row["action"] for row in api.get("/admin/audit", query).data["entries"]]

    assert found() == ["user.blocked", "order.moved"]
    assert found(search="meera") == ["order.moved"]
    assert found(search="aks-1") == ["order.moved"]
    assert found(search="fraud") == ["user.blocked"]
    assert found(action="user.blocked") == ["user.blocked"]
    assert found(endDate="2001-01-01") == []
    assert found(startDate="2001-01-01") == found()
    assert found(startDate="2199-01-01") == []
    page = api.get("/admin/audit").data
    assert page["actions"] == ["order.moved", "user.blocked"]
    row = page["entries"][1]
    assert (row["by"], row["before"], row["after"]) == ("Meera Iyer", {"status": "a"}, {"status": "b"})


def found(text: str, *, codes: tuple[str, ...] = (), language: str = "en") -> list[str]:
    """Return the actions that an admin finds by this text, the newest first."""
    api = Api(token=log_in(make_user(role="admin", email=f"{uuid4()}@example.com")), language=language)
    query = {"search": text, "codes": list(codes), "limit": 20}
    return [row["action"] for row in api.get("/admin/audit", query).data["entries"]]


def test_log_is_found_by_what_its_entries_show() -> None:
    product = make_product(title_en="Five Mukhi Bead", title_hi="पंचमुखी मनका")
    actor = "user:U1"
    subject = f"product:{product.public_id}"
    record("product.changed", subject=subject, actor=actor, before={"price": 900}, after={"price": 1250.5})
    title = {"en": 'Bead "Shiva" 8\\9', "hi": "शिव का मनका"}
    record("product.deleted", subject="product:PGONE", actor=actor, before={"title": title})
    record(
        "refund.requested",
        subject="payment:TXN1",
        actor=actor,
        after={"refund": "RFD7K3M9Q2X", "status": "approval", "amount": 499.5},
    )
    record("settings.changed", subject="settings:shop", actor=actor, after={"shipping.flatPaise": 4_950})

    assert found("rfd7k3m9") == found("RFD7K3M9Q2X") == ["refund.requested"]
    assert found("five mukhi") == found("पंचमुखी") == ["product.changed"]
    assert found('"shiva" 8\\9') == found("शिव का") == ["product.deleted"]
    assert found("₹1,250.50") == found("1250.5") == ["product.changed"]
    assert found("₹49.50") == ["settings.changed"]
    assert found("PGONE") == ["product.deleted"]
    for nothing in ("%", "_", "[", "\\", "PGONE%", "x" * 100):
        assert found(nothing) == []


def test_log_is_found_by_the_words_that_a_screen_has_for_codes() -> None:
    record("order.moved_unpaid", subject="order:AKS-1", actor="user:U1", after={"status": "packaging"})
    record("order.moved", subject="order:AKS-2", actor="user:U1", after={"status": "delivered"})
    record("claim.paid", subject="order:AKS-3", actor="user:U1", after={"bankReference": "UTR1"})

    assert found("पैक", codes=("packaging",), language="hi") == ["order.moved_unpaid"]
    assert found("unpaid goods", codes=("order_moved_unpaid",)) == ["order.moved_unpaid"]
    assert found("bank's", codes=("bankReference",)) == ["claim.paid"]
    assert found("nothing at all", codes=("deliver", "order", "%", '"')) == []


def test_entry_names_its_product_and_category_in_the_readers_language() -> None:
    product = make_product(title_en="Five Mukhi Bead", title_hi="पंचमुखी मनका")
    category = product.category
    for subject in (f"product:{product.public_id}", f"category:{category.public_id}", "product:PGONE"):
        record("product.changed", subject=subject, actor="set_role")
    admin = log_in(make_user(role="admin"))

    named = {
        language: [
            row["subjectName"]
            for row in Api(token=admin, language=language).get("/admin/audit").data["entries"][-3:]
        ]
        for language in ("en", "hi")
    }

    assert named["en"] == ["", category.name_en, "Five Mukhi Bead"]
    assert named["hi"] == ["", category.name_hi, "पंचमुखी मनका"]


@pytest.mark.parametrize("codes", [["x" * 41], ["x"] * 41])
def test_codes_are_few_and_short(codes: list[str]) -> None:
    api = Api(token=log_in(make_user(role="admin")))

    assert api.get("/admin/audit", {"search": "abc", "codes": codes}).refusal == (422, "VALIDATION")


def test_nobody_but_admins_reads_it_and_no_call_writes_it() -> None:
    for role in ("support", "finance", "orders", "catalogue", "customer"):
        assert Api(token=log_in(make_user(role=role))).get("/admin/audit").refusal == (403, "FORBIDDEN")
    assert [call.method for call in calls() if "audit" in call.path] == ["GET"]
