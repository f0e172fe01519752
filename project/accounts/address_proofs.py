"""Proofs of an e-mail address without an account: each is given for a code from the mail, as a row.

The browser sends its secret (`X-Order-Access`). Whatever takes an account back ends the proofs of its address
as well: who held the account may have opened one.
"""

import secrets
from datetime import timedelta

from django.utils import timezone

from project.accounts.models import AddressProof
from project.accounts.tokens import digest_of

PROOF_LIFETIME = timedelta(hours=4)


def prove(email: str) -> str:
    """Return the secret of a new proof of this address; the caller has checked the code sent to it."""
    secret = secrets.token_urlsafe(32)
    AddressProof.objects.create(
        email=email, digest=digest_of(secret), expires_at=timezone.now() + PROOF_LIFETIME
    )
    return secret


def proves(secret: str | None, email: str) -> bool:
    """Return whether this is the secret of a live proof of the address."""
    if not secret:
        return False
    live = AddressProof.objects.filter(email=email, expires_at__gt=timezone.now())
    return live.filter(digest=digest_of(secret)).exists()


def end_proofs(*emails: str) -> None:
    """End all proofs of these addresses."""
    AddressProof.objects.filter(email__in=emails).delete()
