"""Discount codes are made at the command line."""

from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils.timezone import get_default_timezone

from project.orders.models import DiscountCode
from project.sample_shop.discounts import create_discount_code
from tests.buying import begin, place
from tests.factories import make_product

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("discount_code", *arguments, stdout=out)
    return out.getvalue()


def test_a_code_says_everything_it_can() -> None:
    run(
        *("diwali-25", "--percent", "25", "--most", "750.50", "--minimum", "1999"),
        *("--from", "2026-11-01", "--until", "2026-11-10", "--limit", "100", "--per-customer", "2"),
    )

    code = DiscountCode.objects.get()
    india = get_default_timezone()
    assert (code.code, code.percent, code.amount_paise, code.most_paise) == ("DIWALI-25", 25, None, 75_050)
    assert (code.minimum_paise, code.limit, code.limit_per_customer) == (199_900, 100, 2)
    assert code.starts_at == datetime(2026, 11, 1, tzinfo=india)
    assert code.ends_at == datetime(2026, 11, 11, tzinfo=india)


def test_what_is_given_anew_replaces_the_code() -> None:
    run("SAVE", "--percent", "10", "--limit", "5")

    run("save", "--amount", "100")

    code = DiscountCode.objects.get()
    assert (code.percent, code.amount_paise, code.limit) == (None, 10_000, None)


def test_codes_are_switched_off_and_listed_with_their_uses() -> None:
    run("SAVE", "--percent", "10")
    begin(place(make_product(), discountCode="save"))

    assert run("SAVE", "--off") == "SAVE is off\n"
    assert run() == "SAVE: 10% off, 1 of any number used, switched off\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["SAVE"],
        ["SAVE", "--amount", "0"],
        ["SAVE", "--amount", "-5"],
        ["SAVE", "--percent", "0"],
        ["SAVE", "--percent", "10", "--amount", "5"],
        ["S", "--percent", "10"],
        ["कोड", "--percent", "10"],
        ["NONE", "--off"],
    ],
)
def test_nonsense_is_refused(arguments: list[str]) -> None:
    with pytest.raises((CommandError, TypeError)):
        run(*arguments)
    assert not DiscountCode.objects.exists()


def test_sample_code_is_made_once_and_then_left_alone() -> None:
    create_discount_code()
    DiscountCode.objects.update(percent=20)

    create_discount_code()

    assert DiscountCode.objects.get(code="WELCOME10").percent == 20
