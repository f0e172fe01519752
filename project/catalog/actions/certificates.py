"""Issue and withdraw what laboratories say of single pieces."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from project.catalog.actions.live_events import publish_product
from project.catalog.models import Certificate, Product
from project.core.errors import Conflict, ErrorCode, NotFound
from project.core.identifiers import typed_id
from project.events.audit import record


def issue_certificate(product_id: str, fields: Mapping[str, Any], *, actor: str) -> Certificate:
    """Add a certificate to the product.

    Raises NotFound, CERTIFICATE_EXISTS.
    """
    product = Product.objects.listed().filter(public_id=product_id).first()
    if product is None:
        raise NotFound("product")
    try:
        with transaction.atomic():
            certificate = Certificate.objects.create(product=product, **fields)
            record(
                "certificate.issued",
                subject=f"product:{product.public_id}",
                actor=actor,
                after={
                    "certificate": certificate.number,
                    "lab": certificate.lab,
                    "issuedOn": certificate.issued_on.isoformat(),
                    "weightMilligrams": certificate.weight_milligrams,
                },
            )
            publish_product(product, "product.certified", actor=actor)
    except IntegrityError as error:
        raise Conflict(
            str(fields["number"]),
            errors={"number": ErrorCode.CERTIFICATE_EXISTS},
            code=ErrorCode.CERTIFICATE_EXISTS,
        ) from error
    return certificate


def lock_certificate(number: str) -> Certificate | None:
    """Lock the certificate's row, the mutex of its withdrawal and of who gets it. Needs a transaction."""
    locked = Certificate.objects.select_for_update(of=("self",)).select_related("product")
    return locked.filter(number=typed_id(number)).first()


@transaction.atomic
def void_certificate(number: str, *, reason: str, actor: str) -> Certificate:
    """Withdraw the certificate; its page says so from now on; idempotent.

    Raises NotFound.
    """
    certificate = lock_certificate(number)
    if certificate is None:
        raise NotFound(f"certificate {number!r}")
    if certificate.is_void:
        return certificate
    certificate.voided_at, certificate.void_reason = timezone.now(), reason
    certificate.save(update_fields=["voided_at", "void_reason"])
    record(
        "certificate.voided",
        subject=f"product:{certificate.product.public_id}",
        actor=actor,
        before={"certificate": certificate.number},
        note=reason,
    )
    publish_product(certificate.product, "product.certificate_voided", actor=actor)
    return certificate
