"""A document's PDF is a file that its row names: written once, and printed again when it is lost."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.accounts.address_proofs import prove
from project.core.mail import send_mail_row, take_due_mails
from project.core.models import FileRemoval, Mail
from project.core.storage.files import PRIVATE, RESERVED_FOR, Writing, remove_due_files, writing
from project.invoices.actions.issuing import issue
from project.invoices.actions.order_invoice import invoice_of
from project.invoices.actions.printing import keep
from project.invoices.models import Document, DocumentFile, DueDocument
from project.orders.models import Order
from tests.buying import pay
from tests.invoices.document_helpers import bought, invoice_for, make_due, paid, pdf_bytes
from tests.sandbox_process import SandboxProcess
from tests.stored_files import own_files, path_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    """Return the folder of the documents."""
    own_files(settings, tmp_path)
    return tmp_path / "media" / "documents"


def stored(folder: Path) -> list[Path]:
    return list(folder.rglob("*.pdf"))


def file_path() -> Path:
    return path_of(PRIVATE, DocumentFile.objects.get().name)


def take_storage_away(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("no folder")
    settings.MEDIA_ROOT = tmp_path / "a file"


def download(order: Order) -> Any:
    return Client().get(
        f"/api/orders/{order.order_id}/invoice.pdf", headers={"X-Order-Access": prove(order.email)}
    )


def restore() -> str:
    said = StringIO()
    call_command("restore_documents", stdout=said)
    return said.getvalue()


def test_maker_that_dies_between_file_and_row_is_followed_by_another(folder: Path) -> None:
    order = paid(bought())
    died = issue(DueDocument.objects.get())
    Writing(PRIVATE).save({f"documents/{died.year}/died.pdf": b"%PDF"})

    [document] = make_due()

    assert document == died
    assert invoice_of(order) == died
    assert len(stored(folder)) == 2
    FileRemoval.objects.update(due_at=F("due_at") - RESERVED_FOR)
    assert remove_due_files() == 1
    assert stored(folder) == [file_path()]


def test_while_the_storage_is_away_documents_wait(settings: Settings, tmp_path: Path, folder: Path) -> None:
    order = paid(bought())
    take_storage_away(settings, tmp_path)

    assert make_due() == []

    due = DueDocument.objects.get()
    assert (due.attempts, due.last_error[:18]) == (1, "StorageUnavailable")
    assert invoice_of(order) is None
    assert not Mail.objects.filter(kind="invoice").exists()
    settings.MEDIA_ROOT = tmp_path / "media"
    DueDocument.objects.update(next_try_at=timezone.now())
    [document] = make_due()
    assert document.sequence == 1
    assert stored(folder) == [file_path()]


def test_invoice_cannot_be_fetched_while_the_storage_is_away(settings: Settings, tmp_path: Path) -> None:
    invoice = invoice_for(bought())
    take_storage_away(settings, tmp_path)

    response = download(invoice.order)

    body = json.loads(response.content)
    assert (response.status_code, body["code"], response["Retry-After"]) == (503, "BUSY", "10")
    assert body["message"] == "Files cannot be stored or read for a moment. Please try again"


def test_mail_waits_for_its_invoice_while_the_storage_is_away(
    provider: SandboxProcess, settings: Settings, tmp_path: Path
) -> None:
    pay(bought(), provider)
    make_due()
    Mail.objects.exclude(kind="invoice").delete()
    settings.EMAIL_HOST = "127.0.0.1"
    take_storage_away(settings, tmp_path)

    [pk] = take_due_mails()

    assert send_mail_row(pk) is False
    mail = Mail.objects.get()
    assert (mail.status, mail.last_error, mail.attempts) == ("due", "StorageUnavailable", 1)


@pytest.mark.parametrize("content", [None, b"%PDF-1.7 but another", b""])
def test_lost_or_damaged_file_is_printed_again_and_restored(content: bytes | None) -> None:
    invoice = invoice_for(bought())
    sent = pdf_bytes(invoice)
    if content is None:
        file_path().unlink()
    else:
        file_path().write_bytes(content)

    shown = download(invoice.order)
    before = file_path().read_bytes() if file_path().exists() else None
    said = restore()

    assert (shown.status_code, shown.content) == (200, sent)
    assert before == content  # a download writes nothing
    assert said == "0 files are whole, 1 were restored\n"
    assert pdf_bytes(invoice) == sent
    assert restore() == "1 files are whole, 0 were restored\n"


def test_file_that_comes_out_differently_now_is_not_put_in_its_place(folder: Path) -> None:
    order = paid(bought())
    document = issue(DueDocument.objects.get())
    # As after a new release of the printer: the digest is of other bytes.
    DocumentFile.objects.create(document=document, name="documents/x.pdf", size=9, sha256="0" * 64)

    assert f"{document.number}: comes out differently now" in restore()
    assert stored(folder) == []
    assert download(order).content.startswith(b"%PDF-")


def test_document_of_before_is_read_from_its_row() -> None:
    order = paid(bought())
    document = issue(DueDocument.objects.get())
    DocumentFile.objects.create(document=document, pdf=b"%PDF-before", sha256="0" * 64)

    assert download(order).content == b"%PDF-before"
    assert restore() == "0 files are whole, 0 were restored\n"


def test_late_second_maker_leaves_no_file(folder: Path) -> None:
    paid(bought())
    due = DueDocument.objects.get()
    [document] = make_due()

    with writing(PRIVATE) as files:
        files.save({"documents/late.pdf": b"%PDF"})
        keep(due, document, files, DocumentFile(name="documents/late.pdf", size=4, sha256="0" * 64))

    assert stored(folder) == [file_path()]
    assert Document.objects.count() == 1


def test_folders_are_those_of_the_financial_year(folder: Path) -> None:
    invoice = invoice_for(bought())

    assert file_path().parent == folder / invoice.year
    assert file_path().name.startswith(invoice.number.replace("/", "-"))
