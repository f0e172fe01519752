"""Retain this release's assets for the pages it sends; run at each deploy, before the processes start."""

from typing import Any

from django.core.management.base import BaseCommand

from project.storefront.asset_retention import retain_assets


class Command(BaseCommand):
    help = (
        "Copy the built assets to VAR_DIR/assets, where nginx serves them for a week after the next release."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        copied, removed = retain_assets()
        self.stdout.write(f"{copied} assets copied, {removed} old ones removed")
