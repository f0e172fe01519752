"""Tables of the second factors of staff."""

from functools import partial

from django.db import models

from project.core.identifiers import random_id


class Passkey(models.Model):
    """A WebAuthn credential; only its public key is kept."""

    public_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "K", 12))
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="passkeys")
    # base64url; the standard allows 1023 bytes.
    credential_id = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    # Counts up with each use where the authenticator counts at all: a smaller one is a copy.
    sign_count = models.PositiveBigIntegerField(default=0)
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.public_id


class PasskeyPurpose(models.TextChoices):
    """Purpose of a challenge."""

    REGISTER = "register"
    VERIFY = "verify"


class PasskeyChallenge(models.Model):
    """A challenge that waits for its answer: good once, for some minutes, in the session that asked."""

    token = models.ForeignKey("accounts.Token", on_delete=models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=8, choices=PasskeyPurpose)
    challenge = models.BinaryField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(purpose__in=PasskeyPurpose.values), name="passkey_challenge_purpose_known"
            ),
            models.UniqueConstraint(fields=["token", "purpose"], name="passkey_challenge_one_per_purpose"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk}"


class AuthenticatorApp(models.Model):
    """A TOTP secret in somebody's app; it counts once a code of it has been confirmed.

    One that waits to be confirmed may stand beside the confirmed one, which it then replaces.
    """

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="authenticator_apps")
    # Encrypted with a key derived from SECRET_KEY.
    secret = models.TextField()
    # The newest time step whose code was used: a code is good once.
    last_step = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(confirmed_at__isnull=False),
                name="authenticator_app_one_confirmed",
            ),
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(confirmed_at=None), name="authenticator_app_one_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"authenticator app {self.pk}"


class RecoveryCode(models.Model):
    """A code to be written down, good once; only a digest of it is kept."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="recovery_code_once"),
        ]

    def __str__(self) -> str:
        return f"recovery code {self.pk}"


class WrongCodes(models.Model):
    """Wrong second-factor codes typed for an account since `first_at`, counted per requester."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+", db_index=False)
    # The digest of a browser that is known for the account, "mailed" for codes by mail, "" for all strangers.
    requester = models.CharField(max_length=32)
    count = models.PositiveSmallIntegerField(default=0)
    first_at = models.DateTimeField()
    # Until then no code of the requester is looked at.
    blocked_until = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "wrong codes"
        constraints = [
            models.UniqueConstraint(fields=["user", "requester"], name="wrong_codes_one_per_requester"),
        ]

    def __str__(self) -> str:
        return f"wrong codes of {self.user_id}"


class WrongTries(models.Model):
    """The count of the release before, which reads it during an upgrade; remove it with the next release."""

    user = models.OneToOneField("accounts.User", on_delete=models.CASCADE, related_name="+")
    count = models.PositiveSmallIntegerField(default=0)
    first_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "wrong tries"

    def __str__(self) -> str:
        return f"wrong tries of {self.user_id}"
