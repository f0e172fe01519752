"""Errors with the codes that the API, the screens and the tests share."""

from collections.abc import Mapping
from enum import auto
from typing import Any, ClassVar

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class ErrorCode(TextChoices):
    """Every failure code the API answers; part of the OpenAPI document and of the screens' texts."""

    # Of all apps, as the API documents them as one type. Errors that are caught or raised in several places
    # have classes, in `project/<app>/errors.py` or beside the action that raises them. `auto()` is the name.

    VALIDATION = auto(), _("Please check the highlighted fields")
    NOT_FOUND = auto(), _("Not found")
    UNAUTHENTICATED = auto(), _("Please log in to continue")
    TOKEN_REFUSED = auto(), _("Your session has ended. Please log in again")
    FORBIDDEN = auto(), _("You do not have access to this")
    RATE_LIMITED = auto(), _("Too many requests. Please wait before trying again")
    WORK_REQUIRED = auto(), _("Your browser could not finish a security check. Please try again")
    METHOD_NOT_ALLOWED = auto(), _("This is not available here")
    PAYLOAD_TOO_LARGE = auto(), _("The request is too large")
    OUT_OF_STOCK = auto(), _("There is not enough stock left for this order")
    HOLD_LIMIT = (
        auto(),
        _("You have other orders that are not paid yet. Please pay for them or cancel them first"),
    )
    HOLD_PROOF_REQUIRED = (
        auto(),
        _("Many orders are waiting to be paid. Please confirm your email address with a code to go on"),
    )
    IN_STOCK = auto(), _("Good news: you can buy it right now")
    WAITLIST_LIMIT = (
        auto(),
        _("You are waiting for several products already. Please leave one of these lines first"),
    )
    OPTION_UNAVAILABLE = auto(), _("This option is not available")
    VARIANT_REQUIRED = auto(), _("Please choose a variant of this product")
    PRODUCT_UNAVAILABLE = auto(), _("This product is not available")
    INVALID_QUANTITY = auto(), _("Please choose a valid quantity")
    CART_FULL = auto(), _("Your cart is full. Please order or remove something first")
    WISHLIST_FULL = auto(), _("Your wishlist is full. Please remove something first")
    PRICE_CHANGED = auto(), _("The price has changed. Please confirm the new total")
    DISCOUNT_UNKNOWN = auto(), _("We couldn't find this discount code. Please check the spelling")
    DISCOUNT_NOT_YET = auto(), _("This discount code is not valid yet")
    DISCOUNT_EXPIRED = auto(), _("This discount code has expired")
    DISCOUNT_MINIMUM = auto(), _("Your order is too small for this discount code")
    DISCOUNT_USED_UP = auto(), _("This discount code has been used up")
    DISCOUNT_ALREADY_USED = auto(), _("You have already used this discount code")
    DISCOUNT_EXISTS = auto(), _("There is a discount code with this name already")
    DISCOUNT_CHANGED = auto(), _("Somebody else has changed this discount code since you opened it")
    DISCOUNT_ARCHIVED = auto(), _("This discount code is archived. Restore it first")
    IDEMPOTENCY_MISMATCH = (
        auto(),
        _("Your earlier attempt went through with other details. Please check what it did"),
    )
    ORDER_NOT_PAYABLE = auto(), _("This order can no longer be paid")
    ALREADY_PAID = auto(), _("This order has already been paid")
    CASH_REFUSED = auto(), _("Cash on delivery is not available for this order. Please pay online")
    INVOICE_NOT_READY = auto(), _("The invoice is made as soon as the payment is recorded")
    PROVIDER_UNAVAILABLE = auto(), _("The payment service is not answering. Please try again in a moment")
    REFUND_NOT_POSSIBLE = auto(), _("This amount cannot be refunded")
    REFUND_CHANGED = auto(), _("Somebody has just refunded part of this payment. Please check what is left")
    DISPUTE_NOT_POSSIBLE = auto(), _("This cannot be done with the dispute")
    SECOND_PERSON_NEEDED = auto(), _("Another member of staff has to approve this refund")
    APPROVER_TOO_NEW = (
        auto(),
        _(
            "A second approval counts a day after somebody got their rights, or once another admin "
            "confirms them"
        ),
    )
    WEBHOOK_ADDRESS_REFUSED = auto(), _("Webhooks are sent to public https addresses only")
    STATEMENT_UNREADABLE = auto(), _("This settlement report cannot be read")
    BANK_STATEMENT_UNREADABLE = auto(), _("This bank statement cannot be read")
    COLUMNS_UNKNOWN = auto(), _("Please say which column is which")
    BANK_LINE_CHANGED = auto(), _("Somebody has just changed this line. Please look at it again")
    BANK_PARTS_DIFFER = auto(), _("The parts do not come to the line's amount")
    BANK_ACCOUNT_EXISTS = auto(), _("There is a bank account of this name")
    INVALID_TRANSITION = auto(), _("This status change is not allowed")
    MAILED_ENOUGH = (
        auto(),
        _("We sent several emails to this address. Open the link in the newest one, or try again later"),
    )
    CODE_WRONG = auto(), _("That code is not right. Please try again")
    CODE_EXPIRED = auto(), _("That code has expired. Please ask for a new one")
    CODE_TOO_MANY = auto(), _("Too many wrong tries. Please ask for a new code")
    LOGIN_FAILED = auto(), _("The email address or the password is not right")
    PASSWORD_NEEDED = auto(), _("Please log in with your password; we then send you a code")
    PASSWORD_WRONG = auto(), _("The password is not right")
    PROOF_NEEDED = auto(), _("Please confirm with your password or a code sent to your email address")
    ADDRESS_MOVED = (
        auto(),
        _(
            "The account of this address has just moved to another address. If that was not you, use "
            "the link in the email we sent you"
        ),
    )
    UNDO_EXPIRED = auto(), _("This link no longer works: it was used before or is older than three days")
    LINK_EXPIRED = auto(), _("This link no longer works. Please ask the operator of the shop for a new one")
    UNDO_REFUSED = auto(), _("This can no longer be undone, as something has followed since")
    SECOND_FACTOR_REQUIRED = auto(), _("Please prove your second factor to continue")
    SECOND_FACTOR_ENROLMENT_REQUIRED = auto(), _("Please set up a second factor to continue")
    REAUTHENTICATION_REQUIRED = auto(), _("Please prove your second factor again for this step")
    PASSKEY_REFUSED = auto(), _("That passkey was not accepted. Please try again")
    LAST_SECOND_FACTOR = auto(), _("This is your only second factor. Please add another one first")
    EMAIL_TAKEN = auto(), _("You already have an account with this email address. Please log in to it")
    ADDRESS_BOOK_FULL = auto(), _("Your address book is full. Please remove an address first")
    SIGNATURE_INVALID = auto(), _("The signature does not match")
    NOT_A_BUYER = auto(), _("Only customers who bought this product can review it")
    REVIEW_EXISTS = auto(), _("You have already reviewed this product. You can change your review")
    REVIEW_CHANGED = auto(), _("This review has changed since you opened it. Please read it again")
    PHOTO_INVALID = (
        auto(),
        _("This file is not a photo we can read. Please choose a JPG, PNG, GIF or WebP picture"),
    )
    PHOTO_TOO_LARGE = auto(), _("This photo is too large. Please choose one of at most 5 MB")
    TOO_MANY_PHOTOS = auto(), _("Please add at most 4 photos")
    ORDER_NOT_CANCELLABLE = auto(), _("This order can no longer be cancelled")
    NOT_RETURNABLE = auto(), _("This cannot be sent back")
    NOT_CLAIMABLE = auto(), _("This cannot be claimed")
    ORDER_CHANGED = (
        auto(),
        _("Somebody changed this order meanwhile. Please look at what changed and decide again"),
    )
    TRACKING_NUMBER_NEEDED = auto(), _("Please enter the parcel's tracking number")
    DELIVERY_DAY_INVALID = auto(), _("The estimated delivery must be between today and one year from today")
    GOODS_NOT_PAID = (
        auto(),
        _(
            "All the money of this order has been or is being refunded. Cancel the order, or give a "
            "reason to send its goods anyway"
        ),
    )
    NOTHING_TO_SEND = (
        auto(),
        _(
            "All pieces of this order have been or are being refunded, so there is nothing to send. "
            "Cancel the order, or give a reason to send its goods anyway"
        ),
    )
    ACCOUNT_BLOCKED = (
        auto(),
        _("This account has been blocked. Please write to us if you think this is a mistake"),
    )
    LAST_ADMIN = auto(), _("The shop needs at least one admin. Please make somebody else an admin first")
    PLACE_UNKNOWN = auto(), _("We do not know this place. Please choose the nearest town from the list")
    PRODUCT_CHANGED = auto(), _("Somebody else has changed this product since you opened it")
    PRODUCT_ARCHIVED = auto(), _("This product is archived. Restore it first, then offer it")
    SLUG_TAKEN = (
        auto(),
        _("This address is in use, redirects, or belongs to the shop itself. Please choose another one"),
    )
    OPTIONS_WITH_VARIANTS = (
        auto(),
        _("A product with variants has no original price or other options. Please remove them"),
    )
    VARIANT_ORDERED = (
        auto(),
        _("A variant with these values was ordered and keeps them. Please choose other values"),
    )
    SKU_TAKEN = auto(), _("Another product has this SKU")
    STOCK_PROMISED = auto(), _("Orders already have more pieces than that. The count cannot be lower")
    CATEGORY_CHANGED = auto(), _("Somebody else has changed this category since you opened it")
    CATEGORY_NOT_EMPTY = auto(), _("There are products in this category. Move them to another one first")
    CATEGORY_LOOP = auto(), _("A category cannot be placed below itself")
    CERTIFICATE_EXISTS = auto(), _("There is a certificate with this number already")
    CERTIFICATE_REFUSED = auto(), _("This certificate cannot be used here")
    CERTIFICATES_MISSING = (
        auto(),
        _(
            "Some pieces have no certificate yet. Give them their numbers, or confirm to dispatch "
            "without them"
        ),
    )
    CONTENT_CHANGED = auto(), _("Somebody else has changed this text since you opened it")
    CONTENT_INCOMPLETE = auto(), _("This text cannot be published yet")
    UPLOAD_UNAVAILABLE = auto(), _("Image upload service not configured. Please contact administrator.")
    FILE_UNREADABLE = auto(), _("This file cannot be read. Please save it as CSV (UTF-8)")
    FORM_EXPIRED = auto(), _("This form was open for a long time. Please send it once more")
    SETTINGS_CHANGED = (
        auto(),
        _("Somebody else has changed these settings in the meantime. Please compare and save again"),
    )
    CONNECTION_IN_USE = (
        auto(),
        _(
            "Money is still under way at this provider: open payments, refunds, disputes or payments that "
            "failed in the last three days. Give it the share 0, and remove it once they have ended"
        ),
    )
    CONNECTION_FAILED = auto(), _("This did not work. Please compare it with what you were given")
    PREFIX_TAKEN = auto(), _("Documents of the other kind have this prefix already")
    SHOP_NOT_OPEN = auto(), _("The shop is not open yet. Please come back a little later")
    OUTSIDE_STATE = auto(), _("We can only deliver within our own state")
    NOT_SERVED = auto(), _("We do not deliver to this address")
    BUSY = (
        auto(),
        _("The shop is very busy right now and could not finish this. Please try again in a moment"),
    )
    INTERNAL = auto(), _("Something went wrong. Please try again")


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
