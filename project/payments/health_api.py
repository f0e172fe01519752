"""How the ways to pay are doing: in words for shoppers, in figures for staff."""

from django.http import HttpRequest
from ninja import Router

from project.accounts.auth import May
from project.core.rights import Right
from project.core.schemas import ApiModel, Success
from project.core.throttle import limited
from project.payments.health import Stand, health, public_health
from project.payments.models import Instrument

router = Router(tags=["payments"], by_alias=True)


class PaymentHealthOut(ApiModel):
    """Ways to pay by how they did lately; one that few used is in none of them."""

    slow: list[Instrument]
    failing: list[Instrument]
    fine: list[Instrument]


class InstrumentHealth(ApiModel):
    """One way to pay in figures; rates in percent, null where there is nothing to count."""

    instrument: Instrument
    stand: Stand
    payments: int
    success_rate: float | None
    median_seconds: int | None


class StaffPaymentHealth(ApiModel):
    """`data` of the provider's health for staff."""

    instruments: list[InstrumentHealth]


@router.get("/payments/health", response=Success[PaymentHealthOut], operation_id="getPaymentHealth")
@limited("health", 120)
def get_payment_health(request: HttpRequest) -> Success[PaymentHealthOut]:
    """Which ways to pay are slow or failing right now, by the shop's own last payments."""
    return Success(data=PaymentHealthOut.model_validate(public_health()))


@router.get(
    "/admin/payments/health",
    response=Success[StaffPaymentHealth],
    auth=May(Right.TRANSACTIONS),
    operation_id="getStaffPaymentHealth",
)
@limited("transactions", 240)
def get_staff_payment_health(request: HttpRequest) -> Success[StaffPaymentHealth]:
    """The same in figures."""
    return Success(
        data=StaffPaymentHealth(
            instruments=[
                InstrumentHealth(
                    instrument=each.instrument,
                    stand=each.stand,
                    payments=each.payments,
                    success_rate=None if each.success_rate is None else round(each.success_rate * 100, 1),
                    median_seconds=None if each.median_seconds is None else round(each.median_seconds),
                )
                for each in health()
            ]
        )
    )
