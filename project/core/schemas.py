"""The base of every JSON shape: camelCase outside, snake_case inside."""

import calendar
import math
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final, Generic, Literal, Self, TypeVar

from django.db.models.manager import BaseManager
from django.utils import timezone
from django.utils.translation import gettext_noop
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from project.core.errors import ErrorCode
from project.core.limits import FIRST_DAY, LAST_DAY, MAX_NAME, MAX_NOTE, MAX_PAGE, MAX_ROWS, MAX_SEARCH
from project.core.messages import field_error
from project.core.money import paise, rupees

# Where in a list of staff one page stands, and what is searched for in it.
PageNumber = Annotated[int, Field(ge=1, le=MAX_PAGE)]
RowsOfPage = Annotated[int, Field(ge=1, le=MAX_ROWS)]
SearchText = Annotated[str, Field(max_length=MAX_SEARCH)]


def _in_calendar(moment: datetime) -> datetime:
    # The first and the last years have no moment in every time zone.
    if not FIRST_DAY < moment.date() < LAST_DAY:
        raise PydanticCustomError("invalid", "beyond the calendar")
    return moment.astimezone(UTC)


# A time that somebody chooses.
Moment = Annotated[AwareDatetime, AfterValidator(_in_calendar)]
# What staff write about a decision.
Note = Annotated[str, Field(max_length=MAX_NOTE), AfterValidator(str.strip)]
# Rupees that are read from a row's paise.
Rupees = Annotated[float, BeforeValidator(rupees)]
# Percent that are read from a row's basis points.
Percent = Annotated[float, BeforeValidator(lambda basis_points: basis_points / 100)]
# Behind the type of a list that is read from a relation's manager, such as `photos: list[PhotoOut]`. Whoever
# reads many rows fetches those of the relation along.
RelatedRows = BeforeValidator(lambda rows: list(rows.all()) if isinstance(rows, BaseManager) else rows)
# A text of a row, null when it is blank.
TextOrNone = Annotated[str | None, BeforeValidator(lambda text: text or None)]


def one_line(text: str) -> str:
    """Refuse a text of several lines."""
    text = text.strip()
    if any(ord(each) < 32 for each in text):
        raise PydanticCustomError("invalid", "one line only")
    return text


def needed(text: str) -> str:
    """Refuse an empty text."""
    if not text:
        raise PydanticCustomError("required", "empty")
    return text


Line = Annotated[str, Field(max_length=MAX_NAME), AfterValidator(one_line)]
NeededLine = Annotated[Line, AfterValidator(needed)]


def days_of_month(month: str) -> tuple[date, date]:
    """Return the first and last day of a month that is written "2026-11"."""
    year, number = int(month[:4]), int(month[5:])
    return date(year, number, 1), date(year, number, calendar.monthrange(year, number)[1])


def _month_in_calendar(month: str) -> str:
    year, number = int(month[:4]), int(month[5:])
    if not (FIRST_DAY.year <= year <= LAST_DAY.year and 1 <= number <= 12):
        raise PydanticCustomError("invalid", "no such month")
    return month


Month = Annotated[str, Field(pattern=r"^\d{4}-\d{2}$"), AfterValidator(_month_in_calendar)]


class _Attributes:
    """The attributes of a row, and others that it lacks."""

    def __init__(self, row: object, others: Mapping[str, object]) -> None:
        vars(self).update(others)
        self._row = row

    def __getattr__(self, name: str) -> Any:
        return getattr(self._row, name)


