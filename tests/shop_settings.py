"""Settings of the shop that a test begins with."""

from typing import Any

from project.core.models import SettingsVersion
from project.core.public_cache import move_catalogue_version
from project.core.shop import newest_version


def change_shop(**sections: dict[str, Any]) -> None:
    """Save these fields of these sections: `change_shop(returns={"return_days": 10})`; nothing is judged."""
    newest = newest_version()
    values = newest.settings.values()
    for name, fields in sections.items():
        values[name] |= fields
    SettingsVersion.objects.create(number=newest.number + 1, values=values, author="test")
    move_catalogue_version()
