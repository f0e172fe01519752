"""What can go wrong, each with a code that the API, the screens and the tests share."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar


class ErrorCode(StrEnum):
    """Every failure code the API answers; part of the OpenAPI document and of the screens' texts."""

    VALIDATION = "VALIDATION"
    NOT_FOUND = "NOT_FOUND"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    TOKEN_REFUSED = "TOKEN_REFUSED"
    FORBIDDEN = "FORBIDDEN"
    RATE_LIMITED = "RATE_LIMITED"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    PAYLOAD_TOO_LARGE = "PAYLOAD_TOO_LARGE"
    OUT_OF_STOCK = "OUT_OF_STOCK"
    HOLD_LIMIT = "HOLD_LIMIT"
    OPTION_UNAVAILABLE = "OPTION_UNAVAILABLE"
    PRODUCT_UNAVAILABLE = "PRODUCT_UNAVAILABLE"
    INVALID_QUANTITY = "INVALID_QUANTITY"
    CART_FULL = "CART_FULL"
    WISHLIST_FULL = "WISHLIST_FULL"
    PRICE_CHANGED = "PRICE_CHANGED"
    DISCOUNT_UNKNOWN = "DISCOUNT_UNKNOWN"
    DISCOUNT_NOT_YET = "DISCOUNT_NOT_YET"
    DISCOUNT_EXPIRED = "DISCOUNT_EXPIRED"
    DISCOUNT_MINIMUM = "DISCOUNT_MINIMUM"
    DISCOUNT_USED_UP = "DISCOUNT_USED_UP"
    DISCOUNT_ALREADY_USED = "DISCOUNT_ALREADY_USED"
    IDEMPOTENCY_MISMATCH = "IDEMPOTENCY_MISMATCH"
    ORDER_NOT_PAYABLE = "ORDER_NOT_PAYABLE"
    ALREADY_PAID = "ALREADY_PAID"
    INVOICE_NOT_READY = "INVOICE_NOT_READY"
    PROVIDER_UNAVAILABLE = "PROVIDER_UNAVAILABLE"
    REFUND_NOT_POSSIBLE = "REFUND_NOT_POSSIBLE"
    REFUND_CHANGED = "REFUND_CHANGED"
    SECOND_PERSON_NEEDED = "SECOND_PERSON_NEEDED"
    STATEMENT_UNREADABLE = "STATEMENT_UNREADABLE"
    INVALID_TRANSITION = "INVALID_TRANSITION"
    CODE_WRONG = "CODE_WRONG"
    CODE_EXPIRED = "CODE_EXPIRED"
    CODE_TOO_MANY = "CODE_TOO_MANY"
    LOGIN_FAILED = "LOGIN_FAILED"
    PASSWORD_NEEDED = "PASSWORD_NEEDED"
    PASSWORD_WRONG = "PASSWORD_WRONG"
    PROOF_NEEDED = "PROOF_NEEDED"
    ADDRESS_MOVED = "ADDRESS_MOVED"
    UNDO_EXPIRED = "UNDO_EXPIRED"
    SECOND_FACTOR_REQUIRED = "SECOND_FACTOR_REQUIRED"
    SECOND_FACTOR_ENROLMENT_REQUIRED = "SECOND_FACTOR_ENROLMENT_REQUIRED"
    REAUTHENTICATION_REQUIRED = "REAUTHENTICATION_REQUIRED"
    PASSKEY_REFUSED = "PASSKEY_REFUSED"
    LAST_SECOND_FACTOR = "LAST_SECOND_FACTOR"
    EMAIL_TAKEN = "EMAIL_TAKEN"
    ADDRESS_BOOK_FULL = "ADDRESS_BOOK_FULL"
    SIGNATURE_INVALID = "SIGNATURE_INVALID"
    NOT_A_BUYER = "NOT_A_BUYER"
    REVIEW_EXISTS = "REVIEW_EXISTS"
    REVIEW_CHANGED = "REVIEW_CHANGED"
    PHOTO_INVALID = "PHOTO_INVALID"
    PHOTO_TOO_LARGE = "PHOTO_TOO_LARGE"
    TOO_MANY_PHOTOS = "TOO_MANY_PHOTOS"
    ORDER_NOT_CANCELLABLE = "ORDER_NOT_CANCELLABLE"
    NOT_RETURNABLE = "NOT_RETURNABLE"
    NOT_CLAIMABLE = "NOT_CLAIMABLE"
    ORDER_CHANGED = "ORDER_CHANGED"
    TRACKING_NUMBER_NEEDED = "TRACKING_NUMBER_NEEDED"
    DELIVERY_DAY_INVALID = "DELIVERY_DAY_INVALID"
    GOODS_NOT_PAID = "GOODS_NOT_PAID"
    ACCOUNT_BLOCKED = "ACCOUNT_BLOCKED"
    LAST_ADMIN = "LAST_ADMIN"
    PLACE_UNKNOWN = "PLACE_UNKNOWN"
    PRODUCT_CHANGED = "PRODUCT_CHANGED"
    PRODUCT_ARCHIVED = "PRODUCT_ARCHIVED"
    STOCK_PROMISED = "STOCK_PROMISED"
    CATEGORY_CHANGED = "CATEGORY_CHANGED"
    CATEGORY_NOT_EMPTY = "CATEGORY_NOT_EMPTY"
    CATEGORY_LOOP = "CATEGORY_LOOP"
    CERTIFICATE_EXISTS = "CERTIFICATE_EXISTS"
    UPLOAD_UNAVAILABLE = "UPLOAD_UNAVAILABLE"
    FILE_UNREADABLE = "FILE_UNREADABLE"
    FORM_EXPIRED = "FORM_EXPIRED"
    BUSY = "BUSY"
    INTERNAL = "INTERNAL"


