"""Request and response schemas of exports."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from project.core.messages import OWN_SENTENCE, field_error
from project.core.schemas import ApiModel, StaffIn
from project.core.shop import shop
from project.events.versions import next_version
from project.exports.kinds import KINDS
from project.exports.models import Export, ExportFormat, ExportKind, ExportStatus

PersonalData = Literal["masked", "full"]
# As many as anybody looks back at; the audit log has all.
SHOWN = 20
MIN_REASON = 3
_NOT_FILTERS = frozenset({"page", "limit", "asOf"})


class ExportIn(StaffIn):
    """A file somebody wants. Personal data in full needs a reason, which is logged."""

    kind: ExportKind
    format: ExportFormat = ExportFormat.CSV
    personal_data: PersonalData = Field(default="masked", validate_default=True)
    reason: Annotated[str, Field(max_length=300), AfterValidator(str.strip)] = Field(
        default="", validate_default=True
    )
    # As the list's own query takes them.
    filters: dict[str, Any] = Field(default={}, max_length=20, validate_default=True)

    @field_validator("kind")
    @classmethod
    def _returns_are_for_the_registered(cls, value: ExportKind) -> ExportKind:
        if KINDS[value].needs_gstin and not shop().tax.gstin:
            raise field_error(
                "This shop is not registered for GST: without a GSTIN there is no return to file. Enter "
                "the GSTIN under Settings once it has one."
            )
        return value

    @field_validator("format")
    @classmethod
    def _a_format_of_the_kind(cls, value: ExportFormat, info: ValidationInfo) -> ExportFormat:
        kind = KINDS.get(info.data.get("kind", ""))
        if kind is not None and value not in kind.formats:
            raise PydanticCustomError("invalid", "not a format of this kind")
        return value

    @field_validator("personal_data")
    @classmethod
    def _some_kinds_need_full_data(cls, value: PersonalData, info: ValidationInfo) -> PersonalData:
        kind = KINDS.get(info.data.get("kind", ""))
        if kind is not None and kind.needs_full and value != "full":
            raise field_error(
                "This file is of no use with masked names: please ask for them in full and say what for"
            )
        return value

    @field_validator("reason")
    @classmethod
    def _full_data_needs_a_reason(cls, value: str, info: ValidationInfo) -> str:
        if info.data.get("personal_data") == "full" and len(value) < MIN_REASON:
            raise PydanticCustomError("required", "why in full")
        return value

    @field_validator("filters")
    @classmethod
    def _the_lists_own(cls, value: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        """Return the filters as the list would read them; one it does not know would export too much."""
        kind = KINDS.get(info.data.get("kind", ""))
        if kind is None:
            return value
        known = {field.alias or name for name, field in kind.query.model_fields.items()} - _NOT_FILTERS
        wanted = {name: each for name, each in value.items() if name not in _NOT_FILTERS}
        if unknown := set(wanted) - known:
            raise PydanticCustomError("invalid", "no such filter", {"names": sorted(unknown)})
        try:
            query = kind.query.model_validate(wanted)
        except ValidationError as error:
            # What people can do something about has words of its own; the rest no screen of ours sends.
            for fault in error.errors():
                if fault["type"] == OWN_SENTENCE:
                    raise field_error(fault["msg"]) from error
            raise PydanticCustomError("invalid", "not a filter of this list") from error
        if kind.needs_gstin and shop().tax.registration == "composition" and not kind.found(query).exists():
            raise field_error(
                "A seller under the composition scheme files CMP-08 and GSTR-4: there is no GSTR-1, and no "
                "e-invoice"
            )
        filters = query.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return {name: each for name, each in filters.items() if name not in _NOT_FILTERS}


class ExportOut(ApiModel):
    """One file: its kind, its progress, and until when it can be downloaded."""

    id: str = Field(validation_alias="export_id", serialization_alias="_id")
    kind: ExportKind
    format: ExportFormat = Field(validation_alias="file_format")
    status: ExportStatus
    filters: dict[str, Any]
    personal_data: PersonalData
    rows_done: int
    # Null until the rows have been counted.
    rows_total: int | None
    file_name: str
    # Bytes.
    size: int
    created_at: datetime
    ended_at: datetime | None
    expires_at: datetime | None
    version: int


class ExportData(ApiModel):
    """`data` of one export."""

    export: ExportOut


class ExportList(ApiModel):
    """`data` of somebody's exports, newest first; the live topic says the same."""

    exports: list[ExportOut]
    version: int


class ExportLink(ApiModel):
    """Address of the file, valid for a few minutes."""

    url: str
    expires_at: datetime


def exports_of(user_id: int) -> ExportList:
    """Return somebody's newest exports."""
    version = next_version()
    rows = Export.objects.filter(made_by_id=user_id).order_by("-pk")[:SHOWN]
    return ExportList(exports=[ExportOut.from_row(row) for row in rows], version=version)
