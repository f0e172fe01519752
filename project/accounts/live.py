"""The live topics of one account, and of who has something open to edit."""

from project.accounts import presence
from project.accounts.models import User
from project.accounts.schemas.profile import UserData, user_out
from project.accounts.staff_schemas import EditorOut, EditorsOut
from project.events.topics import Caller, SharedTopic, State
from project.events.versions import next_version


class AccountTopic(SharedTopic[UserData]):
    """`account:{publicId}`: its own user, on all their devices."""

    def may(self, caller: Caller, name: str) -> bool:
        """Apply the rule of GET /auth/profile: only one's own."""
        return caller.user_id is not None and self._find(name, pk=caller.user_id) is not None

    def read_shared(self, name: str) -> State[UserData] | None:
        """Return what GET /auth/profile answers."""
        user = self._find(name)
        if user is None:
            return None
        return State(user.version, UserData(user=user_out(user)))

    def _find(self, name: str, **more: int) -> User | None:
        public_id = self.id_in(name)
        return User.objects.filter(public_id=public_id, is_active=True, **more).first()


class PresenceTopic(SharedTopic[EditorsOut]):
    """`presence:{kind}:{id}`: who of the staff has it open to edit."""

    def may(self, caller: Caller, name: str) -> bool:
        """Whoever may see the thing itself."""
        right = presence.right_for(self.id_in(name))
        return right is not None and caller.may(right)

    def read_shared(self, name: str) -> State[EditorsOut] | None:
        """Return who says so now, and until when that holds if they say nothing more."""
        version = next_version()
        editors = presence.editors_of(self.id_in(name))
        rows = [
            EditorOut(id=public_id, name=editor["name"], until=int(editor["until"] * 1000))
            for public_id, editor in sorted(editors.items())
        ]
        return State.of(EditorsOut(editors=rows, version=version))
