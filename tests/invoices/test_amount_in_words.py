"""Amounts in words, the Indian way."""

import pytest

from project.invoices.amount_in_words import _HINDI, amount_in_words

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize(
    ("paise", "english", "hindi"),
    [
        (100, "Rupee One Only", "एक रुपया मात्र"),
        (101, "Rupee One and One Paisa Only", "एक रुपया एक पैसा मात्र"),
        (0, "Rupees Zero Only", "शून्य रुपये मात्र"),
        (50, "Rupees Zero and Fifty Paise Only", "शून्य रुपये पचास पैसे मात्र"),
        (1_900, "Rupees Nineteen Only", "उन्नीस रुपये मात्र"),
        (4_200, "Rupees Forty-Two Only", "बयालीस रुपये मात्र"),
        (10_000, "Rupees One Hundred Only", "एक सौ रुपये मात्र"),
        (
            99_999,
            "Rupees Nine Hundred Ninety-Nine and Ninety-Nine Paise Only",
            "नौ सौ निन्यानवे रुपये निन्यानवे पैसे मात्र",
        ),
        (
            12_534_550,
            "Rupees One Lakh Twenty-Five Thousand Three Hundred Forty-Five and Fifty Paise Only",
            "एक लाख पच्चीस हज़ार तीन सौ पैंतालीस रुपये पचास पैसे मात्र",
        ),
        (10_000_000_00, "Rupees One Crore Only", "एक करोड़ रुपये मात्र"),
        (1_000_000_000_00, "Rupees One Hundred Crore Only", "एक सौ करोड़ रुपये मात्र"),
        (10_00_00_05_00, "Rupees One Crore Five Only", "एक करोड़ पाँच रुपये मात्र"),
    ],
)
def test_amount_in_words(paise: int, english: str, hindi: str) -> None:
    assert amount_in_words(paise, "en") == english
    assert amount_in_words(paise, "hi") == hindi


def test_hindi_has_a_word_of_its_own_for_every_number_to_a_hundred() -> None:
    assert len(_HINDI) == len(set(_HINDI)) == 100
