"""Errors of edited content."""

from project.core.errors import Conflict, ErrorCode


class ContentChanged(Conflict):
    """Somebody else saved or published since this was opened; `data` says what stands there now."""

    code = ErrorCode.CONTENT_CHANGED


class ContentIncomplete(Conflict):
    """The draft cannot be published as it is; `data` names each problem."""

    code = ErrorCode.CONTENT_INCOMPLETE
