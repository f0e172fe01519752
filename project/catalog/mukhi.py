"""The shop's rudraksha beads by the number of their faces (mukhi), as the staff's own texts describe them."""

import re
from collections.abc import Sequence

from project.catalog.models import Product

_BEAD = re.compile(r"(\d{1,2}) mukhi rudraksha\b(?!.*\b(?:mala|bracelet|pendant)\b)", re.IGNORECASE)
_MILLIMETRES = re.compile(r"(\d+(?:\.\d+)?)(?:\s*[–-]\s*(\d+(?:\.\d+)?))?\s*mm\b")


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
        match = _BEAD.match(product.title_en)
        if match is None:
            continue
        faces = int(match[1])
        if faces not in beads or (product.is_available and not beads[faces].is_available):
            beads[faces] = product
    return sorted(beads.items())


def millimetres(product: Product) -> tuple[float, float] | None:
    """Return the smallest and the largest extent that the English specifications state, if any."""
    match = _MILLIMETRES.search(str(product.specifications_en.get("size", "")))
    return (float(match[1]), float(match[2] or match[1])) if match else None
