"""Pictures that staff upload are judged by their content, made anew, and kept without the camera's notes."""

import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import ExifTags, Image
from pytest_django.fixtures import Settings

from project.catalog.models import Picture
from project.catalog.pictures.renderer import files_of
from project.core.photos import MAX_BYTES
from tests.catalog.staff_helpers import as_base64, keeper, photo, product_body
from tests.http import Answer, Api
from tests.stored_files import picture_path, source_path
from tests.waiting import wait_for_window
from worker.tasks import sweep

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    settings.MEDIA_ROOT = tmp_path
    yield tmp_path


def png_bomb() -> bytes:
    """Return a PNG of some bytes that says it is 30,000 × 30,000 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 10_000)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def upload_form(*files: bytes, path: str = "/admin/uploads", name: str = "a.jpg") -> Answer:
    api, _ = keeper()
    return api.form(path, {"images": [SimpleUploadedFile(name, content) for content in files]})


def test_files_of_a_form_and_base64_are_the_same_upload() -> None:
    api, _ = keeper()
    content = photo()

    form = upload_form(content).data[0]  # type: ignore[index]
    encoded = api.post("/admin/test-upload", {"images": [as_base64(content)]}).data[0]  # type: ignore[index]
    bare = api.post("/admin/uploads", {"image": as_base64(content, prefix="")}).data[0]  # type: ignore[index]

    assert form == encoded == bare
    assert form["url"].endswith("-source.jpg")
    assert (form["picture"]["width"], form["picture"]["height"]) == (900, 600)
    assert Picture.objects.count() == 1


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP"])
def test_content_counts_and_not_the_name(kind: str) -> None:
    answer = upload_form(photo(kind), name="document.txt")

    assert answer.body["message"] == "Image uploaded successfully"


@pytest.mark.parametrize(("sent", "kept"), [(2160, 2160), (2159, 1600), (2400, 1600)])
def test_a_photo_is_scaled_down_but_the_sprite_of_a_turntable_keeps_its_size(sent: int, kept: int) -> None:
    upload_form(photo(size=(sent, sent)))

    with Image.open(source_path(Picture.objects.get())) as source:
        assert source.size == (kept, kept)


def test_what_is_see_through_becomes_white() -> None:
    file = io.BytesIO()
    Image.new("RGBA", (900, 600), (200, 0, 0, 0)).save(file, "PNG")

    upload_form(file.getvalue())

    with Image.open(source_path(Picture.objects.get())) as kept:
        assert kept.getpixel((450, 300)) == (255, 255, 255)


def test_nothing_the_camera_noted_is_kept() -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Make] = "SecretCamera"
    exif.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSLatitudeRef] = "N"
    upload_form(photo(exif=exif.tobytes()))

    sweep()
    picture = Picture.objects.get()

    files = [source_path(picture), *(picture_path(picture, *each) for each in files_of(picture.width))]
    assert len(files) == 7
    for file in files:
        content = file.read_bytes()
        assert b"SecretCamera" not in content
        with Image.open(io.BytesIO(content)) as image:
            assert dict(image.getexif()) == {}


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 422, "PHOTO_INVALID"),
        (b"not a picture", 422, "PHOTO_INVALID"),
        (photo()[:200], 422, "PHOTO_INVALID"),
        (png_bomb(), 413, "PHOTO_TOO_LARGE"),
        (b"\xff\xd8\xff" + bytes(MAX_BYTES), 413, "PHOTO_TOO_LARGE"),
    ],
    ids=["SVG", "text", "half a picture", "bomb", "more than 5 MB"],
)
def test_hostile_or_large_file_is_refused_either_way(content: bytes, status: int, code: str) -> None:
    api, _ = keeper()

    form = upload_form(content)
    encoded = api.post("/admin/uploads", {"images": [as_base64(content)]})

    assert form.refusal == encoded.refusal == (status, code)
    assert "images.0" in form.body["errors"]
    if status == 413:
        assert form.body["message"] == "Image file too large. Please use smaller images."
    assert Picture.objects.count() == 0


def test_five_megabytes_are_counted_after_decoding() -> None:
    api, _ = keeper()
    # Noise does not compress: as near below 5 MB as a picture comes.
    file = io.BytesIO()
    Image.effect_noise((2200, 2000), 90).save(file, "PNG", compress_level=0)
    assert 4_300_000 < len(file.getvalue()) < MAX_BYTES

    answer = api.post("/admin/uploads", {"images": [as_base64(file.getvalue())]})

    assert answer.status == 200


@pytest.mark.parametrize(
    "body", [{}, {"images": []}, {"images": [1]}, {"images": "%%%"}, [], {"images": None}, b"no JSON"]
)
def test_upload_of_nothing_is_refused(body: object) -> None:
    api, _ = keeper()

    assert api.post("/admin/uploads", body).status == 422


def test_too_many_uploads_are_told_to_wait(limits: None) -> None:
    api, _ = keeper()
    body = {"images": [as_base64(photo(size=(20, 20)))] * 12}
    # Sixty pictures take a while on a busy machine.
    wait_for_window(60, left=30)

    answers = [api.post("/admin/uploads", body) for _ in range(6)]

    assert [answer.status for answer in answers] == [200] * 5 + [429]
    assert answers[-1].body["message"] == "Too many upload requests. Please wait a moment and try again."
    assert answers[-1].body["retryAfter"] > 0


def test_product_is_saved_with_pictures_inside_its_own_body() -> None:
    api, _ = keeper()
    known = api.post("/admin/uploads", {"images": [as_base64(photo())]}).data[0]["url"]  # type: ignore[index]
    new = as_base64(photo("PNG", color="gold"), prefix="data:image/png;base64,")

    product = api.post("/admin/products", product_body(images=[known, new])).data["product"]

    assert product["images"][0] == known
    assert len(product["images"]) == 2
    too_large = as_base64(b"\xff\xd8\xff" + bytes(MAX_BYTES))
    refused = api.post("/admin/products", product_body(images=[known, too_large]))
    assert refused.refusal == (413, "PHOTO_TOO_LARGE")
    assert "images.1" in refused.body["errors"]


def test_large_body_of_somebody_else_is_not_even_read() -> None:
    answer = Api().post("/admin/uploads", {"images": [as_base64(bytes(2_000_000))]})

    assert answer.refusal == (401, "UNAUTHENTICATED")


def test_folder_that_cannot_be_written_says_whom_to_ask(media: Path, settings: Settings) -> None:
    blocked = media / "file"
    blocked.write_text("in the way")
    settings.MEDIA_ROOT = blocked

    answer = upload_form(photo())

    assert answer.refusal == (503, "UPLOAD_UNAVAILABLE")
    assert answer.body["message"].startswith("Image upload service not configured.")
