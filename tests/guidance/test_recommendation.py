"""Birth details in, a bead out: by REST, in both languages."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils.timezone import localdate

from project.catalog.models import ProductAlias
from project.core.models import Mail
from tests.factories import make_category, make_product, make_searchable_product
from tests.http import Api

pytestmark = pytest.mark.django_db

ASHA = {
    "name": "Asha Rao",
    "gender": "female",
    "dateOfBirth": "1990-08-22",
    "timeOfBirth": "05:40",
    "placeOfBirth": "Ujjain",
}


def recommend(api: Api, **changes: Any) -> dict[str, Any]:
    answer: dict[str, Any] = api.post("/astrology/recommendation", ASHA | changes).data["recommendation"]
    return answer


def test_sign_is_found_by_the_day_alone(api: Api) -> None:
    day_only = api.post("/astrology/zodiac-sign", {"dateOfBirth": "2000-02-29"}).data
    whole = api.post(
        "/astrology/zodiac-sign",
        {"dateOfBirth": "2000-02-29", "timeOfBirth": "23:10", "placeOfBirth": "Kolkata"},
    ).data

    assert (day_only["zodiacSign"], day_only["name"]) == ("pisces", "Pisces")
    assert day_only == whole


def test_answer_is_whole(api: Api) -> None:
    answer = recommend(api)

    assert answer["userInfo"] == {
        "name": "Asha Rao",
        "zodiacSign": "Leo",
        "birthTime": "05:40",
        "birthPlace": "Ujjain",
        "gender": "female",
        "age": localdate().year - 1990 - ((localdate().month, localdate().day) < (8, 22)),
    }
    bead = answer["recommendations"]
    assert (bead["primary"]["name"], bead["secondary"]["name"]) == ("1 Mukhi Rudraksha", "5 Mukhi Rudraksha")
    assert bead["bestTime"] == "Sunday, at sunset, 6 to 8 PM"
    assert bead["compatibility"] == ["Aries", "Sagittarius", "Libra"]
    assert set(answer["personalizedInsights"]) == {
        "timeBasedEnhancement",
        "seasonalAdvice",
        "lifeStageAdvice",
        "cosmicAlignment",
    }
    assert "108 times" in answer["additionalInfo"]["activationRitual"][-1]
    assert "medicine" in answer["additionalInfo"]["contraindications"][-1]


def test_hindi_answer_is_hindi() -> None:
    answer = recommend(Api(language="hi"))

    assert answer["userInfo"]["zodiacSign"] == "सिंह"
    assert answer["recommendations"]["primary"]["name"] == "1 मुखी रुद्राक्ष"
    assert answer["recommendations"]["bestTime"] == "रविवार, सूर्यास्त के समय, शाम 6 से 8 बजे"


def test_same_details_give_the_same_answer(api: Api) -> None:
    assert recommend(api) == recommend(api)


def test_unknown_hour_is_said_to_be_unknown(api: Api) -> None:
    answer = recommend(api, timeOfBirth="unknown")

    assert answer["userInfo"]["birthTime"] is None
    assert answer["personalizedInsights"]["timeBasedEnhancement"].startswith("Without an hour of birth")


@pytest.mark.parametrize("language", ["en", "hi"])
def test_buy_button_finds_the_bead(language: str) -> None:
    rudraksha = make_category("rudraksha")
    for faces in (1, 5, 11):
        make_searchable_product(
            slug=f"{faces}-mukhi-rudraksha",
            title_en=f"{faces} Mukhi Rudraksha",
            title_hi=f"{faces} मुखी रुद्राक्ष",
            category=rudraksha,
        )
    api = Api(language=language)

    bead = recommend(api)["recommendations"]["primary"]

    assert bead["product"]["slug"] == "1-mukhi-rudraksha"
    path, _, query = bead["path"].partition("?")
    assert path == "/products"
    assert query.endswith("category=rudraksh")
    found = api.get(f"/products?{query}").data["products"]
    assert [product["slug"] for product in found] == ["1-mukhi-rudraksha"]


def test_bead_with_another_address_is_found_by_its_earlier_one(api: Api) -> None:
    ProductAlias.objects.create(slug="1-mukhi-rudraksha", product=make_product(slug="ek-mukhi"))

    bead = recommend(api)["recommendations"]["primary"]

    assert bead["product"]["slug"] == "ek-mukhi"


def test_bead_that_the_shop_does_not_have_is_named_all_the_same(api: Api) -> None:
    bead = recommend(api)["recommendations"]["primary"]

    assert (bead["faces"], bead["product"]) == (1, None)


@pytest.mark.parametrize("field", ASHA)
@pytest.mark.parametrize("nothing", [None, "", "   ", "left out"])
def test_every_field_must_be_filled_in(api: Api, field: str, nothing: str | None) -> None:
    details: dict[str, Any] = {**ASHA, field: nothing}
    if nothing == "left out":
        del details[field]

    answer = api.post("/astrology/recommendation", details)

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["message"] == "Please fill in all fields"
    assert answer.body["errors"] == {field: "Please fill in all fields"}


def test_empty_form_is_told_so_in_hindi() -> None:
    answer = Api(language="hi").post("/astrology/recommendation", {})

    assert answer.body["message"] == "कृपया सभी जानकारी भरें"
    assert set(answer.body["errors"]) == set(ASHA)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("gender", "robot", "Please choose one of the three"),
        ("dateOfBirth", "1990-02-30", "Please enter a valid date of birth"),
        ("dateOfBirth", "yesterday", "Please enter a valid date of birth"),
        ("dateOfBirth", 5, "Please enter a valid date of birth"),
        ("dateOfBirth", "1899-12-31", "Please enter a date from 1900 on"),
        ("timeOfBirth", "25:00", "Please enter a valid time of birth"),
        ("timeOfBirth", "05:40+05:30", "Please enter a valid time of birth"),
        ("name", "x" * 201, "Name is too long"),
        ("placeOfBirth", ["Ujjain"], "Place of birth is not valid"),
    ],
)
def test_what_cannot_be_is_refused(api: Api, field: str, value: object, sentence: str) -> None:
    answer = api.post("/astrology/recommendation", {**ASHA, field: value})

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {field: sentence}


def test_birth_in_the_future_is_refused(api: Api) -> None:
    tomorrow = localdate() + timedelta(days=1)

    for path in ("recommendation", "zodiac-sign"):
        answer = api.post(f"/astrology/{path}", {**ASHA, "dateOfBirth": tomorrow.isoformat()})
        assert answer.body["message"] == "The date of birth cannot be in the future"

    assert recommend(api, dateOfBirth=localdate().isoformat())["userInfo"]["age"] == 0


def test_shared_page_says_nothing_of_the_birth(api: Api) -> None:
    share = api.post("/astrology/recommendation", ASHA).data["sharePath"]

    assert share == "/rudraksh-recommendation?sign=leo"
    answer = api.get("/astrology/signs/leo").data["recommendation"]
    assert answer["userInfo"] is answer["personalizedInsights"] is None
    assert answer["recommendations"]["primary"]["name"] == "1 Mukhi Rudraksha"


def test_other_word_is_no_sign(api: Api) -> None:
    answer = api.get("/astrology/signs/Unknown")

    assert answer.refusal == (404, "NOT_FOUND")
    assert answer.body["message"] == "Invalid zodiac sign"


def test_table_lists_twelve_signs(api: Api) -> None:
    signs = api.get("/astrology/signs").data["signs"]

    assert [sign["sign"] for sign in signs][:2] == ["aries", "taurus"]
    assert len(signs) == 12
    assert signs[9] == {
        "sign": "capricorn",
        "name": "Capricorn",
        "days": "22 December – 19 January",
        "primary": "10 Mukhi Rudraksha",
        "secondary": "6 Mukhi Rudraksha",
        "primaryPath": "/products?search=10+Mukhi+Rudraksha&category=rudraksh",
    }


def test_mail_holds_the_sign_and_no_birth_details(api: Api) -> None:
    api.post("/astrology/recommendation", ASHA)

    api.post("/astrology/mail", {"email": "asha@example.com", "sign": "leo"})
    api.post("/astrology/mail", {"email": "ASHA@example.com", "sign": "leo"})

    mail = Mail.objects.get()
    assert mail.to == "asha@example.com"
    assert "1 Mukhi Rudraksha" in mail.subject
    assert "/rudraksh-recommendation?sign=leo" in mail.text
    for detail in ("Asha", "1990", "05:40", "Ujjain"):
        assert detail not in mail.text


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"email": "asha", "sign": "leo"}, (422, "VALIDATION")),
        ({"email": "asha@example.com", "sign": "Unknown"}, (404, "NOT_FOUND")),
    ],
)
def test_mail_that_cannot_be_is_refused(api: Api, body: dict[str, str], refusal: tuple[int, str]) -> None:
    assert api.post("/astrology/mail", body).refusal == refusal
    assert not Mail.objects.exists()


@pytest.mark.usefixtures("limits")
def test_nobody_is_flooded_with_mails() -> None:
    signs = ("aries", "taurus", "gemini", "cancer")

    answers = [Api().post("/astrology/mail", {"email": "asha@example.com", "sign": sign}) for sign in signs]

    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert Mail.objects.count() == 3
