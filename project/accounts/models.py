"""People and the ways they prove who they are."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower

from project.core.identifiers import random_id


def new_public_id() -> str:
    """Return an unguessable id for a user."""
    return random_id("U", 16)


class Role(models.TextChoices):
    """What a person may do; the server asks this on every call and live topic."""

    CUSTOMER = "customer"
    SUPPORT = "support"
    ADMIN = "admin"


class UserManager(BaseUserManager["User"]):
    """Makes users without passwords: they log in with a code sent to their address."""

    def create_user(self, email: str, *, name: str = "", role: str = Role.CUSTOMER) -> "User":
        """Create a user with an unusable password."""
        user = self.model(email=email.strip().lower(), name=name, role=role)
        user.set_unusable_password()
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """A customer or a member of staff, known by a proven e-mail address."""

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id)
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120, blank=True)
    phone = models.CharField(max_length=10, blank=True)
    address = models.JSONField(default=dict, blank=True)
    language = models.CharField(max_length=2, default="en")
    role = models.CharField(max_length=16, choices=Role, default=Role.CUSTOMER)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="user_role_known"),
            models.UniqueConstraint(Lower("email"), name="user_email_any_case"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_admin(self) -> bool:
        """Whether the user may do everything under /admin."""
        return self.role == Role.ADMIN

    @property
    def is_staff_member(self) -> bool:
        """Whether the user works for the shop."""
        return self.role in (Role.ADMIN, Role.SUPPORT)


class Token(models.Model):
    """One logged-in device. Only a digest of the token is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"token {self.pk}"


class LoginCode(models.Model):
    """A six-digit code sent to an address; at most one per address is live."""

    email = models.EmailField(db_index=True)
    digest = models.CharField(max_length=64)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    # Set when the code was used, cancelled by a newer one, or tried too often.
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["email"], condition=models.Q(closed_at=None), name="login_code_one_live"
            )
        ]

    def __str__(self) -> str:
        return f"code {self.pk}"
