"""The owner changes the shop's settings: they hold at once, are logged, and no save overwrites another's."""

from typing import Any

import pytest
from django.utils import timezone

from project.core.models import SettingsVersion
from project.core.shop import defaults
from project.events.models import AuditEntry, Event
from project.events.topics import GUEST
from project.invoices.models import Document
from project.live_topics import find
from tests.buying import place
from tests.cart.shopper import Shopper
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def owner(name: str = "Meera") -> Api:
    return Api(token=log_in(make_user(role="admin", name=name)))


def save(api: Api, version: int, **sections: Any) -> Answer:
    """Save fields of sections beside what the shop has in them, as the screen does."""
    now = api.get("/admin/settings").data["settings"]
    whole = {name: now[name] | fields for name, fields in sections.items()}
    return api.other("PATCH", "/admin/settings", {"version": version, **whole})


def test_saved_settings_hold_in_the_next_request_of_everybody() -> None:
    api = owner()
    before = Api().get("/shop").data["promises"]["returnDays"]

    answer = save(api, 0, returns={"returnDays": 10}, shipping={"flatPaise": 4_900})

    assert answer.body["message"] == "Settings saved"
    assert (answer.data["version"], answer.data["settings"]["returns"]["returnDays"]) == (1, 10)
    assert answer.data["last"]["by"] == "Meera"
    promises = Api().get("/shop").data["promises"]
    assert (before, promises["returnDays"], promises["shippingFee"]) == (7, 10, 49)
    topic = find("shop")
    assert topic is not None
    state = topic.read(GUEST, "shop")
    assert state is not None
    assert (state.version, state.data) == (1, Api().get("/shop").data)
    assert Event.objects.latest("id").topics == ["shop", "staff:settings"]


def test_the_settings_name_the_providers_as_they_write_themselves() -> None:
    assert owner().get("/admin/settings").data["providers"]["phonepe"] == "PhonePe"


def test_saved_limits_hold_in_the_next_request_of_everybody() -> None:
    product = make_product(stock=20)
    Shopper().add(product, 6)

    save(owner(), 0, ordering={"maxQuantity": 5})

    assert Shopper().try_to_add(product, 6).refusal == (422, "INVALID_QUANTITY")
    assert Api().get(f"/products/{product.slug}").data["product"]["maxQuantity"] == 5


def test_each_save_is_logged_with_what_it_changed() -> None:
    api = owner()

    save(api, 0, returns={"returnDays": 10}, contact={"whatsapp": "+91 98765 43210"})

    entry = AuditEntry.objects.get()
    assert (entry.action, entry.subject) == ("settings.changed", "settings:shop")
    assert entry.before == {"returns.returnDays": 7, "contact.whatsapp": "", "version": 0}
    assert entry.after == {"returns.returnDays": 10, "contact.whatsapp": "+91 98765 43210", "version": 1}


def test_save_without_a_change_makes_no_version() -> None:
    answer = save(owner(), 0, returns={"returnDays": 7})

    assert answer.data["version"] == 0
    assert not SettingsVersion.objects.exists() and not AuditEntry.objects.exists()


def test_setting_saved_by_two_loses_nothing() -> None:
    first, second = owner(), owner("Kabir")
    save(first, 0, returns={"returnDays": 10})

    refused = save(second, 0, returns={"returnDays": 14})

    assert refused.refusal == (409, "SETTINGS_CHANGED")
    conflict = refused.body["data"]
    assert (conflict["version"], conflict["settings"]["returns"]["returnDays"]) == (1, 10)
    (theirs,) = conflict["saves"]
    assert theirs["by"] == "Meera"
    assert theirs["changes"] == [{"field": "returns.returnDays", "before": 7, "after": 10}]
    assert save(second, 1, returns={"returnDays": 14}).data["version"] == 2


def test_two_who_save_different_sections_both_succeed() -> None:
    first, second = owner(), owner("Kabir")
    save(first, 0, returns={"returnDays": 10})

    answer = save(second, 0, delivery={"promisedDays": 9})

    settings = answer.data["settings"]
    assert (settings["returns"]["returnDays"], settings["delivery"]["promisedDays"]) == (10, 9)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_save_at_once_one_wins() -> None:
    callers = [owner(f"Owner {number}") for number in range(6)]

    answers = at_once(6, lambda number: save(callers[number], 0, returns={"returnDays": 10 + number}))

    assert sorted(answer.status for answer in answers) == [200, *[409] * 5]
    assert SettingsVersion.objects.count() == 1


