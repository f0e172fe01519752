"""The live topic of imports."""

from collections.abc import Hashable

from project.core.rights import Right, rights_of
from project.events.topics import Caller, State, Topic
from project.move_in.schemas import ImportList, imports_for


class ImportsTopic(Topic[ImportList]):
    """`staff:imports`: the newest imports of the kinds that somebody may import."""

    # A running import changes it every second.
    throttle_seconds = 0.5

    def may(self, caller: Caller, name: str) -> bool:
        """Apply the right of GET /admin/imports."""
        return caller.may(Right.CATALOGUE)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Return the rights, by which the list differs."""
        return rights_of(caller.role)

    def read(self, caller: Caller, name: str) -> State[ImportList] | None:
        return State.of(imports_for(rights_of(caller.role)))
