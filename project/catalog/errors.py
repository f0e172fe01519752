"""Refusals to sell something."""

from project.core.errors import Conflict, DomainError, ErrorCode


class OutOfStock(Conflict):
    """Fewer pieces can be sold than were asked for."""

    code = ErrorCode.OUT_OF_STOCK


class OptionUnavailable(Conflict):
    """The chosen option is unknown or not offered now."""

    code = ErrorCode.OPTION_UNAVAILABLE


class VariantRequired(OptionUnavailable):
    """The product has variants, and is not bought itself."""

    code = ErrorCode.VARIANT_REQUIRED


class ProductUnavailable(Conflict):
    """The product is unknown or hidden."""

    code = ErrorCode.PRODUCT_UNAVAILABLE


class InvalidQuantity(DomainError):
    """A quantity below one or above what one order may hold."""

    code = ErrorCode.INVALID_QUANTITY
    status = 422


class SlugTaken(Conflict):
    """Another product or category has or had this address, or the API uses it."""

    code = ErrorCode.SLUG_TAKEN
