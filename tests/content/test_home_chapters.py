"""The chapters of the home page: shipped, edited by staff, and never more than words."""

from typing import Any

import pytest

from project.content.home.chapters import KEY, NAME, ChaptersKind
from project.content.kinds import LANGUAGES
from tests.content.test_edit_content import problems, publish, publish_unchecked, save, staff
from tests.http import Api
from tests.texts.texts import is_hindi

pytestmark = pytest.mark.django_db

SHIPPED = ChaptersKind().shipped(NAME)


def texts(language: str = "en", **fields: str) -> dict[str, Any]:
    """Return the shipped texts with other ones of one language; `seed__title` is "seed.title"."""
    changed = {name.replace("__", "."): text for name, text in fields.items()}
    return SHIPPED.stored() | {language: {**SHIPPED.texts(language), **changed}}


def shown(language: str = "en") -> dict[str, dict[str, str]]:
    found = Api(language=language).get("/products/home").data["chapters"]
    return {chapter["picture"]: chapter for chapter in found}


def picture_alts(language: str = "en") -> dict[str, str]:
    """Return what the page about the shop says of the same pictures."""
    sections = Api(language=language).get("/documents/about").data["document"]["sections"]
    return {section["picture"]: section["pictureAlt"] for section in sections if section["picture"]}


def test_shipped_chapters_are_whole_in_both_languages() -> None:
    assert ChaptersKind().problems(NAME, SHIPPED) == []
    assert SHIPPED.en.keys() == SHIPPED.hi.keys()
    assert [is_hindi(text) for text in [*SHIPPED.en.values(), *SHIPPED.hi.values()]] == [
        *[False] * len(SHIPPED.en),
        *[True] * len(SHIPPED.hi),
    ]


def test_home_tells_the_shipped_story_until_another_one_is_published() -> None:
    api = staff()
    assert list(shown()) == ["hero", "seed", "count", "xray", "knot", "blessing"]
    shipped = {language: shown(language) for language in LANGUAGES}
    assert shipped["hi"]["seed"]["title"] == SHIPPED.hi["seed.title"]
    assert shipped["en"]["seed"]["action"] == ""

    changed = texts(count__title="Counted twice", count__text="By hand,\n and by eye", seed__alt="A seed")
    save(api, KEY, changed)
    assert shown() == shipped["en"]
    entry = publish(api, KEY, changed, 1)

    now = shown()
    assert (now["count"]["title"], now["count"]["text"]) == ("Counted twice", "By hand, and by eye")
    assert now["count"]["action"] == "See every mukhi"
    assert shown("hi") == shipped["hi"]
    # Another page has the same picture.
    assert picture_alts()["seed"] == "A seed" and is_hindi(picture_alts("hi")["seed"])

    entry = api.post(f"/admin/content/{KEY}/shipped", {"version": entry["version"]}).data["entry"]
    assert shown() == shipped["en"] and picture_alts()["seed"] == SHIPPED.en["seed.alt"]
    restored = api.post(f"/admin/content/{KEY}/restore", {"version": entry["version"], "number": 1})
    assert restored.data["entry"]["draft"]["en"]["count.title"] == "Counted twice"


@pytest.mark.parametrize(
    ("language", "fields", "field", "kind"),
    [
        ("hi", {"seed__title": " "}, "seed.title", "missing"),
        ("hi", {"count__action": ""}, "count.action", "missing"),
        ("en", {"blessing__alt": "<i></i>"}, "blessing.alt", "missing"),
        ("en", {"knot__title": "x" * 91}, "knot.title", "too_long"),
        ("en", {"xray__text": "x" * 401}, "xray.text", "too_long"),
        ("en", {"seed__name": "a\nb"}, "seed.name", "one_line"),
        ("en", {"seed__text": "{shop.name}"}, "seed.text", "placeholder_unknown"),
        ("en", {"seed__text": "{{ settings.SECRET_KEY }}"}, "seed.text", "brace"),
        ("en", {"seed__text": "{if authentic}A{end}"}, "seed.text", "condition_unknown"),
        ("en", {"seed__text": "[x](javascript:alert(1))"}, "seed.text", "link_refused"),
    ],
)
def test_what_is_wrong_with_a_chapter_is_named_and_never_published(
    language: str, fields: dict[str, str], field: str, kind: str
) -> None:
    api = staff()
    content = texts(language, **fields)

    assert (language, field, kind) in problems(api, KEY, content)
    entry = save(api, KEY, content).data["entry"]
    refused = api.post(f"/admin/content/{KEY}/publish", {"version": entry["version"]})

    assert refused.refusal == (409, "CONTENT_INCOMPLETE")
    assert shown()["seed"]["title"] == SHIPPED.en["seed.title"]


