import base64
import io
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image, UnidentifiedImageError

from project.catalog.actions.pictures import render_picture, take_due_pictures
from project.catalog.models import Picture
from project.catalog.pictures.files import Source, store_all
from project.catalog.pictures.renderer import widths_of
from tests.stored_files import picture_path
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path / "products"


def picture_file(
    width: int, height: int = 0, color: tuple[int, ...] = (200, 40, 40), format: str = "PNG"
) -> bytes:
    file = io.BytesIO()
    Image.new("RGBA" if len(color) == 4 else "RGB", (width, height or width), color).save(file, format)
    return file.getvalue()


def store(key: str, content: bytes) -> Picture:
    store_all([Source(key, content)])
    render()
    return Picture.objects.get(key=key)


def render() -> None:
    for pk in take_due_pictures(limit=9):
        render_picture(pk)


def size_of(path: Path) -> tuple[str, int, int]:
    with Image.open(path) as image:
        return str(image.format), image.width, image.height


def test_large_picture_gets_three_sizes_in_two_formats(folder: Path) -> None:
    picture = store("bead", picture_file(2000))

    assert {path.name: size_of(path) for path in folder.iterdir()} == {
        f"bead.{picture.digest}-source.jpg": ("JPEG", 2000, 2000)
    } | {
        f"bead.{picture.digest}-{width}.{extension}": (extension.upper(), width, width)
        for width in (400, 800, 1600)
        for extension in ("webp", "avif")
    }
    assert (picture.width, picture.height) == (2000, 2000)


@pytest.mark.parametrize(
    ("width", "made"), [(300, [300, 300]), (720, [400, 720]), (800, [400, 800]), (1024, [400, 800, 1024])]
)
def test_nothing_is_made_larger_than_it_is(width: int, made: list[int]) -> None:
    picture = store("bead", picture_file(width))

    for name, real in zip(widths_of(width), made, strict=True):
        for extension in ("webp", "avif"):
            assert size_of(picture_path(picture, name, extension))[1:] == (real, real)


def test_shape_is_kept() -> None:
    picture = store("wide", picture_file(1000, 500))

    assert (picture.width, picture.height) == (1000, 500)
    assert size_of(picture_path(picture, 400, "webp")) == ("WEBP", 400, 200)


def test_row_carries_what_a_screen_draws_until_the_picture_has_come() -> None:
    picture = store("bead", picture_file(1000, color=(0x8A, 0x6F, 0xAE)))

    kind, _, data = picture.placeholder.partition(",")
    assert kind == "data:image/webp;base64"
    with Image.open(io.BytesIO(base64.b64decode(data))) as tiny:
        assert (tiny.format, tiny.width, tiny.height) == ("WEBP", 16, 16)
    assert list(bytes.fromhex(picture.color[1:])) == pytest.approx([0x8A, 0x6F, 0xAE], abs=2)
    assert len(picture.placeholder) < 600


def test_photo_taken_sideways_is_turned_upright() -> None:
    photo = Image.new("RGB", (1000, 500))
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    file = io.BytesIO()
    photo.save(file, "JPEG", exif=exif)

    picture = store("photo", file.getvalue())

    assert (picture.width, picture.height) == (500, 1000)
    with Image.open(picture_path(picture, 400, "webp")) as small:
        assert not small.getexif()


def test_second_time_nothing_is_made_again() -> None:
    content = picture_file(500)
    picture = store("bead", content)
    files = {w: picture_path(picture, w, "avif") for w in widths_of(500)}
    before = {w: path.stat().st_mtime_ns for w, path in files.items()}

    assert store_all([Source("bead", content)]) == []

    assert {w: path.stat().st_mtime_ns for w, path in files.items()} == before


def test_missing_file_is_made_again() -> None:
    content = picture_file(500)
    path = picture_path(store("bead", content), 400, "webp")
    path.unlink()

    assert len(store_all([Source("bead", content)])) == 1
    render()

    assert path.exists()


def test_picture_whose_sizes_are_still_to_be_rendered_is_shown_as_its_source_and_not_stored_twice() -> None:
    content = picture_file(500)
    (picture,) = store_all([Source("bead", content)])

    assert (picture.pending, picture.url) == ("bead", f"/media/products/bead.{picture.digest}-source.jpg")
    assert Client().get(picture.url).status_code == 200
    assert store_all([Source("bead", content)]) == []


def test_row_that_is_made_again_takes_the_sizes_that_are_there() -> None:
    content = picture_file(500)
    first = store("bead", content)
    first.delete()

    (again,) = store_all([Source("bead", content)])

    assert (again.is_ready, again.next_try_at) == (True, None)
    for field in ("digest", "width", "height"):
        assert getattr(again, field) == getattr(first, field)


def test_new_content_gets_a_new_address_and_old_links_still_work() -> None:
    old = store("bead", picture_file(500, color=(255, 0, 0)))
    old_file = picture_path(old, 400, "webp")

    new = store("bead", picture_file(500, color=(0, 0, 255)))

    assert new.pk == old.pk
    assert new.url != old.url
    assert old_file.exists() and picture_path(new, 400, "webp").exists()


def test_only_what_changed_is_counted() -> None:
    red, blue = picture_file(500), picture_file(500, color=(0, 0, 255))
    store("red", red)

    assert len(store_all([Source("red", red), Source("blue", blue)])) == 1


@pytest.mark.parametrize("content", [b"", b"RIFF", b"<svg/>", b"\x89PNG\r\n\x1a\n"])
def test_content_that_is_no_picture_is_refused_and_leaves_nothing(content: bytes, folder: Path) -> None:
    with pytest.raises((UnidentifiedImageError, OSError)):
        store("nothing", content)

    assert not Picture.objects.exists()
    assert not folder.exists() or not list(folder.iterdir())


def test_picture_without_colour_or_with_transparency_is_stored_too() -> None:
    assert store("clear", picture_file(500, color=(10, 200, 10, 120))).width == 500


@pytest.mark.parametrize("extension", ["webp", "avif"])
def test_browsers_get_the_type_and_may_keep_it_for_ever(extension: str) -> None:
    picture = store("bead", picture_file(500))

    response = Client().get(f"{picture.url}-400.{extension}")

    assert (response.status_code, response["Content-Type"]) == (200, f"image/{extension}")
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.getvalue() == picture_path(picture, 400, extension).read_bytes()


def test_modern_format_is_the_smaller_one() -> None:
    grain = Image.effect_noise((1000, 1000), 40).convert("RGB")
    file = io.BytesIO()
    grain.save(file, "PNG")

    picture = store("grain", file.getvalue())

    assert (
        picture_path(picture, 800, "avif").stat().st_size < picture_path(picture, 800, "webp").stat().st_size
    )


@pytest.mark.django_db(transaction=True)
def test_two_at_once_leave_whole_files_one_row_and_no_rubbish(folder: Path) -> None:
    source = Source("bead", picture_file(900))

    at_once(4, lambda _: store_all([source]))
    render()

    assert Picture.objects.count() == 1
    assert len(list(folder.iterdir())) == 7
    for path in folder.iterdir():
        with Image.open(path) as image:
            image.load()
