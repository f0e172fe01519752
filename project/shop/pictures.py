"""Pictures of the settings: the shop's mark and the front page's large picture.

Their files lie beside the product pictures, named by their content, and stay: an older version of the
settings can be restored, and papers are printed again with the mark they were made with.
"""

import hashlib
import io
from typing import IO, Final, Literal, TypeAlias

from django.utils.translation import gettext as _
from PIL import Image

from project.core.photos import read_photo
from project.core.shop_settings import Icon, picture_name
from project.core.storage import files
from project.core.storage.files import PICTURES

Kind: TypeAlias = Literal["mark", "hero"]
LEAST_MARK: Final = 512
# Apple's icon has no transparency, and other systems cut a maskable one: the mark stays in its inner part.
_INNER: Final = 0.7
LEAST_HERO: Final = 1200
HERO_WIDTHS: Final = (800, 1200, 1600)


class WrongShape(Exception):
    """The picture is too small or of another shape; its text says so in the active language."""


def store_picture(kind: Kind, file: IO[bytes]) -> str:
    """Store the sizes of a picture and return the digest that names them.

    Raises WrongShape, PhotoRefused, PhotosBusy, StorageUnavailable.
    """
    picture = read_photo(file, "file")
    made = _mark_files(picture) if kind == "mark" else _hero_files(picture)
    digest = hashlib.sha256(b"".join(made.values())).hexdigest()[:12]
    for end, content in made.items():
        files.save(PICTURES, picture_name(kind, digest, end), content)
    return digest


def is_stored(kind: Kind, digest: str) -> bool:
    """Return whether there is such a picture. Raises StorageUnavailable."""
    end = "icon-192.png" if kind == "mark" else f"{HERO_WIDTHS[0]}.webp"
    return files.exists(PICTURES, picture_name(kind, digest, end))


def _mark_files(picture: Image.Image) -> dict[str, bytes]:
    if picture.width != picture.height or picture.width < LEAST_MARK:
        raise _refused(
            _("A mark is square and at least 512 × 512 pixels; this is {width} × {height}"), picture
        )
    icons: dict[Icon, Image.Image] = {
        "icon-192": picture.resize((192, 192), Image.Resampling.LANCZOS),
        "icon-512": picture.resize((512, 512), Image.Resampling.LANCZOS),
        "apple-touch-icon": _on_white(picture, 180),
        "maskable-512": _on_white(picture, 512),
    }
    return {f"{name}.png": _png(icon) for name, icon in icons.items()}


def _on_white(picture: Image.Image, size: int) -> Image.Image:
    inner = round(size * _INNER)
    small = picture.convert("RGBA").resize((inner, inner), Image.Resampling.LANCZOS)
    icon = Image.new("RGBA", (size, size), "white")
    icon.alpha_composite(small, ((size - inner) // 2, (size - inner) // 2))
    return icon.convert("RGB")


def _hero_files(picture: Image.Image) -> dict[str, bytes]:
    if picture.width < LEAST_HERO or picture.height >= picture.width:
        raise _refused(
            _("A large picture is wider than high and at least 1200 pixels wide; this is {width} × {height}"),
            picture,
        )
    made = {}
    for width in HERO_WIDTHS:
        size = (width, round(picture.height * width / picture.width))
        content = io.BytesIO()
        picture.convert("RGB").resize(size, Image.Resampling.LANCZOS).save(content, "WEBP", quality=80)
        made[f"{width}.webp"] = content.getvalue()
    return made


def _png(picture: Image.Image) -> bytes:
    content = io.BytesIO()
    picture.save(content, "PNG", optimize=True)
    return content.getvalue()


def _refused(sentence: str, picture: Image.Image) -> WrongShape:
    return WrongShape(sentence.format(width=picture.width, height=picture.height))
