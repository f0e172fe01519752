"""Health of the payment methods and providers, as staff see it: GET and the live topic answer the same."""

from datetime import datetime
from typing import Annotated, Literal

from django.utils import timezone
from pydantic import BeforeValidator, Field

from project.core.schemas import ApiModel
from project.events.versions import next_version
from project.payments.models import ProviderOutage
from project.payments.provider_health.health import HealthStatus, health, provider_health
from project.payments.providers.registry import adapter_of

# Cash is collected days later, and has no health.
OnlineMethod = Literal["UPI", "Card", "NetBanking", "Wallet"]


class HealthFigures(ApiModel):
    """Health in figures; rates in percent, null where there is nothing to count."""

    status: HealthStatus
    payments: int
    success_rate: Annotated[float, BeforeValidator(lambda rate: round(rate * 100, 1))] | None
    median_seconds: Annotated[int, BeforeValidator(round)] | None


class InstrumentHealth(HealthFigures):
    """One payment method."""

    instrument: OnlineMethod = Field(validation_alias="name")


class ProviderHealth(HealthFigures):
    """One provider; new payments leave it out until `out_until`, null when they do not."""

    provider: str = Field(validation_alias="name")
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
        instruments=[InstrumentHealth.from_row(each) for each in health(now)],
        providers=[
            ProviderHealth.from_row(each, label=adapter_of(each.name).label, out_until=outages.get(each.name))
            for each in provider_health(now)
        ],
        version=version,
    )
