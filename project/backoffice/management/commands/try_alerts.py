"""Send a sample alert to the operators: `manage.py try_alerts`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from project.backoffice.health.channels import AlertNotSent, channels
from project.core.shop import shop
from project.core.site_address import site_url


class Command(BaseCommand):
    """Mail a sample alert and post it to the webhook, as faults are; fails when one does not take it."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        refused = []
        for channel, send in channels().items():
            name = channel.removesuffix("_at")
            try:
                send(f"[{shop().brand.name}] sample", f"This is how {site_url()} tells of a fault.")
            except AlertNotSent as error:
                refused.append(f"{name}: {error}")
            else:
                self.stdout.write(f"{name}: sent")
        if refused:
            raise CommandError("; ".join(refused))
