"""The live topics of the shop's own data and of its settings."""

from collections.abc import Hashable

from project.core.rights import Right
from project.core.shop import current_version
from project.events import topics
from project.events.topics import Caller, StaffTopic, State
from project.shop.schemas import ShopOut
from project.shop.staff_schemas import SettingsOut


class ShopTopic:
    """`shop`: anyone; what GET /shop answers."""

    pattern = "shop"
    is_catalogue = True

    def may(self, caller: Caller, name: str) -> bool:
        """Anyone."""
        return True

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Everybody gets the same answer."""
        return "public"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET /shop answers."""
        return State(version=current_version().number, data=ShopOut.read().json_object())


class SettingsTopic(StaffTopic):
    """`staff:settings`: whoever may change the settings."""

    pattern = "staff:settings"
    right = Right.SETTINGS

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers."""
        found = SettingsOut.read()
        return State(version=found.version, data=found.json_object())


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(ShopTopic())
    topics.register(SettingsTopic())
