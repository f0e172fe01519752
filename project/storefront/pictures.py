"""The files of a picture, as the front end's components/picture-sources.ts names them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_SIZES = (400, 800, 1600)


@dataclass(frozen=True)
class Sources:
    """One picture for browsers to choose from."""

    src: str
    webp: str
    avif: str
    width: int
    height: int


def sources_of(picture: Mapping[str, Any]) -> Sources:
    """Return the files of a picture as the API describes it."""
    url, width = picture["url"], picture["width"]
    if picture["pending"]:
        # Its sizes are not rendered yet.
        return Sources(src=url, webp="", avif="", width=width, height=picture["height"])

    def files(extension: str) -> str:
        # The largest file exists only where the original has more pixels than the middle one.
        sizes = [size for size in _SIZES if size <= 800 or width > 800]
        return ", ".join(f"{url}-{size}.{extension} {min(size, width)}w" for size in sizes)

    return Sources(
        src=f"{url}-800.webp",
        webp=files("webp"),
        avif=files("avif"),
        width=width,
        height=picture["height"],
    )
