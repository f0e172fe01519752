"""The file of an import: taken in by the request, read by the job, deleted once it is read."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from project.catalog.models import Product
from project.move_in import actions
from project.move_in.file_reading import MOST_ROWS
from project.move_in.models import Import, ImportFile, ImportRow
from tests.factories import log_in, make_category, make_user
from tests.http import Answer, Api
from tests.move_in.exports import shopify_export
from tests.move_in.import_helpers import carry, line, move, preview, rows, run_due, shopify, shown, upload
from tests.threads import at_once

pytestmark = pytest.mark.django_db

BROKEN_WORKBOOK = b"PK\x03\x04" + bytes(range(200))
GOODS = b"Ware,Preis,Gruppe\nOnyx,450,Malas\nOpal,460,Malas\n"
COLUMNS = {"title": "Ware", "price": "Preis", "category": "Gruppe"}


def map_columns(api: Api, import_id: str, mapping: dict[str, str]) -> Answer:
    """Say which column is which."""
    return api.other("PUT", f"/admin/imports/{import_id}/columns", {"mapping": mapping})


def die_while_reading() -> int:
    """Claim the import that is due as a worker does that is killed, and let its lease end."""
    (claimed,) = actions.take_due_imports()
    Import.objects.update(next_try_at=timezone.now())
    return claimed


def test_a_broken_workbook_is_taken_in_and_fails_with_its_reason_in_the_job(staff: Api) -> None:
    answer = upload(staff, BROKEN_WORKBOOK, "products.xlsx")
    assert (answer.status, answer.data["status"]) == (200, "reading")

    run_due()

    failed = shown(staff, answer.data["_id"])
    assert failed["status"] == "failed"
    assert failed["problem"]["en"] == "This file is no table. Please choose a CSV or XLSX file"
    assert failed["problem"]["hi"] != failed["problem"]["en"]
    assert not ImportFile.objects.exists()


def test_an_upload_reads_no_record(staff: Api) -> None:
    import_id = upload(staff, shopify(line("onyx-mala"))).data["_id"]

    assert (shown(staff, import_id)["status"], shown(staff, import_id)["source"]) == ("reading", "")
    assert rows(staff, import_id) == []
    for verb in ("run", "publish", "take_back"):
        assert move(staff, import_id, verb).refusal == (409, "INVALID_TRANSITION")


def test_a_file_is_deleted_once_it_is_read(staff: Api) -> None:
    import_id = preview(staff, shopify(line("onyx-mala")))

    assert (shown(staff, import_id)["status"], shown(staff, import_id)["source"]) == ("ready", "shopify")
    assert not ImportFile.objects.exists()


@pytest.mark.parametrize(
    "body",
    [b"%PDF-1.7 \x00\x01", b"\xd0\xcf\x11\xe0 old Excel", b"\x89PNG\r\n\x1a\n\x00\x00", b"<html>"],
)
def test_files_of_another_type_are_refused_at_once(staff: Api, body: bytes) -> None:
    assert upload(staff, body).refusal == (422, "FILE_UNREADABLE")
    assert Import.objects.count() == 0


def test_file_that_is_too_large_is_refused_at_once(staff: Api) -> None:
    assert upload(staff, b"a,b\n" * 2_600_000).refusal == (422, "FILE_UNREADABLE")
    assert Import.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (shopify(), "This file has no lines below its headings"),
        (b"\n \n", "This file has no lines below its headings"),
        (
            shopify(*[line(f"mala-{number}") for number in range(MOST_ROWS + 1)]),
            "This file is too large: at most 10 MB and 5,000 records. Please split it",
        ),
    ],
    ids=["no records", "no lines", "too many records"],
)
def test_files_without_usable_records_fail_with_their_reason(staff: Api, body: bytes, problem: str) -> None:
    import_id = preview(staff, body)

    assert shown(staff, import_id)["problem"]["en"] == problem
    assert rows(staff, import_id) == []


def test_a_killed_job_reads_the_file_again(staff: Api) -> None:
    import_id = upload(staff, shopify(line("onyx-mala"), line("opal-mala"))).data["_id"]
    die_while_reading()

    run_due()

    assert shown(staff, import_id)["counts"]["new"] == 2


def test_a_worker_that_lost_its_lease_while_reading_adds_no_second_rows(staff: Api) -> None:
    import_id = upload(staff, shopify(line("onyx-mala"))).data["_id"]
    late = die_while_reading()
    run_due()

    actions.work_on(late)

    assert ImportRow.objects.count() == 1
    assert shown(staff, import_id)["status"] == "ready"


def test_a_file_that_kills_its_reader_each_time_fails_and_is_deleted(staff: Api) -> None:
    import_id = upload(staff, shopify(line("onyx-mala"))).data["_id"]
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE move_in_importrow RENAME COLUMN title TO lost")
    for _try in range(actions.ATTEMPTS + 1):
        Import.objects.filter(next_try_at__isnull=False).update(next_try_at=timezone.now())
        run_due()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE move_in_importrow RENAME COLUMN lost TO title")

    assert (shown(staff, import_id)["status"], shown(staff, import_id)["problem"]["en"]) == ("failed", "")
    assert not ImportFile.objects.exists()


def test_reading_that_is_stopped_forgets_the_file(staff: Api) -> None:
    import_id = upload(staff, shopify(line("onyx-mala"))).data["_id"]

    move(staff, import_id, "stop")
    run_due()

    assert shown(staff, import_id)["status"] == "failed"
    assert not ImportFile.objects.exists() and rows(staff, import_id) == []


def test_unknown_headings_are_asked_for_and_mapped(staff: Api) -> None:
    import_id = preview(staff, GOODS)
    asked = staff.get(f"/admin/imports/{import_id}").data
    assert (asked["status"], asked["columns"]) == ("unmapped", ["Ware", "Preis", "Gruppe"])
    assert {"name": "title", "label": "Name"} in asked["fields"]

    assert map_columns(staff, import_id, COLUMNS).data["status"] == "reading"
    run_due()
    carry(staff, import_id, "run")

    assert set(Product.objects.values_list("title_en", "price_paise")) == {("Onyx", 45_000), ("Opal", 46_000)}
    assert map_columns(staff, import_id, COLUMNS).refusal == (409, "INVALID_TRANSITION")


def test_columns_named_with_the_upload_are_not_asked_for(staff: Api) -> None:
    import_id = preview(staff, GOODS, mapping='{"title": "Ware", "price": "Preis", "category": "Gruppe"}')

    assert (shown(staff, import_id)["status"], shown(staff, import_id)["source"]) == ("ready", "other")


@pytest.mark.parametrize("mapping", [{}, {"title": "Titel"}, {"colour": "Ware"}])
def test_columns_or_fields_that_do_not_exist_are_refused(staff: Api, mapping: dict[str, str]) -> None:
    import_id = preview(staff, GOODS)

    assert map_columns(staff, import_id, mapping).status == 422
    assert shown(staff, import_id)["status"] == "unmapped"


def test_a_file_whose_columns_nobody_names_is_forgotten_after_a_day(staff: Api) -> None:
    preview(staff, GOODS)
    preview(staff, shopify(line("onyx-mala")))
    Import.objects.update(created_at=timezone.now() - timedelta(hours=25))

    assert actions.forget_old_imports()
    assert not actions.forget_old_imports()

    assert not ImportFile.objects.exists()
    assert Import.objects.get().status == "ready"


def test_only_a_few_files_of_one_person_wait_to_be_read(staff: Api) -> None:
    waiting = [upload(staff, GOODS).data["_id"] for _ in range(actions.MOST_WAITING)]

    assert upload(staff, GOODS).status == 409
    assert upload(Api(token=log_in(make_user(role="admin"))), GOODS).status == 200

    move(staff, waiting[0], "stop")
    assert upload(staff, GOODS).status == 200


@pytest.mark.production_stack
@pytest.mark.django_db(transaction=True)
def test_two_uploads_at_once_are_both_read_once() -> None:
    make_category("malas", name_en="Malas")
    token = log_in(make_user(role="admin"))
    body = shopify_export("https://shop.example").as_workbook()

    ids = at_once(2, lambda _number: upload(Api(token=token), body, "a.xlsx").data["_id"])
    due = actions.take_due_imports(limit=2)
    at_once(4, lambda number: actions.work_on(due[number % 2]))
    Import.objects.filter(next_try_at__isnull=False).update(next_try_at=timezone.now())
    run_due()

    admin = Api(token=token)
    first, second = (shown(admin, each) for each in ids)
    assert first["status"] == second["status"] == "ready"
    assert first["counts"] == second["counts"] and first["counts"]["new"] > 100
