"""Every kind of mail, in both languages: text and HTML say the same, and strangers' words stay words."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from PIL import Image
from pytest_django.fixtures import Settings

from deploy.environment import ROOT
from project.content.mail_samples import SAMPLES
from project.core.mail_templates import render_mail
from project.core.models import RenderedMail
from tests.shop_settings import change_shop

pytestmark = [pytest.mark.any_stack, pytest.mark.django_db]

ALL = [
    pytest.param(kind, language, number, id=f"{kind}.{language}.{number}")
    for kind, variants in SAMPLES.items()
    for language in ("en", "hi")
    for number in range(len(variants))
]
DEVANAGARI = re.compile("[\u0900-\u097f]")
MARK = f"{settings.SITE_URL}/icons/icon-192.png"
URL = re.compile(r"https?://[^\s\"<>]+")


class Page(HTMLParser):
    """The readable text of a mail's HTML, the targets of its links, and its pictures with what they show."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.pictures: dict[str, str | None] = {}
        self.tags: set[str] = set()
        self._hidden = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._hidden = self._hidden or tag in ("style", "title")
        self.links += [value or "" for name, value in attrs if name == "href"]
        if tag == "img":
            self.pictures[dict(attrs)["src"] or ""] = dict(attrs).get("alt")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = self._hidden and tag not in ("style", "title")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def sample(kind: str, language: str, number: int) -> RenderedMail:
    return render_mail(kind, language, SAMPLES[kind][number])


def test_every_template_has_both_languages_and_a_sample() -> None:
    found: dict[str, set[str]] = {}
    for app in apps.get_app_configs():
        for file in Path(app.path).glob("templates/mail/*.txt"):
            kind, language, _ = file.name.split(".")
            found.setdefault(kind, set()).add(language)

    assert all(languages == {"en", "hi"} for languages in found.values())
    assert set(found) - {"goods"} == set(SAMPLES)


@pytest.mark.parametrize(("kind", "language", "number"), ALL)
def test_mail_is_whole(kind: str, language: str, number: int) -> None:
    mail = sample(kind, language, number)
    page = Page(mail.html)

    assert 10 < len(mail.subject) < 120
    for text in (mail.subject, mail.text, mail.html):
        assert "{" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL) and "¦" not in text
        assert "  " not in mail.subject
    # Nothing runs, and nothing is fetched but the mark and the pieces' pictures, from the shop: no fonts.
    assert not page.tags & {"script", "link", "iframe", "form"}
    assert not re.search(r"@font-face|@import|url\(", mail.html)
    pieces = SAMPLES[kind][number].get("lines", [])
    pictures = {f"{settings.SITE_URL}{piece['picture']}": piece["title"] for piece in pieces}
    assert page.pictures.keys() == {MARK, *pictures}
    assert all(title in (page.pictures[picture] or "") for picture, title in pictures.items())
    assert f'<html lang="{language}"' in mail.html
    if language == "hi":
        assert DEVANAGARI.search(mail.subject)
    else:
        assert not DEVANAGARI.search(mail.subject + mail.text + mail.html)


@pytest.mark.parametrize(("kind", "language", "number"), ALL)
def test_html_says_every_word_of_the_text(kind: str, language: str, number: int) -> None:
    mail = sample(kind, language, number)
    page = Page(mail.html)

    body = mail.text.rpartition("\n-- \n")[0]
    for line in body.splitlines():
        words = URL.sub("", line).strip(" :")
        for part in re.split(r": |^- | \(|\)", words):
            assert " ".join(part.split()) in page.text


@pytest.mark.parametrize(("kind", "language", "number"), ALL)
def test_links_are_the_orders_own_and_the_same_in_text_and_html(
    kind: str, language: str, number: int
) -> None:
    mail = sample(kind, language, number)
    context = SAMPLES[kind][number]

    buttons = [link for link in Page(mail.html).links if link != settings.SITE_URL]
    text = mail.text.rpartition("\n-- \n")[0]

    links = ("order_link", "tracking_url", "link")
    wanted = {context.get(name) for name in links} - {None, ""}
    certificates = {certificate["url"] for certificate in context.get("certificates", [])}
    assert set(URL.findall(text)) <= wanted | certificates
    assert set(buttons) <= wanted and len(buttons) <= 1
    assert bool(buttons) == bool(wanted)


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize(
    "name",
    [
        "Asha\n> Pay here ¦ https://evil.example\nRao",
        "Asha\r\n! Total ¦ ₹1",
        "<a href='https://evil.example'>Asha</a>",
        "{{ shop.email }}{% include 'mail/goods.en.txt' %}",
        "Asha\u2028= 999999",
        "Asha\x00\x1b[31m\u202eRao",
        "Asha ¦ Rao",
    ],
)
def test_strangers_words_become_no_button_row_code_or_markup(language: str, name: str) -> None:
    context = SAMPLES["order_received"][0]
    plain = render_mail("order_received", language, context)

    mail = render_mail("order_received", language, context | {"name": name})

    before, after = Page(plain.html), Page(mail.html)
    assert after.links == before.links and after.tags == before.tags
    assert len(mail.text.splitlines()) == len(plain.text.splitlines())
    assert mail.html.count("<tr>") == plain.html.count("<tr>")
    assert "\u202e" not in mail.html and "\x1b" not in mail.text


