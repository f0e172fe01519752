"""Categories, products with their options, and the movements of the stock."""

from project.catalog.models.categories import MAX_CATEGORY_SLUG, Category, CategoryAlias
from project.catalog.models.certificates import Certificate
from project.catalog.models.options import (
    DEFAULT_ORIGIN,
    DEFAULT_PENDANT,
    DEFAULT_SIZE,
    MAX_OPTION_NAME,
    XRAY_CERTIFICATE,
    OptionKind,
    ProductOption,
)
from project.catalog.models.pictures import Picture, PictureStatus, kept_address, shown_address
from project.catalog.models.product_relations import ProductAlias, ProductPicture
from project.catalog.models.products import (
    LOW_STOCK,
    MAX_PRODUCT_SLUG,
    MAX_SKU,
    PUBLIC_STOCK,
    Contention,
    Product,
    ProductQuerySet,
    StockEvents,
    variant_title,
)
from project.catalog.models.search import SearchChange, SearchDocument, SearchWord
from project.catalog.models.specifications import SPECIFICATIONS, SpecificationTexts
from project.catalog.models.stock import IN_STOCK, StockMovement, StockMovementKind
from project.catalog.models.texts import Bilingual, new_public_id
