"""Ask for a file, see how far it is, fetch it."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import IO

from django.core import signing
from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts.auth import May, signed_in
from project.accounts.models import User
from project.core.errors import NotFound
from project.core.idempotency import idempotency_key, run_once
from project.core.language import current_language
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.exports import actions
from project.exports.models import Export, ExportFormat, ExportStatus
from project.exports.schemas import ExportData, ExportIn, ExportLink, ExportList, ExportOut, exports_of
from project.routers import ApiRouter

router = ApiRouter("exports")

LINK_LIVES = timedelta(minutes=5)
_SALT = "akshamala.export"
_TYPES = {
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ExportFormat.JSON: "application/json",
    ExportFormat.XML: "application/xml",
}
_BYTES_AT_A_TIME = 256 * 1024


class LinkExpired(NotFound):
    """The link was made up, or its minutes are over."""

    def __init__(self) -> None:
        super().__init__(text=_("This link has expired. Please press Download again."))


@router.get("/admin/exports", auth=May(Right.EXPORTS))
@limited("exports", 120)
def list_exports(request: HttpRequest) -> Success[ExportList]:
    """One's own files, newest first."""
    return Success(data=exports_of(signed_in(request).pk))


@router.post("/admin/exports", auth=May(Right.EXPORTS, fresh=True))
@limited("export", 20, 600)
def create_export(request: HttpRequest, payload: ExportIn) -> Success[ExportData]:
    """Have a file made of exactly the filtered rows; a job writes it, `staff:exports` tells how far it is."""
    user = signed_in(request)

    def ask() -> dict[str, str]:
        export = actions.ask_for(
            payload.kind,
            file_format=payload.format,
            filters=payload.filters,
            full=payload.personal_data == "full",
            reason=payload.reason,
            language=current_language(),
            user=user,
        )
        return {"id": export.export_id}

    made = run_once(
        scope=f"export:{user.public_id}",
        key=idempotency_key(request),
        body=payload.json_object(),
        action=ask,
    )
    return Success(data=ExportData(export=ExportOut.from_row(Export.objects.get(export_id=made["id"]))))


@router.post("/admin/exports/{export_id}/cancel", auth=May(Right.EXPORTS))
@limited("exports", 120)
def cancel_export(request: HttpRequest, export_id: str) -> Success[ExportData]:
    """Call off a file that is not made yet."""
    export = actions.cancel(export_id, user=signed_in(request))
    return Success(data=ExportData(export=ExportOut.from_row(export)))


@router.post("/admin/exports/{export_id}/link", auth=May(Right.EXPORTS, fresh=True))
@limited("exports", 120)
def link_export(request: HttpRequest, export_id: str) -> Success[ExportLink]:
    """Make a link that fetches the file for some minutes: a browser's download carries no token."""
    user = signed_in(request)
    if not Export.objects.filter(export_id=export_id, made_by=user, status=ExportStatus.DONE).exists():
        raise NotFound(export_id)
    signature = signing.dumps([export_id, user.public_id], salt=_SALT, compress=False)
    return Success(data=ExportLink(url=f"/api/exports/{signature}", expires_at=timezone.now() + LINK_LIVES))


@router.get("/exports/{signature}", response={200: None})
@limited("export-file", 60)
def download_export(request: HttpRequest, signature: str) -> StreamingHttpResponse:
    """Send the file to whoever holds a fresh link of somebody who may still have it; each time is logged."""
    try:
        export_id, public_id = signing.loads(signature, salt=_SALT, max_age=LINK_LIVES)
    except (signing.BadSignature, ValueError):
        raise LinkExpired from None
    user = User.objects.filter(public_id=public_id, is_active=True).first()
    if user is None or Right.EXPORTS not in user.rights:
        raise LinkExpired
    return _send(request, *actions.hand_out(export_id, user=user))


def _send(request: HttpRequest, export: Export, file: IO[bytes]) -> StreamingHttpResponse:
    """Return the file piece by piece, by the kind of server that asks: neither holds more than a piece."""
    content_type = _TYPES[ExportFormat(export.file_format)]
    size = {"Content-Length": str(export.size)}
    if not isinstance(request, ASGIRequest):
        return FileResponse(
            file, as_attachment=True, filename=export.file_name, content_type=content_type, headers=size
        )
    return StreamingHttpResponse(
        _pieces(file),
        content_type=content_type,
        headers=size | {"Content-Disposition": f'attachment; filename="{export.file_name}"'},
    )


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        while piece := await asyncio.to_thread(file.read, _BYTES_AT_A_TIME):
            yield piece
