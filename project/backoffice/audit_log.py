"""The log of what staff did, for admins to search; no call writes or changes it."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router
from pydantic import Field, field_validator

from project.accounts import account_administration
from project.accounts.actor_names import names_of
from project.accounts.auth import May
from project.audit.models import AuditEntry
from project.core.limits import FIRST_DAY, LAST_DAY
from project.core.lists import bounded_count, page_of
from project.core.rights import Right
from project.core.schemas import (
    ApiModel,
    BoundedPagination,
    PageNumber,
    RowsOfPage,
    SearchText,
    Success,
    not_below,
)
from project.core.text_search import SearchColumns, has_text
from project.core.throttle import limited

router = Router(tags=["audit"], by_alias=True)

# The columns of the trigram index `audit_search`.
SEARCHED = ("subject", "note", "address")


class AuditQuery(ApiModel):
    """What an admin looks for; days are Indian days, the end included."""

    page: PageNumber = 1
    limit: RowsOfPage = 50
    # In what it was done to, its note, its network address, and the names of whoever did it.
    search: SearchText = ""
    action: str = Field(default="", max_length=40)
    start_date: date | None = Field(default=None, ge=FIRST_DAY, le=LAST_DAY)
    end_date: date | None = Field(default=None, ge=FIRST_DAY, le=LAST_DAY)

    _in_order = field_validator("end_date")(not_below("start_date", "day_order"))

    @field_validator("start_date", "end_date", mode="before")
    @classmethod
    def _empty_is_none(cls, value: object) -> object:
        return None if value == "" else value


class AuditRow(ApiModel):
    """One thing somebody did; `before` and `after` hold the fields that changed."""

    id: int = Field(serialization_alias="_id")
    at: datetime
    # "user:U…", or the name of a command.
    actor: str
    by: str
    action: str
    subject: str
    # What the subject is called where it is a person.
    subject_name: str
    before: dict[str, Any]
    after: dict[str, Any]
    note: str
    address: str


class AuditPage(ApiModel):
    """`data` of the log, the newest first, with every action that occurs in it."""

    entries: list[AuditRow]
    actions: list[str]
    pagination: BoundedPagination


@router.get("/admin/audit", response=Success[AuditPage], auth=May(Right.AUDIT), operation_id="listAudit")
@limited("admin-read", 240)
def list_audit(request: HttpRequest, query: Query[AuditQuery]) -> Success[AuditPage]:
    """A page of the log."""
    found = found_entries(query)
    total, has_more = bounded_count(found)
    return Success(
        data=AuditPage(
            entries=audit_rows(list(page_of(found, "-pk", page=query.page, limit=query.limit))),
            actions=known_actions(),
            pagination=BoundedPagination.bounded(
                page=query.page, limit=query.limit, total=total, has_more=has_more
            ),
        )
    )


def known_actions() -> list[str]:
    """Return every action that occurs in the log, from the index of actions: the next after each."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH RECURSIVE known (action) AS (
                SELECT MIN(action) FROM audit_auditentry
                UNION ALL
                SELECT (
                    SELECT MIN(later.action) FROM audit_auditentry AS later WHERE later.action > known.action
                ) FROM known WHERE known.action IS NOT NULL
            )
            SELECT action FROM known WHERE action IS NOT NULL ORDER BY action
            """
        )
        return [action for (action,) in cursor.fetchall()]


def found_entries(query: AuditQuery) -> QuerySet[AuditEntry]:
    """Return the entries that match, the newest first."""
    found = AuditEntry.objects.all()
    if query.action:
        found = found.filter(action=query.action)
    if text := query.search.strip():
        people = account_administration.search_users(search=text).order_by()
        ids = [f"user:{public_id}" for public_id in people.values_list("public_id", flat=True)[:100]]
        found = found.alias(search_text=SearchColumns(*SEARCHED)).filter(
            has_text("search_text", text) | Q(actor__in=[text, *ids]) | Q(subject__in=ids)
        )
    if query.start_date:
        found = found.filter(at__gte=_midnight(query.start_date))
    if query.end_date:
        found = found.filter(at__lt=_midnight(query.end_date + timedelta(days=1)))
    return found.order_by("-pk")


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def audit_rows(entries: Sequence[AuditEntry]) -> list[AuditRow]:
    """Return the entries with the names of the people in them."""
    subjects = [entry.subject for entry in entries if entry.subject.startswith("user:")]
    names = names_of([*(entry.actor for entry in entries), *subjects])
    return [
        AuditRow(
            id=entry.pk,
            at=entry.at,
            actor=entry.actor,
            by=names[entry.actor],
            action=entry.action,
            subject=entry.subject,
            subject_name=names.get(entry.subject, ""),
            before=entry.before,
            after=entry.after,
            note=entry.note,
            address=entry.address,
        )
        for entry in entries
    ]
