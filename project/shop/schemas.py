"""The shop as everybody reads it."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.utils import timezone

from project.core.money import rupees
from project.core.opening_hours import (
    OpeningHours,
    closed_day,
    closes_at,
    next_opening,
    timetable_text,
    weekdays_by_hours,
)
from project.core.schemas import ApiModel
from project.core.shop import shop
from project.core.shop_settings import SHOP_NAME


class ShopText(ApiModel):
    """A text of the shop in both languages."""

    en: str
    hi: str


class Promises(ApiModel):
    """The numbers the shop stands by; pages, mails and dialogs read them here."""

    delivery_days: str
    delivery_promise_days: int
    return_days: int
    # Rupees; null where shipping is always free.
    free_shipping_above: float | None
    # The sentence about free shipping.
    free_shipping: ShopText
    shipping_fee: float
    authentic: bool
    lab_certified: bool
    # How many times the price a proven fake pays back; 0 where that is not promised.
    money_back_factor: int
    support_around_the_clock: bool
    support_answer_hours: int
    payment_support_hours: int
    # Of the mail that confirms a payment: minutes it may take, minutes after which one should write, and
    # working hours after which it is there at the latest.
    confirmation_mail_minutes: str
    mail_late_minutes: int
    confirmation_mail_hours: int


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
    name: str
    legal_name: str
    address: str
    email: str
    phone: str
    whatsapp: str
    grievance_officer: str
    gstin: str
    social: dict[str, str]
    # Null where support is there around the clock, and where no hours are promised.
    opening_hours: OpeningHoursOut | None
    promises: Promises
    # Whether nothing comes on top of a price.
    prices_include_tax: bool
    # Whether the seller charges GST; without, no price says anything of tax.
    charges_tax: bool
    # The one state that is delivered to; "" for all of India.
    only_state: str
    # Whether payments go to the sandbox: nothing is sold, and the page says so.
    is_sample: bool

    @classmethod
    def read(cls) -> Self:
        """Return the shop as it is now."""
        now = shop()
        fee = now.shipping.flat_paise
        opening = now.hours.opening
        return cls(
            site_url=settings.SITE_URL,
            name=SHOP_NAME,
            legal_name=now.seller.legal_name,
            address=now.seller.address,
            email=now.contact.email,
            phone=now.contact.phone,
            whatsapp=now.contact.whatsapp,
            grievance_officer=now.seller.grievance_officer,
            gstin=now.tax.gstin,
            social=now.contact.social,
            opening_hours=OpeningHoursOut.of(opening) if opening else None,
            promises=Promises(
                delivery_days=now.delivery.usual_days,
                delivery_promise_days=now.delivery.promised_days,
                return_days=now.returns.return_days,
                free_shipping_above=rupees(now.shipping.free_above_paise) if fee else None,
                free_shipping=ShopText(en=now.shipping.free_text("en"), hi=now.shipping.free_text("hi")),
                shipping_fee=rupees(fee),
                authentic=now.promises.authentic,
                lab_certified=now.promises.lab_certified,
                money_back_factor=now.promises.money_back_factor,
                support_around_the_clock=now.hours.around_the_clock,
                support_answer_hours=now.hours.answer_hours,
                payment_support_hours=now.hours.payment_problem_hours,
                confirmation_mail_minutes=now.hours.confirmation_mail_minutes,
                mail_late_minutes=now.hours.mail_late_minutes,
                confirmation_mail_hours=now.hours.confirmation_mail_hours,
            ),
            prices_include_tax=now.tax.is_in_price,
            charges_tax=now.tax.is_charged,
            only_state=now.tax.only_state,
            is_sample=bool(settings.SANDBOX),
        )
