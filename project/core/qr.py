"""QR codes of the shop's addresses."""

from io import BytesIO
from typing import IO, cast

import segno
from django.http import HttpResponse


def qr_picture(address: str) -> HttpResponse:
    """Return an SVG picture of the code; black on white with its quiet zone, so every camera reads it."""
    code = segno.make(address, error="m", micro=False)
    response = HttpResponse(content_type="image/svg+xml")
    code.save(cast("IO[str]", response), kind="svg", border=4, light="#fff", omitsize=True, xmldecl=False)
    return response


def qr_svg(address: str) -> str:
    """Return the code as an SVG file, for a PDF document."""
    svg = BytesIO()
    segno.make(address, error="m", micro=False).save(svg, kind="svg", border=2, light="#fff", omitsize=True)
    return svg.getvalue().decode()


def qr_data_address(address: str) -> str:
    """Return the code as a data: address for an <img>."""
    return str(segno.make(address, error="m", micro=False).svg_data_uri(border=4, light="#fff"))
