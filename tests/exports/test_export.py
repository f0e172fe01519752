"""An export is exactly the filtered rows, made once, for whoever asked, for a day."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from project.accounts.models import User
from project.core.errors import InvalidTransition
from project.core.storage.files import EXPORTS, read, remove_due_files
from project.events.models import AuditEntry
from project.events.topics import Caller
from project.exports import actions
from project.exports.kinds import KINDS
from project.exports.models import Export
from project.live_topics import find
from project.payments.models import Payment
from tests.buying import let_pass, place, start
from tests.exports.export_helpers import ask, make, rows_of, run_due
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.stored_files import own_files

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("provider")]


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    """Return the folder of the files."""
    own_files(settings, tmp_path)
    return tmp_path / "exports"


@pytest.fixture
def finance() -> User:
    return make_user(role="finance")


@pytest.fixture
def staff(finance: User) -> Api:
    return Api(token=log_in(finance))


def payments(count: int) -> list[Payment]:
    """Open so many payments, the newest last."""
    product = make_product(stock=count, price_paise=125_050)
    return [start(place(product)) for _ in range(count)]


def test_a_file_has_exactly_the_filtered_rows_in_the_boards_order(staff: Api) -> None:
    old, *new = payments(3)
    let_pass(old, timedelta(days=3))
    today = timezone.localdate().isoformat()

    export = make(staff, filters={"startDate": today, "minAmount": 1250.5})

    shown = staff.get("/transactions", {"startDate": today, "minAmount": "1250.5"}).data
    assert [row["Transaction"] for row in rows_of(export)] == [
        row["transactionId"] for row in shown["transactions"]
    ]
    assert len(shown["transactions"]) == len(new) == 2
    assert (export.status, export.rows_done, export.rows_total) == ("done", 2, 2)
    row = rows_of(export)[0]
    assert (row["Amount"], row["Status"], row["Currency"]) == ("1250.50", "PENDING", "INR")
    assert re.fullmatch(r"\d\d-\d\d-\d{4} \d\d:\d\d:\d\d", row["Begun (IST)"])


def test_people_are_masked_unless_somebody_says_why_not(staff: Api, finance: User) -> None:
    payments(1)

    masked = rows_of(make(staff))[0]
    full = rows_of(make(staff, personalData="full", reason="Bank asks for the payer"))[0]

    assert (masked["Customer"], masked["Email"], masked["Phone"]) == (
        "A••• R•••",
        "a•••@example.com",
        "•••3210",
    )
    assert (full["Customer"], full["Email"], full["Phone"]) == ("Asha Rao", "asha@example.com", "9876543210")
    logged = AuditEntry.objects.filter(action="export.started").order_by("pk")
    assert [(entry.after["full"], entry.note) for entry in logged] == [
        (False, ""),
        (True, "Bank asks for the payer"),
    ]
    assert {entry.actor for entry in logged} == {f"user:{finance.public_id}"}


def test_full_data_without_a_reason_is_refused(staff: Api) -> None:
    refused = ask(staff, personalData="full", reason=" a ")

    assert refused.refusal == (422, "VALIDATION")
    assert "reason" in refused.body["errors"]
    assert not Export.objects.exists()


def test_the_log_does_not_keep_whom_somebody_searched_for(staff: Api) -> None:
    ask(staff, filters={"search": "asha@example.com", "status": "PENDING"})

    assert AuditEntry.objects.get().after["filters"] == {"search": "•••", "status": "PENDING"}


@pytest.mark.parametrize(
    ("kind", "filters"),
    [
        ("transactions", {"status": "PAID"}),
        ("transactions", {"statuss": "PENDING"}),
        ("transactions", {"minAmount": "much"}),
        ("transactions", {"startDate": "2026-13-01"}),
        ("tax", {}),
        ("tax", {"month": "2026-13"}),
        ("tax", {"month": "november"}),
    ],
)
def test_filters_the_list_would_not_take_are_refused(staff: Api, kind: str, filters: dict[str, Any]) -> None:
    refused = ask(staff, kind, filters=filters)

    assert refused.refusal == (422, "VALIDATION")
    assert "filters" in refused.body["errors"]
    assert not Export.objects.exists()


def test_nothing_to_export_says_so_and_leaves_no_file(staff: Api, folder: Path, tmp_path: Path) -> None:
    export = make(staff, filters={"status": "REFUNDED"})

    assert (export.status, export.rows_total) == ("empty", 0)
    assert not folder.exists()
    assert list((tmp_path / "scratch").iterdir()) == []
    assert staff.post(f"/admin/exports/{export.export_id}/link").refusal == (404, "NOT_FOUND")


def test_a_link_fetches_the_file_each_time_is_logged(staff: Api, finance: User) -> None:
    payments(2)
    export = make(staff)

    link = staff.post(f"/admin/exports/{export.export_id}/link").data
    response = Client().get(link["url"])

    sent = b"".join(response.streaming_content)  # type: ignore[attr-defined]
    assert sent == read(EXPORTS, export.stored_name)
    assert response["Content-Disposition"].startswith("attachment")
    assert response["Cache-Control"] == "no-store"
    entry = AuditEntry.objects.get(action="export.downloaded")
    assert (entry.subject, entry.actor) == (export.subject, f"user:{finance.public_id}")


def test_a_link_ends_with_its_minutes_its_owners_right_and_the_file(
    staff: Api, finance: User, folder: Path
) -> None:
    payments(1)
    export = make(staff)
    url = staff.post(f"/admin/exports/{export.export_id}/link").data["url"]

    def fetched() -> int:
        response = Client().get(url)
        # Read to its end, it closes the file.
        b"".join(getattr(response, "streaming_content", ()))
        return response.status_code

    assert fetched() == 200
    assert Client().get("/api/exports/made-up").status_code == 404
    other = signing.dumps([export.export_id, make_user(role="admin").public_id], salt="akshamala.export")
    assert Client().get(f"/api/exports/{other}").status_code == 404

    User.objects.filter(pk=finance.pk).update(role="support")
    assert fetched() == 404
    User.objects.filter(pk=finance.pk).update(role="finance")

    Export.objects.update(expires_at=timezone.now())
    assert actions.remove_old_files() == 1
    assert remove_due_files() == 1
    assert fetched() == 404
    assert list(folder.iterdir()) == []
    assert staff.get("/admin/exports").data["exports"][0]["status"] == "expired"


def test_nobody_sees_or_touches_another_persons_export(staff: Api) -> None:
    payments(1)
    export = make(staff)
    other = Api(token=log_in(make_user(role="admin")))

    assert other.get("/admin/exports").data["exports"] == []
    assert other.post(f"/admin/exports/{export.export_id}/link").refusal == (404, "NOT_FOUND")
    assert other.post(f"/admin/exports/{export.export_id}/cancel").refusal == (404, "NOT_FOUND")


@pytest.mark.parametrize("role", ["support", "orders", "catalogue", "customer"])
def test_only_who_may_export_can_ask(role: str) -> None:
    api = Api(token=log_in(make_user(role=role)))

    assert ask(api).refusal == (403, "FORBIDDEN")
    assert api.get("/admin/exports").refusal == (403, "FORBIDDEN")
    topic = find("staff:exports")
    assert topic is not None and not topic.may(Caller(user_id=1, role=role), "staff:exports")


def test_the_live_topic_says_what_the_read_says(staff: Api, finance: User) -> None:
    payments(1)
    make(staff)
    topic = find("staff:exports")
    assert topic is not None

    state = topic.read(Caller(user_id=finance.pk, role="finance"), "staff:exports")

    assert state is not None
    rest = staff.get("/admin/exports").data
    assert {**state.data, "version": 0} == {**rest, "version": 0}


def test_a_repeated_request_makes_one_export(staff: Api) -> None:
    first = staff.post("/admin/exports", {"kind": "transactions"}, key="once").data["export"]["_id"]
    again = staff.post("/admin/exports", {"kind": "transactions"}, key="once").data["export"]["_id"]

    assert first == again
    assert Export.objects.count() == 1


def test_called_off_before_its_turn_it_is_never_made(staff: Api, folder: Path) -> None:
    payments(1)
    export_id = ask(staff).data["export"]["_id"]

    cancelled = staff.post(f"/admin/exports/{export_id}/cancel").data["export"]
    run_due()

    export = Export.objects.get(export_id=export_id)
    assert cancelled["status"] == export.status == "cancelled"
    assert not folder.exists()
    assert AuditEntry.objects.filter(action="export.cancelled").count() == 1


def test_a_finished_one_cannot_be_called_off(staff: Api, finance: User) -> None:
    payments(1)
    export = make(staff)

    with pytest.raises(InvalidTransition):
        actions.cancel(export.export_id, user=finance)


def test_an_xlsx_file_is_made_too(staff: Api, folder: Path) -> None:
    payments(1)

    export = make(staff, format="xlsx")

    assert read(EXPORTS, export.stored_name).startswith(b"PK")
    assert [path.name for path in folder.iterdir()] == [export.stored_name]


def test_titles_are_in_the_language_of_whoever_asks(finance: User) -> None:
    payments(1)

    export = make(Api(token=log_in(finance), language="hi"))

    assert "लेन-देन" in rows_of(export)[0]


@pytest.mark.parametrize("kind", ["transactions", "orders", "users"])
def test_rows_are_read_together_and_whole(
    kind: str, staff: Api, finance: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        start(place(make_product()))
    found = KINDS[kind]
    keys = list(found.keys({}))

    # Of orders also the fees and the money, each in one query.
    with django_assert_num_queries(3 if kind == "orders" else 1):
        readers = [column.reader(full=True) for column in found.columns]
        rows = [[read(row) for read in readers] for row in found.read({}, keys)]

    assert len(rows) == len(keys) > 0
