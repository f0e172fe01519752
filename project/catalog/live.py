"""The live topics of the catalogue: a product's page, and the lists of staff."""

from collections.abc import Hashable, Sequence

from project.catalog.models import Category, Product
from project.catalog.schemas import ProductGone, ProductLive
from project.catalog.staff_schemas import AdminProductRow, ProductCounts
from project.catalog.staff_shelves import AdminCategory
from project.core.rights import Right
from project.events import topics
from project.events.models import Event
from project.events.topics import Caller, JSONObject, State


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
            return self._read_deleted(name)
        live = ProductLive.of(product) if product.is_shown else ProductGone(version=product.version)
        return State(version=product.version, data=live.json_object())

    def _read_deleted(self, name: str) -> State | None:
        deleted = Event.objects.filter(subject=name, name="product.deleted").order_by("-pk").first()
        if deleted is None:
            return None
        gone = ProductGone(version=deleted.payload["version"])
        return State(version=gone.version, data=gone.json_object())


class ProductsTopic:
    """`staff:products`: the list of products, for who keeps the catalogue."""

    pattern = "staff:products"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /admin/products."""
        return caller.may(Right.CATALOGUE)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """All staff see the same rows: they carry both languages."""
        return "staff"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return how many products there are of each kind."""
        return State(version=0, data=self.read_statistics())

    def read_rows(self, ids: Sequence[str]) -> list[JSONObject]:
        """Return the rows of these products as upserts."""
        products = Product.objects.with_category().filter(public_id__in=ids)
        return [
            {"id": p.public_id, "version": p.version, "row": AdminProductRow.of(p).json_object()}
            for p in products
        ]

    def read_statistics(self) -> JSONObject:
        """Return how many products there are of each kind."""
        return {"counts": ProductCounts.read().json_object()}


class CategoriesTopic:
    """`staff:categories`: the shelves, for who keeps the catalogue."""

    pattern = "staff:categories"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /admin/categories."""
        return caller.may(Right.CATALOGUE)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """All staff see the same."""
        return "staff"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return how many categories there are."""
        return State(version=0, data=self.read_statistics())

    def read_rows(self, ids: Sequence[str]) -> list[JSONObject]:
        """Return these categories as upserts."""
        return [
            {"id": category.id, "version": category.version, "row": category.json_object()}
            for category in AdminCategory.list(
                Category.objects.filter(public_id__in=ids).select_related("picture", "parent")
            )
        ]

    def read_statistics(self) -> JSONObject:
        """Return how many categories there are."""
        return {"total": Category.objects.count()}


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(ProductTopic())
    topics.register(ProductsTopic())
    topics.register(CategoriesTopic())
