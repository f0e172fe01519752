"""Mail templates: one template of plain lines becomes a mail's subject, its text and its HTML.

A template `mail/{kind}.{language}.txt` is Django's, without HTML escaping. Its first line is the subject;
then each line says by its first characters what it is:

    # Heading
    > Label ¦ https://…        a button
    = 123456                   a code to type
    - Text                     an item of a list
    Left ¦ Right               a row of a table; with "! " before it, its sum
    ~ Text                     a quiet note
    Text                       a paragraph

What people wrote (names, reasons) can be none of these: before it is filled in it loses its line breaks and
its bars, and templates never begin a line with it. A name may have been typed by a stranger: it stands in a
row below what the mail is about, never in a subject, cut and without what mail readers make links of.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.template import Context, Engine
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from project.core.shop import shop

BAR = "¦"
# Fonts that readers' machines have; mails fetch nothing.
_DISPLAY = SafeString("Georgia,'Tiro Devanagari Hindi','Noto Serif Devanagari','Kohinoor Devanagari',serif")
_BODY = SafeString("-apple-system,'Segoe UI',Roboto,'Noto Sans Devanagari','Nirmala UI',Arial,sans-serif")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
# What joins the parts of an address: "www.shop.example", "https://", "a@b".
_LINKING = re.compile(r"[.:/@\\](?=\S)")
# A name is not longer than this.
MAX_QUOTED = 60


@dataclass(frozen=True)
class Row:
    """A row of a table; `strong` for the sum."""

    left: str
    right: str
    strong: bool = False


@dataclass(frozen=True)
class Block:
    """A part of a mail; which of the fields are filled depends on the kind."""

    kind: str  # heading, button, code, list, table, note, paragraph
    text: str = ""
    url: str = ""
    items: Sequence[str] = ()
    rows: Sequence[Row] = ()

    def plain(self) -> str:
        """Return the block as text."""
        if self.kind == "button":
            return f"{self.text}:\n{self.url}"
        if self.kind == "list":
            return "\n".join(f"- {item}" for item in self.items)
        if self.kind == "table":
            return "\n".join(f"{row.left}: {row.right}" for row in self.rows)
        return self.text


@dataclass(frozen=True)
class RenderedMail:
    """A mail's subject and its two bodies."""

    subject: str
    text: str
    html: str


def render_mail(kind: str, language: str, context: Mapping[str, object]) -> RenderedMail:
    """Return the mail of this kind in this language ('en' or 'hi')."""
    language = "hi" if language == "hi" else "en"
    now = shop()
    values = {
        **_clean(context),
        "name": quoted(str(context.get("name", ""))),
        "shop": now.facts(),
        "refund_days": now.returns.refund_days,
        "replacement_days": now.returns.replacement_days,
        "site": settings.SITE_URL,
        "language": language,
        "brand": "अक्षमाला" if language == "hi" else "Akshamala",
    }
    template = _engine().get_template(f"mail/{kind}.{language}.txt")
    subject, _, body = template.render(Context(values, autoescape=False)).strip().partition("\n")
    subject = subject.strip()[:200]
    parts = list(blocks(body))
    sender = now.seller.legal_name
    html = render_to_string(
        "mail/layout.html",
        {
            **values,
            "subject": subject,
            "blocks": parts,
            # What mail readers show beside the subject.
            "preview": next((block.text for block in parts if block.kind == "paragraph"), ""),
            "host": urlsplit(settings.SITE_URL).netloc,
            "display": _DISPLAY,
            "body": _BODY,
        },
    )
    text = "\n\n".join(block.plain() for block in parts)
    return RenderedMail(subject=subject, text=f"{text}\n\n-- \n{sender}\n{settings.SITE_URL}\n", html=html)


@lru_cache
def _engine() -> Engine:
    # A plain text has nothing to escape; the HTML is made from its blocks by Django's own engine.
    return Engine(app_dirs=True, autoescape=False)


def quoted(text: str, *, longest: int = MAX_QUOTED) -> str:
    """Return what a stranger typed so that no mail reader makes a link of it, cut to `longest` characters."""
    text = _LINKING.sub(" ", _clean(text))
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _clean(value: Any) -> Any:
    """Return the value with every text in it made harmless for the lines of a template."""
    if isinstance(value, str):
        return _CONTROL.sub(" ", value).replace(BAR, "|").strip()
    if isinstance(value, Mapping):
        return {key: _clean(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(each) for each in value]
    if value is None or isinstance(value, int):
        return value
    raise TypeError(f"an email is filled with plain values, not with {type(value).__name__}")


def blocks(body: str) -> Iterator[Block]:
    """Split the body into blocks; rows and list items that follow each other are one."""
    rows: list[Row] = []
    items: list[str] = []
    for line in [*body.splitlines(), ""]:
        mark, text = line[:2], line[2:].strip()
        is_row = BAR in line and mark != "> "
        if items and mark != "- ":
            yield Block("list", items=tuple(items))
            items = []
        if rows and not is_row and line.strip():
            yield Block("table", rows=tuple(rows))
            rows = []
        if is_row:
            left, _, right = (text if mark == "! " else line).partition(BAR)
            rows.append(Row(left.strip(), right.strip(), strong=mark == "! "))
        elif mark == "- ":
            items.append(text)
        elif mark == "> ":
            label, _, url = text.partition(BAR)
            yield Block("button", text=label.strip(), url=url.strip())
        elif mark in _MARKS:
            yield Block(_MARKS[mark], text=text)
        elif line.strip():
            yield Block("paragraph", text=line.strip())
    if rows:
        yield Block("table", rows=tuple(rows))


_MARKS = {"# ": "heading", "= ": "code", "~ ": "note"}
