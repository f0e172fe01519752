"""The evidence of a dispute as one PDF, for staff to send to the provider."""

from django.http import HttpRequest, HttpResponse

from project.accounts.auth import May, actor_of
from project.core.rights import Right
from project.core.throttle import limited
from project.events.audit import record as audit
from project.exports.dispute_evidence.printing import print_evidence
from project.invoices.api import pdf_response
from project.payments.disputes.staff_api import find_dispute
from project.routers import ApiRouter

router = ApiRouter("disputes")


@router.post("/admin/disputes/{dispute_id}/evidence.pdf", auth=May(Right.REFUNDS))
@limited("slips", 30)
def print_dispute_evidence(request: HttpRequest, dispute_id: str) -> HttpResponse:
    """Return order, invoice, delivery, mails and messages as one PDF; the audit log names the caller."""
    dispute = find_dispute(dispute_id)
    pdf = print_evidence(dispute)
    audit(
        "dispute.evidence",
        subject=dispute.payment.topic,
        actor=actor_of(request),
        after={"dispute": dispute.dispute_id, "bytes": len(pdf)},
    )
    return pdf_response(pdf, f"evidence-{dispute.dispute_id}.pdf")
