"""An upload is answered at once; the worker renders the sizes apart, and the screens hear of it live."""

import io
import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from PIL import Image
from pytest_django.fixtures import Settings

from project.catalog.actions import pictures
from project.catalog.actions.pictures import ATTEMPTS
from project.catalog.models import Picture
from project.catalog.pictures.files import is_rendered, stored_names
from project.core.storage.files import PICTURES, delete, discard, remove_due_files
from project.events.models import Event
from project.events.topics import Caller
from project.live_topics import find
from tests.catalog.staff_helpers import as_base64, keeper, photo, product_body
from tests.http import Api
from tests.stored_files import own_files, source_path
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Path:
    own_files(settings, tmp_path)
    return tmp_path / "media"


def upload(content: bytes = b"") -> dict[str, Any]:
    api, _ = keeper()
    answer: Any = api.post("/admin/uploads", {"image": as_base64(content or photo())}).data
    return dict(answer[0])


def make_due() -> None:
    """Let the picture's lease or pause be over."""
    Picture.objects.filter(next_try_at__isnull=False).update(next_try_at=timezone.now())


def poison() -> Picture:
    """Upload a photo whose source then crashes the renderer: it claims more pixels than there may be."""
    upload()
    picture = Picture.objects.get()
    bomb = io.BytesIO()
    Image.new("L", (9000, 9000)).save(bomb, "JPEG", quality=1)
    source_path(picture).write_bytes(bomb.getvalue())
    return picture


def give_up() -> Picture:
    picture = poison()
    for _ in range(ATTEMPTS):
        make_due()
        sweep()
    picture.refresh_from_db()
    return picture


def names() -> list[str]:
    events = Event.objects.filter(subject__startswith="picture:").order_by("pk")
    return [event.name for event in events]


def test_upload_is_answered_before_any_size_is_rendered(media: Path) -> None:
    answer = upload()

    assert answer["status"] == "processing"
    assert answer["url"] == answer["picture"]["url"]
    assert answer["picture"]["pending"] == answer["key"]
    assert [path.name for path in (media / "products").iterdir()] == [Path(answer["url"]).name]
    shown = Client().get(answer["url"])
    assert shown.getvalue().startswith(b"\xff\xd8")
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/jpeg")


def test_worker_renders_every_size_and_says_so(media: Path) -> None:
    before = upload()

    assert sweep() == 1
    assert sweep() == 0

    api, user = keeper()
    after = api.get(f"/admin/uploads/{before['key']}").data
    assert (after["status"], after["picture"]["pending"]) == ("ready", None)
    assert after["url"].endswith("-800.webp")
    assert is_rendered(Picture.objects.get())
    assert after["version"] > before["version"]
    [event] = Event.objects.filter(name="picture.ready")
    assert event.topics == [f"picture:{before['key']}"]
    topic = find(event.topics[0])
    assert topic is not None
    state = topic.read(Caller(user_id=user.pk, role=user.role), event.topics[0])
    assert state is not None and (state.version, state.data) == (after["version"], after)
    assert not list((media / "products").glob(".*"))


def test_pages_show_the_source_until_the_sizes_are_there() -> None:
    api, _ = keeper()
    answer = upload()
    slug = api.post("/admin/products", product_body(images=[answer["url"]])).data["product"]["slug"]

    waiting = Api().get(f"/products/{slug}").data["product"]["pictures"][0]
    sweep()
    drawn = Api().get(f"/products/{slug}").data["product"]["pictures"][0]

    assert waiting["pending"] and not drawn["pending"]
    assert waiting["url"].endswith("-source.jpg")
    for address in (f"{drawn['url']}-400.avif", waiting["url"]):
        assert Client().get(address).getvalue()


def test_work_of_a_worker_that_died_is_taken_up_when_its_lease_ends(tmp_path: Path) -> None:
    upload()
    [pk] = pictures.take_due_pictures()
    picture = Picture.objects.get()
    stale = tmp_path / "scratch" / "of a killed worker"
    stale.mkdir(parents=True)
    (stale / "400.webp").write_bytes(b"half")
    yesterday = time.time() - 25 * 3600
    os.utime(stale, (yesterday, yesterday))
    Picture.objects.update(attempt=1)
    assert sweep() == 0

    Picture.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
    assert sweep() == 1

    picture.refresh_from_db()
    assert (picture.pk, picture.status, picture.attempt) == (pk, "ready", 2)
    assert list((tmp_path / "scratch").iterdir()) == []


