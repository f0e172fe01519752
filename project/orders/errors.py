"""Why an order cannot be created or paid."""

from project.core.errors import Conflict, ErrorCode


class PriceChanged(Conflict):
    """The caller agreed to another amount; `data` is the fresh quote."""

    code = ErrorCode.PRICE_CHANGED


class OrderNotPayable(Conflict):
    """The order is cancelled, over or otherwise past paying."""

    code = ErrorCode.ORDER_NOT_PAYABLE
