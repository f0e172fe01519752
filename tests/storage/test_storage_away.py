"""While object storage is away the shop says so at once, keeps nothing by halves, and catches up later."""

import time
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from project.catalog.models import Picture
from project.core.models import FileRemoval
from project.core.storage.files import PRIVATE, is_available, remove_due_files
from project.exports.models import Export
from project.invoices.models import DocumentFile, DueDocument
from project.returns.models import Return
from project.reviews.models import Review
from tests.catalog.staff_helpers import as_base64, keeper, photo
from tests.exports.export_helpers import ask as ask_for_export
from tests.exports.export_helpers import run_due
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.invoices.document_helpers import bought, make_due, paid
from tests.object_storage import PRIVATE_BUCKET, ObjectStorage
from tests.orders.order_helpers import delivered
from tests.returns.return_helpers import ask
from tests.reviews import review_helpers
from tests.waiting import eventually
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def away(s3: ObjectStorage) -> ObjectStorage:
    """The storage, which does not answer until `back`."""
    s3.halt()
    return s3


def back(storage: ObjectStorage) -> None:
    """Let the storage answer again, with empty buckets, and the shop notice."""
    storage.start()
    eventually(lambda: is_available(PRIVATE))


def say_so(answer: Answer) -> bool:
    return answer.refusal == (503, "BUSY") and answer.headers["Retry-After"] == "10"


def test_photos_are_refused_and_nothing_is_kept(away: ObjectStorage) -> None:
    product, order = make_product(), delivered()
    author = review_helpers.buyer(product)

    assert say_so(review_helpers.write(author, product, review_helpers.photo()))
    assert say_so(ask(order, photos=[review_helpers.photo()]))

    assert not Review.objects.exists() and not Return.objects.exists()
    back(away)
    FileRemoval.objects.update(due_at=timezone.now())
    remove_due_files()
    assert not FileRemoval.objects.exists()
    assert away.names(PRIVATE_BUCKET) == []
    assert review_helpers.write(author, product, review_helpers.photo()).status == 200


def test_pictures_are_refused_and_rendered_later(s3: ObjectStorage, away: ObjectStorage) -> None:
    api, _ = keeper()

    refused = api.post("/admin/uploads", {"image": as_base64(photo())})

    assert refused.refusal == (503, "UPLOAD_UNAVAILABLE")
    assert not Picture.objects.exists()
    back(away)
    assert api.post("/admin/uploads", {"image": as_base64(photo())}).status == 200
    away.halt()
    sweep()
    waiting = Picture.objects.get()
    assert (waiting.status, waiting.attempt) == ("processing", 0)  # the try does not count


def test_photos_cannot_be_seen_meanwhile(s3: ObjectStorage) -> None:
    product = make_product()
    shown = review_helpers.write(review_helpers.buyer(product), product, review_helpers.photo()).data[
        "review"
    ]["photos"][0]
    s3.halt()
    client = Client(raise_request_exception=False)

    first = client.get(shown["url"])
    began = time.monotonic()
    others = [client.get(shown["url"]).status_code for _ in range(5)]

    assert (first.status_code, first["Retry-After"]) == (503, "5")
    assert others == [503] * 5
    assert time.monotonic() - began < 2  # nobody waits for what is known to be away
    back(s3)


@pytest.mark.usefixtures("provider")
def test_exports_and_invoices_are_made_when_it_is_back(away: ObjectStorage) -> None:
    order = paid(bought())
    staff = Api(token=log_in(make_user(role="finance")))
    ask_for_export(staff, "orders")

    assert make_due() == []
    run_due()

    export = Export.objects.get()
    assert (export.status, export.attempt) == ("waiting", 0)  # the try does not count
    assert not DocumentFile.objects.exists()
    assert DueDocument.objects.get().attempts == 1
    back(away)
    Export.objects.update(next_try_at=timezone.now())
    DueDocument.objects.update(next_try_at=timezone.now())
    run_due()
    [document] = make_due()
    export.refresh_from_db()
    assert (export.status, document.order) == ("done", order)
    assert len(away.names(PRIVATE_BUCKET)) == 2


def test_what_is_withdrawn_meanwhile_goes_later(s3: ObjectStorage) -> None:
    product = make_product()
    author = review_helpers.buyer(product)
    review_helpers.write(author, product, review_helpers.photo())
    s3.halt()

    author.other("DELETE", f"/products/{product.slug}/reviews/mine")
    assert remove_due_files() == 0

    assert FileRemoval.objects.count() == 2
    back(s3)
    FileRemoval.objects.update(due_at=F("due_at") - timedelta(minutes=6))
    assert remove_due_files() == 2
