"""For which orders cash on delivery is offered, and what it costs."""

from typing import Literal

from django.conf import settings
from django.db.models import Q

from project.cod.models import CashOnDelivery, CashStatus
from project.core.gst import split_tax
from project.core.money import format_rupees
from project.core.shop import shop
from project.core.shop_settings import CashOnDelivery as Rules
from project.orders.discounts import Buyer
from project.orders.models import Order
from project.orders.pricing import delivery_rate

# Why it is not offered. "history": this customer has refused parcels, or has as many under way as one may.
Refusal = Literal["off", "too_little", "too_much", "pincode", "history"]


def find_refusal(
    rules: Rules, *, total_paise: int, pincode: str, buyer: Buyer | None = None
) -> Refusal | None:
    """Return why such an order cannot be paid to the courier; None where it can.

    `total_paise` is without the fee. Pincodes are compared by how they begin. Without a buyer the history is
    not judged.
    """
    if not rules.enabled:
        return "off"
    if total_paise < rules.minimum_paise:
        return "too_little"
    if total_paise > rules.maximum_paise:
        return "too_much"
    served = not rules.served_pincodes or pincode.startswith(tuple(rules.served_pincodes))
    if not served or pincode.startswith(tuple(rules.refused_pincodes)):
        return "pincode"
    if buyer is not None and _has_refused(rules, buyer):
        return "history"
    return None


def _has_refused(rules: Rules, buyer: Buyer) -> bool:
    mine = buyer.orders()
    if buyer.user_id is not None:
        # Each was confirmed by a code to its e-mail address, but anybody may have typed the phone number.
        mine = Q(user_id=buyer.user_id) | Q(email=buyer.email)
    of_buyer = CashOnDelivery.objects.filter(order__in=Order.objects.filter(mine))
    if of_buyer.filter(status=CashStatus.REFUSED).count() > rules.refused_deliveries_allowed:
        return True
    # Nothing was paid for these either, so that they hold the shop's pieces like unpaid orders do.
    most = settings.HOLD_ORDERS_PER_BUYER
    return bool(most) and of_buyer.filter(status=CashStatus.CONFIRMED).count() >= most


def refusal_text(refusal: Refusal, rules: Rules) -> tuple[str, str]:
    """Return what the customer is told, in English and Hindi; of their history nothing."""
    least, most = format_rupees(rules.minimum_paise), format_rupees(rules.maximum_paise)
    texts: dict[Refusal, tuple[str, str]] = {
        "too_little": (
            f"Cash on delivery is for orders of {least} or more",
            f"कैश ऑन डिलीवरी {least} या अधिक के ऑर्डर के लिए है",
        ),
        "too_much": (
            f"Cash on delivery is for orders up to {most}",
            f"कैश ऑन डिलीवरी {most} तक के ऑर्डर के लिए है",
        ),
        "pincode": (
            "Couriers do not collect cash at this pincode",
            "इस पिनकोड पर कूरियर नक़द राशि नहीं लेते",
        ),
    }
    other = (
        "Cash on delivery is not available for this order. Please pay online",
        "इस ऑर्डर के लिए कैश ऑन डिलीवरी उपलब्ध नहीं है। कृपया ऑनलाइन भुगतान करें",
    )
    return texts.get(refusal, other)


def tax_in_fee(order: Order, fee_paise: int) -> int:
    """Return the tax in the fee, which is part of the same supply as goods and delivery.

    The customer pays the fee as it is offered, also where the order's other prices are before tax.
    """
    rate = delivery_rate((line.total_paise, line.tax_rate_basis_points) for line in order.lines.all())
    interstate = not order.prices_include_tax or order.address.get("state", "") != shop().tax.state
    return sum(split_tax(fee_paise, rate, inclusive=True, interstate=interstate))
