"""Changes of staff by which one person could become two, and the check of every second person.

Whoever got a role, another address, a new second factor or their access back approves nothing for a day, in
which all admins have read of it; unless another admin confirms the person.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from project.accounts.actions.account import lock
from project.accounts.errors import SecondPersonNeeded
from project.accounts.models import Role, StaffChange, StaffChangeKind, User
from project.core.errors import ErrorCode, Forbidden
from project.core.language import current_language, format_day, format_moment, translate
from project.core.mail import queue_mail
from project.core.rights import Right
from project.core.shop import shop
from project.core.site_address import site_url

APPROVES_AFTER: Final = timedelta(hours=24)

ROLE_NAMES: Final = {
    Role.CUSTOMER: gettext_lazy("Customer"),
    Role.SUPPORT: gettext_lazy("Support"),
    Role.ORDERS: gettext_lazy("Orders"),
    Role.CATALOGUE: gettext_lazy("Catalogue"),
    Role.FINANCE: gettext_lazy("Finance"),
    Role.ADMIN: gettext_lazy("Admin"),
}
# Written to the shop's own address, which has no language of its own.
_SHOP_LANGUAGE: Final = "en"


def record_staff_change(user: User, kind: StaffChangeKind, *, actor: str, role_before: str = "") -> None:
    """Record the change of the locked account and mail it to all admins, the shop and the person.

    `actor` is "user:<public id>", or "command line".
    """
    is_person = actor.startswith("user:")
    changed_by = User.objects.get(public_id=actor.removeprefix("user:")) if is_person else None
    change = StaffChange.objects.create(
        kind=kind,
        user=user,
        role_before=role_before or user.role,
        role_after=user.role,
        changed_by=changed_by,
        confirmed_at=None if changed_by else timezone.now(),
    )
    admins = User.objects.filter(role=Role.ADMIN, is_active=True)
    languages = {shop().contact.email: _SHOP_LANGUAGE}
    languages |= {person.email: person.language for person in (*admins, user)}
    for to, language in languages.items():
        if to:
            _mail(change, to, language)


def _mail(change: StaffChange, to: str, language: str) -> None:
    user, by = change.user, change.changed_by
    waits = not change.confirmed_at and change.role_after != Role.CUSTOMER
    approves_from = format_moment(change.created_at + APPROVES_AFTER, language) if waits else ""
    queue_mail(
        kind="staff_changed",
        dedupe_key=f"staff-changed:{change.pk}:{to}",
        to=to,
        language=language,
        context={
            "change": change.kind,
            "person": user.name,
            "person_email": user.email,
            "by": by.name if by else "",
            "by_email": by.email if by else "",
            "role_before": translate(ROLE_NAMES[Role(change.role_before)], language),
            "role_after": translate(ROLE_NAMES[Role(change.role_after)], language),
            "when": format_moment(change.created_at, language),
            "approves_from": approves_from,
            "link": f"{site_url()}/admin/users?user={user.public_id}",
        },
    )


def pending_changes(users: Iterable[User]) -> QuerySet[StaffChange]:
    """Return the changes of these people that are neither old enough nor confirmed."""
    recent = StaffChange.objects.filter(confirmed_at=None, created_at__gt=timezone.now() - APPROVES_AFTER)
    # A demoted person asks for nothing more; what they asked for before is judged by earlier changes.
    return recent.filter(user__in=users).exclude(role_after=Role.CUSTOMER)


def approval_starts(users: Iterable[User]) -> dict[int, datetime]:
    """Return from when on those of the people who have to wait count as a second person, by primary key."""
    newest = pending_changes(users).order_by().values_list("user").annotate(Max("created_at"))
    return {pk: created_at + APPROVES_AFTER for pk, created_at in newest}


def require_approver(user: User, *, requested_by: User | None) -> None:
    """Let the person decide about what another one has requested; call it in the decision's transaction.

    Both are judged: a second account can request as well as approve.

    Raises SecondPersonNeeded for whoever requested it, Forbidden for whoever has lost the right meanwhile,
    APPROVER_TOO_NEW, TokenRefused for a blocked account.
    """
    user = lock(user)
    if requested_by == user:
        raise SecondPersonNeeded(user.public_id)
    if Right.REFUNDS not in user.rights:
        raise Forbidden(f"{user} has no right to approve any more")
    require_established(user, *([requested_by] if requested_by else []))


def require_established(*users: User) -> None:
    """Raise APPROVER_TOO_NEW when a change of one of the people is neither a day old nor confirmed."""
    starts = approval_starts(users)
    for user in users:
        if user.pk in starts:
            raise Forbidden(
                user.public_id, text=_too_new(user, starts[user.pk]), code=ErrorCode.APPROVER_TOO_NEW
            )


def _too_new(user: User, starts_at: datetime) -> str:
    local = timezone.localtime(starts_at)
    text = _(
        "{name} got these rights too recently. A second approval counts from {time} on {day}, or once "
        "another "
        "admin confirms this person under Users"
    )
    day = format_day(local, current_language())
    return text.format(name=user.name or user.email, time=f"{local:%H:%M}", day=day)
