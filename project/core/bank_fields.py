"""Fields of transfers by hand: where the money goes, and by what the bank finds it."""

from typing import Annotated

from pydantic import StringConstraints

MAX_UPI_ID = 129

# The parts of a UPI id: whose it is, and the bank or app that answers for it.
UpiId = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        max_length=MAX_UPI_ID,
        pattern=r"^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9.-]{1,63}$",
    ),
]


def masked_upi_id(upi_id: str) -> str:
    """Return enough of a UPI id for its owner to know it: "….rao@okbank"; "" for none."""
    name, at, handle = upi_id.partition("@")
    return f"…{name[-min(4, len(name) // 2) :]}{at}{handle}" if at else ""


# The bank's reference of a transfer (UTR).
BankReference = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z0-9/-]{6,30}$")]