def test_bad_values_are_named_in_the_reader_s_language() -> None:
    api = owner()
    now = api.get("/admin/settings").data["settings"]

    def errors(section: str, fields: dict[str, Any], language: str = "en") -> dict[str, str]:
        api.language = language
        answer = api.other("PATCH", "/admin/settings", {"version": 0, section: now[section] | fields})
        assert answer.refusal == (422, "VALIDATION")
        found: dict[str, str] = answer.body["errors"]
        return found

    registered = {"registration": "registered", "state": "Karnataka", "gstin": "27AAPFU0939F1ZV"}
    assert errors("tax", registered) == {"tax.gstin": "This GSTIN is not of Karnataka"}
    assert errors("tax", registered, "hi") == {"tax.gstin": "यह GSTIN कर्नाटक का नहीं है"}
    for registration, gstin, words in (
        ("composition", "", "Gstin is required"),
        ("unregistered", "27AAPFU0939F1ZV", "clear the GSTIN"),
        ("composition", "29AAPFU0939F1ZR", "not of Maharashtra"),
    ):
        found = errors("tax", {"registration": registration, "state": "Maharashtra", "gstin": gstin})
        assert found.keys() == {"tax.gstin"} and words in found["tax.gstin"]
    assert errors("tax", {"billOfSupplyPrefix": "AKS"}).keys() == {"tax.billOfSupplyPrefix"}
    assert errors("delivery", {"usualDays": "5-3"}) == {
        "delivery.usualDays": "The range ends before it begins"
    }
    assert errors("returns", {"returnDays": 91}) == {"returns.returnDays": "Return days must be at most 90"}
    assert errors("payments", {"providerWeights": {"nobody": 1}}).keys() == {"payments"}
    assert errors("payments", {"providerFees": "nobody:Card=2"}).keys() == {"payments"}
    assert "UPI=0, Card=2" in errors("payments", {"providerFees": "Card=200"})["payments.providerFees"]
    assert errors("payments", {"providerWeights": {"phonepe": 0}}) == {
        "payments": "No provider would be left for new payments"
    }
    assert not SettingsVersion.objects.exists()


def test_version_that_never_was_is_not_found() -> None:
    assert save(owner(), 7, returns={"returnDays": 10}).refusal == (404, "NOT_FOUND")


def test_history_tells_each_version_and_restores_any() -> None:
    api = owner()
    for version, days in enumerate((10, 14)):
        save(api, version, returns={"returnDays": days})

    restored = api.post("/admin/settings/restore", {"restore": 1, "version": 2}).data

    assert (restored["version"], restored["settings"]["returns"]["returnDays"]) == (3, 10)
    history = api.get("/admin/settings/history").data
    told = [
        (each["version"], each["restoredFrom"], each["changes"][0]["before"], each["changes"][0]["after"])
        for each in history["versions"]
    ]
    assert told == [(3, 1, 14, 10), (2, None, 10, 14), (1, None, 7, 10)]
    assert history["pagination"]["total"] == 3
    assert AuditEntry.objects.latest("pk").action == "settings.restored"
    # The defaults of the first day can be had back, too.
    assert api.post("/admin/settings/restore", {"restore": 0, "version": 3}).data["settings"] == (
        defaults().settings.json_object()
    )


def test_restore_is_refused_while_somebody_saves_or_when_rules_are_stricter() -> None:
    change_shop(returns={"return_days": 200})
    change_shop(returns={"return_days": 10})
    api = owner()

    stale = api.post("/admin/settings/restore", {"restore": 1, "version": 1})
    broken = api.post("/admin/settings/restore", {"restore": 1, "version": 2})
    unknown = api.post("/admin/settings/restore", {"restore": 9, "version": 2})

    assert stale.refusal == (409, "SETTINGS_CHANGED")
    assert broken.refusal == (400, "VALIDATION")
    assert broken.body["errors"].keys() == {"returns.returnDays"}
    assert unknown.refusal == (404, "NOT_FOUND")


def test_prefix_of_the_other_kind_of_document_is_refused() -> None:
    order = place(make_product())
    Document.objects.create(
        kind="invoice",
        year="26-27",
        sequence=1,
        number="AKS/26-27/000001",
        issued_on=timezone.localdate(),
        order=order,
        contents={},
    )

    refused = save(owner(), 0, tax={"invoicePrefix": "NEW", "creditNotePrefix": "AKS"})

    assert refused.refusal == (409, "PREFIX_TAKEN")
    assert refused.body["errors"] == {
        "tax.creditNotePrefix": "Documents of the other kind have this prefix already"
    }


def test_shop_says_what_is_missing_before_it_can_sell() -> None:
    api = owner()

    first = api.get("/admin/settings").data["missing"]
    save(
        api,
        0,
        seller={
            "legalName": "Rudra Beads Pvt Ltd",
            "address": "7 Ghat Road, Varanasi 221001",
            "grievanceOfficer": "Asha Kulkarni",
        },
        contact={"email": "care@shop.example", "phone": "+91 98765 43210"},
        tax={"registration": "unregistered"},
    )

    assert "seller.legalName" in first and "tax.registration" in first
    assert api.get("/admin/settings").data["missing"] == []
