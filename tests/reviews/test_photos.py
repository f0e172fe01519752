"""Photos with a review: only pictures get in, and only the picture of them is kept."""

import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from pytest_django.fixtures import Settings

from project.catalog.models import Product
from project.reviews.models import Review
from tests.factories import make_product
from tests.http import Api
from tests.reviews.review_helpers import buyer, photo, rewrite, write

# They commit, as files are kept or removed after that; engines differ in nothing else of it.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.production_stack]


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """A media folder of the test's own."""
    settings.MEDIA_ROOT = tmp_path
    yield tmp_path / "reviews"


@pytest.fixture
def product() -> Product:
    return make_product()


@pytest.fixture
def api(product: Product) -> Api:
    return buyer(product)


def file(content: bytes, name: str = "bead.jpg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, "image/jpeg")


def with_place() -> SimpleUploadedFile:
    """A photo as a phone takes it: on its side, and saying where."""
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by 90° when shown
    exif[0x010F] = "Phone maker"
    exif.get_ifd(0x8825)[2] = (18.0, 31.0, 13.0)  # degrees north
    return photo(size=(60, 40), exif=exif.tobytes(), comment=b"my home")


def empty_png(width: int, height: int) -> bytes:
    """A picture that says it has so many pixels, and hardly any bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\x00" * 1000))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP"])
def test_each_format_is_kept_as_webp_in_two_sizes(product: Product, api: Api, media: Path, kind: str) -> None:
    review = write(api, product, photo(kind, size=(2000, 1000))).data["review"]

    [shown] = review["photos"]
    assert (shown["width"], shown["height"]) == (1600, 800)
    for address, size in ((shown["url"], (1600, 800)), (shown["thumbnail"], (320, 160))):
        stored = media / address.rpartition("/")[2]
        with Image.open(stored) as picture:
            assert (picture.format, picture.size) == ("WEBP", size)
    assert len(list(media.iterdir())) == 2


def test_a_photo_is_served_under_a_name_nobody_can_guess(product: Product, api: Api) -> None:
    photos = write(api, product, photo(), photo()).data["review"]["photos"]

    for shown in photos:
        answer = Client().get(shown["url"])
        assert answer.status_code == 200
        assert answer["Content-Type"] == "image/webp"
        assert answer.getvalue().startswith(b"RIFF")
        assert len(Path(shown["url"]).stem) == 48
        assert str(Review.objects.get().pk) != Path(shown["url"]).stem
    assert photos[0]["url"] != photos[1]["url"]


def test_where_and_with_what_it_was_taken_is_dropped(product: Product, api: Api, media: Path) -> None:
    review = write(api, product, with_place()).data["review"]

    [shown] = review["photos"]
    assert (shown["width"], shown["height"]) == (40, 60)  # upright
    for stored in media.iterdir():
        content = stored.read_bytes()
        with Image.open(stored) as picture:
            assert dict(picture.getexif()) == {}
            assert not {"exif", "icc_profile", "xmp", "comment"} & set(picture.info)
        assert b"EXIF" not in content
        assert b"Phone maker" not in content


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"This is a text, whatever its name says.",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n",
        b"GIF89a" + b"\xff" * 200,
        b"\x89PNG\r\n\x1a\n" + b"\x00" * 50,
        b"RIFF\x10\x00\x00\x00WEBPVP8 " + b"\x00" * 20,
    ],
)
def test_a_file_that_is_no_picture_is_refused(
    product: Product, api: Api, media: Path, content: bytes
) -> None:
    api.language = "hi"

    answer = write(api, product, photo(), file(content))

    assert answer.refusal == (422, "PHOTO_INVALID") if content else (422, "VALIDATION")
    assert list(answer.body["errors"].values()) == [
        "इस फ़ाइल को तस्वीर के रूप में नहीं खोला जा सका। कृपया JPG, PNG, GIF या WebP तस्वीर चुनें"
    ]
    assert list(answer.body["errors"]) == ["photos.1"]
    assert Review.objects.count() == 0
    assert list(media.iterdir()) == []  # the first one's files are gone, too


@pytest.mark.parametrize("kind", ["TIFF", "BMP", "ICO", "PPM"])
def test_other_formats_are_refused(product: Product, api: Api, kind: str) -> None:
    answer = write(api, product, photo(kind))

    assert answer.refusal == (422, "PHOTO_INVALID")


def test_a_picture_that_breaks_off_is_refused(product: Product, api: Api) -> None:
    whole = photo(size=(600, 600), quality=95).read()

    answer = write(api, product, file(whole[: len(whole) // 2]))

    assert answer.refusal == (422, "PHOTO_INVALID")


def test_a_picture_above_five_megabytes_is_refused(product: Product, api: Api) -> None:
    answer = write(api, product, file(photo().read() + b"\x00" * (5 * 1024 * 1024)))

    assert answer.refusal == (422, "PHOTO_INVALID")
    assert answer.body["errors"] == {"photos.0": "This photo is too large. Please choose one of at most 5 MB"}


@pytest.mark.parametrize(("width", "height"), [(7_072, 7_072), (9_800, 9_800), (50_000, 50_000)])
def test_a_small_file_with_gigantic_dimensions_is_refused_unopened(
    product: Product, api: Api, width: int, height: int
) -> None:
    answer = write(api, product, file(empty_png(width, height)))

    assert answer.refusal == (422, "PHOTO_INVALID")
    assert answer.body["errors"] == {"photos.0": "This photo is too large. Please choose one of at most 5 MB"}


def test_a_fifth_photo_is_one_too_many(product: Product, api: Api) -> None:
    assert write(api, product, *[photo() for _ in range(5)]).refusal == (422, "TOO_MANY_PHOTOS")
    assert len(write(api, product, *[photo() for _ in range(4)]).data["review"]["photos"]) == 4


def test_four_photos_of_five_megabytes_fit_into_one_request(product: Product, api: Api) -> None:
    large = photo().read()
    large += b"\x00" * (5 * 1024 * 1024 - len(large))

    answer = write(api, product, *[file(large) for _ in range(4)])

    assert len(answer.data["review"]["photos"]) == 4


def test_a_request_above_the_limit_is_refused_unread(product: Product, api: Api) -> None:
    answer = write(api, product, *[file(b"\x00" * (6 * 1024 * 1024)) for _ in range(4)])

    assert answer.refusal == (413, "PAYLOAD_TOO_LARGE")
    assert answer.body["message"] == "The request is too large"


def test_a_stranger_cannot_have_photos_opened(product: Product, media: Path) -> None:
    assert write(Api(), product, photo()).refusal == (401, "UNAUTHENTICATED")
    assert write(buyer(make_product()), product, file(b"no picture")).refusal == (403, "NOT_A_BUYER")
    assert not media.exists()


def test_a_change_keeps_the_photos_it_names_and_removes_the_others(
    product: Product, api: Api, media: Path
) -> None:
    first, second, third = write(api, product, photo(), photo(), photo()).data["review"]["photos"]

    changed = rewrite(api, product, photo(size=(10, 10)), keepPhotos=[first["_id"], third["_id"]]).data

    photos = changed["review"]["photos"]
    assert [shown["_id"] for shown in photos[:2]] == [first["_id"], third["_id"]]
    assert (photos[2]["width"], len(photos)) == (10, 3)
    assert not [stored for stored in media.iterdir() if stored.name.startswith(second["_id"])]
    assert len(list(media.iterdir())) == 6


def test_a_change_may_not_end_with_five_photos(product: Product, api: Api, media: Path) -> None:
    kept = [shown["_id"] for shown in write(api, product, *[photo()] * 1).data["review"]["photos"]]

    answer = rewrite(api, product, *[photo() for _ in range(4)], keepPhotos=kept)

    assert answer.refusal == (422, "TOO_MANY_PHOTOS")
    assert len(list(media.iterdir())) == 2


def test_nobody_keeps_a_photo_of_somebody_elses_review(product: Product, api: Api) -> None:
    theirs = write(buyer(product), product, photo()).data["review"]["photos"][0]["_id"]
    write(api, product)

    changed = rewrite(api, product, keepPhotos=[theirs]).data

    assert changed["review"]["photos"] == []
    assert Review.objects.filter(photos__key=theirs).count() == 1


def test_only_the_first_picture_of_a_moving_one_is_kept(product: Product, api: Api, media: Path) -> None:
    frames = [Image.new("RGB", (20, 20), color) for color in ("red", "blue")]
    moving = io.BytesIO()
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=100)

    [shown] = write(api, product, file(moving.getvalue())).data["review"]["photos"]

    with Image.open(media / shown["url"].rpartition("/")[2]) as picture:
        assert getattr(picture, "n_frames", 1) == 1
        red, _, blue = picture.convert("RGB").getpixel((10, 10))  # type: ignore[misc]
        assert red > 200 > 60 > blue
