"""Health of the payment methods, as staff see it: GET and the live topic answer the same."""

import time

from project.core.schemas import ApiModel
from project.payments.health import HealthStatus, health
from project.payments.models import Instrument


class InstrumentHealth(ApiModel):
    """One payment method in figures; rates in percent, null where there is nothing to count."""

    instrument: Instrument
    status: HealthStatus
    payments: int
    success_rate: float | None
    median_seconds: int | None


class StaffPaymentHealth(ApiModel):
    """`data` of the provider's health for staff."""

    instruments: list[InstrumentHealth]
    version: int


def read_staff_health() -> StaffPaymentHealth:
    """Return the health of each payment method; the version is the time before reading, in milliseconds."""
    version = time.time_ns() // 1_000_000
    return StaffPaymentHealth(
        instruments=[
            InstrumentHealth(
                instrument=each.instrument,
                status=each.status,
                payments=each.payments,
                success_rate=None if each.success_rate is None else round(each.success_rate * 100, 1),
                median_seconds=None if each.median_seconds is None else round(each.median_seconds),
            )
            for each in health()
        ],
        version=version,
    )
