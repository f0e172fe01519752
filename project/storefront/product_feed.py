"""Product feed for Google Merchant Center, one for each language.

Fields as in https://support.google.com/merchants/answer/7052112: they say what the product's page and its
structured data say.
"""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlencode
from xml.sax.xmlreader import AttributesImpl

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.xmlutils import SimplerXMLGenerator
from django.views.decorators.http import require_safe

from project.catalog.models import Product
from project.core.money import exact_rupees
from project.core.public_cache import Entry, get_or_compute, shows_stock_of
from project.core.shop import shop
from project.core.site_address import site_url
from project.orders.pricing import shipping_charge
from project.storefront.sitemap import in_language, limited_by_network

# The most that Google reads of a description, and the most further pictures.
_MAX_DESCRIPTION: Final = 5_000
_MAX_PICTURES: Final = 10


class _MerchantFeed(Rss201rev2Feed):
    """RSS with Google's fields."""

    def rss_attributes(self) -> dict[str, str]:
        return {**super().rss_attributes(), "xmlns:g": "http://base.google.com/ns/1.0"}

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        for name, value in item["fields"]:
            if isinstance(value, dict):
                handler.startElement(f"g:{name}", AttributesImpl({}))
                for part, text in value.items():
                    handler.addQuickElement(f"g:{part}", text)
                handler.endElement(f"g:{name}")
            else:
                handler.addQuickElement(f"g:{name}", value)


@require_safe
@limited_by_network
def product_feed(request: HttpRequest) -> HttpResponseBase:
    """Return the products that the shop shows, in the language of `lang`; never staler than a live update."""
    asked = request.GET.get("lang", "")
    language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(language):
        return get_or_compute(f"product feed {language}", lambda: Entry.of(_feed(language))).response_to(
            request
        )


def _feed(language: str) -> HttpResponse:
    brand = shop().brand.name_in(language)
    feed = _MerchantFeed(
        title=brand, link=in_language("/", language), description=brand, language=f"{language}-IN"
    )
    products = Product.objects.visible().with_category().prefetch_related("further_pictures__picture")
    for product in products.prefetch_related("variants__main_picture").order_by("pk"):
        for sold in product.offered_variants if product.has_variants else [product]:
            shows_stock_of(sold.slug)
            feed.add_item(
                title=sold.title,
                link=in_language(_path(product, sold), language),
                description=_description(product),
                fields=list(_fields(product, sold, brand)),
            )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/xml; charset=utf-8")


def _path(product: Product, sold: Product) -> str:
    path = f"/products/{product.slug}"
    return path if sold is product else f"{path}?{urlencode({'variant': sold.sku or sold.public_id})}"


def _description(product: Product) -> str:
    text = str(product.text("description") or product.text("short_description") or product.title)
    return text[:_MAX_DESCRIPTION]


def _fields(product: Product, sold: Product, brand: str) -> Iterator[tuple[str, str | dict[str, str]]]:
    """Yield the fields of what is sold: the product, or a variant of it.

    Google knows no regions of India, so a shipping charge that depends on the address is left to the account.
    """
    yield "id", sold.public_id
    if sold is not product:
        yield "item_group_id", product.public_id
    pictures = [sold.main_image, *(picture.image for picture in product.pictures)]
    for number, address in enumerate(dict.fromkeys(filter(None, pictures))):
        if number <= _MAX_PICTURES:
            yield "additional_image_link" if number else "image_link", _file(address)
    yield "availability", "in_stock" if sold.is_available else "out_of_stock"
    if sold.discount_percentage:
        yield "price", _rupees(sold.original_price_paise or 0)
        yield "sale_price", _rupees(sold.price_paise)
    else:
        yield "price", _rupees(sold.price_paise)
    yield "condition", "new"
    yield "brand", brand
    yield "product_type", product.category.text("name")
    # Handmade and natural goods have no number of trade.
    yield ("gtin", sold.barcode) if sold.barcode else ("identifier_exists", "no")
    if sold.shipping_weight_grams:
        yield "shipping_weight", f"{sold.shipping_weight_grams} g"
    shipping = shop().shipping
    if shipping.has_one_rate:
        charge = 0 if sold.free_shipping else shipping_charge(sold.price_paise, 0, shipping, None)
        yield "shipping", {"country": "IN", "price": _rupees(charge)}


def _file(address: str) -> str:
    """Return the full address of a picture, which may be another host's already."""
    return address if "://" in address else f"{site_url()}{address}"


def _rupees(paise: int) -> str:
    return f"{exact_rupees(paise)} INR"
