"""Money is exact: whole paise inside, rupees with at most two decimals outside."""

from decimal import Decimal

import pytest

from project.core.money import format_rupees, paise, portion, rupees

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize(
    ("amount", "expected"),
    [(0, 0), (1, 100), (0.01, 1), (0.1, 10), (1234.56, 123456), ("99.90", 9990), (Decimal("1E+3"), 100_000)],
)
def test_rupees_become_whole_paise(amount: Decimal | float | int | str, expected: int) -> None:
    assert paise(amount) == expected


@pytest.mark.parametrize("amount", [0.001, "1.999", 1e-9, float("nan"), float("inf"), float("-inf")])
def test_what_is_no_amount_is_refused_and_not_rounded(amount: float | str) -> None:
    with pytest.raises(ValueError, match=r"amount|decimals"):
        paise(amount)


@pytest.mark.parametrize("whole", [0, 1, 99, 100, 29, 57, 123_456, 999_999_999_999_99])
def test_paise_survive_the_way_to_json_and_back(whole: int) -> None:
    assert paise(rupees(whole)) == whole


def test_half_a_paisa_is_rounded_up_once() -> None:
    assert portion(1, 1, 2) == 1
    assert portion(3, 1, 2) == 2
    assert portion(5, 1, 2) == 3
    assert portion(100, 1, 3) == 33


def test_tax_inside_and_outside_the_price_is_never_a_paisa_off() -> None:
    # 18 % inside ₹118 is ₹18 exactly; on ₹99.99 inside it is 15.2527… → ₹15.25.
    assert portion(11_800, 1800, 11_800) == 1800
    assert portion(9_999, 1800, 11_800) == 1525


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (0, "₹0"),
        (12_500_000, "₹1,25,000"),
        (12_500_050, "₹1,25,000.50"),
        (-10_050, "-₹100.50"),
        (-5, "-₹0.05"),
    ],
)
def test_amounts_are_written_the_indian_way(amount: int, written: str) -> None:
    assert format_rupees(amount) == written
