"""The fixed pages: whole in both languages, every number from the settings, nothing against another page."""

import re
from collections.abc import Iterator

import pytest

from project.content.documents.contents import NAMES, RULES, document
from project.content.documents.schemas import DocumentOut
from project.content.rich_text import DocumentRun
from project.storefront import manifest
from tests.factories import make_category, make_product
from tests.http import Api
from tests.orders.test_shipping_zones import zone
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db
BOTH = pytest.mark.parametrize("language", ["en", "hi"])
EACH = pytest.mark.parametrize("name", NAMES)


def runs_of(found: DocumentOut) -> Iterator[DocumentRun]:
    for section in found.sections:
        for block in section.blocks:
            yield from block.runs
            for line in (*block.items, *(row.runs for row in block.rows)):
                yield from line


def links_of(found: DocumentOut) -> list[str]:
    return sorted(run.href for run in runs_of(found) if run.href)


def words_of(found: DocumentOut) -> str:
    rows = [row.label for section in found.sections for block in section.blocks for row in block.rows]
    titles = [section.title for section in found.sections]
    return " ".join([found.title, found.lead, *titles, *rows, *(run.text for run in runs_of(found))])


def shape_of(found: DocumentOut) -> list[list[tuple[str, int, int]]]:
    return [
        [(block.kind, len(block.items), len(block.rows)) for block in section.blocks]
        for section in found.sections
    ]


@EACH
def test_both_languages_say_the_same_things_in_the_same_places(name: str) -> None:
    english, hindi = document(name, "en"), document(name, "hi")

    assert shape_of(english) == shape_of(hindi)
    assert links_of(english) == links_of(hindi)
    # Also what depends on a setting: the same numbers stand in both.
    assert sorted(re.findall(r"\d+", words_of(english))) == sorted(re.findall(r"\d+", words_of(hindi)))


@BOTH
@EACH
def test_nothing_is_left_unfilled_or_raw(name: str, language: str) -> None:
    words = words_of(document(name, language))

    assert not re.search(r"[{}]|missing:|\]\(|¦|^[-#~] ", words)
    assert all(run.text.strip() for run in runs_of(document(name, language)))


@EACH
def test_hindi_pages_are_written_in_hindi(name: str) -> None:
    # What the seller is called is theirs to write.
    change_shop(seller={"address": "", "grievance_officer": ""}, contact={"phone": ""})
    words = words_of(document(name, "hi"))

    devanagari, latin = len(re.findall("[\u0900-\u097f]", words)), len(re.findall("[A-Za-z]", words))
    assert devanagari > 6 * latin


@BOTH
@EACH
def test_links_lead_to_pages_of_the_shop(name: str, language: str) -> None:
    inner = {href for href in links_of(document(name, language)) if href.startswith("/")}

    assert [path for path in inner if manifest.match(path).page.path == "*"] == []


@BOTH
@pytest.mark.parametrize("name", RULES)
def test_rules_name_their_month(name: str, language: str) -> None:
    found = document(name, language)

    assert found.updated == ("December 2024" if language == "en" else "दिसंबर 2024")
    assert found.updated_month == "2024-12"


@BOTH
@pytest.mark.parametrize("name", RULES)
def test_rules_are_under_the_law_of_india(name: str, language: str) -> None:
    law = "law of India" if language == "en" else "भारत क[ाे] क़ानून"

    assert re.search(law, words_of(document(name, language)))


def test_seed_numbers_stand_where_the_shop_promises_them() -> None:
    def words(name: str) -> str:
        return words_of(document(name, "en"))

    assert "3–5 business days" in words("shipping") and "within 7 days" in words("shipping")
    assert "within 3–5 business days" in words("refund") and "original payment method" in words("refund")
    assert "within 7 days of receipt" in words("returns") and "unused" in words("returns")
    assert "Custom rudraksha" in words("returns") and "non-returnable" in words("returns")
    assert "in 3–5 business days" in words("replacement")


@BOTH
def test_numbers_follow_the_settings(language: str) -> None:
    change_shop(
        seller={"address": "7 Ghat Road\nVaranasi"},
        contact={"phone": "+91 98765 43210"},
        delivery={"usual_days": "41-42", "promised_days": 43},
        returns={"return_days": 44, "refund_days": "45-46", "replacement_days": "47-48"},
        promises={"money_back_factor": 49},
        hours={"answer_hours": 51, "grievance_hours": 52, "grievance_days": 53},
        shipping={"flat_paise": 55_00, "free_above_paise": 123_456_00},
    )

    words = {name: words_of(document(name, language)) for name in NAMES}

    for name, numbers in {
        "terms": ("41–42", "43", "44", "49", "₹55", "₹1,23,456"),
        "shipping": ("41–42", "43", "₹55", "₹1,23,456"),
        "returns": ("44", "45–46", "47–48", "51"),
        "refund": ("45–46", "49", "51"),
        "replacement": ("44", "47–48", "51"),
        "privacy": ("53", "7 Ghat Road, Varanasi"),
        "grievance": ("51", "52", "53", "+91 98765 43210"),
        "about": ("41–42", "43", "44", "49", "51"),
        "contact": ("51", "+91 98765 43210"),
    }.items():
        assert [number for number in numbers if number not in words[name]] == [], name
    # None of the shop's usual figures is left anywhere.
    everything = " ".join(words.values())
    assert not re.search(r"\b3[-–]5\b|\b7 (days|दिन)|\b24 (hours|घंटे)|₹999\b", everything)


