"""Make the documents that are due, and the stored files of those that were made.

A paid order leaves a due row in its own transaction, and so does a refund that is done, or its invoice where
that comes later. A job makes the document in three steps, and one that dies between them is only late:

1. issue: take the number and write down what will stand on it, in one transaction, so no number is ever lost;
2. print the PDF from that and store it, outside any transaction;
3. keep the file, write the mail and drop the due row, in one transaction.

A file is never written again under its name. Where it is missing or damaged, the same is printed again from
what the row says (`pdf_of`, `restore_files`).
"""

import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from project.core.mail import Attachment
from project.core.shop import one_reading
from project.core.storage.files import PRIVATE, Writing, read, save, writing
from project.events.publish import publish
from project.invoices import emails
from project.invoices.actions.issuing import issue
from project.invoices.models import Document, DocumentFile, DueDocument
from project.invoices.pdf import print_document
from project.orders.actions import lock_and_bump, lock_order
from project.orders.history import record

logger = logging.getLogger(__name__)

# Seconds to wait after each failed try; the last one goes on. Staff hear of the third failure.
PAUSES = (10, 60, 300, 900, 3600)
REPORT_AFTER_FAILURES = 3


def make_document(due_pk: int, *, clock: Callable[[], date] = timezone.localdate) -> Document | None:
    """Make one claimed document; None when that had been done, or failed and will be tried again.

    `clock` says which day it is in India.
    """
    due = DueDocument.objects.filter(pk=due_pk).first()
    if due is None:
        return None
    try:
        with one_reading():
            document = issue(due, clock=clock)
        pdf = print_document(document)
        with writing(PRIVATE) as files:
            # Of this try alone: of two makers the second one's file goes.
            name = f"documents/{document.year}/{_file_name(document.number)}-{secrets.token_hex(8)}.pdf"
            files.save({name: pdf})
            keep(due, document, files, DocumentFile(name=name, size=len(pdf), sha256=_digest(pdf)))
        return document
    except Exception as error:  # of any kind: the row stays for the next try, and staff are alerted
        logger.exception("due document %s was not made", due_pk)
        _postpone(due, error)
        return None


@transaction.atomic
def keep(due: DueDocument, document: Document, files: Writing, file: DocumentFile) -> None:
    """Keep the file, write the mail, show the document on the order; of two makers the first one does."""
    order = lock_and_bump(document.order.order_id)
    if order is None or not DueDocument.objects.filter(pk=due.pk).delete()[0]:
        return  # that its version is counted on for nothing does no harm
    file.document = document
    file.save()
    files.keep()
    emails.document_issued(order, document)
    issued = {"number": document.number}
    record(order, f"order.{document.kind}_issued", cause="worker", payload=issued, minor=True)


def _postpone(due: DueDocument, error: Exception) -> None:
    attempts = due.attempts + 1
    pause = PAUSES[min(attempts, len(PAUSES)) - 1]
    with transaction.atomic():
        order = lock_order(due.order.order_id)
        DueDocument.objects.filter(pk=due.pk).update(
            attempts=attempts,
            last_error=f"{type(error).__name__}: {error}"[:200],
            next_try_at=timezone.now() + timedelta(seconds=pause),
        )
        if order is not None and attempts == REPORT_AFTER_FAILURES:
            publish(
                "document.failed",
                subject=order.topic,
                topics=["staff:dashboard"],
                payload={"error": type(error).__name__, "refund": due.refund.refund_id if due.refund else ""},
                cause="worker",
            )


@dataclass(frozen=True)
class RestoredFiles:
    """Number of documents with a file, of restored files, and the document numbers without one."""

    whole: int
    restored: int
    different: Sequence[str]


def pdf_of(number: str) -> Attachment:
    """Return a document's PDF, for a mail or a download.

    Printed again where the file is missing or damaged: the row has all that stands on it, and nobody can
    change it. Raises StorageUnavailable.
    """
    file = DocumentFile.objects.select_related("document").get(document__number=number)
    pdf = _stored_pdf(file)
    if pdf is None:
        logger.error("%s is missing or damaged: run manage.py restore_documents", file.name)
        pdf = print_document(file.document)
    return Attachment(name=f"{_file_name(number)}.pdf", content_type="application/pdf", content=pdf)


def restore_files() -> RestoredFiles:
    """Store the missing and damaged files of documents again; idempotent. Raises StorageUnavailable.

    Only the very bytes of the digest come back under a file's name. Where the printer or its fonts have
    changed since, the document stays without its file, and is printed each time it is asked for.
    """
    whole = restored = 0
    different = []
    for file in DocumentFile.objects.exclude(name="").select_related("document").iterator(chunk_size=500):
        if _stored_pdf(file) is not None:
            whole += 1
            continue
        pdf = print_document(file.document)
        if _digest(pdf) == file.sha256:
            save(PRIVATE, file.name, pdf)
            restored += 1
        else:
            different.append(file.document.number)
    return RestoredFiles(whole, restored, different)


def _stored_pdf(file: DocumentFile) -> bytes | None:
    """Return the PDF as it was sent, None when it is missing or damaged. Raises StorageUnavailable."""
    if file.pdf is not None:
        return bytes(file.pdf)
    try:
        pdf = read(PRIVATE, file.name)
    except FileNotFoundError:
        return None
    return pdf if _digest(pdf) == file.sha256 else None


def _digest(pdf: bytes) -> str:
    return hashlib.sha256(pdf).hexdigest()


def _file_name(number: str) -> str:
    """Return a document's number as part of a file's name."""
    return number.replace("/", "-")
