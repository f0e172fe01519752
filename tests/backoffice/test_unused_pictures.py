"""Uploaded pictures go a day after nothing shows them any more; whatever shows one keeps it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.backoffice.unused_pictures import KEPT_FOR, remove_unused_pictures
from project.catalog.models import Certificate, Picture, Product, ProductPicture
from project.catalog.pictures.files import keep_picture
from project.core.storage.files import remove_due_files
from tests.buying import place
from tests.catalog.staff_helpers import as_base64, keeper, photo, product_body
from tests.factories import make_category, make_picture, make_product
from tests.waiting import eventually

pytestmark = pytest.mark.django_db
ON_POSTGRES = connection.vendor == "postgresql"


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    settings.MEDIA_ROOT = tmp_path
    yield tmp_path


def upload() -> Picture:
    """Upload a picture as staff do, files and all."""
    api, _ = keeper()
    api.post("/admin/uploads", {"image": as_base64(photo())})
    return Picture.objects.get()


def let_a_day_pass() -> None:
    """Have what was seen to be unused have been so for longer than it is kept."""
    Picture.objects.filter(unused_since__isnull=False).update(
        unused_since=timezone.now() - KEPT_FOR - timedelta(minutes=1)
    )


def files(media: Path) -> list[Path]:
    return list((media / "products").iterdir())


def test_it_goes_with_its_files_a_day_after_it_was_seen_to_be_unused(media: Path) -> None:
    upload()
    assert files(media)

    assert remove_unused_pictures() == 0
    assert remove_unused_pictures() == 0
    assert Picture.objects.count() == 1
    let_a_day_pass()

    assert remove_unused_pictures() == 1
    assert remove_due_files() == 1
    assert (Picture.objects.count(), files(media)) == (0, [])


SHOWN: dict[str, Callable[[Picture], Any]] = {
    "product": lambda picture: make_product(main_picture=picture),
    "further picture": lambda picture: ProductPicture.objects.create(
        product=make_product(), picture=picture, position=1
    ),
    "category": lambda picture: make_category("crystals", picture=picture),
    "certificate": lambda picture: Certificate.objects.create(
        product=make_product(),
        number="AKS-1",
        lab="Lab",
        issued_on=timezone.localdate(),
        weight_milligrams=2000,
        xray=picture,
    ),
}


@pytest.mark.parametrize("showing", SHOWN.values(), ids=SHOWN)
def test_it_stays_for_as_long_as_something_shows_it(showing: Callable[[Picture], Any], media: Path) -> None:
    picture = upload()
    remove_unused_pictures()
    showing(picture)
    let_a_day_pass()

    assert remove_unused_pictures() == 0
    picture.refresh_from_db()
    assert picture.unused_since is None
    assert files(media)


def test_what_was_bought_keeps_its_picture_when_the_product_has_another(media: Path) -> None:
    picture = upload()
    product = make_product(main_picture=picture)
    place(product)
    Product.objects.filter(pk=product.pk).update(main_picture=None)
    remove_unused_pictures()
    let_a_day_pass()

    assert remove_unused_pictures() == 0
    assert files(media)


def test_pictures_that_nobody_uploaded_are_left_alone() -> None:
    make_picture("sample-bead")
    remove_unused_pictures()
    let_a_day_pass()

    assert remove_unused_pictures() == 0
    assert Picture.objects.get().unused_since is None


def test_uploading_it_again_begins_its_day_anew(media: Path) -> None:
    upload()
    remove_unused_pictures()
    let_a_day_pass()

    upload()

    assert remove_unused_pictures() == 0
    assert files(media)


def test_a_form_that_names_it_keeps_it_and_one_that_comes_too_late_is_told() -> None:
    api, _ = keeper()
    picture = upload()
    remove_unused_pictures()
    let_a_day_pass()

    kept = api.post("/admin/products", product_body(images=[picture.image]))
    assert kept.status in (200, 201)
    assert remove_unused_pictures() == 0

    Product.objects.update(main_picture=None)
    ProductPicture.objects.all().delete()
    remove_unused_pictures()
    let_a_day_pass()
    remove_unused_pictures()
    late = api.post("/admin/products", product_body(images=[picture.image]))
    assert late.refusal == (422, "VALIDATION")
    assert "images.0" in late.body["errors"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not ON_POSTGRES, reason="on SQLite one writer at a time is let in at all")
def test_who_wants_it_at_the_same_moment_is_waited_for(media: Path) -> None:
    picture = upload()
    remove_unused_pictures()
    let_a_day_pass()

    def sweep() -> int:
        try:
            return remove_unused_pictures()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            assert keep_picture(picture.key)
            sweeping = pool.submit(sweep)
            eventually(_somebody_waits_for_a_lock)
        removed = sweeping.result()

    assert removed == 0
    assert files(media)


def _somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        row = cursor.fetchone()
    return bool(row and row[0])
