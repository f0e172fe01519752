"""Mail templates: one template of plain lines becomes a mail's subject, its text and its HTML.

A template `mail/{kind}.{language}.txt` is a text with variables (`text_templates.py`), as is one that staff
publish instead. Its first line is the subject; then each line says by its first characters what it is:

    # Heading
    > Label ¦ https://…        a button
    = 123456                   a code to type
    - Text                     an item of a list
    Left ¦ Right               a row of a table; with "! " before it, its sum
    Piece ¦ ₹1 ¦ Options ¦ /media/…
                               a piece of the order with its picture; all but its name may be empty
    ~ Text                     a quiet note
    Text                       a paragraph

What people wrote (names, reasons) can be none of these: before it is filled in it loses its line breaks and
its bars, and templates never begin a line with it. A name may have been typed by a stranger: it stands in a
row below what the mail is about, never in a subject, cut and without what mail readers make links of.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import nh3
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from project.core.models import RenderedMail
from project.core.shop import shop
from project.core.shop_setting_fields import shown_range
from project.core.site_address import site_url
from project.core.text_templates import (
    Run,
    Template,
    TemplateVariables,
    engine,
    from_template,
    is_safe_link,
    render,
    runs,
    unescaped,
    variables_of,
)

BAR = "¦"
# Fonts that readers' machines have; of all that a mail shows only pictures are fetched, from the shop.
_DISPLAY = SafeString("Georgia,'Tiro Devanagari Hindi','Noto Serif Devanagari','Kohinoor Devanagari',serif")
_BODY = SafeString("'Segoe UI',-apple-system,Roboto,'Noto Sans Devanagari','Nirmala UI',Arial,sans-serif")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
# What joins the parts of an address: "www.shop.example", "https://", "a@b".
_LINKING = re.compile(r"[.:/@\\](?=\S)")
# The number of an order, payment or document: it is copied and read out, so HTML keeps it on one line.
_NUMBER = re.compile(r"(?<!\w)(?=[A-Z/-]*\d)(?:[A-Z0-9]+(?:[/-][A-Z0-9]+)+|[A-Z0-9]{10,24})(?!\w)", re.ASCII)
# Follows the preview, so that mail readers do not fill it up with the mail's first lines.
_FILLER = SafeString("&#847;&zwnj;&nbsp;" * 60)
# A name is not longer than this.
MAX_QUOTED = 60


@dataclass(frozen=True)
class Row:
    """A row of a table; `strong` for the sum, `is_piece` for a line of the order."""

    left: str
    right: str
    strong: bool = False
    is_piece: bool = False
    options: str = ""
    picture: str = ""

    def plain(self) -> str:
        """Return the row as text."""
        left = f"{self.left} ({self.options})" if self.options else self.left
        return f"{left}: {self.right}" if self.right else left


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
            return "\n".join(row.plain() for row in self.rows)
        return self.text

    @property
    def is_receipt(self) -> bool:
        """Return whether the table has pieces, above amounts which line up at its right edge."""
        return any(row.is_piece for row in self.rows)


@dataclass(frozen=True)
class MailText:
    """Text of a mail, with variables."""

    subject: str
    body: str


def render_mail(
    kind: str, language: str, context: Mapping[str, object], text: MailText | None = None
) -> RenderedMail:
    """Return the mail of this kind in this language ('en' or 'hi') as it is shipped, or as `text` says it.

    The text must have no faults (`mail_variables`).
    """
    language = "hi" if language == "hi" else "en"
    values = _values(language, context)
    shipped = shipped_mail(kind, language)
    source = shipped.text if text is None else f"{text.subject}\n{text.body}"
    subject, _, body = render(source, values, shipped.parts).partition("\n")
    parts = list(blocks(body))
    return _mail(
        " ".join(unescaped(subject).split()),
        [_with_lines(block, _plain_line) for block in parts],
        [_with_lines(block, _html_line) for block in parts],
        values,
    )


def _values(language: str, context: Mapping[str, object]) -> dict[str, Any]:
    now = shop()
    return {
        **plain_values(context),
        "name": quoted(str(context.get("name", ""))),
        "shop": now.facts(language),
        "refund_days": shown_range(now.returns.refund_days),
        "replacement_days": shown_range(now.returns.replacement_days),
        "site": site_url(),
        "language": language,
        "brand": now.brand.name_in(language),
    }


def _mail(
    subject: str, parts: Sequence[Block], html_parts: Sequence[Block], values: Mapping[str, Any]
) -> RenderedMail:
    subject = subject[:200]
    sender = values["shop"]["legalName"]
    brand = shop().brand
    html = render_to_string(
        "mail/layout.html",
        {
            **values,
            "subject": subject,
            "blocks": html_parts,
            # What mail readers show beside the subject.
            "preview": next((block.text for block in parts if block.kind == "paragraph"), ""),
            "filler": _FILLER,
            "host": urlsplit(site_url()).netloc,
            "mark": _absolute(brand.mark_file("icon-192")),
            "colours": brand.colours,
            "display": _DISPLAY,
            "body": _BODY,
        },
    )
    text = "\n\n".join(block.plain() for block in parts)
    return RenderedMail(subject=subject, text=f"{text}\n\n-- \n{sender}\n{site_url()}\n", html=html)


# -- What staff wrote -----------------------------------------------------------------------------------


@cache
def shipped_mail(kind: str, language: str) -> Template:
    """Return a template of the repository with variables, its subject first."""
    template = engine().get_template(f"mail/{kind}.{language}.txt")
    return from_template(template.source.strip())


def mail_variables(kind: str, context: Mapping[str, object]) -> TemplateVariables:
    """Return what a mail of this kind may name, and must: code, addresses of buttons, fixed parts."""
    values = _values("en", context)
    shipped = [shipped_mail(kind, language) for language in ("en", "hi")]
    must = {name for template in shipped for name in _MUST.findall(template.text)}
    known = variables_of(values)
    parts = frozenset(name for template in shipped for name in template.parts)
    return TemplateVariables(
        # The name of a fixed part may be that of the list it shows.
        values=known.values - parts,
        conditions=known.conditions,
        parts=parts,
        required=frozenset(filter(None, (first or second for first, second in must))) | parts,
    )


# The code of a line "= {code}", the address of a line "> Label ¦ {link}".
_MUST: Final = re.compile(r"(?:^|})= {([\w.]+)}|> [^¦\n]+¦ {([\w.]+)}", re.MULTILINE)


def _with_lines(block: Block, line: Callable[[str], str]) -> Block:
    """Return the block with its lines as `line` writes them; one that leads nowhere is no button."""
    url = _absolute(unescaped(block.url))
    if block.kind == "button" and not is_safe_link(url):
        return Block("paragraph", text=line(block.text))
    return replace(
        block,
        text=line(block.text),
        url=url,
        items=[line(item) for item in block.items],
        rows=[_row_with_lines(row, line) for row in block.rows],
    )


def _row_with_lines(row: Row, line: Callable[[str], str]) -> Row:
    picture = _absolute(unescaped(row.picture))
    return replace(
        row,
        left=line(row.left),
        right=line(row.right),
        options=line(row.options),
        # Of the shop alone: any other host would learn who reads the mail.
        picture=picture if picture.startswith(_absolute(settings.PICTURES_URL)) else "",
    )


def _plain_line(line: str) -> str:
    return "".join(f"{run.text} ({_absolute(run.href)})" if run.href else run.text for run in runs(line))


def _html_line(line: str) -> SafeString:
    """Return the line as HTML."""
    return SafeString("".join(_html_run(run) for run in runs(line)))


def _html_run(run: Run) -> str:
    """Return the words as HTML; what is escaped and marked here goes through nh3 as well."""
    if run.href:
        marked = format_html('<a href="{}">{}</a>', _absolute(run.href), run.text)
    elif run.style:
        marked = format_html(f"<{run.style}>{{}}</{run.style}>", run.text)
    else:
        return _NUMBER.sub(r'<span style="white-space:nowrap">\g<0></span>', escape(run.text))
    return nh3.clean(
        marked,
        tags={"a", "strong", "em"},
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto", "tel"},
    )


def _absolute(href: str) -> str:
    return f"{site_url()}{href}" if href.startswith("/") else href


def quoted(text: str, *, longest: int = MAX_QUOTED) -> str:
    """Return what a stranger typed so that no mail reader makes a link of it, cut to `longest` characters."""
    text = _LINKING.sub(" ", plain_values(text))
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def plain_values(value: Any) -> Any:
    """Return the value with every text in it made harmless for the lines of a template."""
    if isinstance(value, str):
        return _CONTROL.sub(" ", value).replace(BAR, "|").strip()
    if isinstance(value, Mapping):
        return {key: plain_values(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain_values(each) for each in value]
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
            rows.append(_row(text if mark == "! " else line, strong=mark == "! "))
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


def _row(line: str, *, strong: bool) -> Row:
    left, right, *piece = (part.strip() for part in line.split(BAR, 3))
    options, picture = [*piece, "", ""][:2]
    return Row(left, right, strong, is_piece=bool(piece), options=options, picture=picture)


_MARKS = {"# ": "heading", "= ": "code", "~ ": "note"}
