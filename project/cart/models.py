"""Carts and wishlists. They hold no stock and promise no price: only an order does."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.catalog.models import MAX_OPTION_NAME, Product, new_public_id
from project.catalog.pricing import Selection
from project.core.models import Versioned
from project.orders.pricing import MAX_LINES

# A merge may fill a cart beyond MAX_LINES: nothing a guest chose is lost, and what is too much says so.
MAX_LINES_AFTER_MERGE = 2 * MAX_LINES
MAX_WISHES = 100


class Cart(Versioned):
    """One cart: a customer's, or a guest's who shows its token. Its row is the lock of its lines."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="cart"
    )
    # Only a digest is kept: whoever reads the table opens no cart with it.
    token_digest = models.CharField(max_length=64, null=True, blank=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # When anybody last had to do with it, to the day: old carts of guests are swept.
    used_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["used_at"], condition=Q(user__isnull=True), name="cart_guests_by_age")
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=True, token_digest__isnull=False)
                | Q(user__isnull=False, token_digest__isnull=True),
                name="cart_of_user_or_guest",
            )
        ]

    def __str__(self) -> str:
        return f"cart {self.pk}"


class CartLine(models.Model):
    """A product in one choice of options.

    `quantity` and `unit_paise` are what the shopper last agreed to; what can be had now, and for how much, is
    worked out whenever somebody looks.
    """

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    cart = models.ForeignKey(Cart, on_delete=models.CASCADE, related_name="lines")
    # A product is hidden, not deleted, and its line then says so.
    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="+")
    origin = models.CharField(max_length=MAX_OPTION_NAME, blank=True)
    xray_certification = models.BooleanField(default=False)
    pendant_type = models.CharField(max_length=MAX_OPTION_NAME)
    size = models.CharField(max_length=MAX_OPTION_NAME, blank=True)
    quantity = models.PositiveSmallIntegerField()
    unit_paise = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["cart", "product", "origin", "xray_certification", "pendant_type", "size"],
                name="cart_line_once_per_choice",
            ),
            models.CheckConstraint(
                condition=Q(quantity__gte=1, quantity__lte=99), name="cart_line_quantity_in_bounds"
            ),
            models.CheckConstraint(condition=Q(unit_paise__gt=0), name="cart_line_price_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.product_id} in {self.cart_id}"

    @property
    def selection(self) -> Selection:
        """The chosen options."""
        return Selection(
            origin=self.origin,
            xray_certification=self.xray_certification,
            pendant_type=self.pendant_type,
            size=self.size,
        )


class Wishlist(Versioned):
    """A customer's wishlist; its row is the lock of its wishes, its version tells their screens apart."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wishlist")

    def __str__(self) -> str:
        return f"wishlist {self.pk}"


class Wish(models.Model):
    """One product somebody would like to find again."""

    wishlist = models.ForeignKey(Wishlist, on_delete=models.CASCADE, related_name="wishes")
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "wishes"
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["wishlist", "product"], name="wish_once_per_product")]

    def __str__(self) -> str:
        return f"{self.product_id} in {self.wishlist_id}"
