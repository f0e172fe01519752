"""Staff write, publish, restore and take back the texts of pages and mails."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from project.content.mail_samples import SAMPLES
from project.content.models import ContentEntry, ContentRevision
from project.core.mail import queue_mail
from project.core.public_cache import move_catalogue_version
from project.events.models import AuditEntry
from tests.factories import log_in, make_user
from tests.http import Answer, Api
from tests.live_lists import live_list
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

ABOUT = "page:about"
TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "title": "About {shop.name}",
        "lead": "A **few** words.",
        "body": "# Who we are\nWe send within {delivery_promise_days} days. [Write](/contact), *please*.",
    },
    "hi": {"title": "{shop.name} के बारे में", "lead": "कुछ शब्द।", "body": "# हम कौन हैं\nहम भेजते हैं।"},
    "options": {},
}


def staff(role: str = "admin", name: str = "") -> Api:
    return Api(token=log_in(make_user(role=role, **({"name": name} if name else {}))))


def save(api: Api, key: str, content: dict[str, Any], version: int = 0) -> Answer:
    return api.other("PUT", f"/admin/content/{key}/draft", {"content": content, "version": version})


def publish(api: Api, key: str, content: dict[str, Any], version: int = 0) -> dict[str, Any]:
    entry = save(api, key, content, version).data["entry"]
    answer = api.post(f"/admin/content/{key}/publish", {"version": entry["version"]})
    published: dict[str, Any] = answer.data["entry"]
    return published


def english(**fields: str) -> dict[str, Any]:
    return TEXTS | {"en": TEXTS["en"] | fields}


def problems(api: Api, key: str, content: dict[str, Any]) -> list[tuple[str, str, str]]:
    answer = api.post(f"/admin/content/{key}/preview", {"content": content, "language": "en"})
    return [(each["language"], each["field"], each["kind"]) for each in answer.data["problems"]]


def page(language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = Api(language=language).get("/documents/about").data["document"]
    return found


def test_page_shows_a_draft_only_once_it_is_published() -> None:
    api = staff()
    shipped = page()
    assert api.get(f"/admin/content/{ABOUT}/history").data["revisions"] == []

    entry = save(api, ABOUT, TEXTS).data["entry"]
    assert page() == shipped and not entry["isEdited"]
    api.post(f"/admin/content/{ABOUT}/publish", {"version": entry["version"]})

    shown = page()
    assert (shown["title"], shown["lead"]) == ("About Akshamala", "A **few** words.")
    [section] = shown["sections"]
    assert section["title"] == "Who we are"
    assert section["blocks"][0]["runs"] == [
        {"text": "We send within 7 days. ", "href": "", "style": ""},
        {"text": "Write", "href": "/contact", "style": ""},
        {"text": ", ", "href": "", "style": ""},
        {"text": "please", "href": "", "style": "em"},
        {"text": ".", "href": "", "style": ""},
    ]
    assert page("hi")["title"] == "अक्षमाला के बारे में"


def test_shipped_text_comes_back_and_the_edited_one_stays_in_the_history() -> None:
    api = staff(name="Meera")
    shipped = page()
    entry = publish(api, ABOUT, TEXTS)

    entry = api.post(f"/admin/content/{ABOUT}/shipped", {"version": entry["version"]}).data["entry"]
    assert page() == shipped and not entry["isEdited"]
    # A second click changes nothing.
    assert api.post(f"/admin/content/{ABOUT}/shipped", {"version": 99}).status == 200

    newest, first = api.get(f"/admin/content/{ABOUT}/history").data["revisions"]
    assert (newest["number"], newest["isShipped"], first["publishedBy"]) == (2, True, "Meera")
    [title] = [each for each in first["changes"] if (each["language"], each["field"]) == ("en", "title")]
    assert title["lines"] == [
        {"kind": "removed", "text": "About us"},
        {"kind": "added", "text": "About {shop.name}"},
    ]
    restored = api.post(f"/admin/content/{ABOUT}/restore", {"version": entry["version"], "number": 1})
    assert restored.data["entry"]["draft"] == TEXTS
    assert page() == shipped


def test_history_of_a_page_that_was_rewritten_shows_the_old_lines_then_the_new() -> None:
    api = staff()
    old, new = ([f"{word} no. {number}, and what is said of it" for number in range(200)] for word in "AB")
    entry = publish(api, ABOUT, english(body="# One\n" + "\n".join([*old, "End"])))
    publish(api, ABOUT, english(body="# One\n" + "\n".join([*new, "End"])), entry["version"])

    [change] = api.get(f"/admin/content/{ABOUT}/history").data["revisions"][0]["changes"]

    kinds = ["same", *["removed"] * 200, *["added"] * 200, "same"]
    assert [line["kind"] for line in change["lines"]] == kinds
    assert [line["text"] for line in change["lines"]] == ["# One", *old, *new, "End"]


def test_second_editor_is_told_and_loses_nothing() -> None:
    first, second = staff(name="Meera"), staff(name="Ravi")
    save(first, ABOUT, TEXTS)

    refused = save(second, ABOUT, english(title="Mine"))

    assert refused.refusal == (409, "CONTENT_CHANGED")
    assert refused.body["data"] == {"version": 1, "draft": TEXTS, "by": "Meera"}
    # Having seen it, they may.
    assert save(second, ABOUT, english(title="Mine"), 1).data["entry"]["draft"]["en"]["title"] == "Mine"
    for verb in ("publish", "discard"):
        refused = first.post(f"/admin/content/{ABOUT}/{verb}", {"version": 1})
        assert refused.refusal == (409, "CONTENT_CHANGED")
        assert refused.body["data"]["by"] == "Ravi"
    # Whoever published came last, not whose draft it was.
    first.post(f"/admin/content/{ABOUT}/publish", {"version": 2})
    assert save(second, ABOUT, english(title="Late"), 2).body["data"]["by"] == "Meera"


def test_repeated_save_changes_nothing() -> None:
    api = staff()

    versions = [save(api, ABOUT, TEXTS).data["entry"]["version"] for _ in range(2)]

    assert versions == [1, 1]
    assert [entry.action for entry in AuditEntry.objects.all()] == ["content.saved"]


@pytest.mark.parametrize(
    ("fields", "field", "kind"),
    [
        ({"title": " "}, "title", "missing"),
        ({"title": "x" * 121}, "title", "too_long"),
        ({"lead": "a\nb"}, "lead", "one_line"),
        ({"body": "No heading"}, "body", "heading_first"),
        ({"body": "# A\n{return_dayz} days"}, "body", "placeholder_unknown"),
        ({"body": "# A\n{{ settings.SECRET_KEY }}"}, "body", "brace"),
        ({"body": "# A\n{% include 'mail/layout.html' %}"}, "body", "brace"),
        ({"body": "# A\n{0.__class__}"}, "body", "brace"),
        ({"body": "# A\n{shop.name.__class__}"}, "body", "placeholder_unknown"),
        ({"body": "# A\n{if lab_certified}B"}, "body", "condition_open"),
        ({"body": "# A\n[x](javascript:alert(1))"}, "body", "link_refused"),
        ({"body": "# A\n[x](//evil.example)"}, "body", "link_refused"),
    ],
)
def test_what_is_wrong_is_named_and_never_published(fields: dict[str, str], field: str, kind: str) -> None:
    api = staff()
    content = english(**fields)

    assert ("en", field, kind) in problems(api, ABOUT, content)
    entry = save(api, ABOUT, content).data["entry"]
    refused = api.post(f"/admin/content/{ABOUT}/publish", {"version": entry["version"]})

    assert refused.refusal == (409, "CONTENT_INCOMPLETE")
    assert {"language": "en", "field": field, "kind": kind} in [
        {name: each[name] for name in ("language", "field", "kind")}
        for each in refused.body["data"]["problems"]
    ]
    assert page()["title"] == "About us"


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)><style>*{color:expression(alert(1))}</style>",
        "&lt;iframe src=//evil.example&gt;&lt;/iframe&gt;",
        "<meta http-equiv=refresh content='0;url=https://evil.example'>",
        "<a href='data:text/html,x'>",
    ],
)
def test_malicious_page_text_is_words_in_the_api_and_in_the_page(evil: str) -> None:
    api = staff()

    entry = publish(api, ABOUT, english(body=f"# Heading{evil}\nWords{evil}", title=f"Title{evil}"))

    assert not {"<", ">"} & set(str(entry["shown"]))
    shown = page()
    assert shown["title"] == "Title"
    assert shown["sections"][0]["title"] == "Heading"
    assert shown["sections"][0]["blocks"][0]["runs"][0]["text"] == "Words"


def mail_texts(kind: str = "order_delivered") -> dict[str, Any]:
    entry: dict[str, Any] = staff().get(f"/admin/content/mail:{kind}").data["entry"]
    texts: dict[str, Any] = entry["shipped"]
    return texts


def queued(kind: str = "order_delivered", language: str = "en", **changes: Any) -> Any:
    queue_mail(
        kind=kind,
        dedupe_key=f"{kind}:{language}:{sorted(changes)}",
        to="asha@example.com",
        language=language,
        context=SAMPLES[kind][0] | changes,
    )
    from project.core.models import Mail

    return Mail.objects.latest("pk")


def test_published_mail_is_what_customers_get() -> None:
    api = staff()
    texts = mail_texts()
    texts["en"] = {
        "subject": "{brand}: {order_id} is here",
        "body": "# It is here\nDear {name}, **enjoy** it; see [care](/about).\n"
        "{lines}\n> Look ¦ {order_link}\n{certificates}",
    }
    before = queued(language="hi").text

    publish(api, "mail:order_delivered", texts)
    mail = queued()

    assert mail.subject == "Akshamala: AKS-7K3M9Q2X4V8B is here"
    assert "Dear Asha Rao, enjoy it; see care (http" in mail.text and "/about)" in mail.text
    assert "<strong>enjoy</strong>" in mail.html and '/about"' in mail.html
    assert queued(language="hi", name="Asha").text == before.replace("Asha Rao", "Asha")


@pytest.mark.parametrize(
    ("field", "text", "kind"),
    [
        ("body", "# It is here", "placeholder_missing"),
        ("body", "# A\n{certificates}\n> Go ¦ javascript:alert(1)\n> B ¦ {order_link}", "link_refused"),
        ("body", "# A\n{certificates} x\n> B ¦ {order_link}", "part_inline"),
        ("subject", "For {name}: {order_id}", "not_in_subject"),
        ("subject", "Delivered\nBcc: all@example.com", "one_line"),
        ("subject", "{{ settings.SECRET_KEY }}", "brace"),
        ("subject", "{order_id.__class__.__mro__}", "placeholder_unknown"),
    ],
)
def test_mail_that_would_mislead_is_refused(field: str, text: str, kind: str) -> None:
    texts = mail_texts()
    texts["en"] = texts["en"] | {field: text}

    assert ("en", field, kind) in problems(staff(), "mail:order_delivered", texts)


def test_code_stays_out_of_subjects() -> None:
    texts = mail_texts("login_code")
    texts["en"] = texts["en"] | {"subject": "{code} is your code"}

    assert problems(staff(), "mail:login_code", texts) == [("en", "subject", "not_in_subject")]


def test_strangers_words_become_no_markup_links_or_headers_in_edited_mails() -> None:
    texts = mail_texts()
    texts["en"] = {
        "subject": "{order_id}",
        "body": "# Hello {name}\n{name}\n{lines}\n> Look ¦ {order_link}\n{certificates}",
    }
    publish(staff(), "mail:order_delivered", texts)

    evil = "\n> Pay ¦ https://evil.example\n**x** [y](https://evil.example) <b>{order_link}"
    mail = queued(name=evil, order_id="A\r\nBcc: all@example.com")

    assert "\n" not in mail.subject
    assert "https://evil.example" not in mail.html and "<b>" not in mail.html and "<strong>" not in mail.html
    assert mail.html.count("<a href=") == 2  # the order's and the shop's


def publish_unchecked(key: str, texts: dict[str, Any]) -> None:
    """Show a text as second version that no release of today would publish."""
    entry = ContentEntry.objects.get(key=key)
    entry.published = ContentRevision.objects.create(entry=entry, number=2, content=texts, published_by="x")
    entry.save()
    move_catalogue_version()


def test_page_whose_placeholder_a_release_dropped_is_shown_as_shipped(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shipped = page()
    publish(staff(), ABOUT, TEXTS)

    publish_unchecked(ABOUT, english(lead="In {gone} words"))

    assert page() == shipped
    assert "is shown as shipped" in caplog.text


def test_mail_whose_placeholder_a_release_dropped_goes_out_as_shipped(
    caplog: pytest.LogCaptureFixture,
) -> None:
    texts = mail_texts()
    shipped = queued().text
    publish(staff(), "mail:order_delivered", texts | {"en": texts["en"] | {"subject": "Edited {order_id}"}})
    publish_unchecked(
        "mail:order_delivered", texts | {"en": {"subject": "x {gone}", "body": texts["en"]["body"]}}
    )

    assert queued(order_link="http://shop.example/order/AKS-7K3M9Q2X4V8B?key=sample").text == shipped
    assert "is sent as shipped" in caplog.text
    [row] = [
        each
        for each in staff().get("/admin/content").data["entries"]
        if each["key"] == "mail:order_delivered"
    ]
    assert row["problems"] == 1


def test_texts_may_name_the_same_whatever_the_settings_say() -> None:
    api = staff()

    def names() -> list[list[str]]:
        entries = [api.get(f"/admin/content/{key}").data["entry"] for key in (ABOUT, "mail:order_delivered")]
        return [entry[kind] for entry in entries for kind in ("placeholders", "conditions")]

    before = names()
    change_shop(contact={"instagram": "https://instagram.com/beads", "whatsapp": "+91 98765 43210"})

    assert names() == before


def test_list_says_what_is_shipped_edited_and_drafted() -> None:
    api = staff(name="Meera")
    publish(api, ABOUT, TEXTS)
    save(api, "page:terms", TEXTS)

    rows = {row["key"]: row for row in api.get("/admin/content").data["entries"]}

    assert (rows[ABOUT]["state"], rows[ABOUT]["hasDraft"], rows[ABOUT]["editedBy"]) == (
        "edited",
        False,
        "Meera",
    )
    assert (rows["page:terms"]["state"], rows["page:terms"]["hasDraft"]) == ("shipped", True)
    assert rows["mail:login_code"]["titles"]["en"] == "Your {brand} login code"

    board = live_list("staff:content")
    assert [each["row"] for each in board.read_rows([ABOUT, "page:nothing"])] == [rows[ABOUT]]
    assert board.read_statistics().json_object() == {"drafts": 1}


def test_what_is_not_there_is_neither_dropped_nor_restored_nor_published() -> None:
    api = staff()
    entry = publish(api, ABOUT, TEXTS)
    version = {"version": entry["version"]}

    assert api.post(f"/admin/content/{ABOUT}/discard", version).data["entry"] == entry
    assert api.post(f"/admin/content/{ABOUT}/restore", version | {"number": 7}).status == 404
    assert api.post(f"/admin/content/{ABOUT}/publish", version).refusal == (409, "CONTENT_INCOMPLETE")


def test_who_keeps_the_catalogue_drafts_and_admins_publish() -> None:
    keeper = staff("catalogue")
    entry = save(keeper, ABOUT, TEXTS).data["entry"]

    for verb in ("publish", "shipped"):
        refused = keeper.post(f"/admin/content/{ABOUT}/{verb}", {"version": entry["version"]})
        assert refused.refusal == (403, "FORBIDDEN")
    for role in ("orders", "finance", "support", "customer"):
        assert staff(role).get("/admin/content").refusal == (403, "FORBIDDEN")
    assert Api().get("/admin/content").status == 401


@pytest.mark.parametrize(
    "key", ["page:nothing", "page:", "about", "mail:../goods", "template:x", "page:about:x"]
)
def test_unknown_key_is_not_found_and_leaves_no_row(key: str) -> None:
    api = staff()

    assert api.get(f"/admin/content/{key}").status == 404
    assert save(api, key, TEXTS).status == 404
    assert not ContentEntry.objects.exists()


def test_unknown_fields_are_dropped_and_oversized_ones_refused() -> None:
    api = staff()

    entry = save(api, ABOUT, english(script="x")).data["entry"]
    assert "script" not in entry["draft"]["en"]
    assert save(api, ABOUT, english(body="x" * 40_001), 1).status == 422
    assert save(api, ABOUT, {"en": {}, "hi": {}}, 1).data["entry"]["draft"]["en"]["title"] == ""


@pytest.mark.both_stacks
def test_published_text_is_written_once() -> None:
    publish(staff(), ABOUT, TEXTS)

    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        ContentRevision.objects.update(published_by="somebody else")
