"""Reads the fixed pages: text in `texts/{name}.{language}.txt`, every number in it from settings or stock.

The first line is the title, the second says what the page is about. Then the lines are those of a mail
template (project/core/mail_templates.py): "# " begins a section, "- " an item, "~ " a quiet note,
"Left ¦ Right" is a row. `[words](/path)` leads to another page. "# Title !seed" begins a section with a
picture. What is promised only where a setting says so stands in Django's `{% if %}`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from django.conf import settings
from django.template import Context, Engine

from project.catalog.mukhi import rudraksha_range_text
from project.core.errors import NotFound
from project.core.india import state_name
from project.core.language import format_month
from project.core.mail_templates import Block, blocks
from project.core.money import format_rupees
from project.core.shop import shop
from project.documents.schemas import (
    DocumentBlock,
    DocumentOut,
    DocumentRow,
    DocumentRun,
    DocumentSection,
)

TEXTS: Final = Path(__file__).with_name("texts")
# Year and month in which the rules were last changed.
UPDATED: Final = (2024, 12)
RULES: Final = (
    "terms",
    "privacy",
    "cookies",
    "shipping",
    "returns",
    "refund",
    "replacement",
    "disclaimer",
    "grievance",
)
NAMES: Final = (*RULES, "about", "contact")

# What else a mail has, its button and its code, is a paragraph here.
_KINDS: Final[Mapping[str, Literal["list", "table", "note"]]] = {
    "list": "list",
    "table": "table",
    "note": "note",
}
_PICTURE = re.compile(r"^(?P<title>.*?)(?: !(?P<picture>\w+))?$")
_LINK = re.compile(r"\[([^\]]+)\]\(((?:/|mailto:|tel:|https://)[^)\s]*)\)")


def document(name: str, language: str) -> DocumentOut:
    """Return a fixed page in a language ('en' or 'hi').

    Raises NotFound when there is none of this name.
    """
    if name not in NAMES:
        raise NotFound(f"document {name!r}")
    rendered = _engine().get_template(f"{name}.{language}.txt").render(_facts(language))
    title, lead, body = rendered.strip().split("\n", 2)
    is_rule = name in RULES
    return DocumentOut(
        name=name,
        title=title.strip(),
        lead=lead.strip(),
        updated_month=f"{UPDATED[0]}-{UPDATED[1]:02}" if is_rule else "",
        updated=format_month(*UPDATED, language) if is_rule else "",
        sections=list(_sections(body)),
    )


@lru_cache(maxsize=1)
def _engine() -> Engine:
    # Nothing here is markup; whoever shows it escapes it.
    return Engine(dirs=[str(TEXTS)], autoescape=False, string_if_invalid="{{ missing: %s }}")


def _facts(language: str) -> Context:
    """Return what the texts are filled in with: the shop's own settings, and what it has on sale."""
    now = shop()
    fee = now.shipping.flat_paise
    # One line each: a line break would begin another block.
    facts: dict[str, Any] = {
        key: ", ".join(value.split("\n")) if isinstance(value, str) else value
        for key, value in now.facts().items()
    }
    return Context(
        {
            "shop": facts,
            "site": settings.SITE_URL,
            "host": urlsplit(settings.SITE_URL).netloc,
            "phone_link": re.sub(r"[^\d+]", "", facts["phone"]),
            "whatsapp_link": f"https://wa.me/{re.sub(r'[^0-9]', '', facts['whatsapp'])}",
            "state_name": state_name(now.tax.state, language),
            "delivery_days": now.delivery.usual_days,
            "delivery_promise_days": now.delivery.promised_days,
            "return_days": now.returns.return_days,
            "refund_days": now.returns.refund_days,
            "replacement_days": now.returns.replacement_days,
            "shipping_fee": format_rupees(fee) if fee else "",
            "free_above": format_rupees(now.shipping.free_above_paise),
            "prices_include_tax": now.tax.prices_include_tax,
            "authentic": now.promises.authentic,
            "lab_certified": now.promises.lab_certified,
            "money_back": now.promises.money_back_factor,
            "around_the_clock": now.hours.around_the_clock,
            "answer_hours": now.hours.answer_hours,
            "grievance_hours": now.hours.grievance_hours,
            "grievance_days": now.hours.grievance_days,
            "mails_kept_days": now.retention.mails_days,
            "tickets_kept_days": now.retention.tickets_days,
            "unpaid_orders_kept_days": now.retention.unpaid_orders_days,
            # Asked for by the texts that say it.
            "rudraksha": partial(rudraksha_range_text, language),
            "sign_services": " / ".join(
                str(urlsplit(url).hostname) for url in (settings.ASTROLOGY_URL, settings.CHAT_URL) if url
            ),
            "payment_minutes": settings.PAYMENT_EXPIRES_AFTER // 60,
        },
        autoescape=False,
    )


def _sections(body: str) -> Iterator[DocumentSection]:
    section: DocumentSection | None = None
    number = 0
    for block in blocks(body):
        if block.kind == "heading":
            if section is not None:
                yield section
            number += 1
            # By its place: the same in both languages.
            heading = _PICTURE.match(block.text)
            assert heading is not None, "it matches any text"
            # Validated, as the text may name a picture that does not exist.
            section = DocumentSection.model_validate(
                {
                    "id": f"section-{number}",
                    "title": heading["title"],
                    "picture": heading["picture"] or "",
                    "blocks": [],
                }
            )
        else:
            assert section is not None, "every line stands under a heading"
            section.blocks.append(_block(block))
    if section is not None:
        yield section


def _block(block: Block) -> DocumentBlock:
    return DocumentBlock(
        kind=_KINDS.get(block.kind, "paragraph"),
        runs=_runs(block.text),
        items=[_runs(item) for item in block.items],
        rows=[DocumentRow(label=row.left, runs=_runs(row.right)) for row in block.rows],
    )


def _runs(line: str) -> list[DocumentRun]:
    """Split a line at its links: words, link, words."""
    words, *rest = _LINK.split(line)
    runs = [DocumentRun(text=words, href="")] if words else []
    for text, href, after in zip(*[iter(rest)] * 3, strict=True):
        runs.append(DocumentRun(text=text, href=href))
        if after:
            runs.append(DocumentRun(text=after, href=""))
    return runs
