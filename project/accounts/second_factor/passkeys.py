"""WebAuthn for this shop: its relying party, options and answers."""

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import webauthn
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from project.accounts.models import User
from project.accounts.second_factor.models import Passkey
from project.core.shop import shop
from project.core.site_address import site_origins, site_url


def relying_party() -> str:
    """Return the host passkeys are bound to; browsers take names only, so a local address is localhost."""
    host = urlsplit(site_url()).hostname or ""
    return "localhost" if host == "127.0.0.1" else host


def registration_options(user: User, challenge: bytes) -> dict[str, Any]:
    """Return what the browser needs to make a passkey."""
    options = webauthn.generate_registration_options(
        rp_id=relying_party(),
        rp_name=shop().brand.name,
        user_id=user.public_id.encode(),
        user_name=user.email,
        user_display_name=user.name or user.email,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=_descriptors(user.passkeys.all()),
    )
    return _plain(webauthn.options_to_json(options))


def verification_options(user: User, challenge: bytes) -> dict[str, Any]:
    """Return what the browser needs to ask for one of the person's passkeys."""
    options = webauthn.generate_authentication_options(
        rp_id=relying_party(),
        challenge=challenge,
        allow_credentials=_descriptors(user.passkeys.all()),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return _plain(webauthn.options_to_json(options))


def verified_registration(credential: dict[str, Any], challenge: bytes) -> VerifiedRegistration | None:
    """Return the new credential; None when it does not answer the challenge, here."""
    try:
        return webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=relying_party(),
            expected_origin=site_origins(),
        )
    # The library's own, and what malformed parts of the answer raise inside of it.
    except (WebAuthnException, ValueError, KeyError, TypeError):
        return None


def verified_use(
    credential: dict[str, Any], passkey: Passkey, challenge: bytes
) -> VerifiedAuthentication | None:
    """Return the proof that the passkey was used; None when it does not answer the challenge, here."""
    try:
        return webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=relying_party(),
            expected_origin=site_origins(),
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        return None


def written(credential_id: bytes) -> str:
    """Return a credential's id as the table and the browser write it."""
    return bytes_to_base64url(credential_id)


def _descriptors(passkeys: Iterable[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [
        PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.credential_id)) for passkey in passkeys
    ]


def _plain(text: str) -> dict[str, Any]:
    options: dict[str, Any] = json.loads(text)
    return options
