"""The one lock of everything that stores lines or matches them with payouts."""

from project.core.locks import lock_names


def lock_bank() -> None:
    """Let one transaction at a time change lines, payouts and matches: a payout may be in any account."""
    lock_names(["bank statements"])
