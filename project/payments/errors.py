"""Refusals of a payment, a refund or a settlement report."""

from project.core.errors import Conflict, DomainError, ErrorCode


class AlreadyPaid(Conflict):
    """The order has been paid."""

    code = ErrorCode.ALREADY_PAID


class PaymentProviderDown(DomainError):
    """The provider did not answer; nothing is known about the money."""

    code = ErrorCode.PROVIDER_UNAVAILABLE
    status = 503


class RefundNotPossible(Conflict):
    """This much cannot go back; `data` says how much can, `text` why."""

    code = ErrorCode.REFUND_NOT_POSSIBLE


class RefundChanged(Conflict):
    """Something else can be given back than the caller was shown: somebody was faster."""

    code = ErrorCode.REFUND_CHANGED


class DisputeNotPossible(Conflict):
    """A dispute that does not fit its payment, or that the provider decides; `text` says which."""

    code = ErrorCode.DISPUTE_NOT_POSSIBLE


class StatementRefused(DomainError):
    """A settlement report that cannot be read; the text says where."""

    code = ErrorCode.STATEMENT_UNREADABLE
    status = 422


class SignatureInvalid(DomainError):
    """A webhook that the provider did not sign."""

    code = ErrorCode.SIGNATURE_INVALID
    status = 401
