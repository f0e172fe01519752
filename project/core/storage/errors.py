"""Errors of reading or writing a file."""

from django.utils.translation import gettext as _

from project.core.errors import ErrorCode
from project.core.throttle import TryLater

_RETRY_SECONDS = 10


class StorageUnavailable(TryLater):
    """The storage cannot be read or written now; `advice` tells an operator what to do about it."""

    code = ErrorCode.BUSY
    status = 503

    def __init__(self, detail: str, *, advice: str = "") -> None:
        super().__init__(
            _RETRY_SECONDS,
            detail,
            text=_("Files cannot be stored or read for a moment. Please try again"),
        )
        self.advice = advice
