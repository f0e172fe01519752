"""A caller that answers challenges, as the browser's pages do."""

from typing import Any

from altcha import Challenge, Payload, solve_challenge


def solved(asked: dict[str, Any]) -> str:
    """Return the header that answers a challenge."""
    challenge = Challenge.from_dict(asked)
    solution = solve_challenge(challenge)
    assert solution is not None
    return Payload(challenge, solution).to_base64()
