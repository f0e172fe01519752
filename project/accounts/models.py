"""People and the ways they prove who they are."""

from functools import partial
from typing import ClassVar, Optional

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from project.accounts.second_factor import models as second_factor
from project.core.identifiers import random_id
from project.core.limits import MAX_ADDRESS_LINE, MAX_NAME, PHONE_DIGITS
from project.core.models import Versioned
from project.core.rights import Right, rights_of

# Django finds an app's tables here.
Passkey = second_factor.Passkey
PasskeyChallenge = second_factor.PasskeyChallenge
AuthenticatorApp = second_factor.AuthenticatorApp
RecoveryCode = second_factor.RecoveryCode
WrongCodes = second_factor.WrongCodes
WrongTries = second_factor.WrongTries


class Role(models.TextChoices):
    """Role of a user; project/core/rights.py has the rights of each."""

    CUSTOMER = "customer"
    SUPPORT = "support"
    ORDERS = "orders"
    CATALOGUE = "catalogue"
    FINANCE = "finance"
    ADMIN = "admin"


class UserManager(BaseUserManager["User"]):
    """Makes users; without a password they log in with a code sent to their address."""

    def create_user(
        self, email: str, *, name: str = "", role: str = Role.CUSTOMER, is_sample: bool = False
    ) -> "User":
        """Create a user with an unusable password."""
        user = self.model(email=email.strip().lower(), name=name, role=role, is_sample=is_sample)
        user.set_unusable_password()
        user.save(using=self._db)
        return user


class User(Versioned, AbstractBaseUser):
    """A customer or a member of staff, known by a proven e-mail address."""

    public_id = models.CharField(max_length=24, unique=True, default=partial(random_id, "U", 16))
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=MAX_NAME, blank=True)
    phone = models.CharField(max_length=PHONE_DIGITS, blank=True)
    # Of mails that no request of theirs causes.
    language = models.CharField(max_length=2, default="en")
    role = models.CharField(max_length=16, choices=Role, default=Role.CUSTOMER)
    is_active = models.BooleanField(default=True)
    # An account of the sample shop (project/sample_shop/accounts.py), whose address everybody knows.
    is_sample = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    # Of the program that calls in the person's place; None for the person.
    api_token: Optional["ApiToken"] = None

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        indexes = [models.Index(fields=["-created_at", "-id"], name="user_newest")]
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="user_role_known"),
            models.UniqueConstraint(Lower("email"), name="user_email_any_case"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_admin(self) -> bool:
        """Return whether the user may do everything under /admin."""
        return self.role == Role.ADMIN

    @property
    def is_staff_member(self) -> bool:
        """Return whether the user works for the shop."""
        return self.role != Role.CUSTOMER

    @property
    def rights(self) -> frozenset[Right]:
        """Return what the caller may do: what the role may, a program only what its token may, too."""
        rights = rights_of(self.role)
        return rights.intersection(self.api_token.rights) if self.api_token else rights

    @property
    def subject(self) -> str:
        """Name in events and in the audit log, as subject and as actor."""
        return f"user:{self.public_id}"

    @property
    def topic(self) -> str:
        """The live topic of this account."""
        return f"account:{self.public_id}"


class Address(models.Model):
    """A place a customer has things sent to; one of them is the address of the profile."""

    public_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "A", 12))
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="addresses")
    # Who receives there, which need not be the customer.
    name = models.CharField(max_length=MAX_NAME)
    phone = models.CharField(max_length=PHONE_DIGITS)
    street = models.CharField(max_length=MAX_ADDRESS_LINE)
    city = models.CharField(max_length=MAX_ADDRESS_LINE)
    state = models.CharField(max_length=MAX_ADDRESS_LINE)
    pincode = models.CharField(max_length=6)
    country = models.CharField(max_length=60, default="India")
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-is_default", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(is_default=True), name="address_one_default"
            )
        ]

    def __str__(self) -> str:
        return self.public_id


class Token(models.Model):
    """One logged-in device. Only a digest of the token is kept."""

    public_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "S", 12))
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    # What its browser calls itself, "Chrome, Android"; empty when it does not say.
    device = models.CharField(max_length=60, blank=True)
    # When its owner logged in: a session that takes the place of another keeps the other's.
    created_at = models.DateTimeField(default=timezone.now)
    # To the minute for staff, to ten minutes for customers: not every call is worth a write.
    last_used_at = models.DateTimeField(default=timezone.now)
    # Moves on with each noted use.
    expires_at = models.DateTimeField()
    # When the second factor was proven last; null until then, and always for customers.
    second_factor_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"token {self.pk}"


