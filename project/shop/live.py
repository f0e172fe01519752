"""The live topics of the shop's own data and of its settings."""

from project.core.rights import Right
from project.core.shop import current_version
from project.events import topics
from project.events.topics import PublicTopic, StaffTopic, State
from project.shop.schemas import ShopOut
from project.shop.staff_schemas import SettingsOut


@topics.register
class ShopTopic(PublicTopic):
    """`shop`: anyone; what GET /shop answers."""

    pattern = "shop"

    def read_shared(self, name: str) -> State | None:
        """Return what GET /shop answers."""
        return State(version=current_version().number, data=ShopOut.read().json_object())


@topics.register
class SettingsTopic(StaffTopic):
    """`staff:settings`: whoever may change the settings."""

    pattern = "staff:settings"
    right = Right.SETTINGS

    def read_shared(self, name: str) -> State | None:
        return State.of(SettingsOut.read())
