"""Phone numbers: one rule for forms and searches, which the browser's agrees with."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from deploy.environment import FRONTEND
from project.accounts.schemas.fields import OptionalPhone, Phone
from project.core.phone_numbers import searched_texts

pytestmark = pytest.mark.any_stack

# The browser's rule is held against the same table (frontend/src/lib/phone-number.test.ts).
TABLE: dict[str, list[str]] = json.loads((FRONTEND / "src/lib/phone-numbers.test.json").read_text())
FIELDS: list[TypeAdapter[Any]] = [TypeAdapter(Phone), TypeAdapter(OptionalPhone)]


def fault_of(field: TypeAdapter[Any], typed: str) -> str:
    with pytest.raises(ValidationError) as refused:
        field.validate_python(typed)
    return refused.value.errors()[0]["msg"]


@pytest.mark.parametrize("typed", TABLE["taken"])
def test_mobile_number_is_understood_however_it_is_typed(typed: str) -> None:
    assert [field.validate_python(typed) for field in FIELDS] == ["9876543210"] * 2


@pytest.mark.parametrize("typed", TABLE["malformed"])
def test_other_text_is_no_phone_number(typed: str) -> None:
    assert [fault_of(field, typed) for field in FIELDS] == ["Please enter a valid 10-digit phone number"] * 2


@pytest.mark.parametrize("typed", TABLE["not_mobile"])
def test_number_that_no_mobile_has_is_refused(typed: str) -> None:
    assert [fault_of(field, typed) for field in FIELDS] == [
        "A mobile number in India begins with 6, 7, 8 or 9"
    ] * 2


@pytest.mark.parametrize("typed", TABLE["taken"])
def test_search_finds_the_number_however_it_is_typed(typed: str) -> None:
    assert searched_texts(typed.strip()) == ("9876543210",)


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("3210", ("3210",)),
        ("३२१०", ("3210",)),
        ("98765 432", ("98765 432", "98765432")),
        ("+91 98765", ("+91 98765", "98765")),
        # A tracking number may have dashes, and a name digits.
        ("1490-8123", ("1490-8123", "14908123")),
        ("12", ("12",)),
        ("aks-१२", ("aks-12",)),
        ("Asha Rao", ("Asha Rao",)),
        ("asha@example.com", ("asha@example.com",)),
        ("...", ("...",)),
    ],
)
def test_search_knows_parts_of_numbers_and_other_texts(typed: str, texts: tuple[str, ...]) -> None:
    assert searched_texts(typed) == texts
