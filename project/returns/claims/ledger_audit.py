"""The claims' part of the ledger audit: each claim and its ledger entries agree."""

from collections.abc import Iterable, Iterator

from django.db.models import Case, Exists, F, OuterRef, Value, When
from django.db.models.functions import Coalesce

from project.payments.models import Movement, MovementKind
from project.payments.shared.audit_queries import MAX_LISTED, describe_difference, sum_of
from project.returns.models.claim import GRANTED, Claim, ClaimStatus

_KINDS = (MovementKind.COMPENSATED, MovementKind.PAID_OUT)


def differences() -> Iterable[str]:
    """Name the claims whose amounts and movements differ, and movements of no claim.

    Where it names nothing, what the ledger holds as payable is what approved claims are still to be sent.
    """
    yield from _claims_and_ledger()
    yield from _movements_of_no_claim()


def _claims_and_ledger() -> Iterator[str]:
    owed = Coalesce("transfer_paise", 0)
    rows = Claim.objects.annotate(
        promised=Case(When(status__in=GRANTED, then=owed), default=Value(0)),
        sent=Case(When(status=ClaimStatus.PAID, then=owed), default=Value(0)),
        ledger_promised=_moved(MovementKind.COMPENSATED),
        ledger_sent=_moved(MovementKind.PAID_OUT),
    )
    wrong = rows.exclude(ledger_promised=F("promised"), ledger_sent=F("sent"))
    for row in wrong.order_by("pk").values()[:MAX_LISTED]:
        yield describe_difference(
            row["claim_id"],
            ("owed by transfer", row["promised"], row["ledger_promised"]),
            ("sent by transfer", row["sent"], row["ledger_sent"]),
        )


def _moved(kind: MovementKind) -> Coalesce:
    return sum_of(Movement.objects.filter(kind=kind), of="reference", to="claim_id")


def _movements_of_no_claim() -> Iterator[str]:
    claims = Claim.objects.filter(claim_id=OuterRef("reference"))
    for movement in Movement.objects.filter(~Exists(claims), kind__in=_KINDS).order_by("pk")[:MAX_LISTED]:
        yield f"{movement}: of no claim"
