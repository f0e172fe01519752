"""Carriers and the addresses of their parcel tracking."""

from urllib.parse import quote

_FOLLOW = {
    "Blue Dart": "https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={number}",
    "Delhivery": "https://www.delhivery.com/track-v2/package/{number}",
    "DTDC": "https://www.dtdc.in/trace.asp?strCnno={number}",
    # It takes no number in the address.
    "India Post": "https://www.indiapost.gov.in/",
    "Shiprocket": "https://shiprocket.co/tracking/{number}",
    "Xpressbees": "https://www.xpressbees.com/shipment/tracking?awbNo={number}",
}
CARRIERS = tuple(_FOLLOW)


def tracking_url(carrier: str, number: str) -> str | None:
    """Return where this parcel can be followed; None for a carrier we do not know."""
    address = _FOLLOW.get(carrier)
    return address.format(number=quote(number, safe="")) if address and number else None
