"""The live topics of the shop's own data and of its settings."""

from project.core.shop import current_version
from project.events.topics import PublicTopic, SharedTopic, StaffTopic, State
from project.shop.schemas import ShopOut
from project.shop.staff_schemas import SettingsOut


class ShopTopic(PublicTopic[ShopOut], SharedTopic[ShopOut]):
    """`shop`: anyone; what GET /shop answers."""

    def read_shared(self, name: str) -> State[ShopOut] | None:
        """Return what GET /shop answers."""
        return State(current_version().number, ShopOut.read())


class SettingsTopic(StaffTopic[SettingsOut]):
    """`staff:settings`: whoever may change the settings."""

    def read_shared(self, name: str) -> State[SettingsOut] | None:
        return State.of(SettingsOut.read())
