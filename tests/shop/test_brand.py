"""The shop's name is a setting: everything that names the shop says what the owner has typed."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from project.accounts.second_factor.passkeys import registration_options
from project.accounts.second_factor.totp import address_of
from project.core.models import Mail
from project.core.shop import shop
from project.invoices.pdf import page
from tests.factories import log_in, make_user
from tests.http import Api
from tests.invoices.document_helpers import bought, invoice_for
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

RENAMED = {"name": "Mani & Co", "name_hindi": "मणि ऐंड कंपनी"}


def test_mails_name_the_shop_in_their_language() -> None:
    change_shop(brand=RENAMED)

    for language in ("en", "hi"):
        email = f"asha-{language}@example.com"
        Api(language=language).post("/auth/send-otp", {"email": email})

    subjects = {mail.language: mail.subject for mail in Mail.objects.filter(kind="login_code")}
    assert subjects == {"en": "Your Mani & Co login code", "hi": "आपका मणि ऐंड कंपनी लॉगिन कोड"}


def test_an_invoice_keeps_the_name_it_was_made_with() -> None:
    before = invoice_for(bought())
    change_shop(brand=RENAMED)
    after = invoice_for(bought(language="hi"))

    assert page(before)["brand"] == "Akshamala"
    assert page(after)["brand"] == "मणि ऐंड कंपनी"


def test_authenticators_and_passkeys_name_the_shop() -> None:
    change_shop(brand=RENAMED)
    person = make_user(role="admin")

    address = address_of("A" * 32, account=person.email)

    assert parse_qs(urlsplit(address).query)["issuer"] == ["Mani & Co"]
    assert registration_options(person, b"0" * 32)["rp"]["name"] == "Mani & Co"


def test_an_installed_shop_has_its_name() -> None:
    change_shop(brand=RENAMED)

    answer = Client().get("/manifest.webmanifest")

    assert answer["Content-Type"] == "application/manifest+json"
    named = json.loads(answer.content)
    assert (named["name"], named["short_name"]) == ("Mani & Co", "Mani & Co")


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", "n" * 300])
def test_bad_name_is_refused(name: str) -> None:
    api = Api(token=log_in(make_user(role="admin")))

    answer = api.other(
        "PATCH", "/admin/settings", {"version": 0, "brand": {"name": name, "nameHindi": "मणि"}}
    )

    assert answer.refusal == (422, "VALIDATION")
    assert set(answer.body["errors"]) == {"brand.name"}
    assert shop().brand.name == "Akshamala"