def test_same_job_twice_renders_once() -> None:
    upload()
    [pk] = pictures.take_due_pictures()

    assert pictures.render_picture(pk) is not None
    assert pictures.render_picture(pk) is None

    assert names() == ["picture.ready"]


@pytest.mark.django_db(transaction=True)
def test_two_workers_with_the_same_job_leave_one_result(media: Path) -> None:
    upload()
    [pk] = pictures.take_due_pictures()

    at_once(2, lambda _: pictures.render_picture(pk))
    make_due()
    sweep()

    picture = Picture.objects.get()
    assert picture.status == "ready"
    assert is_rendered(picture)
    assert names() == ["picture.ready"]
    assert not list((media / "products").glob(".*"))


def test_picture_removed_meanwhile_leaves_nothing(media: Path) -> None:
    upload()
    [pk] = pictures.take_due_pictures()
    picture = Picture.objects.get()
    for name in stored_names(picture.key):
        delete(PICTURES, name)
    picture.delete()

    assert pictures.render_picture(pk) is None
    assert not list((media / "products").iterdir())


def test_poisoned_photo_is_given_up_after_some_tries_and_tried_again_on_request(media: Path) -> None:
    picture = give_up()

    assert (picture.status, picture.attempt, picture.next_try_at) == ("failed", ATTEMPTS, None)
    assert names() == ["picture.failed"]
    assert not list((media / "products").glob("*.avif"))

    source_path(picture).write_bytes(photo())
    api, _ = keeper()
    assert api.post(f"/admin/uploads/{picture.key}/retry").data["status"] == "processing"
    assert api.post(f"/admin/uploads/{picture.key}/retry").data["status"] == "processing"
    sweep()

    assert api.get(f"/admin/uploads/{picture.key}").data["status"] == "ready"
    assert names() == ["picture.failed", "picture.restarted", "picture.ready"]


def test_worker_that_dies_with_every_try_ends_them() -> None:
    upload()
    for number in range(ATTEMPTS):
        Picture.objects.update(attempt=number + 1)
    make_due()

    sweep()

    assert Picture.objects.get().status == "failed"


def test_failed_photo_sent_again_is_tried_again() -> None:
    picture = give_up()
    source_path(picture).unlink()

    assert upload()["status"] == "processing"
    sweep()

    assert Picture.objects.get().status == "ready"


@pytest.mark.both_stacks
def test_photo_whose_files_are_still_to_be_removed_cannot_be_sent_again(tmp_path: Path) -> None:
    upload()
    picture = Picture.objects.get()
    names = stored_names(picture.key)
    with transaction.atomic():
        picture.delete()
        discard(PICTURES, names)
    api, _ = keeper()

    refused = api.post("/admin/uploads", {"image": as_base64(photo())})
    remove_due_files()

    assert refused.refusal == (503, "UPLOAD_UNAVAILABLE")
    assert not Picture.objects.exists()
    assert upload()["status"] == "processing"
    assert source_path(Picture.objects.get()).exists()


def test_unknown_upload_is_not_found_and_a_buyer_may_not_ask() -> None:
    api, _ = keeper()

    assert api.get("/admin/uploads/upload-0").status == 404
    assert api.post("/admin/uploads/upload-0/retry").status == 404
    assert Api().get("/admin/uploads/upload-0").status == 401
    topic = find("picture:upload-0")
    assert topic is not None and topic.read(Caller(role="catalogue"), "picture:upload-0") is None
    assert topic is not None and not topic.may(Caller(user_id=1, role="buyer"), "picture:upload-0")


@pytest.mark.both_stacks
def test_database_knows_the_statuses() -> None:
    upload()

    with pytest.raises(IntegrityError), transaction.atomic():
        Picture.objects.update(status="lost")
