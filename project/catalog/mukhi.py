"""Rudraksha beads by the number of their faces (mukhi), as the staff's own texts describe them."""

import re
from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext, override

from project.catalog.models import IN_STOCK, Product

# Address of the category whose products are usually listed by their faces.
RUDRAKSHA = "rudraksha"
_BEAD = re.compile(r"(\d{1,2}) mukhi rudraksha\b(?!.*\b(?:mala|bracelet|pendant)\b)", re.IGNORECASE)
_FACES = re.compile(r"\b(\d{1,2}) mukhi\b", re.IGNORECASE)
_MILLIMETRES = re.compile(r"(\d+(?:\.\d+)?)(?:\s*[–-]\s*(\d+(?:\.\d+)?))?\s*mm\b")


def faces_of(product: Product) -> int | None:
    """Return how many faces the single bead has, by its English title; None for anything else."""
    match = _BEAD.match(product.title_en)
    return int(match[1]) if match else None


def beads_by_faces() -> Sequence[tuple[int, Product]]:
    """Return one bead for each number of faces, the fewest first.

    By its English title, as in "5 Mukhi Rudraksha"; of several the cheapest that can be bought. Category,
    main picture and options are fetched along.
    """
    products = (
        Product.objects.visible()
        .filter(title_en__icontains="mukhi rudraksha")
        .with_category()
        .prefetch_related("options")
        .order_by("price_paise", "pk")
    )
    beads: dict[int, Product] = {}
    for product in products:
        faces = faces_of(product)
        if faces is None:
            continue
        if faces not in beads or (product.is_available and not beads[faces].is_available):
            beads[faces] = product
    return sorted(beads.items())


def millimetres(product: Product) -> tuple[float, float] | None:
    """Return the smallest and the largest extent that the English specifications state, if any."""
    match = _MILLIMETRES.search(product.specifications("en")["size"])
    return (float(match[1]), float(match[2] or match[1])) if match else None


def mukhi_range() -> tuple[int, int] | None:
    """Return the fewest and the most faces of the beads that can be bought now, by their English titles.

    None when there are no such beads.
    """
    titles = (
        Product.objects.visible()
        .filter(Q(IN_STOCK), title_en__icontains="mukhi")
        .order_by()
        .values_list("title_en", flat=True)
    )
    faces = [int(number) for title in titles for number in _FACES.findall(title)]
    return (min(faces), max(faces)) if faces else None


def rudraksha_range_text(language: str) -> str:
    """Return "rudraksha from 1 to 14 faces", as far as that is on sale."""
    with override(language):
        match mukhi_range():
            case None:
                return gettext("rudraksha")
            case fewest, most if fewest == most:
                return gettext("{most} mukhi rudraksha").format(most=most)
            case fewest, most:
                return gettext("rudraksha from {fewest} to {most} faces").format(fewest=fewest, most=most)
