"""Registries that apps add to at the start refuse a name that is taken."""

from collections.abc import Callable

import pytest

from project.accounts import personal_data
from project.payments.providers.registry import adapter_of

AGAIN: dict[str, Callable[[], object]] = {
    "personal data": lambda: personal_data.register(
        "orders", export=lambda user: [], erase=lambda user: None
    ),
}


@pytest.mark.parametrize("what", AGAIN)
def test_name_that_is_taken_is_refused(what: str) -> None:
    with pytest.raises(ValueError, match="twice|same name"):
        AGAIN[what]()


def test_provider_that_no_adapter_speaks_to_is_not_found() -> None:
    with pytest.raises(LookupError, match="no payment provider 'nobody'"):
        adapter_of("nobody")
