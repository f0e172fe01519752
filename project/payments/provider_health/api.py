"""Payment methods right now: in words for shoppers, in figures for staff."""

from django.http import HttpRequest

from project.accounts.auth import May
from project.core.rights import Right
from project.core.schemas import ApiModel, Success
from project.core.throttle import limited
from project.payments.provider_health.health import public_health
from project.payments.provider_health.schemas import OnlineMethod, StaffPaymentHealth, read_staff_health
from project.routers import ApiRouter

router = ApiRouter("payments")


class PaymentHealthOut(ApiModel):
    """Ways to pay by how they did lately; one that few used is in none of them."""

    slow: list[OnlineMethod]
    failing: list[OnlineMethod]
    fine: list[OnlineMethod]


@router.get("/payments/health")
@limited("health", 120)
def get_payment_health(request: HttpRequest) -> Success[PaymentHealthOut]:
    """Return the payment methods that are slow or failing now, by the shop's own last payments."""
    return Success(data=PaymentHealthOut.model_validate(public_health()))


@router.get("/admin/payments/health", auth=May(Right.TRANSACTIONS))
@limited("transactions", 240)
def get_staff_payment_health(request: HttpRequest) -> Success[StaffPaymentHealth]:
    """Return the same in figures."""
    return Success(data=read_staff_health())
