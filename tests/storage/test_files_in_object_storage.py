"""With object storage every file goes there: pictures for everybody, the rest through the shop alone."""

import json
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from PIL import Image

from project.accounts.address_proofs import prove
from project.catalog.models import Picture, Product
from project.core.middleware import content_security_policy
from project.core.models import FileRemoval
from project.core.storage.files import remove_due_files
from project.exports import actions as exports
from project.invoices.models import DocumentFile
from project.orders.models import Order, OrderLine
from project.orders.order_schemas import items_out
from project.reviews.models import Review
from tests.catalog.staff_helpers import as_base64, keeper, photo, product_body
from tests.exports.export_helpers import make
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.invoices.document_helpers import bought, invoice_for
from tests.object_storage import PICTURES_BUCKET, PRIVATE_BUCKET, ObjectStorage
from tests.orders.order_helpers import delivered
from tests.returns.return_helpers import ask
from tests.reviews import review_helpers
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def uploaded() -> dict[str, Any]:
    """Upload a product picture as staff do, and let the worker render it."""
    api, _ = keeper()
    uploads: Any = api.post("/admin/uploads", {"image": as_base64(photo())}).data
    sweep()
    return dict(api.get(f"/admin/uploads/{uploads[0]['key']}").data)


def written_past_it(folder: Path) -> list[str]:
    """Return the files that lie on this machine."""
    return [str(path) for path in folder.rglob("*") if path.is_file()]


def test_product_pictures_are_fetched_from_their_bucket_for_ever(s3: ObjectStorage, tmp_path: Path) -> None:
    picture = uploaded()["picture"]

    assert picture["url"].startswith(f"{s3.url}/{PICTURES_BUCKET}/products/upload-")
    for extension in ("avif", "webp"):
        shown = httpx.get(f"{picture['url']}-800.{extension}")
        assert (shown.status_code, shown.headers["content-type"]) == (200, f"image/{extension}")
        assert shown.headers["cache-control"] == "public, max-age=31536000, immutable"
        with Image.open(BytesIO(shown.content)) as image:
            assert image.width == 800
    assert len(s3.names(PICTURES_BUCKET)) == 7  # the source, and three sizes in two formats
    assert s3.names(PRIVATE_BUCKET) == []
    assert written_past_it(tmp_path) == []


def test_pages_may_show_pictures_of_that_host_and_of_no_other(s3: ObjectStorage) -> None:
    [allowed] = [part for part in content_security_policy().split("; ") if part.startswith("img-src")]

    assert allowed == f"img-src 'self' data: blob: {s3.url}"


def test_address_of_before_leads_to_the_picture(s3: ObjectStorage) -> None:
    name = uploaded()["url"].removeprefix(f"{s3.url}/{PICTURES_BUCKET}/")

    moved = Client().get(f"/media/{name}")

    assert (moved.status_code, moved["Location"]) == (302, f"{s3.url}/{PICTURES_BUCKET}/{name}")
    assert httpx.get(moved["Location"]).status_code == 200


def test_products_and_forms_name_pictures_by_the_address_they_are_shown_at(s3: ObjectStorage) -> None:
    api, _ = keeper()
    address = uploaded()["url"]

    made = api.post("/admin/products", product_body(images=[address])).data["product"]

    assert made["mainImage"] == address
    assert Product.objects.get().main_picture == Picture.objects.get()


def test_orders_keep_an_address_that_outlives_the_cdn(s3: ObjectStorage, settings: Any) -> None:
    api, _ = keeper()
    api.post("/admin/products", product_body(images=[uploaded()["url"]]))
    product = make_product(main_picture=Picture.objects.get())
    bought(product)
    line = OrderLine.objects.get()

    assert line.image.startswith("/media/products/upload-")
    assert items_out([line], language="en")[0].image == product.main_image
    settings.PICTURES_URL = "https://cdn.example/"
    shown = items_out([line], language="en")[0].image
    assert shown == f"https://cdn.example/{line.image.removeprefix('/media/')}"
    settings.PICTURES_URL = "/media/"
    assert items_out([line], language="en")[0].image == line.image


