"""The live topic of a wishlist: all screens of one customer show the same hearts."""

from project.accounts.models import User
from project.cart.models import Wishlist
from project.cart.schemas import WishlistLive
from project.events.topics import Caller, SharedTopic, State


class WishlistTopic(SharedTopic[WishlistLive]):
    """`wishlist:{userId}`: that user alone."""

    def may(self, caller: Caller, name: str) -> bool:
        """Apply the rule of GET /auth/wishlist: one's own."""
        public_id = self.id_in(name)
        return (
            caller.user_id is not None
            and User.objects.filter(pk=caller.user_id, public_id=public_id).exists()
        )

    def read_shared(self, name: str) -> State[WishlistLive] | None:
        """Return the part of GET /auth/wishlist that says which products are on it."""
        wishlist = Wishlist.objects.filter(user__public_id=self.id_in(name)).first()
        return State.of(WishlistLive.of(wishlist))
