"""Imports of other shops' files, step by step."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import File, Form, Query
from ninja.files import UploadedFile

from project.accounts.auth import May, signed_in
from project.core.errors import Forbidden
from project.core.language import current_language
from project.core.rights import Right
from project.core.schemas import Empty, Success
from project.core.throttle import limited
from project.core.uploads import refuse_unknown_fields
from project.move_in import actions
from project.move_in.kinds import KINDS
from project.move_in.models import Import, ImportKind
from project.move_in.reading.table import MAX_BYTES
from project.move_in.schemas import (
    ImportChoicesIn,
    ImportColumnsIn,
    ImportData,
    ImportIn,
    ImportList,
    ImportRowOut,
    ImportRowPage,
    ImportRowsQuery,
    ImportVerbIn,
    import_data,
    imports_for,
)
from project.routers import ApiRouter

router = ApiRouter("imports")


@router.get("/admin/imports", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def list_imports(request: HttpRequest) -> Success[ImportList]:
    """Return the newest imports and how far they are; `staff:imports` tells the same."""
    return Success(data=imports_for(signed_in(request).rights))


@router.post("/admin/imports", auth=May(Right.CATALOGUE))
@limited("admin-import", 30)
def upload_import(
    request: HttpRequest, payload: Form[ImportIn], file: File[UploadedFile]
) -> Success[ImportData]:
    """Upload a file (CSV or XLSX); the worker reads it and checks its records, and changes nothing.

    Headings that it does not know, and `mapping` does not name, make the import `unmapped`.
    """
    refuse_unknown_fields(request, ImportIn)
    _require(request, payload.kind)
    made = actions.upload(
        payload.kind,
        body=file.read(MAX_BYTES + 1),
        file_name=file.name or "file.csv",
        mapping=payload.mapping,
        language=current_language(),
        user=signed_in(request),
    )
    return Success(data=import_data(made))


@router.get("/admin/imports/{import_id}", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def get_import(request: HttpRequest, import_id: str) -> Success[ImportData]:
    """Return an import, what of it may be mapped to the shop's own, and the answers so far."""
    return Success(data=import_data(_find(request, import_id)))


@router.get("/admin/imports/{import_id}/rows", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def list_import_rows(
    request: HttpRequest, import_id: str, query: Query[ImportRowsQuery]
) -> Success[ImportRowPage]:
    """Return the records of the file in its order, with their fate and why."""
    found = _find(request, import_id).rows.order_by("line")
    if query.fate == "noted":
        found = found.exclude(notes=[])
    elif query.fate:
        found = found.filter(fate=query.fate)
    rows = [ImportRowOut.from_row(row) for row in found[query.rows()]]
    return Success(data=ImportRowPage(rows=rows, pagination=query.pagination(found.count())))


@router.put("/admin/imports/{import_id}/columns", auth=May(Right.CATALOGUE))
@limited("admin-import", 30)
def map_import_columns(request: HttpRequest, import_id: str, payload: ImportColumnsIn) -> Success[ImportData]:
    """Name the column of each field of an `unmapped` import; the file is read again."""
    _find(request, import_id)
    return Success(data=import_data(actions.map_columns(import_id, payload.mapping, user=signed_in(request))))


@router.put("/admin/imports/{import_id}/choices", auth=May(Right.CATALOGUE))
@limited("admin-import", 30)
def choose_for_import(request: HttpRequest, import_id: str, payload: ImportChoicesIn) -> Success[ImportData]:
    """Map the words of the other shop; the records are checked again."""
    _find(request, import_id)
    choices = payload.model_dump(mode="json")
    return Success(data=import_data(actions.choose(import_id, choices, user=signed_in(request))))


@router.post("/admin/imports/{import_id}/verb", auth=May(Right.CATALOGUE))
@limited("admin-import", 30)
def move_import(request: HttpRequest, import_id: str, payload: ImportVerbIn) -> Success[Empty]:
    """Run, stop, publish or take back an import: its job does so, and one import at a time."""
    _find(request, import_id)
    actions.move(import_id, payload.verb, user=signed_in(request))
    return Success(data=Empty())


def _find(request: HttpRequest, import_id: str) -> Import:
    found = get_object_or_404(Import, import_id=import_id)
    _require(request, ImportKind(found.kind))
    return found


def _require(request: HttpRequest, kind: ImportKind) -> None:
    if KINDS[kind].right not in signed_in(request).rights:
        raise Forbidden
