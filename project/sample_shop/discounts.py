"""The sample shop's discount code."""

from project.orders.models import DiscountCode

CODE = "WELCOME10"


def create_discount_code() -> bool:
    """Create the sample code if it is missing; one that exists stays as the shop's people have made it."""
    _, created = DiscountCode.objects.get_or_create(
        code=CODE,
        defaults={
            "percent": 10,
            "most_paise": 50_000,
            "minimum_paise": 49_900,
            "limit_per_customer": 1,
        },
    )
    return created
