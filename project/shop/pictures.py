"""Pictures of the settings: the shop's mark and the home page's large picture.

Their files lie beside the product pictures, named by their content, and stay: an older version of the
settings can be restored, and papers are printed again with the mark they were made with.
"""

import hashlib
import io
from typing import IO, Literal, TypeAlias

from django.utils.translation import gettext as _
from PIL import Image

from project.core.photos import PhotoRefused, read_photo
from project.core.storage import files
from project.core.storage.files import PICTURES

Kind: TypeAlias = Literal["mark", "hero"]


def store_picture(kind: Kind, file: IO[bytes]) -> str:
    """Store the sizes of a picture and return the digest that names them.

    Raises PhotoRefused, PhotosBusy, StorageUnavailable.
    """
    picture = read_photo(file, "file")
    made = _mark_files(picture) if kind == "mark" else _hero_files(picture)
    digest = hashlib.sha256(b"".join(made.values())).hexdigest()[:12]
    for end, content in made.items():
        files.save(PICTURES, f"products/{kind}.{digest}-{end}", content)
    return digest


def _mark_files(picture: Image.Image) -> dict[str, bytes]:
    if picture.width != picture.height or picture.width < 512:
        sentence = _("A mark is square and at least 512 × 512 pixels; this is {width} × {height}")
        raise _refused(sentence, picture)
    # Apple's icon has no transparency, and other systems cut a maskable one to its inner part.
    margin = picture.width // 5
    on_white = Image.new("RGBA", (picture.width + 2 * margin, picture.width + 2 * margin), "white")
    on_white.alpha_composite(picture.convert("RGBA"), (margin, margin))
    return {
        "icon-192.png": _file(picture, "PNG", 192),
        "icon-512.png": _file(picture, "PNG", 512),
        "apple-touch-icon.png": _file(on_white.convert("RGB"), "PNG", 180),
        "maskable-512.png": _file(on_white.convert("RGB"), "PNG", 512),
    }


def _hero_files(picture: Image.Image) -> dict[str, bytes]:
    if picture.width < 1200 or picture.height >= picture.width:
        sentence = _("It must be wider than high and at least 1200 pixels wide; this is {width} × {height}")
        raise _refused(sentence, picture)
    return {f"{width}.webp": _file(picture.convert("RGB"), "WEBP", width) for width in (800, 1200, 1600)}


def _file(picture: Image.Image, kind: str, width: int) -> bytes:
    size, content = (width, round(picture.height * width / picture.width)), io.BytesIO()
    picture.resize(size, Image.Resampling.LANCZOS).save(content, kind, optimize=True)
    return content.getvalue()


def _refused(sentence: str, picture: Image.Image) -> PhotoRefused:
    return PhotoRefused("wrong shape", text=sentence.format(width=picture.width, height=picture.height))
