"""The live topic of one account."""

from collections.abc import Hashable

from project.accounts.models import User
from project.accounts.schemas import UserData, user_out
from project.events import topics
from project.events.topics import Caller, State


class AccountTopic:
    """`account:{publicId}`: its own user, on all their devices."""

    pattern = "account:"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /auth/profile: only one's own."""
        return caller.user_id is not None and self._find(name, pk=caller.user_id) is not None

    def audience(self, caller: Caller, name: str) -> Hashable:
        """One person sees it."""
        return None

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET /auth/profile answers."""
        user = self._find(name)
        if user is None:
            return None
        return State(version=user.version, data=UserData(user=user_out(user)).json_object())

    def _find(self, name: str, **more: int) -> User | None:
        public_id = name.removeprefix(self.pattern)
        return User.objects.filter(public_id=public_id, is_active=True, **more).first()


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(AccountTopic())
