"""Settlement reports as the provider writes them, sent as staff and clock do it."""

from datetime import date

from django.core.files.uploadedfile import SimpleUploadedFile

from project.payments.models import Statement
from project.payments.settlement.statements import import_statement, receive_statement, take_due_statements
from project.sandbox.settlements import COLUMNS
from tests.http import Answer, Api

HEADER = ",".join(COLUMNS)


def line(reference: str, amount: str, fee: str = "0", tax: str = "0", **changes: str) -> str:
    """Return one line of a report: a UPI payment settled today, unless told otherwise."""
    day = f"{date.today():%d-%m-%Y}"
    cells = {
        "PaymentType": "PAYMENT",
        "MerchantReferenceId": reference,
        "PhonePeReferenceId": f"OM-{reference}",
        "From": "Somebody",
        "Instrument": "UPI_REDEMPTION",
        "CreationDate": day,
        "TransactionDate": day,
        "SettlementDate": day,
        "BankReferenceNo": "SBOXN1",
        "Amount": amount,
        "Fee": fee,
        "IGST": tax,
        "CGST": "0",
        "SGST": "0",
    }
    return ",".join((cells | changes)[name] for name in COLUMNS)


def report(*lines: str) -> bytes:
    """Return a report of these lines."""
    return "\r\n".join([HEADER, *lines, ""]).encode()


def upload(staff: Api, body: bytes, name: str = "settlement.csv") -> Answer:
    """Send a report as a member of staff."""
    return staff.form("/admin/statements", {"file": SimpleUploadedFile(name, body, "text/csv")})


def enter(body: bytes) -> Statement:
    """Take a report in and do all that is due of it, as the clock does."""
    statement, _ = receive_statement(provider="phonepe", name="settlement.csv", body=body)
    for pk in take_due_statements(limit=100):
        import_statement(pk)
    statement.refresh_from_db()
    return statement
