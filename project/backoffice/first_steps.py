"""The owner's first steps: what a new shop still lacks before it can sell, and the screen for each."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from project.backoffice.production_checks import SAMPLE_DOMAIN, find_samples
from project.catalog.models import Product
from project.core.connections import providers_set_up
from project.core.language import current_language
from project.core.mail_server import mail_server
from project.core.schemas import ApiModel
from project.core.shop import newest_version
from project.core.shop_settings import Setup, ShopSettings
from project.core.site_address import is_site_url_set, site_url
from project.events.models import AuditEntry
from project.payments.attempts.trial import is_tried
from project.payments.models import CAPTURED, Instrument, Payment
from project.payments.providers.registry import adapter_of

# Logged after a test mail has left (project/shop/connections.py).
MAIL_TRIED = "settings.mail_tried"
_SETTINGS = "/admin/settings"


class FirstStep(ApiModel):
    """One step, with what is set or missing in the reader's language."""

    name: str
    title: str
    text: str
    is_done: bool
    # The screen for it; "" where it is done outside of the shop.
    to: str
    # The field of the settings' section `setup` by which an admin confirms it; "" for all others.
    confirmed_by: str
    # The payment provider whose keys a payment of one rupee tries; "" for all others.
    tries: str


class FirstSteps(ApiModel):
    """All steps; after they were hidden only what is missing again of what the shop cannot sell without."""

    steps: list[FirstStep]
    is_ready: bool
    # What the confirmations are saved in, and the version they were read in.
    setup: Setup
    version: int


def read_first_steps() -> FirstSteps:
    """Return the steps; none in a sample shop, which never opens."""
    newest = newest_version()
    now, setup = newest.settings, newest.settings.setup
    if settings.SANDBOX and find_samples():
        steps = []
    elif setup.checklist_hidden:
        steps = [step for step in _connections() if not step.is_done]
    else:
        steps = [*_seller(now), *_promises(now), *_connections(), _payment_keys(), _domain(), *_first_sale()]
    is_ready = all(step.is_done for step in steps)
    return FirstSteps(steps=steps, is_ready=is_ready, setup=setup, version=newest.number)


def _step(
    name: str,
    title: str,
    *,
    is_done: bool,
    done: str,
    missing: str,
    to: str,
    confirmed_by: str = "",
    tries: str = "",
) -> FirstStep:
    return FirstStep(
        name=name,
        title=title,
        text=done if is_done else missing,
        is_done=is_done,
        to=to,
        confirmed_by=confirmed_by,
        tries=tries,
    )


def _seller(now: ShopSettings) -> Iterator[FirstStep]:
    yield _step(
        "name",
        _("Name of the shop"),
        # Whoever has uploaded a mark has seen the name beside it.
        is_done=now.brand.name != ShopSettings().brand.name or bool(now.brand.mark),
        done=now.brand.name,
        missing=_("The shop still has the sample’s name."),
        to=f"{_SETTINGS}#brand",
    )
    yield _step(
        "mark",
        _("Logo"),
        is_done=bool(now.brand.mark),
        done=_("Your own mark is shown."),
        missing=_("The shop still shows the sample’s mark."),
        to=f"{_SETTINGS}#brand",
    )
    labels = {
        "seller.legalName": _("legal name"),
        "seller.address": _("address"),
        "seller.grievanceOfficer": _("grievance officer"),
        "contact.email": _("email address"),
        "contact.phone": _("phone number"),
    }
    missing = [labels[field] for field in now.missing() if field in labels]
    yield _step(
        "seller",
        _("Seller and address"),
        is_done=not missing,
        done=now.seller.legal_name,
        missing=_("Still missing: {fields}.").format(fields=", ".join(missing)),
        to=f"{_SETTINGS}#seller",
    )
    yield _step(
        "tax",
        _("GST registration"),
        is_done=now.tax.registration != "unset",
        done=now.tax.gstin or _("You sell without GST."),
        missing=_("Choose how you are registered. A GSTIN is checked by its last digit."),
        to=f"{_SETTINGS}#tax",
    )


