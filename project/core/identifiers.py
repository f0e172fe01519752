"""Public ids: unguessable, readable, never primary keys."""

import secrets

# No I, L, O, U: nothing to misread on the phone.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def random_id(prefix: str, length: int) -> str:
    """Return `prefix` and `length` random characters (5 bits each)."""
    return prefix + "".join(secrets.choice(ALPHABET) for _ in range(length))
