"""The stored files of documents: read, checked by their digest, restored."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from project.core.mail import Attachment
from project.core.storage.files import PRIVATE, read, save
from project.invoices.models import DocumentFile
from project.invoices.pdf import print_document

logger = logging.getLogger(__name__)


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
    return Attachment(name=f"{file_name(number)}.pdf", content_type="application/pdf", content=pdf)


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
        if digest(pdf) == file.sha256:
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
    return pdf if digest(pdf) == file.sha256 else None


def digest(pdf: bytes) -> str:
    return hashlib.sha256(pdf).hexdigest()


def file_name(number: str) -> str:
    """Return a document's number as part of a file's name."""
    return number.replace("/", "-")
