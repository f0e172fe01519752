"""The live topic of the dashboard."""

from collections.abc import Hashable

from project.backoffice.dashboard import read_dashboard
from project.core.rights import Right
from project.events import topics
from project.events.topics import Caller, State

DEFAULT_DAYS = 30


class DashboardTopic:
    """`staff:dashboard`: admins."""

    pattern = "staff:dashboard"
    # Every order and payment changes it, and reading it costs several queries.
    rest_seconds = 1.0

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /admin/dashboard."""
        return caller.may(Right.DASHBOARD)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """All admins see the same."""
        return "admin"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers for the default period."""
        dashboard = read_dashboard(days=DEFAULT_DAYS)
        return State(version=dashboard.version, data=dashboard.json_object())


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(DashboardTopic())
