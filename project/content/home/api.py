"""The home page by REST."""

from django.http import HttpRequest
from ninja.decorators import decorate_view

from project.catalog.models import Product
from project.catalog.schemas.products import ProductCard
from project.content.home.chapters import chapters
from project.content.schemas import HomeData
from project.core.language import current_language
from project.core.public_reads import public_read
from project.core.schemas import Success
from project.core.shop import shop
from project.core.shop_look import picture_address
from project.routers import ApiRouter

router = ApiRouter("catalogue")

HOME_PRODUCTS = 6


@router.get("/products/home")
@decorate_view(public_read("catalogue", 300, by_cost=True, any_availability=False))
def list_home(request: HttpRequest) -> Success[HomeData]:
    """Return the home page in one answer; a product of several lists is only in the first."""
    shown: list[int] = []

    def cards(**kind: bool) -> list[ProductCard]:
        products = Product.objects.visible().filter(**kind).exclude(pk__in=shown).for_cards()[:HOME_PRODUCTS]
        shown.extend(product.pk for product in products)
        return ProductCard.list(products)

    return Success(
        data=HomeData(
            sections=shop().home.sections,
            hero=picture_address("hero", shop().home.hero),
            chapters=chapters(current_language()),
            featured=cards(is_featured=True),
            new_arrivals=cards(is_new_arrival=True),
            trending=cards(is_trending=True),
        )
    )