def test_photos_of_reviews_are_handed_out_by_the_shop_alone(s3: ObjectStorage, tmp_path: Path) -> None:
    product = make_product()
    author = review_helpers.buyer(product)

    shown = review_helpers.write(author, product, review_helpers.photo()).data["review"]["photos"][0]

    assert shown["url"].startswith("/media/reviews/")
    response = Client().get(shown["url"])
    assert (response.status_code, response["Content-Type"]) == (200, "image/webp")
    assert response.content.startswith(b"RIFF")
    names = s3.names(PRIVATE_BUCKET)
    assert len(names) == 2
    assert [s3.fetch(PRIVATE_BUCKET, name).status_code for name in names] == [403, 403]
    assert s3.names(PICTURES_BUCKET) == []
    assert written_past_it(tmp_path) == []


def test_photos_of_returns_are_handed_out_by_the_shop_alone(s3: ObjectStorage, tmp_path: Path) -> None:
    shown = ask(delivered(), photos=[review_helpers.photo()]).data["order"]["returns"][0]["photos"][0]

    response = Client().get(shown["url"])

    assert response.content.startswith(b"RIFF")
    assert (response["Cache-Control"], response["X-Robots-Tag"]) == ("private, max-age=3600", "noindex")
    assert Client().get("/media/returns/made-up.webp").status_code == 404
    assert {s3.fetch(PRIVATE_BUCKET, name).status_code for name in s3.names(PRIVATE_BUCKET)} == {403}
    assert written_past_it(tmp_path) == []


def test_withdrawn_photos_leave_the_storage(s3: ObjectStorage) -> None:
    product = make_product()
    author = review_helpers.buyer(product)
    shown = review_helpers.write(author, product, review_helpers.photo()).data["review"]["photos"][0]

    author.other("DELETE", f"/products/{product.slug}/reviews/mine")

    assert Review.objects.get().status == "withdrawn"
    assert remove_due_files() == 2
    assert s3.names(PRIVATE_BUCKET) == []
    assert Client().get(shown["url"]).status_code == 404


@pytest.mark.usefixtures("provider")
def test_exports_are_handed_out_for_the_minutes_of_their_link_alone(
    s3: ObjectStorage, tmp_path: Path, settings: Any
) -> None:
    staff = Api(token=log_in(make_user(role="finance")))
    make_user(role="customer")
    export = make(staff, "users")
    url = staff.post(f"/admin/exports/{export.export_id}/link").data["url"]

    response: Any = Client().get(url)

    content = b"".join(response.streaming_content)
    assert content.startswith(b"\xef\xbb\xbf")
    assert (len(content), response["Content-Length"]) == (export.size, str(export.size))
    assert s3.names(PRIVATE_BUCKET) == [f"exports/{export.stored_name}"]
    assert s3.fetch(PRIVATE_BUCKET, f"exports/{export.stored_name}").status_code == 403
    assert written_past_it(tmp_path) == []

    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        expired = Client().get(url)
    assert (expired.status_code, json.loads(expired.content)["code"]) == (404, "NOT_FOUND")

    type(export).objects.update(expires_at=timezone.now())
    exports.remove_old_files()
    remove_due_files()
    assert s3.names(PRIVATE_BUCKET) == []
    assert not FileRemoval.objects.exists()


def test_invoices_are_handed_out_to_who_may_read_the_order_alone(s3: ObjectStorage, tmp_path: Path) -> None:
    order: Order = bought()
    invoice = invoice_for(order)
    file = DocumentFile.objects.get(document=invoice)
    address = f"/api/orders/{order.order_id}/invoice.pdf"

    mine = Client().get(address, headers={"X-Order-Access": prove(order.email)})
    strangers = Client().get(address)

    assert mine.content.startswith(b"%PDF-") and len(mine.content) == file.size
    assert strangers.status_code == 404
    assert s3.names(PRIVATE_BUCKET) == [file.name]
    assert s3.fetch(PRIVATE_BUCKET, file.name).status_code == 403
    assert written_past_it(tmp_path) == []