class ApiToken(models.Model):
    """A program's access to the staff API. Only a digest of the token is kept."""

    public_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "T", 12))
    name = models.CharField(max_length=MAX_NAME)
    rights = models.JSONField(default=list)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="api_tokens")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    # To the minute: not every call is worth a write.
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")), name="api_token_expires_later"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def subject(self) -> str:
        """Name in the audit log."""
        return f"token:{self.public_id}"


class FirstAdminLink(models.Model):
    """The newest link by which a shop without an admin gets one. Only a digest of its key is kept."""

    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"link {self.pk}"


class CodePurpose(models.TextChoices):
    """Purpose of a code; it is valid for nothing else."""

    LOGIN = "login"
    REGISTER = "register"
    # The second factor of a member of staff, after the password.
    STAFF = "staff"
    # These belong to somebody who is logged in. The first goes to an address the account is to move to, the
    # others to the account's own, where they prove that it is its owner who asks.
    EMAIL = "email"
    MOVE = "move"
    PASSWORD = "password"
    SESSIONS = "sessions"
    DELETE = "delete"
    # Opens the orders of an address to somebody without an account.
    ORDERS = "orders"
    # Confirms an order that its customer pays to the courier.
    CASH = "cash"
    # Say where the money of an order is sent, and erase what is kept of an address; asked for each time.
    PAYOUT = "payout"
    ERASE = "erase"


class EmailCode(models.Model):
    """A six-digit code sent to an address, good in the browser that asked for it, and a link good in any.

    At most one per address, purpose and requester is live: nobody cancels or uses up another one's code.
    """

    purpose = models.CharField(max_length=8, choices=CodePurpose, default=CodePurpose.LOGIN)
    email = models.EmailField(db_index=True)
    digest = models.CharField(max_length=64)
    # Digests of whom the request was counted for (a network, or a browser that has logged in before) and of
    # the browser that got the answer.
    requester = models.CharField(max_length=32, default="")
    browser = models.CharField(max_length=32, default="")
    # False for a browser that has logged in with the address, and for the account of it.
    is_stranger = models.BooleanField(default=True, db_default=True)
    # Of the secret in the mail's link, "" where it has none.
    link_digest = models.CharField(max_length=64, default="", db_default="")
    # Wrong tries of that browser, and of callers without a cookie in the same network.
    attempts = models.PositiveSmallIntegerField(default=0)
    stray_attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    expires_at = models.DateTimeField()
    # Set when the code was used, cancelled by a newer one, or tried too often.
    closed_at = models.DateTimeField(null=True)
    # Set when the code or the link proved the address.
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(purpose__in=CodePurpose.values), name="email_code_purpose_known"
            ),
            models.UniqueConstraint(
                fields=["purpose", "email", "requester"],
                condition=models.Q(closed_at=None),
                name="email_code_one_live",
            ),
        ]

    def __str__(self) -> str:
        return f"code {self.pk}"


class AddressProof(models.Model):
    """A proof of an e-mail address, given for a code. Only a digest of its secret is kept."""

    email = models.EmailField(db_index=True)
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"address proof {self.pk}"


class CredentialKind(models.TextChoices):
    """Kind of credential that was changed."""

    EMAIL = "email"
    PASSWORD = "password"


class CredentialChange(models.Model):
    """A new e-mail address or password, and the link by which whoever had the account before undoes it.

    Only a digest of the link's key is kept.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="credential_changes")
    kind = models.CharField(max_length=8, choices=CredentialKind)
    # The account's address before the change: where the link was sent, and what undoing restores.
    email = models.EmailField(db_index=True)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    # Set when the link was used, or an earlier link undid this change, too.
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=CredentialKind.values), name="credential_change_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} change {self.pk}"


class StaffChangeKind(models.TextChoices):
    """By which change an account may have got into other hands."""

    ROLE = "role"
    EMAIL = "email"
    SECOND_FACTOR = "factor"
    UNBLOCKED = "unblocked"


class StaffChange(models.Model):
    """An admin's change of a member of staff, after which they are no second person for a while.

    `changed_by` is null for the command line: its operator counts as confirmed.
    """

    kind = models.CharField(max_length=10, choices=StaffChangeKind)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="staff_changes")
    role_before = models.CharField(max_length=16, choices=Role)
    role_after = models.CharField(max_length=16, choices=Role)
    changed_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    # Another admin who knows the person; neither of the two above.
    confirmed_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    confirmed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user", "-created_at"], name="staff_change_newest")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=StaffChangeKind.values), name="staff_change_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(confirmed_by=None)
                | (
                    models.Q(confirmed_at__isnull=False)
                    & ~models.Q(confirmed_by=models.F("user"))
                    & ~models.Q(confirmed_by=models.F("changed_by"))
                ),
                name="staff_change_confirmed_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} change {self.pk}"
