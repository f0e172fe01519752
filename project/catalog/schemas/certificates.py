"""Certificates on the wire."""

from datetime import date
from typing import Self

from project.catalog.models import Certificate
from project.catalog.schemas.pictures import Picture
from project.catalog.schemas.products import ProductLink
from project.core.schemas import ApiModel


class CertificateOut(ApiModel):
    """Laboratory certificate; `weight` is in grams. Sample and withdrawn ones are marked as such."""

    number: str
    product: ProductLink
    mukhi: int | None
    origin: str
    weight: float
    lab: str
    issued_on: date
    xray: Picture | None
    is_sample: bool
    is_void: bool

    @classmethod
    def of(cls, certificate: Certificate) -> Self:
        """Return the certificate as the wire carries it."""
        return cls(
            number=certificate.number,
            product=ProductLink.model_validate(certificate.product),
            mukhi=certificate.mukhi,
            origin=certificate.text("origin"),
            weight=certificate.weight_milligrams / 1000,
            lab=certificate.lab,
            issued_on=certificate.issued_on,
            xray=Picture.of(certificate.xray),
            is_sample=certificate.is_sample,
            is_void=certificate.is_void,
        )


class CertificateData(ApiModel):
    """One certificate."""

    certificate: CertificateOut
