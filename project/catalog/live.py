"""The live topic of a product page: what is left, at which price."""

from collections.abc import Hashable

from project.catalog.models import Product
from project.catalog.schemas import ProductGone, ProductLive
from project.events import topics
from project.events.topics import Caller, State


class ProductTopic:
    """`product:{slug}`: anyone may watch; of a product that is hidden it says only that it is."""

    pattern = "product:"

    def may(self, caller: Caller, name: str) -> bool:
        """Anyone."""
        return True

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Everybody gets the same answer: there is no text in it."""
        return "public"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return the part of GET /products/{slug} that changes while somebody looks at it.

        Whoever has a product on the screen, or in the cart, when it is hidden learns it at once.
        """
        slug = name.removeprefix(self.pattern)
        product = Product.objects.with_category().filter(slug=slug).first()
        if product is None:
            return None
        live = ProductLive.of(product) if product.is_shown else ProductGone(version=product.version)
        return State(version=product.version, data=live.json_object())


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(ProductTopic())
