"""Reads the fixed pages: text in `texts/{name}.{language}.txt`, every number in it from settings or stock.

The first line is the title, the second says what the page is about. Then the lines are those of a mail
template (project/core/mail_templates.py): "# " begins a section, "- " an item, "~ " a quiet note,
"Left ¦ Right" is a row. `[words](/path)` leads to another page. "# Title !seed" begins a section with a
picture. What is promised only where a setting says so stands in a condition (project/core/text_templates.py).
What staff published instead of a file (project/content) is read in the same way.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy

from project.catalog.mukhi import rudraksha_range_text
from project.content.documents.schemas import DocumentOut
from project.content.home.chapters import picture_alts
from project.content.published import find_published
from project.content.rich_text import DocumentBlock, DocumentRow, DocumentRun, DocumentSection
from project.core.connections import providers_set_up
from project.core.errors import NotFound
from project.core.india import state_name
from project.core.language import format_month, translate
from project.core.mail_templates import Block, blocks, plain_values
from project.core.money import format_rupees
from project.core.opening_hours import closed_days_text, timetable_text
from project.core.shipping import rate_text, zone_name, zone_places, zone_terms
from project.core.shop import shop
from project.core.shop_setting_fields import shown_range
from project.core.shop_settings import Shipping
from project.core.site_address import site_url
from project.core.text_templates import (
    TemplateVariables,
    faults,
    render,
    runs,
    unescaped,
    variables_of,
)

logger = logging.getLogger(__name__)

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
_PICTURE = re.compile(r"^(?P<title>.*?)(?: !(?P<picture>seed|count|xray|knot|blessing))?$")


# Fixed parts that a page may name, in the language of the templates.
_PARTS: Final = {
    "shipping_rates": "{% for zone in shipping_zones %}{{ zone.0 }} ¦ {{ zone.1 }}\n{% endfor %}",
}


@dataclass(frozen=True)
class PageText:
    """Text of a page in one language, with variables."""

    title: str
    lead: str
    body: str


def document(name: str, language: str) -> DocumentOut:
    """Return a fixed page in a language ('en' or 'hi'): what staff published, else what is shipped.

    Raises NotFound when there is none of this name.
    """
    if name not in NAMES:
        raise NotFound(f"document {name!r}")
    published = find_published(f"page:{name}")
    if published is None:
        return rendered(name, language, shipped(name, language))
    text = PageText(**published.texts[language])
    # A release may no longer know a value that was there when it was published.
    if found := [*faults(" ".join([text.title, text.lead]), known()), *faults(text.body, known())]:
        logger.error("page %s (%s) is shown as shipped: %s", name, language, found)
        return rendered(name, language, shipped(name, language))
    day = timezone.localtime(published.at)
    return rendered(name, language, text, (day.year, day.month))


@cache
def shipped(name: str, language: str) -> PageText:
    """Return the text of a page as the repository has it."""
    text = (TEXTS / f"{name}.{language}.txt").read_text("utf-8")
    title, lead, body = text.strip().split("\n", 2)
    return PageText(title.strip(), lead.strip(), body)


def known() -> TemplateVariables:
    """Return what a page may name."""
    return replace(variables_of(_facts("en")), parts=frozenset(_PARTS))


def rendered(name: str, language: str, text: PageText, updated: tuple[int, int] = UPDATED) -> DocumentOut:
    """Return the page that says this; `updated` is the year and month in which it began to."""
    facts = _facts(language)
    is_rule = name in RULES
    return DocumentOut(
        name=name,
        title=unescaped(render(text.title, facts)).strip(),
        lead=unescaped(render(text.lead, facts)).strip(),
        updated_month=f"{updated[0]}-{updated[1]:02}" if is_rule else "",
        updated=format_month(*updated, language) if is_rule else "",
        sections=list(_sections(render(text.body, facts, _PARTS), language)),
    )


def _provider_labels() -> list[str]:
    """Return the payment providers in use; all that may be while none is set up."""
    labels = settings.PAYMENT_PROVIDER_LABELS
    return [labels[name] for name in providers_set_up() or labels if name in labels]


def _facts(language: str) -> dict[str, Any]:
    """Return what the texts are filled in with: the shop's own settings, and what it has on sale."""
    now = shop()
    shipping = now.shipping
    fee = shipping.flat_paise if shipping.has_one_rate else 0
    opening = now.hours.opening
    # One line each: a line break would begin another block.
    facts = {key: ", ".join(value.split("\n")) for key, value in now.facts(language).items()}
    return {
        "shop": facts,
        "site": site_url(),
        "host": urlsplit(site_url()).netloc,
        "phone_link": re.sub(r"[^\d+]", "", facts["phone"]),
        "whatsapp_link": f"https://wa.me/{re.sub(r'[^0-9]', '', facts['whatsapp'])}",
        "state_name": state_name(now.tax.state, language),
        "delivery_days": shown_range(now.delivery.usual_days),
        "delivery_promise_days": now.delivery.promised_days,
        "return_days": now.returns.return_days,
        "refund_days": shown_range(now.returns.refund_days),
        "replacement_days": shown_range(now.returns.replacement_days),
        "shipping_fee": format_rupees(fee) if fee else "",
        "free_shipping": shipping.free_text(language),
        "free_above": format_rupees(shipping.free_above_paise),
        "shipping_zones": plain_values(_zones(shipping, language)),
        "prices_include_tax": now.tax.prices_include_tax,
        "charges_tax": now.tax.is_charged,
        "only_state": state_name(now.tax.only_state, language) if now.tax.only_state else "",
        "authentic": now.promises.authentic,
        "lab_certified": now.promises.lab_certified,
        "money_back": now.promises.money_back_factor,
        "around_the_clock": now.hours.around_the_clock,
        "opening_hours": timetable_text(opening, language) if opening else "",
        "closed_days": closed_days_text(opening, timezone.localdate(), language) if opening else "",
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
        "payment_providers": " / ".join(_provider_labels()),
        "payment_minutes": now.ordering.payment_minutes,
    }


