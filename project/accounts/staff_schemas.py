"""Schemas of accounts for staff."""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import Annotated, Literal

from django.utils import timezone
from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from project.accounts.api_tokens import MOST_DAYS
from project.accounts.models import ApiToken, Role, StaffChangeKind, User
from project.accounts.schemas.fields import Email
from project.accounts.staff_changes import approval_starts
from project.core.limits import MAX_NAME
from project.core.rights import Right
from project.core.schemas import ApiModel, Note, Pagination, SearchText, StaffIn, StaffPageQuery


def _not_blank(value: str) -> str:
    if not value:
        raise PydanticCustomError("required", "required")
    return value


class EditorOut(ApiModel):
    """Somebody who has it open; `until` is milliseconds since 1970."""

    id: str = Field(serialization_alias="_id")
    name: str
    until: int


class EditorsOut(ApiModel):
    """People who have something open to edit."""

    editors: list[EditorOut]
    version: int


class PresenceIn(StaffIn):
    """Object that the caller has open, such as "order:AKS-…", or has closed."""

    subject: str = Field(max_length=80)
    editing: bool


class UsersQuery(StaffPageQuery):
    """Whom an admin looks for."""

    search: SearchText = ""
    role: Role | Literal["", "staff"] = ""
    state: Literal["", "active", "blocked"] = ""

    def blocked(self) -> bool | None:
        """Return the state as the query takes it."""
        return None if self.state == "" else self.state == "blocked"


class RoleIn(StaffIn):
    """New role of a user."""

    role: Role
    note: Note = ""


class StaffEmailIn(StaffIn):
    """The new address of a member of staff."""

    email: Email
    note: Note = ""


class ReasonIn(StaffIn):
    """The reason for blocking somebody, or resetting their second factor; colleagues read it in the log."""

    note: Annotated[Note, AfterValidator(_not_blank)]


class UnblockIn(StaffIn):
    """The reason for letting somebody in again."""

    note: Note = ""


class StaffChangeOut(ApiModel):
    """A change of a member of staff by an admin; `changedBy` is null for the command line."""

    kind: StaffChangeKind
    role_before: Role
    role_after: Role
    changed_by: str | None
    changed_by_id: str | None
    created_at: datetime
    confirmed_by: str | None


class ApproverOut(ApiModel):
    """One of the two people of an approval, and the last change of their account."""

    name: str
    last_change: StaffChangeOut | None
    # Until then neither their approval nor their request counts.
    approves_from: datetime | None


class ApproversQuery(ApiModel):
    """The person who requested what is to be approved, by public id; none for a request by rule."""

    requested_by: str = Field(default="", max_length=24)


class ApproversData(ApiModel):
    """`data` of the two people of an approval by the caller."""

    approver: ApproverOut
    requester: ApproverOut | None


class AdminUser(ApiModel):
    """An account as admins see it."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    name: str
    email: str
    phone: str
    role: Role
    is_admin: bool
    is_blocked: bool
    # Until then they are no second person, nor is approved what they request; null when they need not wait.
    approves_from: datetime | None
    created_at: datetime
    version: int


class AdminUserData(ApiModel):
    """`data` of one account."""

    user: AdminUser


def admin_users(users: Sequence[User]) -> list[AdminUser]:
    """Return accounts as admins see them."""
    starts = approval_starts(users)
    return [
        AdminUser.from_row(user, is_blocked=not user.is_active, approves_from=starts.get(user.pk))
        for user in users
    ]


def admin_user(user: User) -> AdminUser:
    """Return an account as admins see it."""
    return admin_users([user])[0]


def approver(user: User) -> ApproverOut:
    """Return a person of an approval."""
    return ApproverOut(
        name=name_of(user),
        last_change=last_change(user),
        approves_from=approval_starts([user]).get(user.pk),
    )


def last_change(user: User) -> StaffChangeOut | None:
    """Return the newest change of the account by an admin."""
    change = (
        user.staff_changes.select_related("changed_by", "confirmed_by").order_by("-created_at", "-pk").first()
    )
    if change is None:
        return None
    return StaffChangeOut.from_row(
        change,
        changed_by=name_of(change.changed_by) if change.changed_by else None,
        changed_by_id=change.changed_by.public_id if change.changed_by else None,
        confirmed_by=name_of(change.confirmed_by) if change.confirmed_by else None,
    )


def name_of(user: User | None) -> str:
    """Return how colleagues call the person; "" for nobody."""
    return (user.name or user.email) if user else ""


# Of a row's user.
PersonName = Annotated[str, BeforeValidator(name_of)]
PersonId = Annotated[str, BeforeValidator(attrgetter("public_id"))]


# Of what an admin gives to a program.
Name = Annotated[str, Field(max_length=MAX_NAME), AfterValidator(str.strip), AfterValidator(_not_blank)]


class ApiTokenIn(StaffIn):
    """A new API token; it is good for so many days."""

    name: Name
    rights: list[Right] = Field(min_length=1, max_length=len(Right))
    days: int = Field(ge=1, le=MOST_DAYS)


class ApiTokenOut(ApiModel):
    """An API token as admins see it."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    name: str
    rights: list[Right]
    made_by: PersonName
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    status: Literal["active", "expired", "revoked"]


class ApiTokenData(ApiModel):
    """`data` of one API token."""

    token: ApiTokenOut


class NewApiTokenData(ApiTokenData):
    """`data` of a new API token: the only answer with its secret."""

    secret: str


class ApiTokenList(ApiModel):
    """A page of the API tokens, the newest first."""

    tokens: list[ApiTokenOut]
    pagination: Pagination


def api_token_out(token: ApiToken) -> ApiTokenOut:
    """Return an API token as admins see it."""
    has_expired = token.expires_at <= timezone.now()
    status = "revoked" if token.revoked_at else "expired" if has_expired else "active"
    return ApiTokenOut.from_row(token, status=status)
