"""Discount codes as staff see and edit them. Amounts are rupees."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from project.accounts.models import User
from project.catalog.staff.editors import last_editors
from project.catalog.staff.fields import Line, Price, whole
from project.core.messages import field_error
from project.core.money import paise, rupees
from project.core.rights import Right
from project.core.schemas import ApiModel, Moment, Pagination, SearchText, StaffIn, StaffPageQuery
from project.discounts.code_list import CodeFilter, DiscountStatus, figures_of
from project.discounts.editable_fields import code_state
from project.discounts.models import MAX_BATCH
from project.orders.discounts import normal_code
from project.orders.models import MAX_CODE_NOTE, DiscountCode
from project.orders.staff_schemas import AdminOrder

MAX_LIMIT = 10_000_000
_CODE = re.compile(r"[A-Z0-9-]{3,24}")
_PREFIX = re.compile(r"[A-Z0-9][A-Z0-9-]{1,11}")

Sort = Literal["newest", "code", "ends", "uses", "revenue"]


def valid_code(text: str) -> str:
    """Return a new code as it is stored."""
    code = normal_code(text)
    if not _CODE.fullmatch(code):
        raise field_error("Please use 3 to 24 capital letters, digits and “-”")
    return code


def _valid_prefix(text: str) -> str:
    prefix = normal_code(text).rstrip("-")
    if not _PREFIX.fullmatch(prefix):
        raise field_error("Please use 2 to 12 capital letters, digits and “-”")
    return prefix


Uses = Annotated[int, whole(1, MAX_LIMIT)]


class DiscountRuleIn(StaffIn):
    """Discount of a code, its period and its customers: exactly one of `percent` and `amount`."""

    percent: Annotated[int, whole(1, 100)] | None = None
    amount: Price | None = Field(default=None, validate_default=True)
    # The most that a percentage takes off.
    most: Price | None = None
    # Of the goods.
    minimum: Price | None = None
    per_customer: Uses | None = None
    starts_at: Moment | None = None
    ends_at: Moment | None = None
    is_active: bool = True
    note: Annotated[Line, Field(max_length=MAX_CODE_NOTE)] = ""

    @field_validator("amount")
    @classmethod
    def _one_of_two(cls, value: Decimal | None, info: ValidationInfo) -> Decimal | None:
        if "percent" in info.data and (value is None) == (info.data["percent"] is None):
            raise field_error("Please enter either a percentage or an amount")
        return value

    @field_validator("most")
    @classmethod
    def _of_a_percentage(cls, value: Decimal | None, info: ValidationInfo) -> Decimal | None:
        if value is not None and info.data.get("amount") is not None:
            raise field_error("Only a percentage has a maximum")
        return value

    @field_validator("ends_at")
    @classmethod
    def _after_the_start(cls, value: datetime | None, info: ValidationInfo) -> datetime | None:
        start = info.data.get("starts_at")
        if value is not None and start is not None and value <= start:
            raise field_error("The end is not after the start")
        return value

    def columns(self) -> dict[str, Any]:
        """Return the code's columns."""
        return {
            "percent": self.percent,
            "amount_paise": None if self.amount is None else paise(self.amount),
            "most_paise": None if self.most is None else paise(self.most),
            "minimum_paise": 0 if self.minimum is None else paise(self.minimum),
            "limit_per_customer": self.per_customer,
            "starts_at": self.starts_at,
            "ends_at": self.ends_at,
            "is_active": self.is_active,
            "note": self.note,
        }


class DiscountLimitedIn(DiscountRuleIn):
    """A rule with how often it may be used by everybody."""

    limit: Uses | None = None

    def columns(self) -> dict[str, Any]:
        """Return the code's columns."""
        return super().columns() | {"limit": self.limit}


class DiscountIn(DiscountLimitedIn):
    """A new code."""

    code: Annotated[Annotated[str, Field(max_length=40)], AfterValidator(valid_code)]


class DiscountChangeIn(DiscountLimitedIn):
    """A changed code; `version` is the one it was edited from."""

    version: int