def _zones(shipping: Shipping, language: str) -> list[tuple[str, str]]:
    """Return what each zone and everywhere else cost; nothing without zones."""
    rows = [
        (zone_name(zone, language), f"{zone_terms(zone, language)} ({zone_places(zone, language)})")
        for zone in shipping.zones
    ]
    rate = rate_text(shipping.flat_paise, shipping.free_above_paise, language)
    return [*rows, (translate(gettext_lazy("Everywhere else"), language), rate)] if rows else []


def _sections(body: str, language: str) -> Iterator[DocumentSection]:
    section: DocumentSection | None = None
    number = 0
    alts: Mapping[str, str] = {}
    for block in blocks(body):
        if block.kind == "heading" or section is None:
            if section is not None:
                yield section
            number += 1
            heading = _PICTURE.match(unescaped(block.text) if block.kind == "heading" else "")
            assert heading is not None, "it matches any line"
            if heading["picture"] and not alts:
                alts = picture_alts(language)
            # The id by its place: the same in both languages. Validated, as it takes one of few pictures.
            section = DocumentSection.model_validate(
                {
                    "id": f"section-{number}",
                    "title": heading["title"],
                    "picture": heading["picture"] or "",
                    "picture_alt": alts.get(heading["picture"], ""),
                    "blocks": [],
                }
            )
        if block.kind != "heading":
            section.blocks.append(_block(block))
    if section is not None:
        yield section


def _block(block: Block) -> DocumentBlock:
    return DocumentBlock(
        kind=_KINDS.get(block.kind, "paragraph"),
        runs=_runs(block.text),
        items=[_runs(item) for item in block.items],
        rows=[DocumentRow(label=unescaped(row.left), runs=_runs(row.right)) for row in block.rows],
    )


def _runs(line: str) -> list[DocumentRun]:
    return [DocumentRun.model_validate(run) for run in runs(line)]
