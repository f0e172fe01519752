"""The live topic of a wishlist: all screens of one customer show the same hearts."""

from collections.abc import Hashable

from project.accounts.models import User
from project.cart.models import Wishlist
from project.cart.schemas import WishlistLive
from project.events import topics
from project.events.topics import Caller, State


class WishlistTopic:
    """`wishlist:{userId}`: that user alone."""

    pattern = "wishlist:"

    def may(self, caller: Caller, name: str) -> bool:
        """Apply the rule of GET /auth/wishlist: one's own."""
        public_id = name.removeprefix(self.pattern)
        return (
            caller.user_id is not None
            and User.objects.filter(pk=caller.user_id, public_id=public_id).exists()
        )

    def audience(self, caller: Caller, name: str) -> Hashable:
        """One person, and no text in it."""
        return "owner"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return the part of GET /auth/wishlist that says which products are on it."""
        public_id = name.removeprefix(self.pattern)
        wishlist = Wishlist.objects.filter(user__public_id=public_id).first()
        live = WishlistLive.of(wishlist)
        return State(version=live.version, data=live.json_object())


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(WishlistTopic())
