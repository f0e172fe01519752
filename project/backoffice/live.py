"""The live topics of the dashboard and of the operations page."""

from project.backoffice.dashboard import read_dashboard
from project.backoffice.operations import read_operations
from project.core.rights import Right
from project.events import topics
from project.events.topics import Caller, StaffTopic, State

DEFAULT_DAYS = 30


class DashboardTopic(StaffTopic):
    """`staff:dashboard`: admins."""

    pattern = "staff:dashboard"
    right = Right.DASHBOARD
    # Every order and payment changes it, and reading it costs several queries.
    throttle_seconds = 1.0
    # A new day begins without anything happening.
    renew_seconds = 60.0

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers for the default period."""
        dashboard = read_dashboard(days=DEFAULT_DAYS)
        return State(version=dashboard.version, data=dashboard.json_object())


class OperationsTopic(StaffTopic):
    """`staff:operations`: what runs and what is stuck."""

    pattern = "staff:operations"
    right = Right.DASHBOARD
    # Things become late without anything happening.
    renew_seconds = 10.0

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers."""
        found = read_operations()
        return State(version=found.version, data=found.json_object())


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(OperationsTopic())
    topics.register(DashboardTopic())
