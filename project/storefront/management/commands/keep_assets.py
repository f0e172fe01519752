"""Keep this release's assets for the pages that it sends; run at each deploy, before the processes start."""

from typing import Any

from django.core.management.base import BaseCommand

from project.storefront.kept_assets import keep_assets


class Command(BaseCommand):
    help = (
        "Copy the built assets to VAR_DIR/assets, where nginx serves them for a week after the next release."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        copied, removed = keep_assets()
        self.stdout.write(f"{copied} assets kept, {removed} old ones removed")
