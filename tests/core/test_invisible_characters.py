"""Removal of invisible characters from texts; scripts that need joiners keep them."""

import pytest

from project.core.invisible_characters import cleaned, without_invisible
from project.orders.models import Order
from tests.accounts.login_helpers import SAVED, signed_in
from tests.buying import GUEST, guest_body, item, new_key
from tests.factories import make_product
from tests.http import Api

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Asha Rao", "Asha Rao"),
        ("A\u200bsha\u2060 \ufeffRao", "Asha Rao"),
        ("\u202eoaR\u202c ahsA", "oaR ahsA"),
        ("Asha\u2066\u2069\u200e\u200f\u061c", "Asha"),
        ("Asha\x1b[31m\x07\x9b", "Asha[31m"),
        ("Asha\u2028Rao", "Asha Rao"),
        ("a\u200db\u200c", "ab"),
        ("\u3164\u115f\u2800", ""),
        ("A\U000e0041sha", "Asha"),
        ("first\nsecond\tthird", "first\nsecond\tthird"),
        # A conjunct that is to stay apart, and one that is to be joined.
        ("क्\u200cष", "क्\u200cष"),
        ("क्\u200dष", "क्\u200dष"),
        ("मीरा\u200d", "मीरा"),
        ("👨\u200d👩\u200d👧 ❤️\u200d🔥", "👨\u200d👩\u200d👧 ❤️\u200d🔥"),
    ],
)
def test_only_what_is_seen_stays(typed: str, kept: str) -> None:
    assert without_invisible(typed) == kept


def test_every_text_of_a_body_is_cleaned_and_a_password_is_not() -> None:
    body = {"a": ["x\u200b", {"b": "\u202ey"}], "password": "p\u200bq", "n": 1, "none": None}

    assert cleaned(body) == {"a": ["x", {"b": "y"}], "password": "p\u200bq", "n": 1, "none": None}


@pytest.mark.django_db
def test_profile_and_addresses_hold_nothing_invisible() -> None:
    _, api = signed_in()

    user = api.other("PUT", "/auth/profile", {"name": "\u202eAsha\u200b Rao"}).data["user"]
    address = api.post("/auth/addresses", SAVED | {"name": "As\u200dha", "street": "12\u2066 MG Road"})

    assert user["name"] == "Asha Rao"
    assert [(row["name"], row["street"]) for row in address.data["addresses"]] == [("Asha", "12 MG Road")]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["\u200b", "\u202e\u202c", "\u3164 \u2060"])
def test_name_that_nobody_sees_is_none(name: str) -> None:
    _, api = signed_in()

    answer = api.other("PUT", "/auth/profile", {"name": name})

    assert answer.body["errors"] == {"name": "Name is required"}


@pytest.mark.django_db
def test_customer_of_an_order_has_no_invisible_name(api: Api) -> None:
    customer = GUEST | {"firstName": "As\u200bha", "lastName": "\u202eRao"}

    api.post(
        "/orders/create-guest-order", guest_body(item(make_product()), customerInfo=customer), key=new_key()
    )

    assert Order.objects.get().name == "Asha Rao"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("ａsha@example.com", None),
        ("as\u00adha@example.com", None),
        ("é@example.com", None),
        ("asha@exa\u00admple.com", None),
        ("asha@ｅxample．com", "asha@example.com"),
        ("Asha@EXAMPLE.com", "asha@example.com"),
        ("as\u200bha@example.com", "asha@example.com"),
        ("asha@bücher.example", "asha@xn--bcher-kva.example"),
        ("asha..rao@example.com", None),
        ("asha@localhost", None),
    ],
)
def test_one_address_has_one_form(api: Api, typed: str, kept: str | None) -> None:
    answer = api.post("/auth/send-otp", {"email": typed})

    if kept is None:
        assert set(answer.body["errors"]) == {"email"}
    else:
        assert answer.status == 200
        again = api.post("/auth/verify-otp", {"email": kept, "otp": "x"})
        assert again.refusal == (400, "CODE_WRONG")


@pytest.mark.django_db
def test_path_with_an_id_nobody_can_type_is_refused(api: Api) -> None:
    assert api.get("/auth/orders/AKS%E2%80%8B-7K3M9Q2X4V8B").status == 404
