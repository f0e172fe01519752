"""Proof of work: computing time that a caller spends before a call that others could abuse.

A limit that strangers share refuses everybody once it is full; work refuses nobody and makes a flood costly.
"""

import logging
import secrets
import time

from altcha import Payload, create_challenge, verify_solution
from django.conf import settings
from django.core.cache import caches
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

from project.core.errors import DomainError, ErrorCode
from project.core.origin import current_address, current_browser
from project.core.throttle import Limit

logger = logging.getLogger(__name__)
LIFETIME_SECONDS = 300
MAX_DIFFICULTY = 8
_ALGORITHM = "PBKDF2/SHA-256"
# We derive one key a challenge, the caller on average _KEYS times the difficulty.
_KEYS = 250


class WorkRequired(DomainError):
    """The call needs a solution of the challenge in `data`; it is to be repeated with it."""

    code = ErrorCode.WORK_REQUIRED
    status = 428

    def __init__(self, scope: str, difficulty: int = 1) -> None:
        super().__init__(scope, data={"challenge": _create(scope, min(difficulty, MAX_DIFFICULTY))})


def require_work(scope: str) -> None:
    """Raise WorkRequired unless the request carries an unused solution of a challenge for this scope."""
    if settings.RATE_LIMIT_FACTOR and not _use_solution(scope):
        raise WorkRequired(scope)


def require_work_when_busy(limit: Limit, *, at_least: int = 0) -> None:
    """Raise WorkRequired, the harder the more, beyond the limit of calls of the caller's network.

    A call with a solution was counted when it was asked for. Raises NotCounted.
    """
    if _use_solution(limit.scope):
        return
    # Jobs and commands have no address.
    address = current_address()
    excess = limit.excess_of_networks(address) if address else 0
    if difficulty := max(excess, at_least):
        raise WorkRequired(limit.scope, difficulty)


def _use_solution(scope: str) -> bool:
    """Use up the request's solution; return False unless it is unused and made for this scope."""
    solution = current_browser().solution
    result = verify_solution(solution, _secret("challenge"), hmac_key_secret=_secret("solution"))
    if not result.verified:
        return False
    parameters = Payload.from_base64(solution).challenge.parameters
    if (parameters.data or {}).get("scope") != scope:
        return False
    try:
        return caches["limits"].add(f"work:{parameters.nonce}", 1, timeout=LIFETIME_SECONDS + 1)
    except (RedisError, OSError):
        logger.warning("proof of work not marked as used: the cache does not answer")
        return True


def _create(scope: str, difficulty: int) -> dict[str, object]:
    # Chosen here rather than left to chance, so that no caller is unlucky for long.
    counter = _KEYS * difficulty // 2 + secrets.randbelow(_KEYS * difficulty)
    challenge: dict[str, object] = create_challenge(
        _ALGORITHM,
        settings.PROOF_OF_WORK_ITERATIONS,
        counter=counter,
        expires_at=int(time.time()) + LIFETIME_SECONDS,
        data={"scope": scope},
        hmac_secret=_secret("challenge"),
        hmac_key_secret=_secret("solution"),
    ).to_dict()
    return challenge


def _secret(part: str) -> str:
    return salted_hmac("akshamala.proof-of-work", part, algorithm="sha256").hexdigest()
