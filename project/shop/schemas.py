"""The shop as everybody reads it."""

from datetime import datetime
from typing import Annotated, Self

from django.conf import settings
from django.utils import timezone
from pydantic import AfterValidator, AliasPath, Field

from project.core.money import rupees
from project.core.opening_hours import (
    OpeningHours,
    closed_day,
    closes_at,
    next_opening,
    timetable_text,
    weekdays_by_hours,
)
from project.core.schemas import ApiModel, Rupees
from project.core.shop import shop
from project.core.shop_look import picture_address
from project.core.shop_setting_fields import shown_range
from project.core.site_address import site_url

ShownRange = Annotated[str, AfterValidator(shown_range)]


class ShopText(ApiModel):
    """A text of the shop in both languages."""

    en: str
    hi: str


class Promises(ApiModel):
    """The numbers the shop stands by; pages, mails and dialogs read them here."""

    delivery_days: ShownRange = Field(validation_alias=AliasPath("delivery", "usual_days"))
    delivery_promise_days: int = Field(validation_alias=AliasPath("delivery", "promised_days"))
    return_days: int = Field(validation_alias=AliasPath("returns", "return_days"))
    # Rupees; null where shipping is always free, and where the limit depends on the address.
    free_shipping_above: float | None
    # The sentence about free shipping.
    free_shipping: ShopText
    shipping_fee: Rupees = Field(validation_alias=AliasPath("shipping", "flat_paise"))
    authentic: bool = Field(validation_alias=AliasPath("promises", "authentic"))
    lab_certified: bool = Field(validation_alias=AliasPath("promises", "lab_certified"))
    # How many times the price a proven fake pays back; 0 where that is not promised.
    money_back_factor: int = Field(validation_alias=AliasPath("promises", "money_back_factor"))
    support_around_the_clock: bool = Field(validation_alias=AliasPath("hours", "around_the_clock"))
    support_answer_hours: int = Field(validation_alias=AliasPath("hours", "answer_hours"))
    payment_support_hours: int = Field(validation_alias=AliasPath("hours", "payment_problem_hours"))
    # Of the mail that confirms a payment: minutes it may take, minutes after which one should write, and
    # working hours after which it is there at the latest.
    confirmation_mail_minutes: ShownRange = Field(
        validation_alias=AliasPath("hours", "confirmation_mail_minutes")
    )
    mail_late_minutes: int = Field(validation_alias=AliasPath("hours", "mail_late_minutes"))
    confirmation_mail_hours: int = Field(validation_alias=AliasPath("hours", "confirmation_mail_hours"))


class WeekdayTimes(ApiModel):
    """Hours of weekdays ("Monday"), in the terms of schema.org's OpeningHoursSpecification."""

    day_of_week: list[str]
    opens: str
    closes: str


class ClosedTimes(ApiModel):
    """A single day on which it is closed, in the same terms: it opens and closes at 00:00."""

    valid_from: str
    valid_through: str
    opens: str = "00:00"
    closes: str = "00:00"


class OpeningHoursOut(ShopText):
    """Opening hours ("Mon–Sat 10:00–19:00", in Indian time). The present state is no part: it is cached."""

    week: list[WeekdayTimes]
    closed: list[ClosedTimes]

    @classmethod
    def of(cls, hours: OpeningHours) -> Self:
        """Return the timetable as the public sees it."""
        week = [
            WeekdayTimes(
                day_of_week=[weekday.capitalize() for weekday in weekdays],
                opens=span.partition("-")[0],
                closes=span.partition("-")[2],
            )
            for span, weekdays in weekdays_by_hours(hours).items()
        ]
        return cls(
            en=timetable_text(hours, "en"),
            hi=timetable_text(hours, "hi"),
            week=week,
            closed=[
                ClosedTimes(valid_from=each["day"], valid_through=each["day"]) for each in hours.closed_days
            ],
        )


class SupportNowOut(ApiModel):
    """Present state of support, open or closed."""

    # Null where the shop has no timetable.
    is_open: bool | None = None
    closes_at: datetime | None = None
    # When it opens next, while it is closed.
    opens_at: datetime | None = None
    # The reason; null on usual days.
    closed_today: ShopText | None = None

    @classmethod
    def read(cls) -> Self:
        """Return what holds now."""
        hours = shop().hours.opening
        if hours is None:
            return cls()
        now = timezone.now()
        until = closes_at(hours, now)
        closed = closed_day(hours, timezone.localdate(now))
        return cls(
            is_open=until is not None,
            closes_at=until,
            opens_at=None if until else next_opening(hours, now),
            closed_today=ShopText(en=closed["en"], hi=closed["hi"]) if closed else None,
        )


class ShopOut(ApiModel):
    """The seller, as an Indian online shop must name itself; what is not configured is empty."""

    # The shop's own address without a slash at the end, for links that must be absolute.
    site_url: str
    name: ShopText
    # What the addresses of the shop's own mark begin with, "" where it has the shipped one.
    mark: str
    legal_name: str = Field(validation_alias=AliasPath("seller", "legal_name"))
    address: str = Field(validation_alias=AliasPath("seller", "address"))
    email: str = Field(validation_alias=AliasPath("contact", "email"))
    phone: str = Field(validation_alias=AliasPath("contact", "phone"))
    whatsapp: str = Field(validation_alias=AliasPath("contact", "whatsapp"))
    grievance_officer: str = Field(validation_alias=AliasPath("seller", "grievance_officer"))
    gstin: str = Field(validation_alias=AliasPath("tax", "gstin"))
    social: dict[str, str] = Field(validation_alias=AliasPath("contact", "social"))
    # Null where support is there around the clock, and where no hours are promised.
    opening_hours: OpeningHoursOut | None
    promises: Promises
    # Whether nothing comes on top of a price.
    prices_include_tax: bool = Field(validation_alias=AliasPath("tax", "is_in_price"))
    # Whether the seller charges GST; without, no price says anything of tax.
    charges_tax: bool = Field(validation_alias=AliasPath("tax", "is_charged"))
    # The one state that is delivered to; "" for all of India.
    only_state: str = Field(validation_alias=AliasPath("tax", "only_state"))
    # Whether payments go to the sandbox: nothing is sold, and the page says so.
    is_sample: bool

    @classmethod
    def read(cls) -> Self:
        """Return the shop as it is now."""
        now = shop()
        shipping, opening = now.shipping, now.hours.opening
        return cls.from_row(
            now,
            site_url=site_url(),
            name=ShopText(en=now.brand.name, hi=now.brand.name_hindi),
            mark=picture_address("mark", now.brand.mark),
            opening_hours=OpeningHoursOut.of(opening) if opening else None,
            promises=Promises.from_row(
                now,
                free_shipping_above=rupees(shipping.free_above_paise)
                if shipping.flat_paise and shipping.has_one_rate
                else None,
                free_shipping=ShopText(en=shipping.free_text("en"), hi=shipping.free_text("hi")),
            ),
            is_sample=bool(settings.SANDBOX),
        )