class DomainError(Exception):
    """A refusal the caller can understand.

    `errors` names the fields at fault with their own codes, `data` carries what helps to go on
    (the fresh quote beside PRICE_CHANGED), `text` is the sentence in English and Hindi where the code's own
    says too little, `detail` is for the log only.
    """

    code: ClassVar[ErrorCode] = ErrorCode.VALIDATION
    status: ClassVar[int] = 400

    def __init__(
        self,
        detail: str = "",
        *,
        errors: Mapping[str, ErrorCode] | None = None,
        data: Mapping[str, Any] | None = None,
        text: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(detail or self.code)
        self.text = text
        self.errors = dict(errors or {})
        self.data = dict(data) if data is not None else None


class NotFound(DomainError):
    """It does not exist, or not for this caller: both look the same."""

    code = ErrorCode.NOT_FOUND
    status = 404


class Gone(NotFound):
    """It is no longer shown: search engines forget it sooner than what is missing."""

    status = 410


class TokenRefused(DomainError):
    """A token was sent and is not (or no longer) good; only this logs a browser out."""

    code = ErrorCode.TOKEN_REFUSED
    status = 401


class Forbidden(DomainError):
    """The caller is known and may not."""

    code = ErrorCode.FORBIDDEN
    status = 403


class Conflict(DomainError):
    """The request is well formed but does not fit the state of things."""

    status = 409


class OutOfStock(Conflict):
    """Fewer pieces can be sold than were asked for."""

    code = ErrorCode.OUT_OF_STOCK


class OptionUnavailable(Conflict):
    """The chosen option is unknown or not offered now."""

    code = ErrorCode.OPTION_UNAVAILABLE


class ProductUnavailable(Conflict):
    """The product is unknown or hidden."""

    code = ErrorCode.PRODUCT_UNAVAILABLE


class InvalidQuantity(DomainError):
    """A quantity below one or above what one order may hold."""

    code = ErrorCode.INVALID_QUANTITY
    status = 422


class CartFull(Conflict):
    """The cart has as many lines as one order can hold."""

    code = ErrorCode.CART_FULL


class WishlistFull(Conflict):
    """The wishlist has as many products as it can hold."""

    code = ErrorCode.WISHLIST_FULL


class PriceChanged(Conflict):
    """The caller agreed to another amount; `data` is the fresh quote."""

    code = ErrorCode.PRICE_CHANGED


class IdempotencyMismatch(Conflict):
    """The same idempotency key came with another request."""

    code = ErrorCode.IDEMPOTENCY_MISMATCH


class OrderNotPayable(Conflict):
    """The order is cancelled, over or otherwise past paying."""

    code = ErrorCode.ORDER_NOT_PAYABLE


class AlreadyPaid(Conflict):
    """The order has been paid."""

    code = ErrorCode.ALREADY_PAID


class InvalidTransition(Conflict):
    """The status may not move that way."""

    code = ErrorCode.INVALID_TRANSITION


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


class StatementRefused(DomainError):
    """A settlement report that cannot be read; the text says where."""

    code = ErrorCode.STATEMENT_UNREADABLE
    status = 422


class SecondPersonNeeded(Forbidden):
    """Whoever asked for a refund cannot be the one who approves it."""

    code = ErrorCode.SECOND_PERSON_NEEDED


class CodeWrong(DomainError):
    """The login code does not match."""

    code = ErrorCode.CODE_WRONG


class CodeExpired(DomainError):
    """There is no live login code for this address."""

    code = ErrorCode.CODE_EXPIRED


class CodeTooMany(DomainError):
    """Too many wrong tries: the code is dead."""

    code = ErrorCode.CODE_TOO_MANY


class LoginFailed(DomainError):
    """Address and password do not belong together; which of them is wrong is not said."""

    code = ErrorCode.LOGIN_FAILED


class AccountBlocked(DomainError):
    """The caller has proven who they are, and an admin has blocked them."""

    code = ErrorCode.ACCOUNT_BLOCKED
    status = 403


class PasswordNeeded(DomainError):
    """A member of staff with a password came with a code alone."""

    code = ErrorCode.PASSWORD_NEEDED


class ProofNeeded(Forbidden):
    """The call changes who gets into the account, and a token alone does not prove whose it is."""

    code = ErrorCode.PROOF_NEEDED


class PasswordWrong(DomainError):
    """The password that was to prove whose account it is does not match."""

    code = ErrorCode.PASSWORD_WRONG


class AddressMoved(Conflict):
    """The account of this address has just moved to another one, and may be moved back."""

    code = ErrorCode.ADDRESS_MOVED


class UndoExpired(Conflict):
    """The link that undoes a change was used, is too old, or never was one."""

    code = ErrorCode.UNDO_EXPIRED


class SecondFactorRequired(Forbidden):
    """A member of staff has logged in and not yet proven their second factor."""

    code = ErrorCode.SECOND_FACTOR_REQUIRED


class SecondFactorEnrolmentRequired(Forbidden):
    """A member of staff has logged in and has no second factor yet."""

    code = ErrorCode.SECOND_FACTOR_ENROLMENT_REQUIRED


class ReauthenticationRequired(Forbidden):
    """The second factor was proven too long ago for this; prove it again and repeat the call."""

    code = ErrorCode.REAUTHENTICATION_REQUIRED


class PasskeyRefused(DomainError):
    """The browser's answer proves no passkey of this account, or came too late."""

    code = ErrorCode.PASSKEY_REFUSED


class LastSecondFactor(Conflict):
    """Without it the person would have no second factor."""

    code = ErrorCode.LAST_SECOND_FACTOR


class EmailTaken(Conflict):
    """The caller has proven an address that is another account's."""

    code = ErrorCode.EMAIL_TAKEN


class AddressBookFull(Conflict):
    """The address book holds as many addresses as it may."""

    code = ErrorCode.ADDRESS_BOOK_FULL


class SignatureInvalid(DomainError):
    """A webhook that the provider did not sign."""

    code = ErrorCode.SIGNATURE_INVALID
    status = 401
