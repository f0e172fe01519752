"""The range of faces (mukhi) of the beads on sale, for texts that state it."""

import re

from django.db.models import F

from project.catalog.models import Product

_FACES = re.compile(r"\b(\d{1,2}) mukhi\b", re.IGNORECASE)


def mukhi_range() -> tuple[int, int] | None:
    """Return the fewest and the most faces of the beads that can be bought now, by their English titles.

    None when there are no such beads.
    """
    titles = (
        Product.objects.visible()
        .filter(title_en__icontains="mukhi", on_hand__gt=F("allocated") + F("held"))
        .order_by()
        .values_list("title_en", flat=True)
    )
    faces = [int(number) for title in titles for number in _FACES.findall(title)]
    return (min(faces), max(faces)) if faces else None


def rudraksha_range_text(language: str) -> str:
    """Return "rudraksha from 1 to 14 faces", as far as that is on sale."""
    match mukhi_range():
        case None:
            return "रुद्राक्ष" if language == "hi" else "rudraksha"
        case fewest, most if fewest == most:
            return f"{most} मुखी रुद्राक्ष" if language == "hi" else f"{most} mukhi rudraksha"
        case fewest, most:
            if language == "hi":
                return f"{fewest} से {most} मुखी रुद्राक्ष"
            return f"rudraksha from {fewest} to {most} faces"
