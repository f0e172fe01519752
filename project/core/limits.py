"""Lengths and ranges that more than one app uses; those of one app stand in the app."""

from datetime import date
from typing import Final

# A person's name, and each line of an address.
MAX_NAME: Final = 120
MAX_ADDRESS_LINE: Final = 120
PHONE_DIGITS: Final = 10
# What staff write about a decision.
MAX_NOTE: Final = 500
# The most that is charged for a parcel, and that an order may be asked to come to.
MOST_SHIPPING_PAISE: Final = 1_000_000
MOST_ORDER_PAISE: Final = 100_000_000
# Lists of staff, and of a customer's own orders.
MAX_PAGE: Final = 100_000
MAX_ROWS: Final = 100
# What anyone may search for, the catalogue included.
MAX_SEARCH: Final = 100
# Days a list may be asked for; beyond them the calendar itself overflows.
FIRST_DAY: Final = date(2000, 1, 1)
LAST_DAY: Final = date(2199, 12, 31)
