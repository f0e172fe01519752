"""What staff see of accounts."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from project.accounts.models import Role, User
from project.accounts.schemas.fields import Email
from project.core.schemas import ApiModel, Note, PageNumber, RowsOfPage, SearchText, Snapshot, StaffIn


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
    """Who has something open to edit."""

    editors: list[EditorOut]
    version: int


class PresenceIn(StaffIn):
    """What the caller has open, such as "order:AKS-…", or has closed."""

    subject: str = Field(max_length=80)
    editing: bool


class UsersQuery(Snapshot):
    """Whom an admin looks for."""

    page: PageNumber = 1
    limit: RowsOfPage = 20
    search: SearchText = ""
    role: Role | Literal["", "staff"] = ""
    state: Literal["", "active", "blocked"] = ""

    def blocked(self) -> bool | None:
        """Return the state as the query takes it."""
        return None if self.state == "" else self.state == "blocked"


class RoleIn(StaffIn):
    """What somebody is to become."""

    role: Role
    note: Note = ""


class StaffEmailIn(StaffIn):
    """The new address of a member of staff."""

    email: Email
    note: Note = ""


class BlockIn(StaffIn):
    """Why somebody is not let in any more; colleagues read it in the log."""

    note: Annotated[Note, AfterValidator(_not_blank)]


class ResetIn(StaffIn):
    """Why somebody's second factor is reset; colleagues read it in the log."""

    note: Annotated[Note, AfterValidator(_not_blank)]


class UnblockIn(StaffIn):
    """Why somebody is let in again."""

    note: Note = ""


class AdminUser(ApiModel):
    """An account as admins see it."""

    id: str = Field(serialization_alias="_id")
    name: str
    email: str
    phone: str
    role: Role
    is_admin: bool
    is_blocked: bool
    created_at: datetime
    version: int


class AdminUserData(ApiModel):
    """`data` of one account."""

    user: AdminUser


def admin_user(user: User) -> AdminUser:
    """Return an account as admins see it."""
    return AdminUser(
        id=user.public_id,
        name=user.name,
        email=user.email,
        phone=user.phone,
        role=Role(user.role),
        is_admin=user.is_admin,
        is_blocked=not user.is_active,
        created_at=user.created_at,
        version=user.version,
    )
