"""What admins see first."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from project.accounts.auth import Admin
from project.backoffice.dashboard import Dashboard, read_dashboard
from project.backoffice.live import DEFAULT_DAYS
from project.core.schemas import Success
from project.core.throttle import limited

router = Router(tags=["back office"], by_alias=True)


@router.get("/admin/dashboard", response=Success[Dashboard], auth=Admin(), operation_id="getDashboard")
@limited("dashboard", 120)
def get_dashboard(
    request: HttpRequest, period: Annotated[int, Query(ge=1, le=366)] = DEFAULT_DAYS
) -> Success[Dashboard]:
    """The figures now, and orders and revenue of the last `period` days."""
    return Success(data=read_dashboard(days=period))
