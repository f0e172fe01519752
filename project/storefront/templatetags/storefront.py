"""What the pages' templates need: the front end's texts, prices and pictures as it writes them."""

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from project.core.money import format_rupees
from project.core.money import paise as paise_of
from project.storefront.pictures import sources_of
from project.storefront.texts import page_text, text

register = template.Library()

# These end a script element or a comment in it; as JSON escapes they mean the same.
_JSON_ESCAPES = str.maketrans(
    {"<": "\\u003C", ">": "\\u003E", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


@register.simple_tag
def t(key: str, **values: object) -> str:
    """Return a text of the front end."""
    return text(key, **values)


@register.simple_tag
def head_text(name: str, **values: object) -> str:
    """Return a text of the pages' heads."""
    return page_text(name, **values)


@register.filter
def rupees(amount: float) -> str:
    """Write rupees as the front end does."""
    return format_rupees(paise_of(amount))


@register.filter
def as_json(value: str) -> SafeString:
    """Make JSON safe inside a script element."""
    return mark_safe(value.translate(_JSON_ESCAPES))  # noqa: S308 - escaped in the line itself


@register.inclusion_tag("storefront/picture.html")
def picture(picture: dict[str, Any] | None, alt: str, sizes: str, *, eager: bool = False) -> dict[str, Any]:
    """Draw a picture in all its sizes."""
    return {"sources": sources_of(picture) if picture else None, "alt": alt, "sizes": sizes, "eager": eager}


@register.simple_tag(takes_context=True)
def address(context: dict[str, Any], path: str) -> str:
    """Return the link to a page of the shop in the page's own language."""
    if context["language"] == "en":
        return path
    return f"{path}{'&' if '?' in path else '?'}lang={context['language']}"
