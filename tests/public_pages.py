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

# A path alone has another title than the address before it: a guest's checkout is the login.
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
    "/login",
    "/cart",
    "/checkout",
    "/verify",
    "/track-order",
    "/verify/NO-SUCH-NUMBER",
    "/payment/status",
    "/rudraksh-recommendation",
    "/rudraksh-recommendation?sign=leo",
    *STATIC_PAGES,
    "/no-such-page",
)
