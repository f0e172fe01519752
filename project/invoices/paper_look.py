"""The shop's mark and accent as papers show them."""

import base64
import logging
from collections.abc import Mapping
from functools import lru_cache

from project.core.shop_settings import picture_name
from project.core.storage.files import PICTURES, read
from project.invoices.typesetting import shipped_mark

logger = logging.getLogger(__name__)


def paper_look(mark: str, accent: str) -> Mapping[str, str]:
    """Return the look for `render_pdf` of a shop with this mark, by its digest, and accent.

    A paper whose mark is lost gets the shipped one. Raises StorageUnavailable.
    """
    try:
        return {"mark": _own_mark(mark) if mark else shipped_mark(accent), "accent": accent}
    except FileNotFoundError:
        logger.exception("the mark %s is lost", mark)
        return {"mark": shipped_mark(accent), "accent": accent}


@lru_cache(maxsize=4)
def _own_mark(digest: str) -> str:
    png = base64.b64encode(read(PICTURES, picture_name("mark", digest, "icon-192.png"))).decode()
    image = f'<image width="1" height="1" href="data:image/png;base64,{png}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{image}</svg>'