@pytest.mark.parametrize(
    ("fee", "sentence"),
    [
        (
            4_900,
            {
                "en": "Free shipping on orders above ₹999",
                "hi": "₹999 से ऊपर के ऑर्डर पर मुफ़्त डिलीवरी",
            },
        ),
        (0, {"en": "Free shipping on every order", "hi": "हर ऑर्डर पर मुफ़्त डिलीवरी"}),
    ],
)
def test_free_shipping_is_one_sentence(fee: int, sentence: dict[str, str]) -> None:
    change_shop(shipping={"flat_paise": fee, "free_above_paise": 99_900})

    assert Api().get("/shop").data["promises"]["freeShipping"] == sentence
    for language, text in sentence.items():
        for name in ("terms", "shipping", "about"):
            words = words_of(document(name, language))
            assert text in words, (name, language)
            assert not re.search("from ₹999|₹999 से ऊपर (?!के ऑर्डर)", words), (name, language)


def test_pages_say_what_each_zone_costs() -> None:
    islands = zone(
        "Is¦lands [x](/terms) {if", hi="द्वीप", pincodes=["744101-744304"], free_above_paise=200_000
    )
    refused = zone("Lakshadweep", hi="लक्षद्वीप", states=["Lakshadweep"], is_served=False)
    change_shop(shipping={"flat_paise": 4_900, "free_above_paise": 99_900, "zones": [islands, refused]})

    rows = {
        row.label: "".join(run.text for run in row.runs)
        for section in document("shipping", "en").sections
        for block in section.blocks
        for row in block.rows
    }

    assert rows["Is|lands [x](/terms) {if"] == (
        "₹80 up to 500 g, ₹40 for each further 250 g, free above ₹2,000 (744101–744304)"
    )
    assert rows["Lakshadweep"] == "we do not deliver here (Lakshadweep)"
    assert rows["Everywhere else"] == "₹49, free above ₹999"
    hindi = words_of(document("shipping", "hi"))
    assert "द्वीप" in hindi and "₹40 हर अतिरिक्त 250 ग्राम के" in hindi
    for name in ("terms", "shipping", "about"):
        for language, sentence in {
            "en": "The shipping charge depends on weight and address",
            "hi": "डिलीवरी शुल्क वज़न और पते पर निर्भर है",
        }.items():
            words = words_of(document(name, language))
            assert sentence in words, (name, language)
            assert "Free shipping on" not in words and "Shipping costs ₹49" not in words
    promises = Api().get("/shop").data["promises"]
    assert promises["freeShippingAbove"] is None
    assert promises["freeShipping"]["en"] == "The shipping charge depends on weight and address"


@BOTH
def test_what_is_switched_off_is_not_promised(language: str) -> None:
    change_shop(
        promises={"money_back_factor": 0, "lab_certified": False, "authentic": False},
        hours={"around_the_clock": False},
    )

    everything = " ".join(words_of(document(name, language)) for name in NAMES)

    assert not re.search(r"× money back|times (its|the) price|X-ray|Blessed|around the clock", everything)
    assert not re.search(r"गुना|एक्स-रे|अभिमंत्रित|चौबीसों", everything)


def test_page_is_read_in_the_callers_language() -> None:
    hindi = Api(language="hi").get("/documents/shipping").data["document"]

    assert hindi["title"] == "डिलीवरी"
    assert hindi["sections"][0]["id"] == "section-1"


def test_unknown_page_is_not_found(api: Api) -> None:
    assert api.get("/documents/../settings").status == 404
    assert api.get("/documents/imprint").refusal == (404, "NOT_FOUND")


def test_about_page_counts_the_faces_that_are_on_sale() -> None:
    closed = make_category("closed", is_active=False)
    assert "We sell rudraksha, malas" in words_of(document("about", "en"))
    assert "हम रुद्राक्ष, मालाएँ" in words_of(document("about", "hi"))

    make_product(title_en="5 Mukhi Rudraksha")
    assert "We sell 5 mukhi rudraksha, malas" in words_of(document("about", "en"))
    for title, more in (
        ("2 mukhi rudraksha", {}),
        ("Mala of 11 Mukhi beads", {}),
        ("1 Mukhi", {"stock": 0}),
        ("14 Mukhi", {"is_visible": False}),
        ("15 Mukhi", {"category": closed}),
        ("108 bead mala", {}),
    ):
        make_product(title_en=title, **more)

    assert "We sell rudraksha from 2 to 11 faces, malas" in words_of(document("about", "en"))
    assert "हम 2 से 11 मुखी रुद्राक्ष, मालाएँ" in words_of(document("about", "hi"))
