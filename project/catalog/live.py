"""The live topic of a product page: what is left, at which price."""

from collections.abc import Hashable

from project.catalog.models import Product
from project.catalog.schemas import ProductLive
from project.events import topics
from project.events.topics import Caller, State


class ProductTopic:
    """`product:{slug}`: anyone may watch a product that the shop shows."""

    pattern = "product:"

    def may(self, caller: Caller, name: str) -> bool:
        """Anyone."""
        return True

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Everybody gets the same answer: there is no text in it."""
        return "public"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return the part of GET /products/{slug} that changes while somebody looks at it."""
        slug = name.removeprefix(self.pattern)
        product = Product.objects.visible().filter(slug=slug).first()
        if product is None:
            return None
        return State(version=product.version, data=ProductLive.of(product).json_object())


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(ProductTopic())