class DiscountBatchIn(DiscountRuleIn):
    """Codes of one use each: so many, with this beginning."""

    prefix: Annotated[Annotated[str, Field(max_length=40)], AfterValidator(_valid_prefix)]
    count: Annotated[int, whole(1, MAX_BATCH)]


class DiscountSwitchIn(StaffIn):
    """New state of a code, on or off."""

    is_active: bool


class DiscountsQuery(StaffPageQuery):
    """Filter of codes; see `CodeFilter`. `batch`: a batch's id, or "all"."""

    search: SearchText = ""
    status: DiscountStatus | Literal[""] = ""
    batch: Annotated[str, Field(max_length=20)] = ""
    sort_by: Sort = "newest"

    def to_filter(self) -> CodeFilter:
        """Return the filter of the list."""
        return CodeFilter(search=self.search, status=self.status, batch=self.batch, sort=self.sort_by)


class AdminDiscount(ApiModel):
    """A code as staff see it. Null for who may not see revenue: `orders`, `revenue`, `discountGiven`.

    `uses` counts paid orders and unpaid ones with a live hold; the others count paid orders alone.
    """

    code: str
    percent: int | None
    amount: float | None
    most: float | None
    minimum: float
    limit: int | None
    per_customer: int | None
    starts_at: datetime | None
    ends_at: datetime | None
    is_active: bool
    note: str
    batch: str
    status: DiscountStatus
    uses: int
    orders: int | None
    revenue: float | None
    discount_given: float | None
    created_at: datetime
    version: int
    # The name of who edited it last; blank where nobody did since it was made.
    edited_by: str

    @classmethod
    def list(cls, codes: Sequence[DiscountCode], *, reader: User) -> "list[Self]":
        """Return these codes with their figures, as this member of staff may see them."""
        found = figures_of(codes)
        editors = last_editors(code.subject for code in codes)
        rows = []
        for code in codes:
            if (figures := found.get(code.pk)) is None:
                continue
            row = code_state(code) | {
                "code": code.code,
                "batch": code.batch,
                "status": figures.status,
                "uses": figures.uses,
                "orders": None,
                "revenue": None,
                "discountGiven": None,
                "createdAt": code.created_at,
                "version": code.version,
                "editedBy": editors.get(code.subject, ""),
            }
            if may_see_revenue(reader):
                row["orders"] = figures.paid_orders
                row["revenue"] = rupees(figures.revenue_paise)
                row["discountGiven"] = rupees(figures.discount_paise)
            rows.append(cls.model_validate(row))
        return rows


def may_see_revenue(reader: User) -> bool:
    """Return whether this member of staff sees revenue, as on the dashboard."""
    return Right.DASHBOARD in reader.rights


class AdminDiscountPage(ApiModel):
    """A page of the codes."""

    discounts: list[AdminDiscount]
    pagination: Pagination


class DiscountDay(ApiModel):
    """Uses by orders of one Indian day; `revenue` of the paid ones, null for who may not see it."""

    day: date
    uses: int
    revenue: float | None


class AdminDiscountData(ApiModel):
    """One code."""

    discount: AdminDiscount


class AdminDiscountDetails(AdminDiscountData):
    """One code with its last days, oldest first."""

    chart: list[DiscountDay]


class DiscountOrders(ApiModel):
    """A page of the orders that have the code, the newest first; cancelled ones too."""

    orders: list[AdminOrder]
    pagination: Pagination


class RemovedDiscount(ApiModel):
    """Result of a removal: archived when orders have the code, otherwise deleted."""

    is_archived: bool


class DiscountBatch(ApiModel):
    """Codes that were generated together; `example` is the first of them."""

    batch: str
    example: str
    codes: int
    active: int
    uses: int


class DiscountBatches(ApiModel):
    """All batches, the newest first."""

    batches: list[DiscountBatch]


class NewDiscountBatch(ApiModel):
    """A new batch: this answer alone names all of its codes, later only an export does, which is logged."""

    batch: str
    codes: list[str]


class SwitchedOff(ApiModel):
    """Number of codes that were on; `version` is the one to undo it by."""

    count: int
    version: int


class DiscountsState(ApiModel):
    """Content of the live topic, which says to read the list again."""

    version: int
