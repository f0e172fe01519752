"""Staff endpoints of dashboard, operations, live view and wall display."""

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import Query

from project.accounts.auth import May, signed_in
from project.backoffice import actions
from project.backoffice.dashboard import Dashboard, read_dashboard
from project.backoffice.first_steps import FirstSteps, read_first_steps
from project.backoffice.health.page import Operations, read_operations
from project.backoffice.live import DEFAULT_DAYS
from project.backoffice.live_view import LiveView, WallView, read_live_view
from project.backoffice.wall import LIFETIME, read_wall
from project.core.rights import Right
from project.core.schemas import ApiModel, Success
from project.core.throttle import limited
from project.routers import ApiRouter

router = ApiRouter("back office")


@router.get("/admin/dashboard", auth=May(Right.DASHBOARD))
@limited("dashboard", 120)
def get_dashboard(
    request: HttpRequest, period: Annotated[int, Query(ge=1, le=366)] = DEFAULT_DAYS
) -> Success[Dashboard]:
    """Return the figures now, and orders and revenue of the last `period` days."""
    return Success(data=read_dashboard(days=period))


@router.get("/admin/first-steps", auth=May(Right.SETTINGS))
@limited("dashboard", 120)
def get_first_steps(request: HttpRequest) -> Success[FirstSteps]:
    """Return what the shop still lacks before it can sell, for the owner."""
    return Success(data=read_first_steps())


@router.get("/admin/operations", auth=May(Right.DASHBOARD))
@limited("dashboard", 120)
def get_operations(request: HttpRequest) -> Success[Operations]:
    """Return the state of the shop's processes, and the work that waits."""
    return Success(data=read_operations())


@router.get("/admin/live", auth=May(Right.DASHBOARD))
@limited("dashboard", 120)
def get_live_view(request: HttpRequest) -> Success[LiveView]:
    """Return the visitors of this moment, and today's orders: counts and sums."""
    return Success(data=read_live_view())


class WallKey(ApiModel):
    """`data` of a new big screen: the key that opens it, and until when."""

    key: str
    expires_at: datetime


# The key outlives a token.
@router.post("/admin/live/wall", auth=May(Right.DASHBOARD, takes_tokens=False))
@limited("dashboard", 120)
def open_live_wall(request: HttpRequest) -> Success[WallKey]:
    """Make the key of a big screen, which shows the live view without a login and without money for a day."""
    expires_at = timezone.now() + LIFETIME
    return Success(data=WallKey(key=actions.open_live_wall(signed_in(request)), expires_at=expires_at))


@router.get("/live-wall")
@limited("live-wall", 60)
def get_live_wall(request: HttpRequest) -> Success[WallView]:
    """Return the data of the wall display, for its key (`X-Wall-Key`)."""
    return Success(data=read_wall(request.headers.get("X-Wall-Key")))
