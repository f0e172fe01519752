"""The newest version of the shop's settings holds everywhere at once, and bad values are named."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from pydantic import ValidationError
from pytest_django import DjangoAssertNumQueries

from project.core.models import SettingsVersion
from project.core.public_cache import Entry, get_or_compute, move_catalogue_version
from project.core.shop import current_version, defaults, newest_version, one_reading, shop, store_version
from project.core.shop_setting_fields import Section
from project.core.shop_settings import ShopSettings
from realtime.reads import run_closing
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

BAD_FEES = "Please enter percentages by payment method, such as UPI=0, Card=2, NetBanking=1.5"


def save_return_days(days: int) -> None:
    settings = newest_version().settings
    returns = settings.returns.model_copy(update={"return_days": days})
    store_version(settings.model_copy(update={"returns": returns}), author="user:U1")


@pytest.fixture
def empty_cache() -> Iterator[None]:
    caches["public"].clear()
    yield
    caches["public"].clear()


def test_shop_begins_with_the_defaults() -> None:
    assert current_version().number == 0
    assert shop() == defaults().settings


def test_newest_version_holds_at_once_on_every_connection() -> None:
    before = shop().returns.return_days

    at_once(1, lambda _: save_return_days(10))

    assert (before, shop().returns.return_days) == (7, 10)
    assert at_once(1, lambda _: shop().returns.return_days) == [10]


def test_request_sees_one_version_from_its_first_look_on() -> None:
    with one_reading():
        first = shop().returns.return_days
        at_once(1, lambda _: save_return_days(10))
        second = shop().returns.return_days
    with one_reading():
        third = shop().returns.return_days

    assert (first, second, third) == (7, 7, 10)


def test_version_that_is_rolled_back_never_held() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        save_return_days(10)
        assert shop().returns.return_days == 10
        raise RuntimeError

    assert shop().returns.return_days == 7
    save_return_days(11)
    assert shop().returns.return_days == 11


def test_settings_cost_a_request_one_small_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    save_return_days(10)
    shop()

    with django_assert_num_queries(1), one_reading():
        assert {shop().returns.return_days for _ in range(100)} == {10}


def test_settings_cost_a_read_of_the_live_link_no_query_for_each_row(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    save_return_days(10)
    shop()

    with django_assert_num_queries(1):
        assert run_closing(lambda: {shop().returns.return_days for _ in range(100)}) == {10}


def test_public_answer_is_never_kept_with_settings_of_before(empty_cache: None) -> None:
    def answer() -> Entry:
        return Entry.of(HttpResponse(str(shop().returns.return_days)))

    with one_reading():
        shop()
        at_once(1, lambda _: save_return_days(10))
        move_catalogue_version()
        # The request has read version 0; what it computes for everybody must not be of it.
        get_or_compute("return days", answer)

    assert get_or_compute("return days", answer).body == b"10"


def test_version_is_written_once() -> None:
    save_return_days(10)

    with pytest.raises(IntegrityError), transaction.atomic():
        SettingsVersion.objects.update(author="user:U2")
    with pytest.raises(IntegrityError), transaction.atomic():
        SettingsVersion.objects.all().delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        SettingsVersion.objects.create(number=1, values={}, author="user:U2")


def test_versions_of_other_releases_are_read() -> None:
    values = {"returns": {"return_days": 200, "gift_wrap": True}, "gifts": {"wrapped": True}}
    SettingsVersion.objects.create(number=1, values=values, author="user:U1")

    settings = shop()

    # Stricter rules stop no running shop, what is new has its default, what is gone is ignored.
    assert settings.returns.return_days == 200
    assert settings.returns.refund_days_at_most == 5
    assert settings.hours == ShopSettings().hours
    assert ShopSettings.of(settings.values()).values() == settings.values()


@pytest.mark.parametrize(
    ("section", "values", "field", "kind"),
    [
        ("seller", {"legal_name": "  "}, "legal_name", "required"),
        ("seller", {"legal_name": "Rudra\nBeads"}, "legal_name", "invalid"),
        ("seller", {"legal_name": "R" * 121}, "legal_name", "string_too_long"),
        ("seller", {"address": "\n \n"}, "address", "required"),
        ("contact", {"email": "care at shop.example"}, "email", "Please enter a valid email address"),
        # No mail could be sent to the first, and the second is two.
        ("contact", {"email": "care@shop..example"}, "email", "Please enter a valid email address"),
        (
            "contact",
            {"email": "care@shop.example,x@y.example"},
            "email",
            "Please enter a valid email address",
        ),
        ("contact", {"email": ""}, "email", "required"),
        ("contact", {"phone": "call us"}, "phone", "Please enter a phone number, such as +91 98765 43210"),
        (
            "contact",
            {"instagram": "javascript:alert(1)"},
            "instagram",
            "Please enter an address that begins with https://",
        ),
        (
            "contact",
            {"youtube": "http://youtube.com/x"},
            "youtube",
            "Please enter an address that begins with https://",
        ),
        ("delivery", {"usual_days": "5-3"}, "usual_days", "The range ends before it begins"),
        ("delivery", {"usual_days": "soon"}, "usual_days", "Please enter a number or a range, such as 3-5"),
        ("delivery", {"usual_days": "0-3"}, "usual_days", "Please enter a number or a range, such as 3-5"),
        (
            "delivery",
            {"usual_days": "3-9", "promised_days": 8},
            "promised_days",
            "The latest day is before the usual ones",
        ),
        ("shipping", {"flat_paise": -1}, "flat_paise", "greater_than_equal"),
        ("shipping", {"flat_paise": 49.5}, "flat_paise", "int_from_float"),
        ("shipping", {"free_above_paise": 10**9}, "free_above_paise", "less_than_equal"),
        ("returns", {"return_days": 0}, "return_days", "greater_than_equal"),
        ("promises", {"money_back_factor": 11}, "money_back_factor", "less_than_equal"),
        ("hours", {"grievance_hours": 49}, "grievance_hours", "less_than_equal"),
        ("tax", {"state": "Bombay"}, "state", "Bombay is no state of India"),
        ("tax", {"registration": "registered"}, "gstin", "required"),
        (
            "tax",
            {"registration": "unregistered", "gstin": "27AAPFU0939F1ZV"},
            "gstin",
            "Please choose a registration with a GSTIN, or clear the GSTIN",
        ),
        (
            "tax",
            {"registration": "registered", "gstin": "27AAPFU0939F1ZW"},
            "gstin",
            "This is not a GSTIN: please compare its 15 letters and digits "
            "with the certificate of registration",
        ),
        (
            "tax",
            {"state": "Karnataka", "registration": "registered", "gstin": "27AAPFU0939F1ZV"},
            "gstin",
            "This GSTIN is not of Karnataka",
        ),
        (
            "tax",
            {"invoice_prefix": "AKSH"},
            "invoice_prefix",
            "One to three capital letters or digits, please",
        ),
        (
            "tax",
            {"invoice_prefix": "CRN"},
            "credit_note_prefix",
            "Invoices, credit notes and bills of supply need different prefixes",
        ),
        ("payments", {"provider_weights": {"phonepe": -1}}, "provider_weights", "greater_than_equal"),
        (
            "cash_on_delivery",
            {"served_pincodes": ["41", "0"]},
            "served_pincodes",
            "Each entry is the beginning of a pincode: one to six digits",
        ),
        (
            "cash_on_delivery",
            {"refused_pincodes": ["4110011"]},
            "refused_pincodes",
            "Each entry is the beginning of a pincode: one to six digits",
        ),
        (
            "cash_on_delivery",
            {"served_pincodes": [*map(str, range(1000, 3001))]},
            "served_pincodes",
            "too_many",
        ),
        ("cash_on_delivery", {"minimum_paise": 600_000}, "maximum_paise", "The maximum is below the minimum"),
        ("retention", {"mails_days": 6}, "mails_days", "greater_than_equal"),
        ("retention", {"events_days": 29}, "events_days", "greater_than_equal"),
        ("ordering", {"max_quantity": 100}, "max_quantity", "less_than_equal"),
        ("ordering", {"payment_minutes": 4}, "payment_minutes", "greater_than_equal"),
        ("ordering", {"payment_minutes": 61}, "payment_minutes", "less_than_equal"),
        ("limits", {"stock_share_percent": 101}, "stock_share_percent", "less_than_equal"),
        ("payments", {"provider_fees": "UPI=0, Cheque=2"}, "provider_fees", BAD_FEES),
        # The variable of before had hundredths of a percent.
        ("payments", {"provider_fees": "Card=200"}, "provider_fees", BAD_FEES),
    ],
)
def test_bad_value_is_refused_at_its_field(
    section: str, values: dict[str, Any], field: str, kind: str
) -> None:
    kind_of: type[Section] = type(getattr(ShopSettings(), section))

    with pytest.raises(ValidationError) as refused:
        kind_of.model_validate(values)

    [fault] = refused.value.errors()
    assert fault["loc"][0] == field
    assert kind in (fault["type"], fault["msg"])


def test_values_are_stored_in_one_form() -> None:
    given = {
        "seller": {"address": " 7 Ghat Road \n\n Varanasi 221001 "},
        "delivery": {"usual_days": "2 – 4"},
        "tax": {"registration": "registered", "gstin": " 27aapfu0939f1zv "},
        "cash_on_delivery": {"served_pincodes": ["411 ", "40", "411", ""]},
        "payments": {"provider_fees": "UPI = 0,Card=2, NetBanking=1.5 ,x:Card=2.36"},
    }

    settings = ShopSettings.model_validate(given)

    assert settings.seller.address == "7 Ghat Road\nVaranasi 221001"
    assert settings.delivery.usual_days == "2-4"
    assert settings.tax.gstin == "27AAPFU0939F1ZV"
    assert settings.cash_on_delivery.served_pincodes == ["40", "411"]
    assert settings.payments.provider_fees == "UPI=0, Card=2, NetBanking=1.5, x:Card=2.36"
    assert settings.payments.agreed_fees == {"UPI": 0, "Card": 200, "NetBanking": 150, "x:Card": 236}
