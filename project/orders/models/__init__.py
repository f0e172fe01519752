"""Orders, their lines and discount codes."""

from project.orders.models.discount_code import MAX_CODE_NOTE, DiscountCode
from project.orders.models.order import Order, OrderQuerySet
from project.orders.models.order_line import OrderLine
from project.orders.models.order_rollup import ORDERS, OrderRollup
from project.orders.models.order_values import (
    AT_THE_SHOP,
    BY_MONEY,
    CANCELLABLE,
    CASH_AT_THE_SHOP,
    ERASED_EMAIL,
    HOLD_GRACE,
    NEEDS_NUMBER,
    UNPAID_LIFETIME,
    Customer,
    OrderFilter,
    OrderPaymentStatus,
    OrderStatistics,
    OrderStatus,
    new_key,
    promised_delivery,
)
from project.orders.models.past_order import PastOrder
from project.orders.models.piece_certificate import PieceCertificate
