"""One's own data without an account: prove an e-mail address by a code, then download or erase."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts import codes, personal_data
from project.accounts.address_proofs import prove, proves
from project.accounts.models import CodePurpose, User
from project.accounts.schemas.mails import sent_mails
from project.core.errors import Forbidden
from project.core.language import current_language
from project.core.schemas import ApiModel, Empty, Success
from project.core.throttle import limited
from project.orders.personal_data import erase_by_code
from project.orders.tracking import AccessOut, EmailCodeIn, EmailIn, unlock
from project.routers import ApiRouter

router = ApiRouter("data")


class ErasedOut(ApiModel):
    """Number of things of a kind that were erased, and number of those that have to be kept for now."""

    kind: str
    erased: int
    kept: int


class ErasureOut(ApiModel):
    """Result of an erasure; with `hasAccount` there is an account, which is deleted under Profile."""

    results: list[ErasedOut]
    has_account: bool


class AddressNotProven(Forbidden):
    """The proof that the address is the caller's is missing, of another address or too old."""


@router.post("/data/code")
@limited("order-code", 100, 600, strict=True)
def send_data_code(request: HttpRequest, payload: EmailIn) -> Success[Empty]:
    """Mail a code to the address. The answer does not tell whether we know it."""
    codes.send(purpose=CodePurpose.ORDERS, email=payload.email, language=current_language())
    return Success(message=_("Code sent"), data=Empty())


@router.post("/data/open")
@limited("order-unlock", 200, 600, strict=True)
def open_data(request: HttpRequest, payload: EmailCodeIn) -> Success[AccessOut]:
    """Exchange the code for the proof of the address (`X-Order-Access`), good for some hours."""
    unlock(email=payload.email, code=payload.code)
    return Success(data=AccessOut(access_token=prove(payload.email)))


@router.post("/data/download")
@limited("download-data", 10, 3600)
def download_address_data(request: HttpRequest, payload: EmailIn) -> Success[dict[str, Any]]:
    """Everything the shop keeps under the address beside an account, for who proved it."""
    _require_proof(request, payload.email)
    return Success(
        data={
            "downloadedAt": timezone.now(),
            "email": payload.email,
            "mails": sent_mails(payload.email),
            **personal_data.export_address(payload.email),
        }
    )


@router.post("/data/erase/code")
@limited("order-code", 100, 600, strict=True)
def send_erasure_code(request: HttpRequest, payload: EmailIn) -> Success[Empty]:
    """Mail the code that erases what is kept under the address, for who proved it."""
    _require_proof(request, payload.email)
    codes.send(purpose=CodePurpose.ERASE, email=payload.email, language=current_language(), proven=True)
    return Success(message=_("Code sent"), data=Empty())


@router.post("/data/erase")
@limited("order-unlock", 200, 600, strict=True)
def erase_address_data(request: HttpRequest, payload: EmailCodeIn) -> Success[ErasureOut]:
    """Erase what no law asks us to keep under the address, by the code of `/data/erase/code`.

    Paid orders and their invoices stay. What belongs to an account is deleted with the account.
    """
    _require_proof(request, payload.email)
    done = erase_by_code(payload.email, code=payload.code)
    results = [ErasedOut(kind=kind, erased=one.erased, kept=one.kept) for kind, one in sorted(done.items())]
    has_account = User.objects.filter(email=payload.email, is_active=True).exists()
    return Success(data=ErasureOut(results=results, has_account=has_account))


def _require_proof(request: HttpRequest, email: str) -> None:
    if not proves(request.headers.get("X-Order-Access"), email):
        raise AddressNotProven
