"""Schemas of bank accounts, statements and payouts for staff."""

from datetime import date, datetime
from operator import attrgetter
from typing import Annotated, Literal

from django.db.models import Q, QuerySet
from pydantic import (
    AfterValidator,
    AliasPath,
    BeforeValidator,
    Field,
    Json,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from project.accounts.staff_schemas import PersonName
from project.core.limits import MAX_NOTE
from project.core.messages import field_error
from project.core.schemas import (
    ApiModel,
    Month,
    Pagination,
    Rupees,
    SearchText,
    StaffIn,
    StaffPageQuery,
    WholePaise,
    days_of_month,
)
from project.payments.models.bank import (
    MAX_ACCOUNT_NAME,
    BankLine,
    LineStatus,
    MatchRule,
    Payout,
    PayoutStatus,
)
from project.payments.settlement.bank.statement_headings import Role
from project.payments.settlement.bank.statement_table import MAX_COLUMN

CANDIDATES = 20

# JSON within the form escapes what the form itself refuses: Postgres cannot store NUL.
ColumnName = Annotated[
    str, AfterValidator(str.strip), Field(min_length=1, max_length=MAX_COLUMN, pattern=r"^[^\x00]+$")
]
Reason = Annotated[str, AfterValidator(str.strip), Field(min_length=3, max_length=MAX_NOTE)]


class BankAccountIn(StaffIn):
    """A new account, by the name that staff call it."""

    name: Annotated[str, AfterValidator(str.strip), Field(min_length=2, max_length=MAX_ACCOUNT_NAME)]


class BankStatementIn(StaffIn):
    """The account that a statement is of; `columns` (JSON) says what it calls its columns, by role."""

    account_id: str
    columns: Json[dict[Role, ColumnName]] | None = None

    @model_validator(mode="after")
    def _enough_columns(self) -> "BankStatementIn":
        roles = set(self.columns or ())
        if self.columns is not None and not (
            {"date", "narration"} <= roles and ("amount" in roles or {"withdrawal", "deposit"} <= roles)
        ):
            raise field_error("Please choose the columns of the date, the narration and the amounts")
        return self


class MatchIn(StaffIn):
    """The line that is (part of) a payout, and why."""

    line_id: str
    note: Reason


class PartIn(StaffIn):
    """A payout, and the rupees of a line that are its part."""

    payout_id: str
    amount: Annotated[float, WholePaise] = Field(gt=0, le=1e9)


class SplitIn(StaffIn):
    """The payouts that a line is, and why."""

    parts: list[PartIn] = Field(min_length=2, max_length=CANDIDATES)
    note: Reason

    @field_validator("parts")
    @classmethod
    def _different(cls, parts: list[PartIn]) -> list[PartIn]:
        if len({part.payout_id for part in parts}) < len(parts):
            raise PydanticCustomError("invalid", "a payout twice")
        return parts


class LineNoteIn(StaffIn):
    """The reason for which a line is not what it was taken for."""

    note: Reason


class BankGap(ApiModel):
    """Two days between which lines are missing, and what they come to."""

    after: date
    before: date
    missing: Rupees = Field(validation_alias="missingPaise")


class BankAccountOut(ApiModel):
    """An account: the days of its statements, and the gaps between them."""

    id: str = Field(validation_alias="account_id", serialization_alias="_id")
    name: str
    first_day: date | None
    last_day: date | None
    gaps: list[BankGap]


class BankStatementOut(ApiModel):
    """One uploaded statement; of its lines others had brought `lines_known` before."""

    id: str = Field(validation_alias="statement_id", serialization_alias="_id")
    name: str
    account: str = Field(validation_alias=AliasPath("account", "name"))
    received_by: PersonName
    received_at: datetime
    first_day: date
    last_day: date
    lines: int = Field(validation_alias="total_lines")
    lines_known: int = Field(validation_alias="known_lines")


class BankMonth(ApiModel):
    """The payouts that should have arrived in a month, by what became of them, and lines without one."""

    month: str
    matched: int
    differs: int
    missing: int
    waiting: int
    unknown: int
    expected: float
    arrived: float


class BankOverview(ApiModel):
    """`data` of the overview: accounts, newest statements, newest months."""

    accounts: list[BankAccountOut]
    statements: list[BankStatementOut]
    months: list[BankMonth]


class BankStatementData(ApiModel):
    """`data` of an upload; `is_new`: it was not uploaded before."""

    statement: BankStatementOut
    is_new: bool


class BankAccountData(ApiModel):
    """`data` of one account."""

    account: BankAccountOut


class LineMatch(ApiModel):
    """The payout that a line is, or a part of it, what says so, and who."""

    payout_id: str = Field(validation_alias=AliasPath("payout", "payout_id"))
    reference: str = Field(validation_alias=AliasPath("payout", "reference"))
    amount: Rupees = Field(validation_alias="amount_paise")
    rule: MatchRule
    note: str
    by: PersonName | None
    made_at: datetime


class BankLineRow(ApiModel):
    """One line; `repeats` is the reference of a payout that had arrived before."""

    id: str = Field(validation_alias="line_id", serialization_alias="_id")
    account: str = Field(validation_alias=AliasPath("account", "name"))
    day: date
    narration: str
    reference: str
    amount: Rupees = Field(validation_alias="amount_paise")
    balance: Rupees | None = Field(validation_alias="balance_paise")
    status: LineStatus
    source: str
    repeats: Annotated[str, BeforeValidator(attrgetter("reference"))] | None
    matches: list[LineMatch]


class PayoutRow(ApiModel):
    """One payout, and the lines that it arrived by."""

    id: str = Field(validation_alias="payout_id", serialization_alias="_id")
    source: str
    reference: str
    expected_on: date
    due_on: date
    amount: Rupees = Field(validation_alias="amount_paise")
    arrived: Rupees = Field(validation_alias="arrived_paise")
    status: PayoutStatus
    lines: list[BankLineRow]


class _OfMonth(StaffPageQuery):
    month: Month | Literal[""] = ""
    search: SearchText = ""


class PayoutQuery(_OfMonth):
    """Filters and page of the payouts; "differs": more or less arrived."""

    status: Literal["waiting", "matched", "differs", "missing", "nothing", ""] = ""

    def found(self) -> QuerySet[Payout]:
        """Return the payouts, the newest first."""
        found = Payout.objects.order_by("-expected_on", "-pk")
        if self.status == "differs":
            found = found.filter(status__in=(PayoutStatus.SHORT, PayoutStatus.OVER))
        elif self.status:
            found = found.filter(status=self.status)
        if self.month:
            found = found.filter(expected_on__range=days_of_month(self.month))
        if search := self.search.strip():
            found = found.filter(Q(reference__icontains=search) | Q(payout_id__iexact=search))
        return found


class BankLineQuery(_OfMonth):
    """Filters and page of the lines; "unknown": no payout explains them, or the payout arrived before."""

    status: Literal["other", "matched", "unknown", "set_aside", ""] = ""

    def found(self) -> QuerySet[BankLine]:
        """Return the lines, the newest first."""
        found = BankLine.objects.filter(statement__received_at__lte=self.as_of).order_by("-day", "-pk")
        if self.status == "unknown":
            found = found.filter(status__in=(LineStatus.UNKNOWN, LineStatus.TWICE))
        elif self.status:
            found = found.filter(status=self.status)
        if self.month:
            found = found.filter(day__range=days_of_month(self.month))
        if search := self.search.strip():
            found = found.filter(Q(narration__icontains=search) | Q(reference__icontains=search))
        return found


class PayoutList(ApiModel):
    """`data` of the payouts."""

    payouts: list[PayoutRow]
    pagination: Pagination


class BankLineList(ApiModel):
    """`data` of the lines."""

    lines: list[BankLineRow]
    pagination: Pagination


class PayoutCandidates(ApiModel):
    """`data` of the lines that a payout may be, the likeliest first."""

    lines: list[BankLineRow]


class LinePayouts(ApiModel):
    """`data` of the payouts that a line may be, the likeliest first."""

    payouts: list[PayoutRow]


class PayoutData(ApiModel):
    """`data` of one payout."""

    payout: PayoutRow


class BankLineData(ApiModel):
    """`data` of one line."""

    line: BankLineRow
