"""The shop's mark and accent as papers show them."""

import base64
import logging
from functools import lru_cache

from project.core.storage.files import PICTURES, read
from project.core.theme import SHIPPED
from project.invoices.typesetting import TEMPLATES

logger = logging.getLogger(__name__)


def paper_look(mark: str, accent: str) -> dict[str, str]:
    """Return the "look" of a paper's texts for a mark, by its digest, and an accent; "" is the shipped one.

    A lost mark is replaced by the shipped one. Raises StorageUnavailable.
    """
    accent = accent or SHIPPED["accent"]
    shipped = (TEMPLATES / "mark.svg").read_text().replace(SHIPPED["accent"], accent)
    look = {"mark": shipped, "accent": accent}
    if mark:
        try:
            look["mark"] = _own_mark(mark)
        except FileNotFoundError:
            logger.exception("the mark %s is lost", mark)
    return look


@lru_cache(maxsize=4)
def _own_mark(digest: str) -> str:
    png = base64.b64encode(read(PICTURES, f"products/mark.{digest}-icon-192.png")).decode()
    image = f'<image width="1" height="1" href="data:image/png;base64,{png}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{image}</svg>'
