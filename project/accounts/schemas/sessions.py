"""The devices somebody is logged in on."""

from datetime import datetime

from pydantic import Field

from project.accounts.models import Token, User
from project.accounts.tokens import live_tokens
from project.core.schemas import ApiModel


class SessionOut(ApiModel):
    """One device that is logged in."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    device: str
    created_at: datetime
    last_used_at: datetime
    current: bool


class SessionsData(ApiModel):
    """`data` of the devices, this one first, then the one used last."""

    sessions: list[SessionOut]


def sessions_out(user: User, *, current: Token) -> SessionsData:
    """Return the devices the user is logged in on; `current` is this one."""
    rows = sorted(
        live_tokens().filter(user=user),
        key=lambda row: (row == current, row.last_used_at),
        reverse=True,
    )
    return SessionsData(sessions=[SessionOut.from_row(row, current=row == current) for row in rows])
