"""The owner's delivery zones: what is saved, what is refused with a sentence, and trying them out."""

from typing import Any

import pytest

from project.accounts.models import Role
from tests.factories import log_in, make_user
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db

ZONE: dict[str, Any] = {
    "en": "North-East",
    "hi": "पूर्वोत्तर",
    "states": ["Assam"],
    "pincodes": [],
    "isServed": True,
    "basePaise": 8_000,
    "baseGrams": 500,
    "stepPaise": 4_000,
    "stepGrams": 250,
    "freeAbovePaise": None,
}


@pytest.fixture
def owner() -> Api:
    return Api(token=log_in(make_user(role="admin")))


def shipping_with(*zones: Any, **fields: Any) -> dict[str, Any]:
    usual = {"flatPaise": 4_900, "freeAbovePaise": 99_900, "defaultGrams": 100}
    return usual | {"zones": list(zones)} | fields


def save(api: Api, *zones: Any, version: int = 0, **fields: Any) -> Answer:
    body = {"version": version, "shipping": shipping_with(*zones, **fields)}
    return api.other("PATCH", "/admin/settings", body)


def refused(api: Api, *zones: Any, **fields: Any) -> dict[str, str]:
    answer = save(api, *zones, **fields)
    assert answer.status in (400, 422), answer.body
    errors: dict[str, str] = answer.body["errors"]
    return errors


def test_saved_zones_are_read_as_they_were_written(owner: Api) -> None:
    islands = ZONE | {"en": "Islands", "states": [], "pincodes": [" 744101 – 744304 ", "682555"]}

    answer = save(owner, ZONE, islands)

    kept = answer.data["settings"]["shipping"]
    assert kept == shipping_with(ZONE, islands | {"pincodes": ["744101-744304", "682555"]})
    assert owner.get("/admin/settings").data["settings"]["shipping"] == kept
    changes = owner.get("/admin/settings/history").data["versions"][0]["changes"]
    assert {"field": "shipping.zones", "before": [], "after": kept["zones"]} in changes
    assert save(owner, *kept["zones"], version=1).data["version"] == 1


def test_zones_come_back_with_an_older_version(owner: Api) -> None:
    save(owner, ZONE)
    save(owner, version=1)

    answer = owner.post("/admin/settings/restore", {"restore": 1, "version": 2})

    assert answer.data["settings"]["shipping"]["zones"] == [ZONE]


@pytest.mark.parametrize(
    ("zones", "field", "sentence"),
    [
        ([ZONE | {"states": ["Atlantis"]}], "0.states.0", "Atlantis is no state of India"),
        ([ZONE | {"states": []}], "", "North-East has neither states nor pincodes"),
        (
            [ZONE, ZONE | {"en": "East"}],
            "",
            "Assam is listed twice: in East and North-East",
        ),
        (
            [ZONE | {"pincodes": ["781001-781040"]}, ZONE | {"states": [], "pincodes": ["781040"]}],
            "",
            "781040 is listed twice: in North-East and North-East",
        ),
        (
            [ZONE | {"pincodes": ["781001-781090", "781005", "781080-781100"]}],
            "",
            "781005 is listed twice: in North-East and North-East",
        ),
        ([ZONE | {"pincodes": ["781040-781001"]}], "0.pincodes.0", "The range ends before it begins"),
        (
            [ZONE | {"pincodes": ["78104"]}],
            "0.pincodes.0",
            "Please enter pincodes of 6 digits, or ranges such as 744101-744304",
        ),
        ([ZONE | {"en": " "}], "0.en", "Zones (English) is required"),
        ([ZONE | {"hi": "a\nb"}], "0.hi", "Zones (Hindi) is not valid"),
    ],
)
def test_zone_that_makes_no_sense_is_refused_with_a_sentence(
    owner: Api, zones: list[dict[str, Any]], field: str, sentence: str
) -> None:
    path = f"shipping.zones.{field}" if field else "shipping.zones"

    assert refused(owner, *zones) == {path: sentence}


@pytest.mark.parametrize(
    "change",
    [
        {"basePaise": -1},
        {"basePaise": 1_000_001},
        {"stepPaise": 1.5},
        {"stepGrams": 0},
        {"baseGrams": 1_000_001},
        {"freeAbovePaise": 10**30},
        {"freeAbovePaise": "never"},
        {"states": ["Assam"] * 37},
        {"states": "Assam"},
        {"pincodes": [f"{number:06d}" for number in range(200_000, 200_101)]},
        {"pincodes": ["７８１００１"]},
        {"pincodes": ["7" * 100_000]},
        {"en": "x" * 121},
        {"isServed": None},
        {"surcharge": 1},
    ],
)
def test_hostile_zone_is_refused_at_its_field(owner: Api, change: dict[str, Any]) -> None:
    (name,) = change

    for field in refused(owner, ZONE | change):
        assert field.startswith(f"shipping.zones.0.{name}")


@pytest.mark.parametrize("left_out", list(ZONE))
def test_zone_needs_all_its_fields(owner: Api, left_out: str) -> None:
    part = {name: value for name, value in ZONE.items() if name != left_out}

    assert list(refused(owner, part)) == [f"shipping.zones.0.{left_out}"]


def test_too_many_zones_are_refused(owner: Api) -> None:
    zones = [ZONE | {"states": [], "pincodes": [str(200_000 + number)]} for number in range(31)]

    assert list(refused(owner, *zones)) == ["shipping.zones"]
    assert save(owner, *zones[:30]).status == 200


@pytest.mark.parametrize(
    ("pincode", "grams", "text"),
    [
        ("781001", 501, "North-East: ₹120 (₹80 up to 500 g, ₹40 for each further 250 g)"),
        ("744101", 501, "Islands: ₹80 (₹80)"),
        ("411001", 90_000, "Everywhere else: ₹49"),
    ],
)
def test_charges_are_tried_before_they_are_saved(owner: Api, pincode: str, grams: int, text: str) -> None:
    islands = ZONE | {"en": "Islands", "states": [], "pincodes": ["744101-744304"], "stepPaise": 0}
    body = {"shipping": shipping_with(ZONE, islands), "pincode": pincode, "grams": grams}

    assert owner.post("/admin/settings/shipping-trial", body).body["data"] == text
    assert owner.get("/admin/settings").data["version"] == 0


def test_trial_names_what_is_wrong_and_is_for_the_owner_alone(owner: Api) -> None:
    body = {"shipping": shipping_with(ZONE | {"isServed": False}), "pincode": "781001", "grams": 1}

    trial = owner.post("/admin/settings/shipping-trial", body)
    assert trial.body["data"] == "North-East: we do not deliver here"
    for change in ({"pincode": "78100"}, {"grams": -1}, {"grams": "x"}):
        wrong = owner.post("/admin/settings/shipping-trial", body | change)
        assert list(wrong.body["errors"]) == list(change)
    clerk = Api(token=log_in(make_user(role=Role.SUPPORT)))
    assert clerk.post("/admin/settings/shipping-trial", body).refusal == (403, "FORBIDDEN")
    assert Api().post("/admin/settings/shipping-trial", body).refusal == (401, "UNAUTHENTICATED")
