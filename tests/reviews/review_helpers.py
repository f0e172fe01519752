"""Buyers and the photos they take."""

import io
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.utils import timezone
from PIL import Image

from project.accounts.models import Role, User
from project.catalog.models import Product
from project.catalog.pricing import Selection
from project.orders import actions as orders
from project.orders.models import Customer, Order
from project.orders.order_create import create_order
from project.orders.pricing import Item
from project.reviews.models import Review
from tests.factories import log_in, make_user
from tests.http import Answer, Api

ADDRESS = {
    "street": "12 MG Road",
    "city": "Pune",
    "state": "Maharashtra",
    "pincode": "411001",
    "country": "India",
}
WORDS = {"rating": 4, "title": "A fine bead", "text": "Even colour, well drilled, came quickly."}


def order(user: User, product: Product) -> Order:
    """Place the user's order for one piece."""
    return create_order(
        items=[Item(product.public_id, 1, Selection())],
        customer=Customer(name=user.name, email=user.email, phone="9876543210", address=ADDRESS),
        user_id=user.pk,
        language="en",
        agreed_paise=None,
    )


@transaction.atomic
def pay(placed: Order) -> Order:
    """Let the order's money arrive."""
    locked = orders.lock_order(placed.order_id)
    assert locked is not None
    orders.confirm(locked, payment_id="TXN1", paid_at=timezone.now(), cause="test")
    return locked


def buyer(product: Product, **fields: Any) -> Api:
    """Return the browser of somebody who has bought and paid for the product."""
    user = make_user(**fields)
    pay(order(user, product))
    return Api(token=log_in(user))


def staff(role: str = Role.ADMIN) -> Api:
    """Return the browser of a member of staff."""
    return Api(token=log_in(make_user(role=role)))


def write(api: Api, product: Product, *photos: SimpleUploadedFile, **changes: Any) -> Answer:
    """Send a review, sound but for `changes`."""
    return api.form(f"/products/{product.slug}/reviews", WORDS | changes | {"photos": list(photos)})


def rewrite(api: Api, product: Product, *photos: SimpleUploadedFile, **changes: Any) -> Answer:
    """Send a changed review."""
    return api.form(f"/products/{product.slug}/reviews/mine", WORDS | changes | {"photos": list(photos)})


def decide(admin: Api, review: Review, verb: str, **body: Any) -> Answer:
    """Publish, reject or reopen the review as it is now."""
    review.refresh_from_db()
    return admin.post(f"/admin/reviews/{review.public_id}/{verb}", {"version": review.version} | body)


def published(product: Product, **changes: Any) -> Review:
    """Return a review that a new buyer wrote and an admin published."""
    write(buyer(product), product, **changes)
    review = Review.objects.latest("pk")
    assert decide(staff(), review, "publish").status == 200
    return review


def photo(
    kind: str = "JPEG", *, size: tuple[int, int] = (60, 40), name: str = "bead.jpg", **options: Any
) -> SimpleUploadedFile:
    """Return a picture of this format as a browser sends it; the options are the encoder's."""
    file = io.BytesIO()
    Image.new("RGB", size, "#7a2a1d").save(file, kind, **options)
    return SimpleUploadedFile(name, file.getvalue(), "image/jpeg")
