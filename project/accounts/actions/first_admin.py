"""The one-time link by which a new shop gets its first admin, without a mail server."""

import secrets
from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts import codes
from project.accounts.account_administration import set_role
from project.accounts.actions.login import create_user
from project.accounts.models import FirstAdminLink, Role, User
from project.accounts.tokens import Login, digest_of, open_session
from project.core.errors import Conflict, DomainError, ErrorCode
from project.core.locks import lock_names
from project.core.site_address import site_url

LIFETIME = timedelta(hours=24)


@transaction.atomic
def new_link() -> str | None:
    """Return a new link, which replaces an earlier one; None in a shop that has an admin."""
    _lock()
    FirstAdminLink.objects.all().delete()
    if _has_admin():
        return None
    key = secrets.token_urlsafe(32)
    FirstAdminLink.objects.create(digest=digest_of(key), expires_at=timezone.now() + LIFETIME)
    # In the fragment, which no server and no log gets.
    return f"{site_url()}/first-admin#{key}"


def create_first_admin(
    *, key: str, name: str, email: str, password: str, language: str, device: str
) -> Login:
    """Create the first admin and log in; the link is used up.

    Raises LINK_EXPIRED; EMAIL_TAKEN or AddressMoved, which leave the link as it was.
    """
    require_link(key)
    # Outside of the transaction: it is slow on purpose.
    hashed = make_password(password)
    return _create(key=key, name=name, email=email, hashed=hashed, language=language, device=device)


@codes.commits_refusals
def _create(
    *, key: str, name: str, email: str, hashed: str, language: str, device: str
) -> Login | DomainError:
    _lock()
    require_link(key)
    if User.objects.filter(email=email).exists():
        text = _("Another account uses this email address")
        return Conflict("registered before", text=text, code=ErrorCode.EMAIL_TAKEN)
    user = create_user(email, language=language, name=name, hashed=hashed)
    if isinstance(user, DomainError):
        return user
    FirstAdminLink.objects.all().delete()
    # Whoever reads the link is the operator, who has typed the command.
    admin = set_role(user, role=Role.ADMIN, actor="command line")
    return open_session(admin, device=device)


def require_link(key: str) -> None:
    """Raise LINK_EXPIRED for any link but the newest, after a day, and once the shop has an admin."""
    live = FirstAdminLink.objects.filter(digest=digest_of(key), expires_at__gt=timezone.now())
    if not live.exists() or _has_admin():
        raise Conflict("first admin", code=ErrorCode.LINK_EXPIRED)


def _lock() -> None:
    lock_names(["first admin"])


def _has_admin() -> bool:
    return User.objects.filter(role=Role.ADMIN).exists()
