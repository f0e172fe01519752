"""A software authenticator: makes passkeys and answers challenges as a browser with a security key does."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

USER_PRESENT_AND_VERIFIED = 0x05
HAS_NEW_KEY = 0x40


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """One key on one device, opened at `origin`."""

    origin: str
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    uses: int = 0
    _key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def register(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the options of `beginPasskey` with a new passkey."""
        point = self._key.public_key().public_numbers()
        cose_key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        new_key = bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id
        data = self._data(options["rp"]["id"], HAS_NEW_KEY) + new_key + cbor2.dumps(cose_key)
        attestation = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._credential(
            {
                "clientDataJSON": _text(self._client_data("webauthn.create", options["challenge"])),
                "attestationObject": _text(cbor2.dumps(attestation)),
            }
        )

    def prove(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer the options of `beginVerification` with a signature."""
        self.uses += 1
        data = self._data(options["rpId"], 0)
        client_data = self._client_data("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {
                "clientDataJSON": _text(client_data),
                "authenticatorData": _text(data),
                "signature": _text(signature),
            }
        )

    def _data(self, relying_party: str, more: int) -> bytes:
        flags = USER_PRESENT_AND_VERIFIED | more
        return hashlib.sha256(relying_party.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        name = _text(self.credential_id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
