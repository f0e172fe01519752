"""The log of what staff did, for admins to search; no call writes or changes it."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from functools import reduce
from operator import or_
from typing import Annotated, Any

from django.db import connection
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from project.accounts import account_administration
from project.accounts.actor_names import names_of
from project.accounts.api_tokens import names_of_tokens
from project.accounts.auth import May
from project.accounts.models import ApiToken
from project.catalog.models import Category, Product
from project.core.days import in_days
from project.core.language import current_language
from project.core.lists import bounded_count, page_of
from project.core.rights import Right
from project.core.schemas import ApiModel, BoundedPagination, RowsOfPage, SearchText, StaffDaysQuery, Success
from project.core.text_search import SHORTEST_INSIDE, SearchColumns, has_text
from project.core.throttle import limited
from project.events.models import AuditEntry
from project.routers import ApiRouter
from project.webhooks.models import Endpoint

router = ApiRouter("audit")

# The columns of the trigram indexes `audit_search` and `audit_changes`.
SEARCHED = ("subject", "note", "address")
CHANGES = (Cast("before", TextField()), Cast("after", TextField()))
# As many subjects are looked up by their names.
MOST_NAMED = 500
# What is found, and shown, by its name, in whose language it is.
_NAMED: tuple[tuple[str, type[Product | Category | ApiToken | Endpoint], tuple[str, ...]], ...] = (
    ("product", Product, ("title_en", "title_hi")),
    ("category", Category, ("name_en", "name_hi")),
    ("token", ApiToken, ("name",)),
    ("webhook", Endpoint, ("name",)),
)
_AMOUNT = re.compile(r"₹?\s?(\d[\d,]*(?:\.\d{1,2})?)", re.ASCII)


class AuditQuery(StaffDaysQuery):
    """Search filter of an admin."""

    limit: RowsOfPage = 50
    # In what it was done to, what changed, its note, its network address, and the names of people and things.
    search: SearchText = ""
    # Actions, fields and values that the caller's screen has words for in which the search occurs.
    codes: list[Annotated[str, Field(max_length=40)]] = Field(default=[], max_length=40)
    action: str = Field(default="", max_length=40)


class AuditRow(ApiModel):
    """One thing somebody did; `before` and `after` hold the fields that changed."""

    id: int = Field(validation_alias="pk", serialization_alias="_id")
    at: datetime
    # "user:U…", or the name of a command.
    actor: str
    by: str
    action: str
    subject: str
    # Name of the API token by which a program of theirs did it; empty where they did.
    token: str
    # What the subject is called where it is a person or of _NAMED, and still is.
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


@router.get("/admin/audit", auth=May(Right.AUDIT))
@limited("admin-read", 240)
def list_audit(request: HttpRequest, query: Query[AuditQuery]) -> Success[AuditPage]:
    """Return a page of the log."""
    found = found_entries(query).filter(at__lte=query.as_of)
    total, has_more = bounded_count(found)
    return Success(
        data=AuditPage(
            entries=audit_rows(list(page_of(found, "-pk", page=query.page, limit=query.limit))),
            actions=known_actions(),
            pagination=query.bounded_pagination(total, has_more=has_more),
        )
    )


def known_actions() -> list[str]:
    """Return every action that occurs in the log, from the index of actions: the next after each."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH RECURSIVE known (action) AS (
                SELECT MIN(action) FROM events_auditentry
                UNION ALL
                SELECT (
                    SELECT MIN(later.action) FROM events_auditentry AS later WHERE later.action > known.action
                ) FROM known WHERE known.action IS NOT NULL
            )
            SELECT action FROM known WHERE action IS NOT NULL ORDER BY action
            """
        )
        return [action for (action,) in cursor.fetchall()]


def found_entries(query: AuditQuery) -> QuerySet[AuditEntry]:
    """Return the entries that match, the newest first."""
    found = AuditEntry.objects.filter(in_days("at", query.start_date, query.end_date))
    if query.action:
        found = found.filter(action=query.action)
    if text := query.search.strip():
        columns = found.alias(search_text=SearchColumns(*SEARCHED), changes=SearchColumns(*CHANGES))
        found = columns.filter(_matches(text, query.codes))
    return found.order_by("-pk")


def _matches(text: str, codes: Sequence[str]) -> Q:
    people = account_administration.search_users(search=text).order_by()
    ids = [f"user:{public_id}" for public_id in people.values_list("public_id", flat=True)[:100]]
    matches = has_text("search_text", text) | Q(actor__in=[text, *ids])
    tokens = ApiToken.objects.filter(name__icontains=text).values_list("public_id", flat=True)[:MOST_NAMED]
    matches |= Q(subject__in=[*ids, *_named(text)])
    matches |= Q(api_token__in=list(tokens))
    shown = [text, *_as_stored(text)] if len(text) >= SHORTEST_INSIDE else []
    for part in (*map(_in_json, shown), *(f'"{_in_json(code)}"' for code in codes)):
        matches |= has_text("changes", part)
    if codes:
        matches |= Q(action__in=[action for action in known_actions() if action.replace(".", "_") in codes])
    return matches


def _named(text: str) -> Iterator[str]:
    """Yield the subjects that have this in their names."""
    for kind, model, columns in _NAMED:
        is_named = [Q(**{f"{column}__icontains": text}) for column in columns]
        found = model._default_manager.filter(reduce(or_, is_named))
        for public_id in found.values_list("public_id", flat=True)[:MOST_NAMED]:
            yield f"{kind}:{public_id}"


def _as_stored(text: str) -> list[str]:
    """Return an amount as the log stores it, in rupees or paise; nothing for another text."""
    amount = _AMOUNT.fullmatch(text)
    if amount is None or text.isdecimal():
        return []
    rupees = Decimal(amount[1].replace(",", ""))
    return [f"{rupees.normalize():f}", f"{rupees * 100:.0f}"]


def _in_json(text: str) -> str:
    """Return a text as it stands inside the JSON that the database holds."""
    return json.dumps(text, ensure_ascii=connection.vendor == "sqlite")[1:-1]


def audit_rows(entries: Sequence[AuditEntry]) -> list[AuditRow]:
    """Return the entries with the names of the people and things in them."""
    subjects = [entry.subject for entry in entries if entry.subject.startswith("user:")]
    names = names_of([*(entry.actor for entry in entries), *subjects]) | _subject_names(entries)
    tokens = names_of_tokens(entry.api_token for entry in entries if entry.api_token)
    return [
        AuditRow.from_row(
            entry,
            by=names[entry.actor],
            token=tokens.get(entry.api_token, ""),
            subject_name=names.get(entry.subject, ""),
        )
        for entry in entries
    ]


def _subject_names(entries: Sequence[AuditEntry]) -> dict[str, str]:
    names, language = {}, current_language()
    for kind, model, columns in _NAMED:
        ids = {
            entry.subject.removeprefix(f"{kind}:")
            for entry in entries
            if entry.subject.startswith(f"{kind}:")
        }
        rows = model._default_manager.filter(public_id__in=ids) if ids else ()
        for row in rows:
            found = {column.rpartition("_")[2]: getattr(row, column) for column in columns}
            names[f"{kind}:{row.public_id}"] = found.get(language) or getattr(row, columns[0])
    return names
