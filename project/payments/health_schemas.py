"""Health of the payment methods and providers, as staff see it: GET and the live topic answer the same."""

from datetime import datetime
from typing import Any, Literal, cast

from django.utils import timezone

from project.core.schemas import ApiModel
from project.events.versions import next_version
from project.payments.health import Health, HealthStatus, health, provider_health
from project.payments.models import ProviderOutage
from project.payments.providers import adapter_of

# Cash is collected days later, and has no health.
OnlineMethod = Literal["UPI", "Card", "NetBanking", "Wallet"]


class HealthFigures(ApiModel):
    """Health in figures; rates in percent, null where there is nothing to count."""

    status: HealthStatus
    payments: int
    success_rate: float | None
    median_seconds: int | None


class InstrumentHealth(HealthFigures):
    """One payment method."""

    instrument: OnlineMethod


class ProviderHealth(HealthFigures):
    """One provider; new payments leave it out until `out_until`, null when they do not."""

    provider: str
    label: str
    out_until: datetime | None


class StaffPaymentHealth(ApiModel):
    """`data` of the payments' health for staff."""

    instruments: list[InstrumentHealth]
    providers: list[ProviderHealth]
    version: int


def read_staff_health() -> StaffPaymentHealth:
    """Return the health of each payment method and provider."""
    version = next_version()
    now = timezone.now()
    outages = dict(ProviderOutage.objects.filter(until__gt=now).values_list("provider", "until"))
    return StaffPaymentHealth(
        instruments=[
            InstrumentHealth(instrument=cast(OnlineMethod, each.name), **_figures(each))
            for each in health(now)
        ],
        providers=[
            ProviderHealth(
                provider=each.name,
                label=adapter_of(each.name).label,
                out_until=outages.get(each.name),
                **_figures(each),
            )
            for each in provider_health(now)
        ],
        version=version,
    )


def _figures(each: Health) -> dict[str, Any]:
    return {
        "status": each.status,
        "payments": each.payments,
        "success_rate": None if each.success_rate is None else round(each.success_rate * 100, 1),
        "median_seconds": None if each.median_seconds is None else round(each.median_seconds),
    }
