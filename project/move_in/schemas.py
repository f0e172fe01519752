"""Request and response schemas of imports."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from django.db.models import Count
from pydantic import Field, Json

from project.catalog.models import MAX_CATEGORY_SLUG, MAX_OPTION_NAME
from project.catalog.schemas.products import BothLanguages
from project.core.language import translate
from project.core.rights import Right
from project.core.schemas import ApiModel, Pagination, StaffIn, StaffPageQuery
from project.events.versions import next_version
from project.move_in.file_reading import UNREADABLE
from project.move_in.kinds import KINDS, kind_of
from project.move_in.models import Fate, Import, ImportFile, ImportKind, ImportRow, ImportStatus, Step, Verb
from project.move_in.options import MOST_OPTIONS, MOST_VALUES

SHOWN = 20
MOST_ANSWERS = 500

Name = Annotated[str, Field(max_length=200)]


class ImportIn(StaffIn):
    """The kind of a file's records; `mapping` (JSON) names the column of each field of an unknown heading."""

    kind: ImportKind
    mapping: Json[dict[Name, Name]] = {}


class ImportColumnsIn(StaffIn):
    """The column of each field that the file has."""

    mapping: dict[Name, Name]


class TaxIn(StaffIn):
    """GST for a tax class of the other shop, and the HSN code of goods without one."""

    rate: Annotated[Decimal, Field(ge=0, le=100, decimal_places=2)]
    hsn: Annotated[str, Field(pattern=r"^(\d{4,8})?$")] = ""


class ImportTextIn(StaffIn):
    """A name in both languages; an empty one leaves the other shop's word, or the Hindi that is there."""

    en: Annotated[str, Field(max_length=MAX_OPTION_NAME)] = ""
    hi: Annotated[str, Field(max_length=MAX_OPTION_NAME)] = ""


class ImportOptionIn(StaffIn):
    """An option of the other shop: variants under these names, one of the shop's simple choices, or `none`.

    A simple choice has the English names of `values` alone.
    """

    becomes: Literal["variants", "origin", "xray", "pendant", "size", "none"] = "variants"
    name: ImportTextIn = ImportTextIn()
    values: Annotated[dict[Name, ImportTextIn], Field(max_length=MOST_VALUES)] = {}


class ImportChoicesIn(StaffIn):
    """Slugs of the shop's categories, taxes, and options, by the words of the other shop."""

    categories: Annotated[
        dict[Name, Annotated[str, Field(max_length=MAX_CATEGORY_SLUG)]], Field(max_length=MOST_ANSWERS)
    ] = {}
    taxes: Annotated[dict[Name, TaxIn], Field(max_length=MOST_ANSWERS)] = {}
    options: Annotated[dict[Name, ImportOptionIn], Field(max_length=MOST_OPTIONS)] = {}


class ImportVerbIn(StaffIn):
    """The next thing to do with an import."""

    verb: Verb


class ImportRowsQuery(StaffPageQuery):
    """Filters of an import's rows; `noted` are those with something to say."""

    fate: Literal["", "new", "changed", "unchanged", "refused", "noted"] = ""


class ImportNote(ApiModel):
    """A sentence about a place of the file."""

    line: int
    column: str
    sentence: str


class ImportRowOut(ApiModel):
    """A record of the file; `result` is the id of the shop's own row."""

    line: int
    key: str
    title: str
    fate: Fate
    step: Step
    problems: list[ImportNote]
    notes: list[ImportNote]
    result: str


class ImportCounts(ApiModel):
    """Rows by their fate; those that were carried out, by their step."""

    unchecked: int
    new: int
    changed: int
    unchanged: int
    refused: int
    done: int
    incomplete: int
    published: int
    taken_back: int
    left: int


class ImportOut(ApiModel):
    """An import and how far it is; `problem` says why its file cannot be read."""

    id: str = Field(validation_alias="import_id", serialization_alias="_id")
    kind: ImportKind
    source: Literal["", "shopify", "woocommerce", "own", "other"]
    status: ImportStatus
    problem: BothLanguages
    file_name: str
    created_at: datetime
    counts: ImportCounts
    has_drafts: bool
    version: int


class ImportList(ApiModel):
    """`data` of the newest imports; the live topic says the same."""

    imports: list[ImportOut]
    version: int


class ImportQuestion(ApiModel):
    """A word of the other shop that staff may map to something of this one."""

    field: str
    theirs: str
    rows: int


class ImportField(ApiModel):
    """A field that a column of an unknown file can be mapped to."""

    name: str
    label: str


class ImportOption(ApiModel):
    """An option of the file's products, with the number of those and its values."""

    name: str
    rows: int
    values: list[str]


class ImportData(ImportOut):
    """`data` of one import, with its questions and the answers so far.

    `columns` and `fields` are to be mapped while it is `unmapped`.
    """

    columns: list[str]
    fields: list[ImportField]
    questions: list[ImportQuestion]
    options: list[ImportOption]
    choices: ImportChoicesIn


class ImportRowPage(ApiModel):
    """`data` of a page of rows."""

    rows: list[ImportRowOut]
    pagination: Pagination


def imports_for(rights: Collection[Right]) -> ImportList:
    """Return the newest imports of the kinds that these rights allow."""
    version = next_version()
    kinds = [name for name, kind in KINDS.items() if kind.right in rights]
    rows = list(Import.objects.filter(kind__in=kinds).order_by("-pk")[:SHOWN])
    shown = [ImportOut.from_row(row, **others) for row, others in _with_counts(rows)]
    return ImportList(imports=shown, version=version)


def _with_counts(rows: Sequence[Import]) -> Iterator[tuple[Import, dict[str, Any]]]:
    """Return with each import what its row lacks."""
    counted = ImportRow.objects.filter(of_import__in=rows).order_by()
    counts: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys(ImportCounts.model_fields, 0))
    for key, fate, step, number in counted.values_list("of_import", "fate", "step").annotate(Count("pk")):
        counts[key][fate] += number
        if step != Step.WAITING and fate in (Fate.NEW, Fate.CHANGED):
            counts[key][step] += number
    for row in rows:
        text = UNREADABLE.get(row.problem, "")
        yield (
            row,
            {
                "counts": counts[row.pk],
                "has_drafts": KINDS[ImportKind(row.kind)].has_drafts,
                "problem": {language: translate(text, language) for language in ("en", "hi")},
            },
        )


def import_data(row: Import) -> ImportData:
    """Return the words of the file that staff may map, the most frequent first, and the answers so far."""
    questions: list[ImportQuestion] = []
    kind = kind_of(row.kind, row.source)
    for field in kind.questions:
        place = f"record__content__{field}"
        found: Any = row.rows.order_by().values_list(place).annotate(number=Count("pk"))
        words = found.order_by("-number", place)[:MOST_ANSWERS]
        questions += [ImportQuestion(field=field, theirs=word, rows=number) for word, number in words]
    columns, fields = [], []
    if row.status == ImportStatus.UNMAPPED:
        columns = ImportFile.objects.values_list("columns", flat=True).filter(of_import=row).first() or []
        fields = [ImportField(name=name, label=str(label)) for name, label in kind.fields.items()]
    ((_row, others),) = _with_counts([row])
    choices = ImportChoicesIn.model_validate(row.asked_choices)
    return ImportData.from_row(
        row, **others, columns=columns, fields=fields, questions=questions, choices=choices
    )
