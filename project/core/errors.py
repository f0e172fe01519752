"""Errors with the codes that the API, the screens and the tests share."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar


class ErrorCode(StrEnum):
    """Every failure code the API answers; part of the OpenAPI document and of the screens' texts."""

    # Of all apps, as the API documents them as one type. The errors stand in `project/<app>/errors.py`, or
    # beside the one action that raises them.

    VALIDATION = "VALIDATION"
    NOT_FOUND = "NOT_FOUND"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    TOKEN_REFUSED = "TOKEN_REFUSED"
    FORBIDDEN = "FORBIDDEN"
    RATE_LIMITED = "RATE_LIMITED"
    WORK_REQUIRED = "WORK_REQUIRED"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    PAYLOAD_TOO_LARGE = "PAYLOAD_TOO_LARGE"
    OUT_OF_STOCK = "OUT_OF_STOCK"
    HOLD_LIMIT = "HOLD_LIMIT"
    HOLD_PROOF_REQUIRED = "HOLD_PROOF_REQUIRED"
    IN_STOCK = "IN_STOCK"
    WAITLIST_LIMIT = "WAITLIST_LIMIT"
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
    DISCOUNT_EXISTS = "DISCOUNT_EXISTS"
    DISCOUNT_CHANGED = "DISCOUNT_CHANGED"
    DISCOUNT_ARCHIVED = "DISCOUNT_ARCHIVED"
    IDEMPOTENCY_MISMATCH = "IDEMPOTENCY_MISMATCH"
    ORDER_NOT_PAYABLE = "ORDER_NOT_PAYABLE"
    ALREADY_PAID = "ALREADY_PAID"
    CASH_REFUSED = "CASH_REFUSED"
    INVOICE_NOT_READY = "INVOICE_NOT_READY"
    PROVIDER_UNAVAILABLE = "PROVIDER_UNAVAILABLE"
    REFUND_NOT_POSSIBLE = "REFUND_NOT_POSSIBLE"
    REFUND_CHANGED = "REFUND_CHANGED"
    DISPUTE_NOT_POSSIBLE = "DISPUTE_NOT_POSSIBLE"
    SECOND_PERSON_NEEDED = "SECOND_PERSON_NEEDED"
    APPROVER_TOO_NEW = "APPROVER_TOO_NEW"
    STATEMENT_UNREADABLE = "STATEMENT_UNREADABLE"
    BANK_STATEMENT_UNREADABLE = "BANK_STATEMENT_UNREADABLE"
    BANK_COLUMNS_UNKNOWN = "BANK_COLUMNS_UNKNOWN"
    BANK_LINE_CHANGED = "BANK_LINE_CHANGED"
    BANK_ACCOUNT_EXISTS = "BANK_ACCOUNT_EXISTS"
    INVALID_TRANSITION = "INVALID_TRANSITION"
    MAILED_ENOUGH = "MAILED_ENOUGH"
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
    NOTHING_TO_SEND = "NOTHING_TO_SEND"
    ACCOUNT_BLOCKED = "ACCOUNT_BLOCKED"
    LAST_ADMIN = "LAST_ADMIN"
    PLACE_UNKNOWN = "PLACE_UNKNOWN"
    PRODUCT_CHANGED = "PRODUCT_CHANGED"
    PRODUCT_ARCHIVED = "PRODUCT_ARCHIVED"
    SLUG_TAKEN = "SLUG_TAKEN"
    STOCK_PROMISED = "STOCK_PROMISED"
    CATEGORY_CHANGED = "CATEGORY_CHANGED"
    CATEGORY_NOT_EMPTY = "CATEGORY_NOT_EMPTY"
    CATEGORY_LOOP = "CATEGORY_LOOP"
    CERTIFICATE_EXISTS = "CERTIFICATE_EXISTS"
    CERTIFICATE_REFUSED = "CERTIFICATE_REFUSED"
    CERTIFICATES_MISSING = "CERTIFICATES_MISSING"
    CONTENT_CHANGED = "CONTENT_CHANGED"
    CONTENT_INCOMPLETE = "CONTENT_INCOMPLETE"
    UPLOAD_UNAVAILABLE = "UPLOAD_UNAVAILABLE"
    FILE_UNREADABLE = "FILE_UNREADABLE"
    FORM_EXPIRED = "FORM_EXPIRED"
    SETTINGS_CHANGED = "SETTINGS_CHANGED"
    PREFIX_TAKEN = "PREFIX_TAKEN"
    SHOP_NOT_OPEN = "SHOP_NOT_OPEN"
    OUTSIDE_STATE = "OUTSIDE_STATE"
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


class Forbidden(DomainError):
    """The caller is known and may not."""

    code = ErrorCode.FORBIDDEN
    status = 403


class Conflict(DomainError):
    """The request is well formed but does not fit the state of things."""

    status = 409


class IdempotencyMismatch(Conflict):
    """The same idempotency key came with another request."""

    code = ErrorCode.IDEMPOTENCY_MISMATCH


class InvalidTransition(Conflict):
    """The status may not move that way."""

    code = ErrorCode.INVALID_TRANSITION
