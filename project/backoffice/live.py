"""The live topics of the dashboard, of the operations page, and of the live view with those it counts."""

from django.utils import timezone

from project.backoffice import wall
from project.backoffice.dashboard import Dashboard, read_dashboard
from project.backoffice.health.page import Operations, read_operations
from project.backoffice.live_view import LiveView, WallView, read_live_view
from project.backoffice.visitors import PLACES
from project.core.rights import rights_of
from project.core.schemas import Empty
from project.events.topics import Caller, SharedTopic, StaffTopic, State, V

DEFAULT_DAYS = 30
# Of a live view that does not change every fifth reading is pushed, which is every ten seconds: a screen that
# hears nothing is out of date.
PUSHED_READING = 5


class DashboardTopic(StaffTopic[Dashboard]):
    """`staff:dashboard`: admins."""

    # Every order and payment changes it, and reading it costs several queries.
    throttle_seconds = 1.0
    # A new day begins without anything happening.
    renew_seconds = 60.0

    def read_shared(self, name: str) -> State[Dashboard] | None:
        """Return what GET answers for the default period."""
        return State.of(read_dashboard(days=DEFAULT_DAYS))


class OperationsTopic(StaffTopic[Operations]):
    """`staff:operations`: what runs and what is stuck."""

    # Things become late without anything happening.
    renew_seconds = 10.0

    def read_shared(self, name: str) -> State[Operations] | None:
        return State.of(read_operations())


class _Repeated(SharedTopic[V]):
    """A state that is read again and again, in the version held while nothing has changed."""

    # It is read at most this often, and again after this time: visitors come and go without an event.
    throttle_seconds = 2.0
    renew_seconds = 2.0

    _held: State[V] | None = None
    _readings = 0

    def _hold(self, found: V) -> State[V]:
        """Return the state held while this one is the same, so that it is not pushed again."""
        state, held = State.of(found), self._held
        self._readings += 1
        if held is not None and _is_same(held, state) and self._readings < PUSHED_READING:
            return held
        if held is None or state.version > held.version:
            self._held, self._readings = state, 0
        return state


class LiveViewTopic(_Repeated[LiveView], StaffTopic[LiveView]):
    """`staff:live`: whoever may see the dashboard."""

    def read_shared(self, name: str) -> State[LiveView] | None:
        return self._hold(read_live_view())


class WallTopic(_Repeated[WallView]):
    """`live-wall`: the big screen, for whoever shows its key."""

    def may(self, caller: Caller, name: str) -> bool:
        """Apply the rule of GET /live-wall."""
        return wall.opens(caller.key)

    def read_shared(self, name: str) -> State[WallView] | None:
        return self._hold(wall.wall_of(read_live_view()))


def _is_same(held: State, state: State) -> bool:
    """Return whether two states of the live view differ by nothing but their version."""
    return held.data | {"version": 0} == state.data | {"version": 0}


class VisitTopic(SharedTopic[Empty]):
    """`visit:{place}`: watched by the pages of visitors, for the hub to count them (`realtime/visitors.py`).

    It tells nothing but the day. A page that holds this day's version was counted today.
    """

    def may(self, caller: Caller, name: str) -> bool:
        """Anyone but staff, who are no visitors."""
        return not rights_of(caller.role)

    def read_shared(self, name: str) -> State[Empty] | None:
        """Return the Indian day as the version, None for a place that is not in the list."""
        if self.id_in(name) not in PLACES:
            return None
        return State(int(f"{timezone.localdate():%Y%m%d}"), Empty())