@pytest.mark.parametrize(
    "evil",
    ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;svg onload=alert(1)&gt;&lt;/svg&gt;"],
)
def test_markup_in_a_chapter_is_taken_out(evil: str) -> None:
    api = staff()
    content = texts(
        seed__name=f"Name{evil}", seed__title=f"Title{evil}", seed__text=f"Text{evil}", seed__alt=f"Alt{evil}"
    )
    asked = api.post(f"/admin/content/{KEY}/preview", {"content": content, "language": "en"})

    publish(api, KEY, content)

    seed = {"name": "Name", "title": "Title", "text": "Text", "action": "", "alt": "Alt", "picture": "seed"}
    assert shown()["seed"] == asked.data["preview"]["chapters"][1] == seed


def test_what_no_chapter_has_is_dropped() -> None:
    content = texts(seed__action="Go", seed__href="javascript:alert(1)", end__title="Mine")

    entry = save(staff(), KEY, content).data["entry"]

    assert entry["draft"] == SHIPPED.stored()


def test_second_editor_of_the_chapters_is_told() -> None:
    save(staff(name="Meera"), KEY, texts(seed__title="Hers"))

    refused = save(staff(name="Ravi"), KEY, texts(seed__title="His"))

    assert refused.refusal == (409, "CONTENT_CHANGED")
    assert refused.body["data"]["by"] == "Meera"
    assert refused.body["data"]["draft"]["en"]["seed.title"] == "Hers"


def test_who_keeps_the_catalogue_drafts_the_chapters_and_publishes_none() -> None:
    keeper = staff("catalogue")
    entry = save(keeper, KEY, texts(seed__title="New")).data["entry"]

    refused = keeper.post(f"/admin/content/{KEY}/publish", {"version": entry["version"]})

    assert refused.refusal == (403, "FORBIDDEN")
    assert save(staff("support"), KEY, texts()).refusal == (403, "FORBIDDEN")
    assert save(Api(), KEY, texts()).status == 401
    assert staff().get("/admin/content/home:hero").status == 404


def test_what_a_release_added_to_the_chapters_is_shown_as_shipped() -> None:
    publish(staff(), KEY, texts(seed__title="New"))
    older = texts(seed__title="New")
    for language in LANGUAGES:
        older[language] = {
            name: text for name, text in older[language].items() if not name.startswith("hero")
        }

    publish_unchecked(KEY, older)

    assert shown()["seed"]["title"] == "New"
    assert shown()["hero"]["title"] == SHIPPED.en["hero.title"]


def test_chapters_with_a_text_that_is_refused_today_are_shown_as_shipped(
    caplog: pytest.LogCaptureFixture,
) -> None:
    publish(staff(), KEY, texts(seed__title="New"))

    publish_unchecked(KEY, texts(seed__title="New", knot__alt=""))

    assert shown()["seed"]["title"] == SHIPPED.en["seed.title"]
    assert "is shown as shipped" in caplog.text


def test_home_begins_with_the_words_that_staff_published() -> None:
    publish(staff(), KEY, texts(hero__title="Rings by hand", hero__action="See the rings"))

    assert (shown()["hero"]["title"], shown()["hero"]["action"]) == ("Rings by hand", "See the rings")
    assert shown("hi")["hero"]["title"] == SHIPPED.hi["hero.title"]
