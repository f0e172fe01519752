"""Account administration: roles, blocking and unblocking. The shop always keeps one admin."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts.actions.account import record_change
from project.accounts.actions.sessions import log_out_everywhere
from project.accounts.api_tokens import revoke_tokens_of
from project.accounts.credentials import move
from project.accounts.errors import SecondPersonNeeded
from project.accounts.models import Role, StaffChangeKind, User
from project.accounts.staff_changes import pending_changes, record_staff_change, require_established
from project.core.errors import Conflict, ErrorCode, Forbidden, NotFound
from project.core.identifiers import typed_id
from project.core.mail import queue_mail
from project.core.phone_numbers import searched_texts
from project.core.text_search import SearchColumns, has_text
from project.events import audit

# The columns of the trigram index `user_search`.
SEARCHED = ("name", "email", "phone")


class LastAdmin(Conflict):
    """Without this person nobody could give anybody a role any more."""

    code = ErrorCode.LAST_ADMIN


def search_users(*, search: str = "", role: str = "", blocked: bool | None = None) -> QuerySet[User]:
    """Return the matching accounts, the newest first, without deleted ones."""
    found = User.objects.exclude(email__endswith="@deleted.invalid")
    if text := search.strip():
        found = found.alias(search_text=SearchColumns(*SEARCHED)).filter(
            has_text("search_text", *searched_texts(text)) | Q(public_id=typed_id(text))
        )
    if role == "staff":
        found = found.exclude(role=Role.CUSTOMER)
    elif role:
        found = found.filter(role=role)
    if blocked is not None:
        found = found.filter(is_active=not blocked)
    return found.order_by("-created_at", "-pk")


def get_user(public_id: str) -> User:
    """Return the account. Raises NotFound."""
    user = search_users().filter(public_id=public_id).first()
    if user is None:
        raise NotFound(public_id)
    return user


@transaction.atomic
def set_role(user: User, *, role: str, actor: str, note: str = "") -> User:
    """Give the user another role; live links opened under the old one are closed, API tokens revoked.

    Who was a customer logs in anew: a session up to 30 days old, perhaps in other hands, could set up the
    first second factor.

    Raises LastAdmin; Forbidden when the caller has lost their own role meanwhile.
    """
    user = _lock_with_admins(user, actor)
    before = user.role
    if before == role:
        return user
    if before == Role.ADMIN and user.is_active:
        _require_another_admin(user)
    user.role = role
    user.save(update_fields=["role"])
    revoke_tokens_of(user, actor=actor)
    if before == Role.CUSTOMER:
        log_out_everywhere(user)
    record_staff_change(user, StaffChangeKind.ROLE, actor=actor, role_before=before)
    _note(
        user,
        "user.role_changed",
        before={"role": before},
        after={"role": role},
        actor=actor,
        note=note,
    )
    return user


@transaction.atomic
def block(user: User, *, actor: str, note: str) -> User:
    """Block the account and end all its sessions at once; idempotent.

    Raises LastAdmin; Forbidden when the caller has lost their own role meanwhile.
    """
    user = _lock_with_admins(user, actor)
    if not user.is_active:
        return user
    if user.role == Role.ADMIN:
        _require_another_admin(user)
    user.is_active = False
    user.save(update_fields=["is_active"])
    log_out_everywhere(user)
    _note(user, "user.blocked", before={"blocked": "no"}, after={"blocked": "yes"}, actor=actor, note=note)
    return user


@transaction.atomic
def unblock(user: User, *, actor: str, note: str = "") -> User:
    """Let the person log in again; sessions from before stay ended.

    Raises Forbidden when the caller has lost their own role meanwhile.
    """
    user = _lock_with_admins(user, actor)
    if user.is_active:
        return user
    user.is_active = True
    user.save(update_fields=["is_active"])
    if user.is_staff_member:
        record_staff_change(user, StaffChangeKind.UNBLOCKED, actor=actor)
    _note(user, "user.unblocked", before={"blocked": "yes"}, after={"blocked": "no"}, actor=actor, note=note)
    return user


@transaction.atomic
def change_staff_email(user: User, *, email: str, actor: str, note: str = "") -> User:
    """Move the account of a member of staff to another address; they log in again; both addresses get a mail.

    Raises Forbidden for one's own account and for customers, who change theirs themselves; EMAIL_TAKEN,
    AddressMoved; Forbidden when the caller has lost their own role meanwhile.
    """
    user = _lock_with_admins(user, actor)
    before = user.email
    if actor == user.subject:
        raise Forbidden("one's own", text=_("Another admin has to change your email address"))
    if not user.is_staff_member:
        raise Forbidden(
            "a customer", text=_("Customers change their email address themselves, in their profile")
        )
    if email == before:
        return user
    if refusal := move(user, email):
        refusal.text = _("Another account uses this email address")
        raise refusal
    log_out_everywhere(user)
    record_staff_change(user, StaffChangeKind.EMAIL, actor=actor)
    _note(user, "user.email_set", before={"email": before}, after={"email": email}, actor=actor, note=note)
    for to in (before, email):
        queue_mail(
            kind="staff_email_changed",
            dedupe_key=f"staff-email-changed:{user.public_id}:{user.version}:{to}",
            to=to,
            language=user.language,
            context={"old_email": before, "new_email": email},
        )
    return user


@transaction.atomic
def confirm_staff_changes(user: User, *, actor: User) -> User:
    """Confirm, as another admin, that the account belongs to a person of their own; idempotent.

    Raises SecondPersonNeeded for the person and whoever made one of the changes, APPROVER_TOO_NEW while the
    caller, or whoever made them, has to wait: it may be the same person's. Forbidden as `set_role`.
    """
    caller = actor.subject
    user = _lock_with_admins(user, caller)
    pending = list(pending_changes([user]).select_related("changed_by"))
    if not pending:
        return user
    changed_by = [change.changed_by for change in pending if change.changed_by]
    if actor in (user, *changed_by):
        raise SecondPersonNeeded(
            str(user),
            text=_(
                "Another admin has to confirm this person: not they themselves, nor the one who changed "
                "the account"
            ),
        )
    require_established(actor, *changed_by)
    pending_changes([user]).update(confirmed_by=actor, confirmed_at=timezone.now())
    _note(user, "user.confirmed", before={}, after={"role": user.role}, actor=caller, note="")
    return user


def _note(
    user: User, name: str, *, before: dict[str, str], after: dict[str, str], actor: str, note: str
) -> None:
    audit.record(name, subject=user.subject, actor=actor, before=before, after=after, note=note)
    record_change(user, name, actor=actor, payload=after, rights_changed=True)


def _lock_with_admins(user: User, actor: str) -> User:
    """Lock the account and all admins, so that two who demote each other are judged one after the other."""
    locked = User.objects.select_for_update().filter(Q(pk=user.pk) | Q(role=Role.ADMIN)).order_by("pk")
    rows = {row.pk: row for row in locked}
    admins = {row.subject for row in rows.values() if row.is_admin and row.is_active}
    if actor.startswith("user:") and actor not in admins:
        raise Forbidden(f"{actor} is no admin any more")
    return rows[user.pk]


def _require_another_admin(user: User) -> None:
    if not User.objects.filter(role=Role.ADMIN, is_active=True).exclude(pk=user.pk).exists():
        raise LastAdmin(str(user))
