"""Every public page on one picture: both languages, on a phone and on a desk.

`python -m tests.contact_sheet --url http://127.0.0.1:8000` photographs a running shop and writes
`contact-sheet.png` and the single pictures beside it into the folder of `--to`.
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from deploy.environment import CACHE
from deploy.machine import find_browser
from tests.e2e.conftest import CHROMIUM_ARGUMENTS
from tests.e2e.screen_texts import LANGUAGES
from tests.e2e.shop_steps import Traffic, wait_for_application
from tests.public_pages import PUBLIC_PAGES

WIDTHS: Final = {390: 844, 1440: 900}
# Of one picture on the sheet; longer pages are cut, their single pictures are whole.
SHOWN_WIDTH: Final = 300
SHOWN_HEIGHT: Final = 640
GAP: Final = 16
LABEL: Final = 18
PAPER: Final = "#ffffff"
INK: Final = "#222222"
WAIT_MS: Final = 30_000


@dataclass(frozen=True)
class Shot:
    """One page as it was photographed."""

    path: str
    language: str
    width: int
    file: Path

    @property
    def label(self) -> str:
        """The text above the picture."""
        return f"{self.path}  {self.language} {self.width}"


def photograph(browser: Browser, url: str, folder: Path, paths: tuple[str, ...]) -> Iterator[Shot]:
    """Open every page in both languages at both widths and keep a picture of all of it."""
    for language in LANGUAGES:
        for width, height in WIDTHS.items():
            context = browser.new_context(
                locale=f"{language}-IN",
                viewport={"width": width, "height": height},
                reduced_motion="reduce",
            )
            # The choice is kept for both sides: the server renders what the cookie says.
            context.add_cookies([{"name": "language", "value": language, "url": url}])
            context.add_init_script(f"localStorage.setItem('language', '{language}')")
            context.set_default_timeout(WAIT_MS)
            page = context.new_page()
            traffic = Traffic(page)
            for path in paths:
                shot = Shot(path, language, width, folder / f"{_name(path)}-{language}-{width}.png")
                _open(page, traffic, url + path)
                page.screenshot(path=shot.file, full_page=True)
                yield shot
            context.close()


def _name(path: str) -> str:
    return re.sub(r"\W+", "-", path).strip("-") or "home"


def _open(page: Page, traffic: Traffic, url: str) -> None:
    page.goto(url)
    wait_for_application(page)
    page.get_by_role("heading", level=1).wait_for()
    # What is further down is fetched when it comes near.
    page.evaluate(
        """async () => {
            for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
                scrollTo(0, y)
                await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
            }
            scrollTo(0, 0)
            await document.fonts.ready
        }"""
    )
    traffic.wait_until_quiet()


def sheet_of(shots: list[Shot]) -> Image.Image:
    """Put the pictures onto one sheet: a row for each page, a column for each language and width."""
    columns = sorted({(shot.language, shot.width) for shot in shots})
    rows = list(dict.fromkeys(shot.path for shot in shots))
    size = (
        GAP + len(columns) * (SHOWN_WIDTH + GAP),
        GAP + len(rows) * (LABEL + SHOWN_HEIGHT + GAP),
    )
    sheet = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(sheet)
    for shot in shots:
        left = GAP + columns.index((shot.language, shot.width)) * (SHOWN_WIDTH + GAP)
        top = GAP + rows.index(shot.path) * (LABEL + SHOWN_HEIGHT + GAP)
        draw.text((left, top), shot.label, fill=INK)
        with Image.open(shot.file) as picture:
            shown = picture.convert("RGB")
            shown = shown.crop(
                (0, 0, shown.width, min(shown.height, shown.width * SHOWN_HEIGHT // SHOWN_WIDTH))
            )
            shown.thumbnail((SHOWN_WIDTH, SHOWN_HEIGHT))
            sheet.paste(shown, (left, top + LABEL))
    return sheet


def main() -> None:
    """Photograph the shop at the given address."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--url", required=True, help="a shop with the sample data")
    parser.add_argument("--to", type=Path, default=CACHE / "contact-sheet", help="folder for the pictures")
    parser.add_argument("--only", nargs="*", default=PUBLIC_PAGES, help="addresses instead of all")
    arguments = parser.parse_args()
    folder: Path = arguments.to
    folder.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=find_browser(), args=CHROMIUM_ARGUMENTS) as browser,
    ):
        shots = list(photograph(browser, arguments.url.rstrip("/"), folder, tuple(arguments.only)))
    sheet_of(shots).save(folder / "contact-sheet.png")
    print(f"{len(shots)} pictures in {folder}, all of them on contact-sheet.png")


if __name__ == "__main__":
    main()
