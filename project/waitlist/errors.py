"""Why somebody cannot wait for a product."""

from project.core.errors import Conflict, DomainError, ErrorCode


class TokenMissing(DomainError):
    """A guest showed no X-Waitlist-Token that could tell them from others."""

    code = ErrorCode.VALIDATION
    status = 422


class NothingToWaitFor(Conflict):
    """Pieces are free: the product can be bought now."""

    code = ErrorCode.IN_STOCK


class WaitlistLimit(Conflict):
    """The shopper or the network waits for as many products as one may."""

    code = ErrorCode.WAITLIST_LIMIT
