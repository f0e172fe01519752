"""Tell the hubs that topics changed."""

from collections.abc import Sequence


def wake_hubs(topics: Sequence[str]) -> None:
    """Name the changed topics to every hub; never raises."""
