"""The live topic of exports."""

from collections.abc import Hashable

from project.core.rights import Right
from project.events.topics import Caller, State, Topic
from project.exports.schemas import ExportList, exports_of


class ExportsTopic(Topic[ExportList]):
    """`staff:exports`: each sees their own."""

    # A running export changes it every second.
    throttle_seconds = 0.5

    def may(self, caller: Caller, name: str) -> bool:
        """Apply the right of GET /admin/exports."""
        return caller.may(Right.EXPORTS)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Nobody else sees what somebody exports."""
        return caller.user_id

    def read(self, caller: Caller, name: str) -> State[ExportList] | None:
        if caller.user_id is None:
            return None
        return State.of(exports_of(caller.user_id))
