"""Enrolment of second factors."""

from project.accounts.models import User
from project.accounts.second_factor.models import AuthenticatorApp, Passkey


def confirmed_app(user: User) -> AuthenticatorApp | None:
    """Return the authenticator app whose codes count."""
    return AuthenticatorApp.objects.filter(user=user, confirmed_at__isnull=False).first()


def is_enrolled(user: User) -> bool:
    """Return whether the person has a passkey or an authenticator app; recovery codes alone are none."""
    return Passkey.objects.filter(user=user).exists() or confirmed_app(user) is not None