def test_strangers_words_cannot_add_a_header_through_the_subject() -> None:
    words = {"subject_line": "Your order\nBcc: all@example.com", "paragraphs": ["It is on its way."]}
    mail = render_mail("support_answer", "en", words)

    assert "\n" not in mail.subject and len(mail.subject) <= 200


def test_order_cannot_be_handed_over_whole() -> None:
    with pytest.raises(TypeError, match="plain values"):
        render_mail("login_code", "en", {"code": object(), "minutes": 10})


@pytest.mark.parametrize("language", ["en", "hi"])
def test_goods_are_rows_with_their_sum_last(language: str) -> None:
    mail = sample("payment_received", language, 0)

    rows = "2 × 5 Mukhi Rudraksha (Nepal · Size: Regular): ₹700\n1 × Rose Quartz Bracelet: ₹1,24,560.50\n"
    assert rows in mail.text
    assert "−₹500" in mail.text and "₹99\n" in mail.text
    assert mail.html.count('scope="row"') == 1
    pictured = mail.html.index("rudraksha-5-mukhi"), mail.html.index("rose-quartz-bracelet")
    assert pictured[0] < mail.html.index(">Nepal · Size: Regular<") < pictured[1] < mail.html.index("scope=")
    # Beside a long title an amount stays on its line.
    assert re.search(r"white-space:nowrap[^>]*>₹1,24,560\.50<", mail.html)


@pytest.mark.parametrize("picture", ["https://evil.example/1.webp", "//evil.example/1.webp", "", "/admin"])
def test_only_pictures_of_the_shop_are_shown(picture: str) -> None:
    context = SAMPLES["order_received"][0]
    piece = context["lines"][0] | {"picture": picture}

    page = Page(render_mail("order_received", "en", context | {"lines": [piece]}).html)

    assert list(page.pictures) == [MARK]
    assert "2 × 5 Mukhi Rudraksha Nepal · Size: Regular ₹700 Subtotal" in page.text


def test_pictures_of_object_storage_are_shown(settings: Settings) -> None:
    settings.PICTURES_URL = "https://pictures.example/"
    context = SAMPLES["order_received"][0]
    picture = "https://pictures.example/products/bead.0-400.webp"

    shown = context | {"lines": [context["lines"][0] | {"picture": picture}]}

    assert Page(render_mail("order_received", "en", shown).html).pictures.keys() == {MARK, picture}


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("payment_received", {"AKS-7K3M9Q2X4V8B", "TXN4X7K2M9Q3V8B1N5C6D"}),
        ("credit_note", {"AKS-7K3M9Q2X4V8B", "CRN/26-27/000007", "AKS/26-27/000041"}),
        ("refund_done", {"AKS-7K3M9Q2X4V8B", "RFD4X7K2M9Q3V8B1N5C6", "UTR123456789012"}),
        ("return_requested", {"AKS-7K3M9Q2X4V8B", "RET-4X7K2M"}),
    ],
)
def test_numbers_are_not_broken_at_the_end_of_a_line(kind: str, numbers: set[str], language: str) -> None:
    """A number in two lines is copied and read out wrong."""
    html = sample(kind, language, 0).html

    seen = re.split(r"<body.*?</div>", html, flags=re.DOTALL)[1]
    outside = re.sub(r'<span style="white-space:nowrap">[^<]*</span>|href="[^"]*"', "", seen)
    assert all(number in seen and number not in outside for number in numbers)


def test_mark_is_a_png_that_the_website_serves() -> None:
    """Gmail shows no SVG and no data in an address."""
    file = ROOT / "frontend/public" / MARK.removeprefix(f"{settings.SITE_URL}/")

    with Image.open(file) as mark:
        assert (mark.format, mark.width, mark.height) == ("PNG", 192, 192)


def test_outlook_gets_tables_of_its_width_and_buttons_of_their_colour() -> None:
    """Word, which shows mails there, knows neither max-width nor a link's padding."""
    html = sample("payment_received", "en", 0).html

    assert re.search(r"<!--\[if mso\]><table[^>]* width=\"600\"", html)
    assert re.search(r'<td[^>]* bgcolor="#7a2a1d"[^>]*mso-padding-alt', html)
    assert 'name="color-scheme" content="light dark"' in html and "prefers-color-scheme: dark" in html


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("kind", [kind for kind in SAMPLES if kind.endswith("_code")])
def test_code_stands_in_the_mail_and_not_in_its_subject(kind: str, language: str) -> None:
    """A locked phone shows subjects, and a mail server's log keeps them."""
    mail = render_mail(kind, language, SAMPLES[kind][0])

    assert SAMPLES[kind][0]["code"] in mail.text
    assert SAMPLES[kind][0]["code"] not in mail.subject


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize(
    ("kind", "setting"), [("refund_started", "refund_days"), ("return_decided", "replacement_days")]
)
def test_promised_days_are_those_of_the_settings(kind: str, setting: str, language: str) -> None:
    change_shop(returns={setting: "41-42"})
    context = SAMPLES[kind][0] | {"approved": True, "replacement": True}

    assert "41–42" in render_mail(kind, language, context).text
