"""Refusals of payment to the courier."""

from project.core.errors import Conflict, ErrorCode


class CashRefused(Conflict):
    """Cash on delivery is not offered for the order; `text` says why, where the customer may know it."""

    code = ErrorCode.CASH_REFUSED
