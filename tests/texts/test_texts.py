"""Both languages say the same things, everything that is said is there, and all of it is needed."""

import re
from pathlib import Path
from typing import Final

import pytest

from deploy.environment import ROOT
from deploy.translations import catalogue_files, extract, faults, outdated, read
from project.payments.providers.registry import INSTALLED, adapter_of
from tests.texts.texts import LANGUAGES, has_letters, is_hindi, screen_texts, server_pairs, singular, slots
from tests.texts.usage import unused

# Said by the server's names, which it puts together itself: `f"order.{kind}_issued"`.
SAID_BY_OTHER_NAMES: Final = frozenset(
    {
        "support:events.",
        # The card of a request puts the kind of request in front.
        *(f"orders:{kind}.{name}" for kind in ("claim", "return") for name in ("next", "states", "withdraw")),
        "admin:causes.first_count",
        "admin:causes.provider_refused_to_open",
        "admin:events.dispute_",
        "adminOrders:events.claim_",
        "adminOrders:events.credit_note_issued",
        "adminOrders:events.invoice_issued",
        "adminSettings:hints.",
        "audit:actions.",
        "audit:fields.",
        "audit:values.",
    }
)

# The same in both languages: brands, and abbreviations India reads in Latin letters.
NOT_TRANSLATED: Final = frozenset(
    {
        *("PhonePe", "Shopify", "WooCommerce", "UPI", "GSTIN", "GSTR-1", "CVV", "HSN / SAC", "SKU"),
        *("CGST", "SGST", "UTGST", "IGST"),
    }
)
# The filter of methods that are not known yet, as the specification words it.
NAMING_A_PROVIDER: Final = frozenset({"admin:methodUnknown", "admin:methods.PhonePe"})
# Each language by its own name, in lists that offer it to those who read the other.
NAMES_OF_LANGUAGES: Final = frozenset({"English"})

# The sentence is the same whatever the number is.
FOR_ANY_NUMBER: Final = frozenset(
    {
        "account:addresses.full",
        "account:login.resendIn",
        "admin:refund.ordered",
        "admin:refund.orderedSome",
        "admin:refund.piecesOf",
        "adminOrders:bulk.moved",
        "adminProducts:pictures.moved",
        "adminProducts:pictures.selected",
        "shop:chosen.quantity",
        "reviews:form.count",
        "reviews:withPhotos",
        "shop:card.fewLeft",
        "shop:common.gallery.picture",
        "shop:common.pageOf",
        "shop:head.products",
        "shop:product.reviewsCount",
        "statements:differences.first",
    }
)

ENGLISH: Final = screen_texts("en")
HINDI: Final = screen_texts("hi")


def test_every_text_of_the_screens_is_there_in_both_languages() -> None:
    assert ENGLISH.keys() ^ HINDI.keys() == set()
    assert [key for texts in (ENGLISH, HINDI) for key, text in texts.items() if not text.strip()] == []


def test_no_text_of_the_screens_names_a_payment_provider() -> None:
    labels = [adapter_of(name).label for name in INSTALLED]
    naming = {
        key
        for texts in (ENGLISH, HINDI)
        for key, text in texts.items()
        if any(label in text for label in labels)
    }

    assert naming == NAMING_A_PROVIDER


def test_every_text_of_the_screens_is_said_somewhere() -> None:
    assert unused(frozenset(ENGLISH), SAID_BY_OTHER_NAMES) == []


def test_a_text_nobody_says_is_found() -> None:
    keys = frozenset({*ENGLISH, "shop:card.nobodySaysThis", "orders:return.nobodyEverSaid"})

    assert unused(keys, SAID_BY_OTHER_NAMES) == ["orders:return.nobodyEverSaid", "shop:card.nobodySaysThis"]


def test_what_is_counted_has_its_plural_forms() -> None:
    lonely = {
        key for key in ENGLISH if key.endswith(("_one", "_other")) and not _forms(key) <= ENGLISH.keys()
    }
    without_forms = {
        key
        for key, text in ENGLISH.items()
        if "count" in slots(text) and not key.endswith(("_one", "_other"))
    }

    assert lonely == set()
    assert without_forms == FOR_ANY_NUMBER


def test_both_languages_fill_in_the_same() -> None:
    # The form for one may say the number as a word.
    unlike = {
        key: (text, HINDI[key])
        for key, text in ENGLISH.items()
        if (odd := slots(text) ^ slots(HINDI[key])) and not (key.endswith("_one") and odd == {"count"})
    }

    assert unlike == {}


def test_hindi_texts_are_hindi() -> None:
    latin = {key: text for key, text in HINDI.items() if has_letters(text) and not is_hindi(text)}

    assert {key: text for key, text in latin.items() if text not in NOT_TRANSLATED} == {}


def test_english_texts_are_english() -> None:
    assert {key: text for key, text in ENGLISH.items() if is_hindi(text)} == {}


@pytest.mark.parametrize("file", catalogue_files(), ids=lambda file: file.parts[-3])
def test_catalogue_has_every_text_of_the_code(file: Path) -> None:
    catalogue = read(file)

    assert outdated(catalogue, extract()) == [], "run python -m deploy.translations"
    assert faults(catalogue) == []


def test_hindi_catalogue_is_hindi() -> None:
    # Names of fields are often brands.
    [file] = [each for each in catalogue_files() if "/hi/" in str(each)]
    texts = [str(message.string) for message in read(file) if message.id and message.context != "field"]

    assert [text for text in texts if not is_hindi(text) and text not in NOT_TRANSLATED] == []


def test_every_sentence_of_the_server_is_there_in_hindi() -> None:
    pairs = server_pairs()
    latin = [
        pair
        for pair in pairs
        if has_letters(pair.hindi)
        and not is_hindi(pair.hindi)
        and pair.hindi not in NOT_TRANSLATED | NAMES_OF_LANGUAGES
    ]

    assert pairs
    assert latin == []


def test_both_languages_of_the_server_fill_in_the_same() -> None:
    # A letter's subject and its text, both in Hindi, are no pair.
    translations = [pair for pair in server_pairs() if not is_hindi(pair.english)]

    assert [pair for pair in translations if _places(pair.english) != _places(pair.hindi)] == []


def test_every_mail_is_written_in_both_languages_with_the_same_facts() -> None:
    mails = {file.name: file for file in (ROOT / "project").glob("*/templates/mail/*.??.txt")}
    names = {name.rpartition(".txt")[0].rpartition(".")[0] for name in mails}

    assert len(names) > 20
    assert {f"{name}.{language}.txt" for name in names for language in LANGUAGES} == mails.keys()
    unlike = {
        name
        for name in names
        if len({_facts(mails[f"{name}.{language}.txt"].read_text()) for language in LANGUAGES}) > 1
    }
    assert unlike == set()
    words = {name: re.sub(r"\{.*?\}+", "", file.read_text()) for name, file in mails.items()}
    hindi = {name: text for name, text in words.items() if name.endswith(".hi.txt") and has_letters(text)}
    assert [name for name, text in hindi.items() if not is_hindi(text)] == []


def _forms(key: str) -> set[str]:
    return {f"{singular(key)}_{form}" for form in ("one", "other")}


def _places(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w*\}", text))


def _facts(template: str) -> frozenset[str]:
    return frozenset(re.findall(r"\{+\s*([\w.]+)\s*\}", template)) - {"else", "end"}
