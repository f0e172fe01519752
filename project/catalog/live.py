"""The live topics of the catalogue: a product's page, and the lists of staff."""

from collections.abc import Iterable, Sequence

from project.catalog.hsn_rates import UsualRates
from project.catalog.models import Category, Picture, Product
from project.catalog.schemas.pictures import UploadedPicture
from project.catalog.schemas.products import ProductGone, ProductLive
from project.catalog.staff.category_schemas import AdminCategory
from project.catalog.staff.product_schemas import AdminProductRow, ProductCounts
from project.core.schemas import ApiModel
from project.events.models import Event
from project.events.topics import PublicTopic, SharedTopic, StaffListTopic, StaffTopic, State


class ProductTopic(PublicTopic[ProductLive | ProductGone], SharedTopic[ProductLive | ProductGone]):
    """`product:{slug}`: anyone may watch; of a product that is hidden it says only that it is."""

    def read_shared(self, name: str) -> State[ProductLive | ProductGone] | None:
        """Return the part of GET /products/{slug} that changes while somebody looks at it.

        Whoever has a product on the screen, or in the cart, when it is hidden learns it at once.
        """
        slug = self.id_in(name)
        # A page that was opened at an earlier address receives the present one.
        product = Product.objects.for_live().at_address(slug)
        if product is None:
            return self._read_deleted(name)
        return State.of(
            ProductLive.of(product) if product.is_shown else ProductGone(version=product.full_version)
        )

    def _read_deleted(self, name: str) -> State[ProductLive | ProductGone] | None:
        deleted = Event.objects.filter(subject=name, name="product.deleted").order_by("-pk").first()
        if deleted is None:
            return None
        return State.of(ProductGone(version=deleted.payload["version"]))


class PictureTopic(StaffTopic[UploadedPicture]):
    """`picture:{key}`: whether the sizes of an uploaded picture are rendered."""

    def read_shared(self, name: str) -> State[UploadedPicture] | None:
        picture = Picture.objects.filter(key=self.id_in(name)).first()
        return None if picture is None else State.of(UploadedPicture.of(picture))


class ProductFigures(ApiModel):
    """The figures of `staff:products`, nested as its GET nests them."""

    counts: ProductCounts


class ProductsTopic(StaffListTopic[AdminProductRow, ProductFigures]):
    """`staff:products`: the list of GET /admin/products."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, AdminProductRow]]:
        usual = UsualRates.read()
        for product in Product.objects.listed().with_category().filter(public_id__in=ids):
            yield product.public_id, product.full_version, AdminProductRow.of(product, usual)

    def read_statistics(self) -> ProductFigures:
        """Return how many products there are of each kind."""
        return ProductFigures(counts=ProductCounts.read(UsualRates.read()))


class CategoryFigures(ApiModel):
    """The figures of `staff:categories`."""

    total: int


class CategoriesTopic(StaffListTopic[AdminCategory, CategoryFigures]):
    """`staff:categories`: the categories of GET /admin/categories."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, AdminCategory]]:
        categories = Category.objects.filter(public_id__in=ids).select_related("picture", "parent")
        for category in AdminCategory.list(categories):
            yield category.id, category.version, category

    def read_statistics(self) -> CategoryFigures:
        """Return how many categories there are."""
        return CategoryFigures(total=Category.objects.count())
