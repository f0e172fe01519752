"""Errors with the codes that the API, the screens and the tests share."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class ErrorCode(TextChoices):
    """Every failure code the API answers; part of the OpenAPI document and of the screens' texts."""

    # Of all apps, as the API documents them as one type. Errors that are caught or raised in several places
    # have classes, in `project/<app>/errors.py` or beside the action that raises them.

    VALIDATION = "VALIDATION", _("Please check the highlighted fields")
    NOT_FOUND = "NOT_FOUND", _("Not found")
    UNAUTHENTICATED = "UNAUTHENTICATED", _("Please log in to continue")
    TOKEN_REFUSED = "TOKEN_REFUSED", _("Your session has ended. Please log in again")
    FORBIDDEN = "FORBIDDEN", _("You do not have access to this")
    RATE_LIMITED = "RATE_LIMITED", _("Too many requests. Please wait before trying again")
    WORK_REQUIRED = "WORK_REQUIRED", _("Your browser could not finish a security check. Please try again")
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED", _("This is not available here")
    PAYLOAD_TOO_LARGE = "PAYLOAD_TOO_LARGE", _("The request is too large")
    OUT_OF_STOCK = "OUT_OF_STOCK", _("There is not enough stock left for this order")
    HOLD_LIMIT = (
        "HOLD_LIMIT",
        _("You have other orders that are not paid yet. Please pay for them or cancel them first"),
    )
    HOLD_PROOF_REQUIRED = (
        "HOLD_PROOF_REQUIRED",
        _("Many orders are waiting to be paid. Please confirm your email address with a code to go on"),
    )
    IN_STOCK = "IN_STOCK", _("Good news: you can buy it right now")
    WAITLIST_LIMIT = (
        "WAITLIST_LIMIT",
        _("You are waiting for several products already. Please leave one of these lines first"),
    )
    OPTION_UNAVAILABLE = "OPTION_UNAVAILABLE", _("This option is not available")
    PRODUCT_UNAVAILABLE = "PRODUCT_UNAVAILABLE", _("This product is not available")
    INVALID_QUANTITY = "INVALID_QUANTITY", _("Please choose a valid quantity")
    CART_FULL = "CART_FULL", _("Your cart is full. Please order or remove something first")
    WISHLIST_FULL = "WISHLIST_FULL", _("Your wishlist is full. Please remove something first")
    PRICE_CHANGED = "PRICE_CHANGED", _("The price has changed. Please confirm the new total")
    DISCOUNT_UNKNOWN = "DISCOUNT_UNKNOWN", _("We couldn't find this discount code. Please check the spelling")
    DISCOUNT_NOT_YET = "DISCOUNT_NOT_YET", _("This discount code is not valid yet")
    DISCOUNT_EXPIRED = "DISCOUNT_EXPIRED", _("This discount code has expired")
    DISCOUNT_MINIMUM = "DISCOUNT_MINIMUM", _("Your order is too small for this discount code")
    DISCOUNT_USED_UP = "DISCOUNT_USED_UP", _("This discount code has been used up")
    DISCOUNT_ALREADY_USED = "DISCOUNT_ALREADY_USED", _("You have already used this discount code")
    DISCOUNT_EXISTS = "DISCOUNT_EXISTS", _("There is a discount code with this name already")
    DISCOUNT_CHANGED = (
        "DISCOUNT_CHANGED",
        _("Somebody else has changed this discount code since you opened it"),
    )
    DISCOUNT_ARCHIVED = "DISCOUNT_ARCHIVED", _("This discount code is archived. Restore it first")
    IDEMPOTENCY_MISMATCH = (
        "IDEMPOTENCY_MISMATCH",
        _("Your earlier attempt went through with other details. Please check what it did"),
    )
    ORDER_NOT_PAYABLE = "ORDER_NOT_PAYABLE", _("This order can no longer be paid")
    ALREADY_PAID = "ALREADY_PAID", _("This order has already been paid")
    CASH_REFUSED = "CASH_REFUSED", _("Cash on delivery is not available for this order. Please pay online")
    INVOICE_NOT_READY = "INVOICE_NOT_READY", _("The invoice is made as soon as the payment is recorded")
    PROVIDER_UNAVAILABLE = (
        "PROVIDER_UNAVAILABLE",
        _("The payment service is not answering. Please try again in a moment"),
    )
    REFUND_NOT_POSSIBLE = "REFUND_NOT_POSSIBLE", _("This amount cannot be refunded")
    REFUND_CHANGED = (
        "REFUND_CHANGED",
        _("Somebody has just refunded part of this payment. Please check what is left"),
    )
    DISPUTE_NOT_POSSIBLE = "DISPUTE_NOT_POSSIBLE", _("This cannot be done with the dispute")
    SECOND_PERSON_NEEDED = "SECOND_PERSON_NEEDED", _("Another member of staff has to approve this refund")
    APPROVER_TOO_NEW = (
        "APPROVER_TOO_NEW",
        _(
            "A second approval counts a day after somebody got their rights, or once another admin "
            "confirms them"
        ),
    )
    STATEMENT_UNREADABLE = "STATEMENT_UNREADABLE", _("This settlement report cannot be read")
    BANK_STATEMENT_UNREADABLE = "BANK_STATEMENT_UNREADABLE", _("This bank statement cannot be read")
    BANK_COLUMNS_UNKNOWN = "BANK_COLUMNS_UNKNOWN", _("Please say which column is which")
    BANK_LINE_CHANGED = "BANK_LINE_CHANGED", _("Somebody has just changed this line. Please look at it again")
    BANK_ACCOUNT_EXISTS = "BANK_ACCOUNT_EXISTS", _("There is a bank account of this name")
    INVALID_TRANSITION = "INVALID_TRANSITION", _("This status change is not allowed")
    MAILED_ENOUGH = (
        "MAILED_ENOUGH",
        _("We sent several emails to this address. Open the link in the newest one, or try again later"),
    )
    CODE_WRONG = "CODE_WRONG", _("That code is not right. Please try again")
    CODE_EXPIRED = "CODE_EXPIRED", _("That code has expired. Please ask for a new one")
    CODE_TOO_MANY = "CODE_TOO_MANY", _("Too many wrong tries. Please ask for a new code")
    LOGIN_FAILED = "LOGIN_FAILED", _("The email address or the password is not right")
    PASSWORD_NEEDED = "PASSWORD_NEEDED", _("Please log in with your password; we then send you a code")
    PASSWORD_WRONG = "PASSWORD_WRONG", _("The password is not right")
    PROOF_NEEDED = "PROOF_NEEDED", _("Please confirm with your password or a code sent to your email address")
    ADDRESS_MOVED = (
        "ADDRESS_MOVED",
        _(
            "The account of this address has just moved to another address. If that was not you, use "
            "the link in the email we sent you"
        ),
    )
    UNDO_EXPIRED = (
        "UNDO_EXPIRED",
        _("This link no longer works: it was used before or is older than three days"),
    )
    UNDO_REFUSED = "UNDO_REFUSED", _("This can no longer be undone, as something has followed since")
    SECOND_FACTOR_REQUIRED = "SECOND_FACTOR_REQUIRED", _("Please prove your second factor to continue")
    SECOND_FACTOR_ENROLMENT_REQUIRED = (
        "SECOND_FACTOR_ENROLMENT_REQUIRED",
        _("Please set up a second factor to continue"),
    )
    REAUTHENTICATION_REQUIRED = (
        "REAUTHENTICATION_REQUIRED",
        _("Please prove your second factor again for this step"),
    )
    PASSKEY_REFUSED = "PASSKEY_REFUSED", _("That passkey was not accepted. Please try again")
    LAST_SECOND_FACTOR = (
        "LAST_SECOND_FACTOR",
        _("This is your only second factor. Please add another one first"),
    )
    EMAIL_TAKEN = "EMAIL_TAKEN", _("You already have an account with this email address. Please log in to it")
    ADDRESS_BOOK_FULL = "ADDRESS_BOOK_FULL", _("Your address book is full. Please remove an address first")
    SIGNATURE_INVALID = "SIGNATURE_INVALID", _("The signature does not match")
    NOT_A_BUYER = "NOT_A_BUYER", _("Only customers who bought this product can review it")
    REVIEW_EXISTS = "REVIEW_EXISTS", _("You have already reviewed this product. You can change your review")
    REVIEW_CHANGED = "REVIEW_CHANGED", _("This review has changed since you opened it. Please read it again")
    PHOTO_INVALID = (
        "PHOTO_INVALID",
        _("This file is not a photo we can read. Please choose a JPG, PNG, GIF or WebP picture"),
    )
    PHOTO_TOO_LARGE = "PHOTO_TOO_LARGE", _("This photo is too large. Please choose one of at most 5 MB")
    TOO_MANY_PHOTOS = "TOO_MANY_PHOTOS", _("Please add at most 4 photos")
    ORDER_NOT_CANCELLABLE = "ORDER_NOT_CANCELLABLE", _("This order can no longer be cancelled")
    NOT_RETURNABLE = "NOT_RETURNABLE", _("This cannot be sent back")
    NOT_CLAIMABLE = "NOT_CLAIMABLE", _("This cannot be claimed")
    ORDER_CHANGED = (
        "ORDER_CHANGED",
        _("Somebody changed this order meanwhile. Please look at what changed and decide again"),
    )
    TRACKING_NUMBER_NEEDED = "TRACKING_NUMBER_NEEDED", _("Please enter the parcel's tracking number")
    DELIVERY_DAY_INVALID = (
        "DELIVERY_DAY_INVALID",
        _("The estimated delivery must be between today and one year from today"),
    )
    GOODS_NOT_PAID = (
        "GOODS_NOT_PAID",
        _(
            "All the money of this order has been or is being refunded. Cancel the order, or give a "
            "reason to send its goods anyway"
        ),
    )
    NOTHING_TO_SEND = (
        "NOTHING_TO_SEND",
        _(
            "All pieces of this order have been or are being refunded, so there is nothing to send. "
            "Cancel the order, or give a reason to send its goods anyway"
        ),
    )
    ACCOUNT_BLOCKED = (
        "ACCOUNT_BLOCKED",
        _("This account has been blocked. Please write to us if you think this is a mistake"),
    )
    LAST_ADMIN = (
        "LAST_ADMIN",
        _("The shop needs at least one admin. Please make somebody else an admin first"),
    )
    PLACE_UNKNOWN = (
        "PLACE_UNKNOWN",
        _("We do not know this place. Please choose the nearest town from the list"),
    )
    PRODUCT_CHANGED = "PRODUCT_CHANGED", _("Somebody else has changed this product since you opened it")
    PRODUCT_ARCHIVED = "PRODUCT_ARCHIVED", _("This product is archived. Restore it first, then offer it")
    SLUG_TAKEN = (
        "SLUG_TAKEN",
        _("This address is in use, redirects, or belongs to the shop itself. Please choose another one"),
    )
    STOCK_PROMISED = (
        "STOCK_PROMISED",
        _("Orders already have more pieces than that. The count cannot be lower"),
    )
    CATEGORY_CHANGED = "CATEGORY_CHANGED", _("Somebody else has changed this category since you opened it")
    CATEGORY_NOT_EMPTY = (
        "CATEGORY_NOT_EMPTY",
        _("There are products in this category. Move them to another one first"),
    )
    CATEGORY_LOOP = "CATEGORY_LOOP", _("A category cannot be placed below itself")
    CERTIFICATE_EXISTS = "CERTIFICATE_EXISTS", _("There is a certificate with this number already")
    CERTIFICATE_REFUSED = "CERTIFICATE_REFUSED", _("This certificate cannot be used here")
    CERTIFICATES_MISSING = (
        "CERTIFICATES_MISSING",
        _(
            "Some pieces have no certificate yet. Give them their numbers, or confirm to dispatch "
            "without them"
        ),
    )
    CONTENT_CHANGED = "CONTENT_CHANGED", _("Somebody else has changed this text since you opened it")
    CONTENT_INCOMPLETE = "CONTENT_INCOMPLETE", _("This text cannot be published yet")
    UPLOAD_UNAVAILABLE = (
        "UPLOAD_UNAVAILABLE",
        _("Image upload service not configured. Please contact administrator."),
    )
    FILE_UNREADABLE = "FILE_UNREADABLE", _("This file cannot be read. Please save it as CSV (UTF-8)")
    FORM_EXPIRED = "FORM_EXPIRED", _("This form was open for a long time. Please send it once more")
    SETTINGS_CHANGED = (
        "SETTINGS_CHANGED",
        _("Somebody else has changed these settings in the meantime. Please compare and save again"),
    )
    PREFIX_TAKEN = "PREFIX_TAKEN", _("Documents of the other kind have this prefix already")
    SHOP_NOT_OPEN = "SHOP_NOT_OPEN", _("The shop is not open yet. Please come back a little later")
    OUTSIDE_STATE = "OUTSIDE_STATE", _("We can only deliver within our own state")
    BUSY = (
        "BUSY",
        _("The shop is very busy right now and could not finish this. Please try again in a moment"),
    )
    INTERNAL = "INTERNAL", _("Something went wrong. Please try again")


