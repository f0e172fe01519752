"""New passwords hold neither the person's name and address nor the shop's."""

from typing import Any

import pytest

from project.accounts.models import EmailCode
from tests.accounts.login_helpers import PASSWORD, proof, signed_in, with_password
from tests.http import Answer, Api
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

GUESSABLE = [
    "Akshamala#2026",
    "my AKSHAMALA shop",
    "Rudraksha@12345",
    "अक्षमाला की दुकान",
    "Lakshmi@12345",
    "i am raghunathan!",
    "meera.nair.home",
    "sundargems-2026",
]
DETAILS = {"name": "Lakshmi Raghunathan", "email": "meera.nair82@example.com", "phone": "9876543210"}


@pytest.fixture(autouse=True)
def seller(db: None) -> None:
    change_shop(seller={"legal_name": "SundarGems Private Limited"})


def register(password: str, **more: Any) -> Answer:
    return Api(**more).post("/auth/register", DETAILS | {"password": password})


def change(password: str) -> Answer:
    user, api = signed_in(name=DETAILS["name"], email=DETAILS["email"])
    return api.other("PUT", "/auth/password", {"password": password, "proof": proof(api, "password")})


@pytest.mark.parametrize("password", GUESSABLE)
@pytest.mark.parametrize("way", [register, change])
def test_names_in_a_new_password_are_refused(way: Any, password: str) -> None:
    answer = way(password)

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {
        "password": "Please leave out your name, your email address and the shop's name"
    }


def test_refused_registration_mails_no_code_and_says_so_in_hindi() -> None:
    answer = register("Akshamala#2026", language="hi")

    assert answer.body["errors"] == {"password": "कृपया अपना नाम, ईमेल पता और दुकान का नाम पासवर्ड में न रखें"}
    assert not EmailCode.objects.exists()


@pytest.mark.parametrize("way", [register, change])
@pytest.mark.parametrize("password", [PASSWORD, "private lessons 42", "साँझ का दीपक"])
def test_others_are_taken(way: Any, password: str) -> None:
    assert way(password).status == 200


def test_short_words_of_a_name_do_no_harm() -> None:
    user, api = signed_in(name="Om Rao", email="om@example.com")
    body = {"password": "from omaha to raozan", "proof": proof(api, "password")}

    assert api.other("PUT", "/auth/password", body).status == 200


def test_earlier_password_with_a_name_still_logs_in() -> None:
    user = with_password("Akshamala#2026")

    assert Api().post("/auth/login", {"email": user.email, "password": "Akshamala#2026"}).status == 200
