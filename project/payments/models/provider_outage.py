"""Providers that new payments leave out for a while."""

from django.db import models


class ProviderOutage(models.Model):
    """A provider that did not open its last payments; gone as soon as it opens one."""

    provider = models.CharField(max_length=20, primary_key=True)
    since = models.DateTimeField()
    # How often in a row it was tried and opened none.
    failures = models.PositiveSmallIntegerField(default=1)
    # Left out until then; after that one payment at a time tries it.
    until = models.DateTimeField()
    # The lease of the payment that tries it: a process that dies meanwhile only delays the next trial.
    trial_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(failures__gte=1) & models.Q(until__gt=models.F("since")),
                name="payment_outage_counts_and_lasts",
            )
        ]

    def __str__(self) -> str:
        return f"{self.provider} until {self.until:%H:%M:%S}"
