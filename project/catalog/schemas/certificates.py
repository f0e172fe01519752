"""Certificates on the wire."""

from datetime import date
from typing import Annotated

from pydantic import BeforeValidator, Field

from project.catalog.schemas.pictures import Picture
from project.catalog.schemas.products import ProductLink
from project.core.schemas import ApiModel

# Read from the certificate's milligrams.
Grams = Annotated[
    float, Field(validation_alias="weight_milligrams"), BeforeValidator(lambda milligrams: milligrams / 1000)
]


class CertificateOut(ApiModel):
    """Laboratory certificate; `weight` is in grams. Sample and withdrawn ones are marked as such."""

    number: str
    product: ProductLink
    mukhi: int | None
    origin: str
    weight: Grams
    lab: str
    issued_on: date
    xray: Picture | None
    is_sample: bool
    is_void: bool


class CertificateData(ApiModel):
    """One certificate."""

    certificate: CertificateOut