class ApiModel(BaseModel):
    """A JSON object of the API or of the live link; both serialise it the same way."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, extra="ignore"
    )

    @classmethod
    def from_row(cls, row: object, **others: object) -> Self:
        """Return the object with the attributes of a row, and with others that the row lacks."""
        return cls.model_validate(_Attributes(row, others))

    def json_object(self) -> dict[str, Any]:
        """Return the object as the wire carries it."""
        return self.model_dump(mode="json", by_alias=True)


class StaffIn(ApiModel):
    """A body of staff, or a part of one: a key that it does not know is refused, not left out.

    Bodies that the specification of the API defines ignore such keys, as customers' do: they are ApiModels.
    """

    model_config = ConfigDict(extra="forbid")


class UndoVersionIn(StaffIn):
    """The version that a change led to, which is to be undone."""

    version: int


def _exact(amount: float) -> float:
    paise(amount)
    return amount


# Behind an amount in rupees: refuses NaN, infinity and more than two decimals.
WholePaise: Final = AfterValidator(_exact)


def refused_as(sentence: str) -> WrapValidator:
    """Return a validator that answers every fault of a field, such as no number, by one sentence.

    For a field whose name is another field's elsewhere: the sentence says what it is about.
    """

    def validate(value: Any, parse: ValidatorFunctionWrapHandler) -> Any:
        try:
            return parse(value)
        except ValueError:
            raise field_error(sentence) from None

    return WrapValidator(validate)


def not_below(lower: str, sentence: str) -> Callable[[Any, ValidationInfo], Any]:
    """Return a check for the upper end of a range, to be given to `field_validator`.

    `lower` names the field of the other end, which must stand before.
    """

    def check(value: Any, info: ValidationInfo) -> Any:
        start = info.data.get(lower)
        if start is not None and value is not None and value < start:
            raise field_error(sentence)
        return value

    return check


def empty_is_none(value: object) -> object:
    """Return None for an empty string, the value otherwise."""
    return None if value == "" else value


Data = TypeVar("Data")


class Success(ApiModel, Generic[Data]):
    """Envelope of every successful response."""

    success: Literal[True] = True
    message: str = ""
    data: Data


class Failure(ApiModel):
    """Envelope of every error response."""

    success: Literal[False] = False
    message: str
    code: ErrorCode
    errors: dict[str, str] = {}
    data: dict[str, Any] | None = None
    retry_after: int | None = None
    reference: str | None = None


class Empty(ApiModel):
    """No data."""


def page_count(total: int, limit: int) -> int:
    """Return how many pages of `limit` rows a list has; an empty list is one empty page."""
    return max(1, math.ceil(total / limit))


class StablePaging(ApiModel):
    """Time as of which a list is paged; rows that arrive later are on none of its pages.

    The first page returns it; a client that sends it with the other pages reads each row once.
    """

    as_of: Moment = Field(default_factory=timezone.now)


class StaffPageQuery(StablePaging):
    """Page of a list for staff."""

    page: PageNumber = 1
    limit: RowsOfPage = 20

    def rows(self) -> slice:
        """Return the place of the page's rows in the whole list."""
        start = (self.page - 1) * self.limit
        return slice(start, start + self.limit)

    def pagination(self, total: int) -> "Pagination":
        """Describe the page of a list that has `total` rows."""
        return Pagination.of(page=self.page, limit=self.limit, total=total, as_of=self.as_of)

    def bounded_pagination(self, total: int, *, has_more: bool) -> "BoundedPagination":
        """Describe the page of a list that has `total` rows, or more."""
        return BoundedPagination.of(
            page=self.page, limit=self.limit, total=total, has_more=has_more, as_of=self.as_of
        )


class StaffDaysQuery(StaffPageQuery):
    """Page of a list for staff between two Indian days, both included."""

    start_date: date | None = Field(default=None, ge=FIRST_DAY, le=LAST_DAY)
    end_date: date | None = Field(default=None, ge=FIRST_DAY, le=LAST_DAY)

    _days = field_validator("start_date", "end_date", mode="before")(empty_is_none)
    _in_order = field_validator("end_date")(
        not_below("start_date", gettext_noop("The end date is before the start date"))
    )


class PublicStablePaging(ApiModel):
    """Time as of which a publicly cached list is paged.

    Its first page returns the time of its newest row instead of the present one, so that each reader gets the
    same bytes.
    """

    as_of: Moment | None = None


class Pagination(ApiModel):
    """Place of a page in its whole list; `total` counts rows, pages start at 1.

    `as_of` is sent with the list's other pages; without it, new rows may move some to another page.
    """

    page: int
    limit: int
    total: int
    total_pages: int
    as_of: datetime | None = None

    @classmethod
    def of(cls, *, limit: int, total: int, **more: Any) -> Self:
        """Describe a page of a list that has `total` rows."""
        return cls(limit=limit, total=total, total_pages=page_count(total, limit), **more)


class BoundedPagination(Pagination):
    """Position of a page in a list too long to count: with `hasMore` there are more rows than `total`."""

    has_more: bool
