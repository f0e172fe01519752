"""A language that only settings, a catalogue and the screens' JSON know."""

import json
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from django.conf import settings as django_settings
from django.test import Client
from pytest_django.fixtures import Settings

from deploy.translations import extract
from tests.buying import item
from tests.factories import BEAD_OPTIONS, make_product
from tests.http import Api
from tests.invoices.document_helpers import bought, invoice_for, pdf_text

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]
LANGUAGE = "id"


def marked(text: str) -> str:
    """Return the text in the language, which is English in brackets."""
    return f"[{text}]"


@pytest.fixture(scope="module")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write what the language's translators would: a catalogue and the screens' texts."""
    folder = tmp_path_factory.mktemp(LANGUAGE)
    catalogue = extract()
    for message in catalogue:
        if message.id:
            message.string = marked(str(message.id))
    compiled = folder / "locale" / LANGUAGE / "LC_MESSAGES" / "django.mo"
    compiled.parent.mkdir(parents=True)
    with compiled.open("wb") as target:
        write_mo(target, catalogue)
    screens = folder / "i18n"
    (screens / LANGUAGE).mkdir(parents=True)
    for language, _name in django_settings.LANGUAGES:
        (screens / language).symlink_to(django_settings.FRONTEND_TEXTS / language)
    texts = json.loads((screens / "en" / "shop.json").read_text())
    texts["options"] = {name: marked(text) for name, text in texts["options"].items()}
    (screens / LANGUAGE / "shop.json").write_text(json.dumps(texts))
    return folder


@pytest.fixture(autouse=True)
def third_language(settings: Settings, translations: Path) -> None:
    """Add the language to the settings."""
    settings.FRONTEND_TEXTS = translations / "i18n"
    settings.LANGUAGES = [*settings.LANGUAGES, (LANGUAGE, "Bahasa Indonesia")]
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, translations / "locale"]


def test_errors_of_the_api_are_in_the_language() -> None:
    shopper = Api(language=LANGUAGE)

    missing = shopper.get("/products/no-such-bead")
    wrong = shopper.post(
        "/orders/quote", {"items": [{"productId": make_product().public_id, "quantity": "x"}]}
    )

    assert missing.body["message"] == "[Not found]"
    assert wrong.body["errors"] == {"items.0.quantity": "[[Quantity] is not valid]"}


def test_page_is_in_the_language(client: Client) -> None:
    page = client.get("/", {"lang": LANGUAGE}, headers={"Accept": "text/html"})
    sitemap = client.get("/sitemap.xml").content.decode()

    assert page.headers["Content-Language"] == LANGUAGE
    assert f'<html lang="{LANGUAGE}"' in page.content.decode()
    assert "[This page needs JavaScript right now." in page.content.decode()
    assert f'hreflang="{LANGUAGE}"' in sitemap


def test_invoice_is_in_the_language() -> None:
    product = make_product(title_en="Five Mukhi", options=BEAD_OPTIONS)
    order = bought(item(product, origin="Nepal", pendantType="silver"), language=LANGUAGE)

    invoice = invoice_for(order)

    assert (order.language, invoice.language) == (LANGUAGE, LANGUAGE)
    text = pdf_text(invoice)
    for words in ("[Place of supply]", "[Order]", "Five Mukhi", "[Nepal]", "[Silver] pendant"):
        assert words in text
