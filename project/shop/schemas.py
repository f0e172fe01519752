"""The shop as everybody reads it."""

from django.conf import settings

from project.core.money import rupees
from project.core.schemas import ApiModel
from project.core.shop import shop
from project.core.shop_settings import SHOP_NAME


class Promises(ApiModel):
    """The numbers the shop stands by; pages, mails and dialogs read them here."""

    delivery_days: str
    delivery_promise_days: int
    return_days: int
    # Rupees; null where shipping is always free.
    free_shipping_above: float | None
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
    promises: Promises
    prices_include_tax: bool
    # Whether payments go to the sandbox: nothing is sold, and the page says so.
    is_sample: bool

    @classmethod
    def read(cls) -> "ShopOut":
        """Return the shop as it is now."""
        now = shop()
        fee = now.shipping.flat_paise
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
            promises=Promises(
                delivery_days=now.delivery.usual_days,
                delivery_promise_days=now.delivery.promised_days,
                return_days=now.returns.return_days,
                free_shipping_above=rupees(now.shipping.free_above_paise) if fee else None,
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
            prices_include_tax=now.tax.prices_include_tax,
            is_sample=bool(settings.SANDBOX),
        )
