"""The addresses of the shop's pages; frontend/src/app/router.tsx has the same list."""

from django.conf import settings
from django.urls import URLPattern, re_path

from project.documents.contents import NAMES
from project.storefront import payment, sitemap, views


def _private(path: str, title: str, *namespaces: str, module: str = "") -> URLPattern:
    given = {"title": title, "module": module, "namespaces": namespaces}
    return re_path(f"^{path}/?$", views.private, given)


# Part of an address: everything but a slash, and a NUL, which Postgres cannot even look up.
_PART = r"[^/\x00]+"

urlpatterns = [
    re_path(r"^$", views.home, name="home"),
    re_path(r"^products/?$", views.product_list, name="products"),
    re_path(rf"^products/(?P<slug>{_PART})/?$", views.product, name="product"),
    re_path(rf"^product/(?P<product_id>{_PART})/?$", views.product_by_id),
    re_path(rf"^category/(?P<slug>{_PART})/?$", views.category, name="category"),
    re_path(r"^verify/?$", views.verify),
    re_path(rf"^verify/(?P<number>{_PART})/?$", views.certificate, name="certificate"),
    re_path(r"^rudraksh-recommendation/?$", views.guidance, name="guidance"),
    *(re_path(f"^{name}/?$", views.reading, {"name": name}) for name in NAMES),
    _private("login", "account:login.title", "account", "checkout", module="account/login-page"),
    _private("profile", "account:profile.title", "account", "checkout", module="account/profile-page"),
    _private("account/undo", "account:undo.title", "account", module="account/undo-page"),
    _private("checkout", "checkout:cartTitle", "checkout", module="checkout/checkout-page"),
    _private("cart", "cart:title", "cart", "checkout", module="cart/cart-page"),
    _private("wishlist", "cart:wishlist.title", "cart", module="wishlist/wishlist-page"),
    _private("orders", "orders:title", "orders", module="orders/orders-page"),
    _private(f"orders/{_PART}", "orders:title", "orders", "checkout", "photos", module="orders/order-page"),
    _private(f"order/{_PART}", "orders:title", "orders", "checkout", "photos", module="orders/link-page"),
    _private("track-orders", "orders:track.title", "orders", module="orders/track-orders-page"),
    _private("my-data", "orders:data.title", "orders", module="orders/my-data-page"),
    _private("track-order", "orders:transaction.title", "orders", module="orders/track-order-page"),
    re_path(r"^(?:payment/status|payment-success)/?$", payment.payment),
    re_path(rf"^(?:order-confirmation|confirmation)/(?P<part>{_PART})/?$", payment.payment),
    re_path(rf"^confirmation/(?:failed|success|pending|cancelled)/(?P<part>{_PART})/?$", payment.payment),
    *(
        _private(path, "shell-more:admin", "admin", module="admin/admin-layout")
        for path in (
            "admin",
            "admin/orders",
            "admin/order-management",
            "admin/claims",
            "admin/users",
            "admin/audit",
            "admin/transactions",
            "admin/cases",
            "admin/webhooks",
            "admin/statements",
            "admin/support",
            "admin/contact",
            "admin/exports",
            "admin/reviews",
        )
    ),
    *(
        _private(path, "shell-more:admin", "admin", module="admin/admin-layout")
        for path in ("admin/products", f"admin/products/{_PART}", "admin/categories")
    ),
    re_path(r"^sitemap\.xml$", sitemap.sitemap),
    re_path(r"^robots\.txt$", sitemap.robots),
]
if settings.DEBUG:
    urlpatterns += [
        _private("dev/components", "common:brand"),
        _private("test-direct-buy", "dev:directBuy.title", "dev"),
    ]