def _promises(now: ShopSettings) -> Iterator[FirstStep]:
    yield _step(
        "shipping",
        _("Shipping charge"),
        is_done=now.setup.shipping_confirmed or now.shipping != ShopSettings().shipping,
        done=now.shipping.free_text(current_language()),
        missing=_("Set what delivery costs, or confirm that it is free."),
        to=f"{_SETTINGS}#shipping",
        confirmed_by="shippingConfirmed",
    )
    yield _step(
        "legal",
        _("Legal pages"),
        is_done=now.setup.legal_pages_confirmed,
        done=_("You have confirmed the pages."),
        missing=_(
            "Terms, privacy, shipping and return pages are filled with your settings. Read them, change what "
            "is different in your shop, then confirm them."
        ),
        to="/admin/content",
        confirmed_by="legalPagesConfirmed",
    )


def _connections() -> Iterator[FirstStep]:
    providers = providers_set_up()
    yield _step(
        "payments",
        _("Payments"),
        is_done=bool(providers),
        done=", ".join(adapter_of(name).label for name in providers),
        missing=_("No payment provider is set up, so the shop takes no orders."),
        to=f"{_SETTINGS}/connections",
    )
    server = mail_server()
    sender = server.sender if server else ""
    is_sample = SAMPLE_DOMAIN in sender
    # A server that was entered on screen was tried before it was saved.
    is_tried = server is not None and (
        server.is_entered or AuditEntry.objects.filter(action=MAIL_TRIED).exists()
    )
    if is_sample:
        missing = _("Set MAIL_FROM in the secrets’ file: {sender} is the sample’s address.")
    else:
        missing = _("Send yourself a test mail.") if server else _("No mail server is set up, so mails wait.")
    yield _step(
        "mail",
        _("Mail"),
        is_done=is_tried and not is_sample,
        done=_("Mails are sent by {sender}.").format(sender=sender),
        missing=missing.format(sender=sender),
        to=f"{_SETTINGS}/connections",
    )


def _payment_keys() -> FirstStep:
    """Every provider is tried, and again with new keys."""
    providers = providers_set_up()
    untried = [name for name in providers if not is_tried(name)]
    if providers:
        missing = _("Pay ₹1 with {provider}. It goes back by itself.")
    else:
        missing = _("Set up a payment provider first.")
    return _step(
        "keys",
        _("Payment keys tried"),
        is_done=bool(providers) and not untried,
        done=_("₹1 was paid with the present keys."),
        missing=missing.format(provider=", ".join(adapter_of(name).label for name in untried)),
        to=f"{_SETTINGS}/connections",
        tries=untried[0] if untried else "",
    )


def _domain() -> FirstStep:
    site = urlsplit(site_url())
    is_public = site.scheme == "https" and site.hostname not in ("localhost", "127.0.0.1")
    if is_public:
        done = _("{address}. The shop cannot see itself from outside: open it from a phone without Wi-Fi.")
    else:
        done = _("{address}, for development. A shop that sells has an https address.")
    if is_site_url_set():
        missing = _("{address} is not safe for shoppers. A shop that sells has an https address.")
    else:
        missing = _("The shop has no address yet, so links in its mails lead nowhere.")
    return _step(
        "domain",
        _("Address of the shop"),
        is_done=is_public or settings.SANDBOX,
        done=done.format(address=site_url()),
        missing=missing.format(address=site_url()),
        to=f"{_SETTINGS}/connections",
    )


def _first_sale() -> Iterator[FirstStep]:
    yield _step(
        "product",
        _("First product"),
        is_done=Product.objects.stocked().filter(is_visible=True, on_hand__gt=0).exists(),
        done=_("A product is on sale."),
        missing=_("No product with stock is on sale."),
        to="/admin/products",
    )
    purchases = Payment.objects.filter(status__in=CAPTURED, order__payment_trial="")
    is_paid = purchases.exclude(instrument=Instrument.CASH).exists()
    yield _step(
        "purchase",
        _("Test purchase"),
        is_done=is_paid,
        done=_("An order was paid online. Cancel and refund your own test order."),
        missing=_("Buy a product in your own shop and pay for it, then cancel and refund the order."),
        to="/admin/orders" if is_paid else "/products",
    )
