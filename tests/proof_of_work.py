"""A caller that answers challenges, as the browser's pages do."""

from typing import Any

from altcha import Challenge, Payload, solve_challenge

from tests.http import Answer, Api


def solved(asked: dict[str, Any]) -> str:
    """Return the header that answers a challenge."""
    challenge = Challenge.from_dict(asked)
    solution = solve_challenge(challenge)
    assert solution is not None
    return Payload(challenge, solution).to_base64()


def post_with_work(api: Api, path: str, body: dict[str, Any]) -> Answer:
    """Post, and again with the solution where work is required."""
    answer = api.post(path, body)
    if answer.status != 428:
        return answer
    return api.post(path, body, X_Proof_Of_Work=solved(answer.body["data"]["challenge"]))


def keys_tried(asked: dict[str, Any]) -> int:
    """Return how many keys a solver derives before it has the solution."""
    solution = solve_challenge(Challenge.from_dict(asked))
    assert solution is not None
    return solution.counter
