"""The addresses everybody may open, as the sample shop has them."""

from typing import Final

BEAD: Final = "5-mukhi-rudraksha"

STATIC_PAGES: Final = (
    "/about",
    "/contact",
    "/cookies",
    "/disclaimer",
    "/grievance",
    "/privacy",
    "/refund",
    "/replacement",
    "/returns",
    "/shipping",
    "/terms",
)

PUBLIC_PAGES: Final = (
    "/",
    "/rudraksha",
    "/rudraksha?faces=1,5,14",
    "/products",
    "/products?search=000000",
    "/category/rudraksha",
    "/category/no-such-kind",
    f"/products/{BEAD}",
    f"/products/{BEAD}#specifications",
    f"/products/{BEAD}#reviews",
    "/products/no-such-bead",
    "/cart",
    "/checkout",
    "/login",
    "/verify",
    "/verify/NO-SUCH-NUMBER",
    "/track-order",
    "/payment/status",
    "/rudraksh-recommendation",
    "/rudraksh-recommendation?sign=leo",
    *STATIC_PAGES,
    "/no-such-page",
)