class DomainError(Exception):
    """A refusal the caller can understand.

    `code` replaces the class's, `errors` names the fields at fault with their own codes, `data` carries what
    helps to go on (the fresh quote beside PRICE_CHANGED), `text` is a translated sentence where the code's
    own says too little, `detail` is for the log only.
    """

    code: ErrorCode = ErrorCode.VALIDATION
    status: ClassVar[int] = 400

    def __init__(
        self,
        detail: str = "",
        *,
        code: ErrorCode | None = None,
        errors: Mapping[str, ErrorCode] | None = None,
        data: Mapping[str, Any] | None = None,
        text: str | Promise = "",
    ) -> None:
        self.code = code or self.code
        super().__init__(detail or self.code)
        self.text = text
        self.errors = dict(errors or {})
        self.data = dict(data) if data is not None else None

    @property
    def sentence(self) -> str:
        """Return what the caller is told, in the active language."""
        return str(self.text or self.code.label)


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


class Invalid(DomainError):
    """A value has the right form and cannot be accepted."""

    status = 422


class Conflict(DomainError):
    """The request is well formed but does not fit the state of things."""

    status = 409


class IdempotencyMismatch(Conflict):
    """The same idempotency key came with another request."""

    code = ErrorCode.IDEMPOTENCY_MISMATCH


class InvalidTransition(Conflict):
    """The status may not move that way."""

    code = ErrorCode.INVALID_TRANSITION
