"""Requests that carry files: their limit, as Django has one for their text only, and a form's fields."""

import re
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest

from project.core.schemas import StaffIn

# The calls that take files, or pictures as text.
_UPLOADS = re.compile(
    r"/api/(products/[^/]+/reviews(/mine)?|orders/[^/]+/(returns|claims)|admin/(statements|bank/statements|imports|uploads"
    r"|settings/pictures/[^/]+|test-upload|products(/[^/]+(/certificates)?)?|categories(/[^/]+)?))"
)


def is_upload(path: str) -> bool:
    """Return whether requests to this path may have UPLOAD_MAX_SIZE, others DATA_UPLOAD_MAX_MEMORY_SIZE."""
    return _UPLOADS.fullmatch(path) is not None


class LimitedUpload(FileUploadHandler):
    """Refuses a request larger than UPLOAD_MAX_SIZE before anything of it is written down.

    It stands first in FILE_UPLOAD_HANDLERS and leaves the files to those behind it.
    """

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, str],
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        """Look at the length the request says it has; the server in front holds it to that."""
        if content_length > settings.UPLOAD_MAX_SIZE:
            raise RequestDataTooBig(f"{content_length} bytes with files")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Pass every chunk on."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handler."""
        return None


def take_large_body(request: HttpRequest) -> None:
    """Take a body of up to UPLOAD_MAX_SIZE from a caller who may send pictures as text.

    Call it once the caller is known and before anything else reads the body: Django's own limit on texts is
    far lower, and everybody else keeps that.

    Raises RequestDataTooBig.
    """
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > settings.UPLOAD_MAX_SIZE:
        raise RequestDataTooBig(f"{length} bytes")
    # Where Django itself keeps a body that was read.
    request._body = request.read(settings.UPLOAD_MAX_SIZE + 1)


class UnknownFields(Exception):
    """A form has fields that it should not have; answered as a body with unknown keys."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(names)
        self.names = names


def refuse_unknown_fields(request: HttpRequest, form: type[StaffIn] = StaffIn) -> None:
    """Refuse fields that a form of staff with one file does not have, which the framework leaves out.

    Raises UnknownFields.
    """
    known = {"file", *(field.alias or name for name, field in form.model_fields.items())}
    if unknown := {*request.POST, *request.FILES} - known:
        raise UnknownFields(sorted(unknown))
