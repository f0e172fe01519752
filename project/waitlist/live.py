"""The live topic of a product's line: anyone sees how long it is, each shopper their own place in it."""

from collections.abc import Hashable

from project.catalog.models import Product
from project.events.topics import Caller, PublicTopic, State
from project.waitlist.schemas import WaitlistOut
from project.waitlist.shopper import Shopper


class WaitlistTopic(PublicTopic[WaitlistOut]):
    """`waitlist:{productId}`: anyone; a guest's place is shown to the token that is the watch's key."""

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Shoppers who are not in the line see the same; the others each their own place."""
        shopper = Shopper.of_caller(caller)
        mine = shopper.entries().filter(product__public_id=self.id_in(name))
        return shopper if not shopper.is_nobody and mine.exists() else "public"

    def read(self, caller: Caller, name: str) -> State[WaitlistOut] | None:
        product = Product.objects.on_offer().filter(public_id=self.id_in(name)).first()
        if product is None:
            return None
        return State.of(WaitlistOut.of(product, Shopper.of_caller(caller)))
